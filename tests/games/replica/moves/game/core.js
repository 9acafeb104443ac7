// No game of its own: the moves between places are constants, so that a test can make any graph it likes and knows the answers.
globalThis.GameCore = {
  create({ constants, off }) {
    const { moves, won, bounds } = constants;
    const status = (s) => (won.includes(s.at) ? 'won' : 'playing');
    const attempts = (s) => moves[s.at].map((to) => ({ kind: to > s.at ? 'up' : 'down', to }));
    return {
      init: () => ({ at: 0, still: 7 }),
      attempts,
      legal: (s) => (status(s) === 'playing' ? attempts(s) : []),
      step: (s, { to }) => (off.includes('moves') ? s : { at: to, still: 7 }),
      status,
      view: (s) => ({ at: s.at }),
      inputs: (s, { to }) => [{ do: 'click', x: to, y: 1 }],
      objects: (s) => [{ type: 'walker', at: s.at }, { type: 'post' }, ...(s.at % 2 ? [{ type: 'odd' }] : [])],
      ...(bounds ? { heuristic: (s) => bounds[s.at] } : {}),
    };
  },
};
