// The rules of Lantern Quay: pure, no page, no clock, whole numbers only.
//
// Time is counted in ticks of 20 ms. `press` is what a click does at once and `tick` what 20 ms do; the renderer calls these two as its clock runs.
// `step` is a whole action of a player: the click and the 200 ms that it takes, or a wait. Both ways go through the same lines of code.
globalThis.GameCore = {
  TICK_MS: 20,
  create({ constants, off }) {
    const has = (rule) => !off.includes(rule);
    const { berths, orders, colours, piles, stock, ferry } = constants;
    const barges = berths.length;
    const TICK_MS = 20;
    const ACTION_TICKS = 10; // a click takes 200 ms, and so long has passed when the first picture is taken
    const ticks = (ms) => ms / TICK_MS;

    // The swing: one turn there and back has 240 units; the ends are at 0 (left) and 120 (right).
    const TURN = 240;
    const SPEED = TURN / ticks(constants.swing_ms);
    const MIDDLE_PX = 320;
    const REACH_PX = 260;
    const FALL = ticks(constants.fall_ms);
    const BRAKE = ticks(constants.brake_ms ?? 0);
    const CROSSING = ticks(constants.ferry_ms ?? 0);
    const MARK = 15; // ticks for which a splash or a landing shows
    const [LATE_LANDING, LATE_WIN] = [2, 5]; // ticks by which these come late when the rule that they come at once is missing
    const PRESSED = 6; // ticks for which a button looks pressed
    const [LOW_PX, DECK_PX, WATER_PX] = [196, 262, 288]; // the hook's lowest y, a barge's deck, the water
    const QUAY = { right: 118, top: 216 };

    const canBrake = 'brake_ms' in constants;
    const canFerry = ferry !== undefined;
    const isLimited = stock !== undefined;
    const keepsScore = 'splash_limit' in constants;

    // Rules that are asked for in every tick.
    const [swings, speedsUp, landsAtOnce, reloadsAtEnd] = ['hook_swings', 'fall_speeds_up', 'lantern_lands', 'reload_left'].map(has);
    const [stops, wins, runsOut, matches] = ['end_stops', 'orders_win', 'pile_runs_out', 'colour_match'].map(has);
    const TAKES_AT = reloadsAtEnd ? 0 : 20; // without the rule the hook takes its lantern 200 ms after the end

    // --- where things are -------------------------------------------------------------------------------------------

    /** Whether the hook is on the first half of its way back. */
    const isReturning = (phase) => phase >= 120 && phase < 180;

    /** The hook's x at a place of the swing: a cosine, by Bhaskara's fraction. Without the rule it leaves the right end at a steady speed. */
    const hookX = (phase) => {
      if (!swings && isReturning(phase)) return MIDDLE_PX + Math.floor((REACH_PX * (180 - phase)) / 60);
      const turned = (phase + 60) % TURN;
      const half = turned % 120;
      const t = half * (120 - half);
      const out = Math.floor((REACH_PX * 4 * t) / (18000 - t));
      return turned < 120 ? MIDDLE_PX - out : MIDDLE_PX + out;
    };
    const hookY = (x) => LOW_PX - Math.floor(((x - MIDDLE_PX) * (x - MIDDLE_PX)) / 800);

    /** A falling lantern's y: it starts below the hook and is down, on deck height or on the quay, after FALL ticks. */
    const fallY = (x, age) => {
      const from = hookY(x) + 22;
      const to = x < QUAY.right ? QUAY.top - 12 : DECK_PX;
      const k = Math.min(age, FALL);
      return from + Math.floor(((to - from) * (speedsUp ? k * k : k * FALL)) / (FALL * FALL));
    };

    /** A falling lantern at a later age. */
    const fallen = ({ x, pile }, age) => ({ x, y: fallY(x, age), pile, age });

    /** The middle of a barge; the ferry crosses its lane, the others lie still. */
    const bargeX = (s, at) => {
      if (canFerry && at === ferry.barge) return ferry.from + Math.floor(((ferry.to - ferry.from) * s.ferry) / CROSSING);
      return at === barges - 1 && !has('berths') ? berths[at] - 16 : berths[at];
    };

    // --- adjudication -----------------------------------------------------------------------------------------------

    const isComplete = (s) => {
      for (let at = 0; at < barges; at += 1) if (s.fills[at] < orders[at]) return false;
      return true;
    };

    /** Whether some colour has fewer lanterns left, anywhere, than its open orders need. */
    const isShort = (s) => {
      for (let pile = 0; pile < piles.length; pile += 1) {
        let left = s.stock[pile] + (s.load === pile ? 1 : 0) + (s.fall && s.fall.pile === pile ? 1 : 0);
        for (let at = 0; at < barges; at += 1) if (colours[at] === piles[pile]) left -= Math.max(0, orders[at] - s.fills[at]);
        if (left < 0) return true;
      }
      return false;
    };

    const status = (s) => {
      if (isComplete(s) && (wins || s.late >= LATE_WIN)) return 'won';
      if (isLimited && has('stock_loses') && isShort(s)) return 'lost';
      if (keepsScore) {
        if (has('splash_loses') && s.splashes >= constants.splash_limit) return 'lost';
        if (has('tide_loses') && s.tide >= constants.tide_swings) return 'lost';
      }
      return 'playing';
    };

    // --- what happens in time: these change the state they are given -----------------------------------------------

    function lose(s, x) {
      s.mark = { kind: x < QUAY.right ? 'shards' : 'splash', x, age: 0 };
      if (!keepsScore) return;
      s.splashes = Math.min(s.splashes + 1, constants.splash_limit);
      if (has('score_counts')) s.score -= 25;
    }

    function deliver(s, at) {
      s.fills = s.fills.slice();
      s.fills[at] += 1;
      s.mark = { kind: 'landing', x: bargeX(s, at), age: 0 };
      if (keepsScore && has('score_counts')) s.score += 100;
    }

    /** The barge whose middle is nearest. */
    function nearestTo(s, x) {
      let nearest = 0;
      for (let at = 1; at < barges; at += 1) if (Math.abs(bargeX(s, at) - x) < Math.abs(bargeX(s, nearest) - x)) nearest = at;
      return nearest;
    }
    const REACH_OF_HOLD_PX = constants.hold_px * (has('miss_sinks') ? 1 : 2);
    const isBeside = (s, x) => Math.abs(bargeX(s, nearestTo(s, x)) - x) > REACH_OF_HOLD_PX;

    /** A lantern has come down: into a hold, onto a barge that does not want it, or beside all of them. */
    function comeDown(s, { x, pile }) {
      const nearest = nearestTo(s, x);
      if (isBeside(s, x)) {
        lose(s, x);
        return;
      }
      const isWanted = !isLimited || !matches || piles[pile] === colours[nearest];
      const isOpen = s.fills[nearest] < orders[nearest] || (!has('full_refuses') && s.fills[nearest] === orders[nearest]);
      if (isWanted && isOpen) deliver(s, nearest);
      else lose(s, x);
    }

    function reload(s) {
      if (s.load >= 0) return;
      if (isLimited && s.stock[s.chosen] === 0 && runsOut) return;
      s.load = s.chosen;
      if (isLimited && s.stock[s.chosen] > 0) {
        s.stock = s.stock.slice();
        s.stock[s.chosen] -= 1;
      }
    }

    /** One tick of the hook; whether it passed its left end. */
    function swing(s) {
      if (s.brake > 0) {
        s.brake -= 1;
        if (s.brake === 0) s.brake = -1;
        if (has('brake_holds')) return false;
      }
      const before = s.phase;
      s.phase = (before + SPEED) % TURN;
      if (s.phase < before) {
        if (s.brake < 0) s.brake = 0;
        if (keepsScore && s.tide < constants.tide_swings) s.tide += 1;
      }
      if (s.phase >= TAKES_AT && (before < TAKES_AT || s.phase < before)) reload(s);
      return s.phase < before;
    }

    /** Let `count` ticks pass. */
    function pass(s, count) {
      let isOver = status(s) !== 'playing';
      for (let n = 0; n < count; n += 1) {
        if (s.mark !== null) s.mark = s.mark.age < MARK ? { ...s.mark, age: s.mark.age + 1 } : null;
        if (s.pressed !== null) s.pressed = s.pressed.age < PRESSED ? { ...s.pressed, age: s.pressed.age + 1 } : null;
        if (isOver && stops) continue;
        let isNews = swing(s);
        if (s.bound !== 0) {
          s.ferry += s.bound;
          if (s.ferry === 0 || s.ferry === CROSSING) s.bound = 0;
        }
        if (s.fall !== null) {
          // Without the rule a lantern in a hold is delivered late.
          const lasts = landsAtOnce || isBeside(s, s.fall.x) ? FALL : FALL + LATE_LANDING;
          if (s.fall.age + 1 < lasts) s.fall = fallen(s.fall, s.fall.age + 1);
          else {
            const down = s.fall;
            s.fall = null;
            comeDown(s, down);
            isNews = true;
          }
        }
        if (!wins && isComplete(s)) s.late += 1; // without the rule the win comes late
        if (isNews || s.late > 0) isOver = status(s) !== 'playing';
      }
    }

    // --- what a player does: these, too, change the state they are given -------------------------------------------

    function release(s) {
      if (s.load < 0 && has('release_needs_lantern')) return;
      if (s.fall !== null || (isReturning(s.phase) && !has('release_drops'))) return;
      s.fall = fallen({ x: hookX(s.phase), pile: s.load < 0 ? s.chosen : s.load }, 0);
      s.load = -1;
    }

    function brake(s) {
      if (s.brake === 0) s.brake = BRAKE;
      else if (s.brake < 0 && !has('brake_once')) s.brake = BRAKE;
    }

    function ring(s) {
      if (!has('bell_ferries')) return;
      if (s.bound === 0) s.bound = s.ferry === 0 ? 1 : -1;
      else if (!has('ferry_underway')) s.bound = -s.bound;
    }

    function press(s, { kind, pile }) {
      if (kind === 'wait') return;
      if (status(s) !== 'playing' && has('end_locks')) return;
      s.pressed = { what: kind === 'choose' ? `pile${pile}` : kind, age: 0 };
      if (kind === 'release') release(s);
      else if (kind === 'brake') brake(s);
      else if (kind === 'ring') ring(s);
      else if (kind === 'choose' && (s.load < 0 || has('choose_pile'))) s.chosen = pile;
    }

    /** Ticks until the hook, at a place of its swing, is over some berth; a ferry's is its whole lane. */
    const isOverBerth = (x) => berths.some((middle, at) => {
      const [first, last] = canFerry && at === ferry.barge ? [ferry.from, ferry.to] : [middle, middle];
      return x >= first - constants.hold_px && x <= last + constants.hold_px;
    });
    const untilBerth = new Map();
    function berthIn(phase) {
      if (!untilBerth.has(phase)) {
        let count = 0;
        while (count * SPEED < TURN && !isOverBerth(hookX((phase + count * SPEED) % TURN))) count += 1;
        untilBerth.set(phase, count);
      }
      return untilBerth.get(phase);
    }

    // --- the contract -----------------------------------------------------------------------------------------------

    /** The state at the very start: the hook at its left end, with a lantern of the first pile. */
    const start = () => ({
      phase: 0,
      load: 0,
      chosen: 0,
      stock: isLimited ? stock.slice() : [],
      fall: null,
      fills: orders.map(() => 0),
      brake: 0,
      ferry: 0,
      bound: 0,
      tide: 0,
      splashes: 0,
      score: 0,
      late: 0,
      mark: null,
      pressed: null,
    });

    const after = (s, action) => {
      const next = { ...s };
      press(next, action);
      pass(next, action.kind === 'wait' ? ticks(action.ms) : ACTION_TICKS);
      return next;
    };

    const attempts = () => [
      { kind: 'wait', ms: 200 },
      { kind: 'release' },
      ...(canBrake ? [{ kind: 'brake' }] : []),
      ...(canFerry ? [{ kind: 'ring' }] : []),
      ...(isLimited ? piles.map((_, pile) => ({ kind: 'choose', pile })) : []),
    ];

    const isLegal = (s, { kind, pile }) =>
      kind === 'wait' ||
      (kind === 'release' && s.load >= 0 && s.fall === null) ||
      (kind === 'brake' && s.brake === 0) ||
      (kind === 'ring' && s.bound === 0) ||
      (kind === 'choose' && pile !== s.chosen);

    // Where the things to click are; the renderer draws and hits them here.
    const spots = {
      release: { x: 320, y: 366, r: 24 },
      brake: { x: 404, y: 366, r: 19 },
      ring: { x: 236, y: 366, r: 19 },
    };
    const pileSpot = (pile) => ({ x: 22 + 38 * pile, y: 196, r: 18 });

    const view = (s) => {
      const x = hookX(s.phase);
      return {
        status: status(s),
        hook: { x, y: hookY(x), load: s.load < 0 ? null : piles[s.load] },
        fall: s.fall && s.fall.age <= FALL ? { x: s.fall.x, y: s.fall.y, colour: piles[s.fall.pile] } : null,
        barges: berths.map((_, at) => ({
          x: bargeX(s, at),
          colour: colours[at],
          pips: orders[at] + (at === barges - 1 && !has('orders') ? 1 : 0),
          lit: s.fills[at],
          glow: s.fills[at] === 0 ? null : has('pip_colour') ? colours[at] : 'pale',
          isFerry: canFerry && at === ferry.barge,
        })),
        piles: piles.map((colour, pile) => ({ colour, left: isLimited ? s.stock[pile] : null, isChosen: isLimited && pile === s.chosen, ...pileSpot(pile) })),
        mark: s.mark && { ...s.mark, look: s.mark.kind === 'splash' && !has('splash_white') ? 'dark' : 'white', y: { splash: WATER_PX, shards: QUAY.top, landing: DECK_PX }[s.mark.kind] },
        pressed: s.pressed && s.pressed.what,
        brake: canBrake ? { isReady: s.brake === 0 || (s.brake < 0 && !has('brake_once')), isHolding: s.brake > 0 } : null,
        bell: canFerry ? { isIdle: s.bound === 0 || !has('ferry_underway') } : null,
        tide: keepsScore ? { risen: s.tide, of: constants.tide_swings } : null,
        splashes: keepsScore ? { count: s.splashes, of: constants.splash_limit } : null,
        score: keepsScore ? s.score : null,
      };
    };

    return {
      start,
      press,
      tick: (s) => pass(s, 1),
      spots,
      init: () => {
        const s = start();
        pass(s, ACTION_TICKS);
        return s;
      },
      attempts,
      legal: (s) => (status(s) === 'playing' ? attempts().filter((one) => isLegal(s, one)) : []),
      step: after,
      status,
      view,
      inputs(s, action) {
        if (action.kind === 'wait') return [{ do: 'wait', ms: action.ms }];
        const { x, y } = action.kind === 'choose' ? pileSpot(action.pile) : spots[action.kind];
        return [{ do: 'click', x, y }];
      },
      objects: (s) => [
        { type: 'hook', load: s.load },
        ...s.fills.map((fill, at) => ({ type: canFerry && at === ferry.barge ? 'ferry' : 'barge', fill })),
        ...(s.fall ? [{ type: 'lantern', pile: s.fall.pile }] : []),
        ...(isLimited ? s.stock.map((left) => ({ type: 'pile', left })) : []),
        ...(canBrake ? [{ type: 'brake', left: s.brake }] : []),
        ...(keepsScore ? [{ type: 'tide', risen: s.tide }] : []),
      ],
      /** Every lantern still wanted is let go over a berth, at the start of an action, and all but the one on the hook need a pass of the left end. */
      heuristic(s) {
        let wanted = 0;
        for (let at = 0; at < barges; at += 1) wanted += Math.max(0, orders[at] - s.fills[at]);
        if (wanted === 0) return 0;
        if (s.fall !== null) wanted -= 1;
        const fresh = wanted - (s.load >= 0 ? 1 : 0);
        if (wanted === 0) return Math.ceil((FALL - s.fall.age) / ACTION_TICKS);
        const wait = fresh > 0 ? (TURN - s.phase) / SPEED + ((fresh - 1) * TURN) / SPEED + berthIn(0) : berthIn(s.phase);
        return Math.ceil(wait / ACTION_TICKS) + Math.ceil(FALL / ACTION_TICKS);
      },
    };
  },
};
