// Nothing but the board: the attempts are in the renderer.
globalThis.GameCore = {
  create: () => ({
    init: () => ({ clicks: 0 }),
    attempts: () => [{ kind: 'click' }],
    legal: () => [{ kind: 'click' }],
    step: (s) => ({ clicks: s.clicks + 1 }),
    status: () => 'playing',
    view: (s) => s,
    inputs: () => [{ do: 'click', x: 1, y: 1 }],
    objects: () => [],
  }),
};
