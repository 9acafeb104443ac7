// The rules of Twin lamps: pure, no page, no clock.
globalThis.GameCore = {
  create({ constants, off }) {
    const has = (rule) => !off.includes(rule);
    const { lamps, lit, limit } = constants;
    const status = (s) => {
      if (has('all_dark_wins') && s.lit.every((one) => !one)) return 'won';
      if (limit && has('limit_loses') && s.clicks >= limit) return 'lost';
      return 'playing';
    };
    const isOpen = (s) => status(s) === 'playing' || !has('end_locks');
    const centre = (at) => 30 + at * 50;
    const all = () => Array.from({ length: lamps }, (_, at) => ({ kind: 'click', at }));
    return {
      init: () => ({ lit: Array.from({ length: lamps }, (_, at) => (has('lamps_at_start') ? lit.includes(at) : at === 1)), clicks: 0 }),
      attempts: all,
      legal: (s) => (status(s) === 'playing' ? all() : []),
      step(s, { at }) {
        if (!isOpen(s)) return s;
        const next = [...s.lit];
        if (has('click_toggles')) next[at] = !next[at];
        if (has('neighbour_toggles')) {
          if (at + 1 < lamps) next[at + 1] = !next[at + 1];
          else if (!has('edge_stays')) next[0] = !next[0];
        }
        return { lit: next, clicks: limit ? s.clicks + 1 : 0 };
      },
      status,
      view: (s) => ({ lamps: s.lit.map((on, at) => ({ x: centre(at), on: on && has('lit_colour') })), status: status(s) }),
      inputs: (s, { at }) => [{ do: 'click', x: centre(at), y: 90 }],
      objects: (s) => s.lit.map((on) => ({ type: 'lamp', on })),
    };
  },
};
