// The rules of Night Moths: pure, no page, no clock.
//
// A house at night, a moth or an owl behind each pair of shutters. Two moths of a kind, seen together, fly out; enough pairs, and it dawns.
// Later houses have latches, gold and silver wings, lamps that shine through the shutters, and a night that ends.
//
// A window is a number, row by row from 0. The deal has a sign for each: a letter for the kind of moth (a capital is a silver one, where
// wings are told apart), o an owl, # bricks. A pane is SHUT, OPEN or EMPTY.
// The deal has more pairs than a win takes. Most rules are switched off for moths of the kinds a and b or for an owl (`loose`) only, which
// a win can do without: a game without such a rule then breaks nothing else.
globalThis.GameCore = {
  create({ constants, off }) {
    const has = (rule) => !off.includes(rule);
    const { goal, metals, latches, lamps, owl_limit: owlLimit, limit, loose } = constants;
    const [SHUT, OPEN, EMPTY] = [0, 1, 2];
    const rows = constants.deal.length;
    const columns = constants.deal[0].length;
    const size = rows * columns;
    const deal = constants.deal.join('').split('');
    if (!has('windows_at')) deal[loose.window] = deal[loose.window] === '#' ? 'o' : '#';
    if (!has('deal')) deal[loose.owl] = 'v'; // a bat
    const kindOf = (at) => deal[at].toLowerCase();
    const isSilver = (at) => metals && deal[at] !== kindOf(at);
    const isMoth = (at) => kindOf(at) !== 'o' && kindOf(at) !== 'v';
    const isWindow = (at) => at >= 0 && deal[at] !== '#';
    const latched = has('latches_at') || !latches.length ? latches : [...latches, loose.stray];
    const looseWindow = deal.findIndex((_, at) => kindOf(at) === 'a');

    // ---- Where things are, px -----------------------------------------------------------------------------------------------------
    const PITCH_X = 74;
    const PITCH_Y = 78;
    const left = 236 - (columns * PITCH_X) / 2;
    const top = 222 - (rows * PITCH_Y) / 2;
    const windowAt = (at) => ({ x: left + ((at % columns) + 0.5) * PITCH_X, y: top + (Math.floor(at / columns) + 0.5) * PITCH_Y });
    const LAMPS_Y = 448;
    const lampAt = (column) => ({ x: left + (column + 0.5) * PITCH_X, y: LAMPS_Y });
    const WALL = { x: left + PITCH_X, y: top + PITCH_Y }; // between four windows

    const beside = Array.from({ length: size }, (_, at) => {
      const [column, row] = [at % columns, Math.floor(at / columns)];
      return [column > 0 && at - 1, column < columns - 1 && at + 1, row > 0 && at - columns, row < rows - 1 && at + columns].filter((one) => one !== false);
    });

    // ---- Judging ------------------------------------------------------------------------------------------------------------------
    const outOf = (s) => {
      let empty = 0;
      for (const pane of s.panes) if (pane === EMPTY) empty += 1;
      return empty >> 1;
    };
    const status = (s) => {
      if (has('goal_wins') && outOf(s) >= goal) return 'won';
      if (owlLimit && has('owl_loses') && s.owls >= owlLimit) return 'lost';
      if (limit && has('limit_loses') && s.opened >= limit) return 'lost';
      return 'playing';
    };
    const isOver = (s) => has('end_locks') && status(s) !== 'playing';
    // A latch lifts as soon as a window beside it is empty.
    const isLatched = (s, at) => {
      if (!latched.includes(at)) return false;
      const isStuck = at === loose.latch && !has('latch_lifts');
      return isStuck || !beside[at].some((one) => s.panes[one] === EMPTY);
    };
    const isPair = (one, other) => {
      if (!isMoth(one) || kindOf(one) !== kindOf(other)) return false;
      if (!has('pair_leaves') && kindOf(one) === 'a') return false;
      return !metals || isSilver(one) !== isSilver(other) || (!has('metals_pair') && kindOf(one) === 'b');
    };

    // ---- Windows ------------------------------------------------------------------------------------------------------------------
    const openOnes = (s) => {
      const open = [];
      for (let at = 0; at < size; at += 1) if (s.panes[at] === OPEN) open.push(at);
      return open;
    };

    function shut(s, windows) {
      const panes = [...s.panes];
      for (const at of windows) panes[at] = SHUT;
      return { ...s, panes };
    }

    function clickWindow(s, at) {
      const open = openOnes(s);
      if (open.length === 2) return shut(s, has('mismatch_shuts') ? open : open.slice(1)); // without the rule one stays open
      if (s.panes[at] === OPEN) return has('open_idle') ? s : shut(s, [at]);
      if (s.panes[at] === EMPTY) return has('empty_idle') ? s : shut(s, [at]);
      if (isLatched(s, at) && (has('latch_holds') || at !== loose.latch)) return s;
      if (at === loose.opens && !has('click_opens')) return s;
      return opened(s, at, open[0]);
    }

    function opened(s, at, other) {
      const next = { ...s, panes: s.panes.with(at, OPEN) };
      if (owlLimit && !isMoth(at)) next.owls = Math.min(owlLimit, s.owls + 1);
      if (limit) next.opened = Math.min(limit, s.opened + 1);
      if (other === undefined) return next;
      if (isPair(at, other)) {
        next.panes[at] = EMPTY;
        next.panes[other] = EMPTY;
      } else if (!has('mismatch_stays') && (at === looseWindow || other === looseWindow)) {
        next.panes[at] = SHUT;
        next.panes[other] = SHUT;
      }
      if (limit) scorePair(s, next, isPair(at, other), kindOf(at));
      return next;
    }

    function scorePair(s, next, isMatch, kind) {
      next.streak = isMatch ? Math.min(9, s.streak + 1) : 0;
      if (!isMatch) return;
      if (has('score_pairs') || kind !== 'b') next.score += 20;
      if (has('score_streak')) next.score += 5 * s.streak;
    }

    // ---- Lamps --------------------------------------------------------------------------------------------------------------------
    function light(s, column) {
      if (!lamps) return s;
      if (column === loose.lamp && !has('lamp_shines')) return s;
      if (s.oil === 0 && (has('lamp_runs_out') || column !== loose.lamp)) return s;
      return { ...s, lit: column, oil: Math.max(0, s.oil - 1) };
    }

    // ---- Actions ------------------------------------------------------------------------------------------------------------------
    const windows = deal.map((_, at) => ({ kind: 'window', at })).filter(({ at }) => isWindow(at));
    const lights = lamps ? Array.from({ length: columns }, (_, column) => ({ kind: 'lamp', column })) : [];
    const moves = [...windows, { kind: 'space' }, ...lights];
    const all = [...moves, { kind: 'wall' }];

    function step(s, action) {
      if (isOver(s)) return s;
      const next = acted(s, action);
      // Whatever is done ends the light of a lamp that was lit before.
      if (!lamps || s.lit < 0 || (action.kind === 'lamp' && next !== s)) return next;
      return has('light_ends') || s.lit !== loose.lamp ? { ...next, lit: -1 } : next;
    }

    function acted(s, action) {
      const open = openOnes(s);
      switch (action.kind) {
        case 'window':
          return isWindow(action.at) ? clickWindow(s, action.at) : s;
        case 'space':
          return open.length === 2 && has('space_shuts') ? shut(s, open) : s;
        case 'wall':
          return has('wall_idle') || !open.length ? s : shut(s, open);
        case 'lamp':
          return light(s, action.column);
        default:
          return s;
      }
    }

    // An action that only ends the light is none.
    function legal(s) {
      if (status(s) !== 'playing') return [];
      if (off.length) return moves.filter((action) => acted(s, action) !== s);
      // The same for the whole game, without making the states: it is asked very often.
      const areTwo = openOnes(s).length === 2;
      return moves.filter(({ kind, at }) => {
        if (kind === 'window') return areTwo || (s.panes[at] === SHUT && !isLatched(s, at));
        return kind === 'space' ? areTwo : s.oil > 0;
      });
    }

    function init() {
      const state = { panes: deal.map(() => SHUT) };
      if (lamps) Object.assign(state, { lit: -1, oil: lamps });
      if (owlLimit) state.owls = 0;
      if (limit) Object.assign(state, { opened: 0, score: 0, streak: 0 });
      return state;
    }

    // ---- What can be seen -----------------------------------------------------------------------------------------------------------
    // What a window shows: bricks, or its shutters, and who is seen there, in the open or through the slats.
    function look(s, at) {
      if (!isWindow(at)) return { pane: 'bricks', shows: '', metal: '' };
      const isSeen = s.panes[at] === OPEN || (s.panes[at] === SHUT && s.lit === at % columns);
      return {
        pane: s.panes[at] === SHUT && isLatched(s, at) ? 'latched' : ['shut', 'open', 'empty'][s.panes[at]],
        shows: isSeen ? kindOf(at) : '',
        metal: isSeen && metals && isMoth(at) ? (isSilver(at) ? 'silver' : 'gold') : '',
      };
    }

    function view(s) {
      // Without the rule, pairs of the kind b light no lantern.
      const uncounted = has('lantern_lights') ? 0 : s.panes.filter((pane, at) => pane === EMPTY && kindOf(at) === 'b').length / 2;
      const picture = {
        left,
        top,
        pitch: { x: PITCH_X, y: PITCH_Y },
        columns,
        windows: deal.map((_, at) => look(s, at)),
        hasPlates: has('plates'),
        hasRings: has('ring_spots'),
        lanterns: Math.max(0, outOf(s) - Math.floor(uncounted)),
        goal,
        status: status(s),
      };
      if (lamps) {
        picture.lit = s.lit;
        picture.lampsY = LAMPS_Y;
        picture.oil = s.oil;
      }
      if (owlLimit) Object.assign(picture, { owls: s.owls, owlLimit });
      if (limit) Object.assign(picture, { candle: limit - s.opened, score: s.score });
      return picture;
    }

    function inputs(_, action) {
      if (action.kind === 'space') return [{ do: 'key', code: 'Space' }];
      const { x, y } = { window: () => windowAt(action.at), lamp: () => lampAt(action.column), wall: () => WALL }[action.kind]();
      return [{ do: 'click', x: Math.round(x), y: Math.round(y) }];
    }

    function objects(s) {
      return [
        ...windows.map(({ at }) => ({ type: 'shutters', at, isShut: s.panes[at] === SHUT })),
        ...windows.filter(({ at }) => isMoth(at)).map(({ at }) => ({ type: 'moth', at, isOut: s.panes[at] === EMPTY })),
        { type: 'lantern', lit: outOf(s) },
        ...latched.map((at) => ({ type: 'latch', at, isDown: isLatched(s, at) })),
        ...lights.map(({ column }) => ({ type: 'lamp', column, isLit: s.lit === column })),
        ...(owlLimit ? [{ type: 'owl', seen: s.owls }] : []),
        ...(limit ? [{ type: 'candle', left: limit - s.opened }] : []),
      ];
    }

    // A lower bound: two openings for each pair that is missing; one window may be open already, two unlike ones must be shut first.
    function heuristic(s) {
      const missing = goal - outOf(s);
      if (missing <= 0) return 0;
      const open = openOnes(s).length;
      return 2 * missing + (open === 1 ? -1 : open === 2 ? 1 : 0);
    }

    return { init, attempts: () => all, legal, step, status, view, inputs, objects, heuristic };
  },
};
