// The rules of Mole Hatch: pure, no page, no clock.
//
// A mole in its burrow eats truffles until the hatch to the garden opens. Stones roll when they are pushed, until something stops them;
// later burrows have puddles that a stone fills, locked doors with keys, thorns, and a lamp that burns down.
//
// A place is a number, row by row from 0. In constants a place is [column, row].
// Most rules are switched off at one place, or for one stone, only (`loose`), one that the level can be won without: a game without such a
// rule then breaks nothing else.
globalThis.GameCore = {
  create({ constants, off }) {
    const has = (rule) => !off.includes(rule);
    const { map, need, limit, loose } = constants;
    const rows = map.length;
    const columns = map[0].length;
    const size = rows * columns;
    const place = ([column, row]) => row * columns + column;
    const places = (name) => (constants[name] ?? []).map(place);
    // A thing of layout that is there only without its rule, at the end of its list, where it is in nobody's way.
    const withStray = (name, rule, stray) => (has(rule) || !stray ? places(name) : [...places(name), place(stray)]);

    const isEarth = map.join('').split('').map((sign) => sign === '#');
    const hatch = place(constants.hatch);
    const truffles = withStray('truffles', 'truffles_at', loose.stray_truffle);
    const stones = withStray('stones', 'stones_at', loose.stray_stone);
    const thorns = withStray('thorns', 'thorns_at', loose.stray_thorn);
    const puddles = places('puddles');
    const keys = places('keys');
    const doors = places('doors');
    const looseAt = (name) => (loose[name] ? place(loose[name]) : -1);
    const looseWall = looseAt('wall');
    const looseSide = looseAt('side');
    const looseRise = looseAt('rise');

    // Directions by number, as the mole faces: up, right, down, left.
    const STEPS = [-columns, 1, columns, -1];
    const CODES = ['ArrowUp', 'ArrowRight', 'ArrowDown', 'ArrowLeft'];
    const isUpright = (way) => way % 2 === 0;

    // ---- Judging ------------------------------------------------------------------------------------------------------------------
    const eatenOf = (s) => s.eaten.reduce((sum, one) => sum + one, 0);
    const isReady = (s) => eatenOf(s) >= need;
    const status = (s) => {
      if (s.mole === hatch && has('hatch_wins')) return 'won';
      if (thorns.includes(s.mole) && has('thorns_lose')) return 'lost';
      if (limit && s.steps >= limit && has('limit_loses')) return 'lost';
      return 'playing';
    };
    const isOpen = (s) => !has('end_locks') || status(s) === 'playing';
    const scoreOf = (s) => {
      const unpaid = !has('score_truffles') && s.eaten[loose.truffle] === 1 ? 1 : 0;
      const forTruffles = 50 * (eatenOf(s) - unpaid);
      return forTruffles + (has('score_steps') && status(s) === 'won' ? 10 * (limit - s.steps) : 0);
    };

    // ---- What stands where --------------------------------------------------------------------------------------------------------
    const hasThing = (list, flags, at) => { const n = list.indexOf(at); return n >= 0 && flags[n] === 1; };
    const isWet = (s, at) => hasThing(puddles, s.wet ?? [], at);
    const isShut = (s, at) => hasThing(doors, s.shut ?? [], at);
    const isFood = (s, at) => { const n = truffles.indexOf(at); return n >= 0 && s.eaten[n] === 0; };

    // Whether a stone may roll on to a place.
    function isFree(s, at, isLooseStone) {
      if (isEarth[at] || at === hatch || s.stones.includes(at) || thorns.includes(at) || isShut(s, at)) return false;
      if (hasThing(keys, s.lying ?? [], at)) return false;
      return !isFood(s, at) || (isLooseStone && !has('truffle_stops'));
    }

    // Where a pushed stone comes to rest; where it is, if it cannot be pushed.
    function restOf(s, number, way) {
      const isLooseStone = number === loose.stone;
      let at = s.stones[number];
      if (isLooseStone && isUpright(way) && !has('push_stone')) return at;
      while (isFree(s, at + STEPS[way], isLooseStone)) {
        at += STEPS[way];
        if (isWet(s, at) || (isLooseStone && !isUpright(way) && !has('stone_rolls'))) break;
      }
      return at;
    }

    // ---- Moving -------------------------------------------------------------------------------------------------------------------
    // A try that leads nowhere only turns the mole.
    const turned = (s, way) => (s.face === way || !has('bump_turns') ? s : { ...s, face: way });

    function move(s, way) {
      const at = s.mole + STEPS[way];
      if (s.mole === looseSide && !isUpright(way) && !has('sideways')) return turned(s, way);
      if (s.mole === looseRise && isUpright(way) && !has('up_down')) return turned(s, way);
      if (isEarth[at] && (at !== looseWall || has('wall_blocks'))) return turned(s, way);
      if (at === hatch && !isReady(s) && has('hatch_needs')) return turned(s, way);
      if (isWet(s, at) && (puddles.indexOf(at) !== loose.puddle || has('puddle_blocks'))) return turned(s, way);
      const next = { ...s, mole: at, face: way };
      if (isShut(s, at) && !unlock(s, next, at)) return turned(s, way);
      const stone = s.stones.indexOf(at);
      if (stone >= 0 && !push(s, next, stone, way)) return turned(s, way);
      pick(s, next, at);
      if (limit) next.steps = Math.min(limit, s.steps + 1);
      return next;
    }

    function unlock(s, next, at) {
      const door = doors.indexOf(at);
      const isLooseDoor = door === loose.door;
      if (s.held === 0 && (has('door_locked') || !isLooseDoor)) return false;
      next.shut = s.shut.with(door, 0);
      if (has('key_used') || !isLooseDoor) next.held = Math.max(0, s.held - 1);
      return true;
    }

    function push(s, next, stone, way) {
      const rest = restOf(s, stone, way);
      if (rest === s.stones[stone]) {
        if (stone !== loose.stone || has('stone_blocked')) return false;
        next.stones = s.stones.with(stone, s.mole); // without the rule the mole squeezes past
        return true;
      }
      next.stones = s.stones.with(stone, rest);
      if (isWet(s, rest)) {
        const puddle = puddles.indexOf(rest);
        next.stones[stone] = -1; // gone for good
        if (puddle !== loose.puddle || has('stone_fills')) next.wet = s.wet.with(puddle, 0);
      }
      return true;
    }

    function pick(s, next, at) {
      if (isFood(s, at)) {
        const truffle = truffles.indexOf(at);
        if (truffle !== loose.truffle || has('truffle_eaten')) next.eaten = s.eaten.with(truffle, 1);
      }
      const key = keys.indexOf(at);
      if (key >= 0 && s.lying[key] === 1 && (key !== loose.key || has('key_taken'))) {
        next.lying = s.lying.with(key, 0);
        next.held = s.held + 1;
      }
    }

    // ---- Actions ------------------------------------------------------------------------------------------------------------------
    const all = [0, 1, 2, 3].map((way) => ({ kind: CODES[way].slice(5).toLowerCase(), way }));
    const step = (s, { way }) => (isOpen(s) ? move(s, way) : s);
    // Turning on the spot is no move.
    const legal = (s) => (status(s) === 'playing' ? all.filter(({ way }) => move(s, way).mole !== s.mole) : []);

    function init() {
      const state = { mole: place(constants.mole), face: 2, stones: [...stones], eaten: truffles.map(() => 0) };
      if (puddles.length) state.wet = puddles.map(() => 1);
      if (keys.length) Object.assign(state, { lying: keys.map(() => 1), held: 0, shut: doors.map(() => 1) });
      if (limit) state.steps = 0;
      return state;
    }

    // ---- What can be seen -----------------------------------------------------------------------------------------------------------
    const spot = (at) => ({ column: at % columns, row: Math.floor(at / columns) });

    function view(s) {
      const picture = {
        rows,
        columns,
        earth: isEarth,
        mole: { ...spot(s.mole), face: s.face },
        stones: s.stones.map((at) => ({ ...(at < 0 ? { column: -1, row: -1 } : spot(at)), hasMoss: has('moss') })),
        truffles: truffles.map((at, n) => ({ ...spot(at), isEaten: s.eaten[n] === 1 })),
        puddles: puddles.map((at, n) => ({ ...spot(at), isWet: s.wet[n] === 1 })),
        keys: keys.map((at, n) => ({ ...spot(at), isTaken: s.lying[n] === 0 })),
        doors: doors.map((at, n) => ({ ...spot(at), isShut: s.shut[n] === 1 })),
        thorns: thorns.map(spot),
        hatch: { ...spot(hatch), isShut: !isReady(s), hasBars: has('hatch_bars') },
        eaten: eatenOf(s),
        need,
        status: status(s),
      };
      if (keys.length) picture.held = s.held;
      if (limit) Object.assign(picture, { stepsLeft: limit - s.steps, score: scoreOf(s) });
      return picture;
    }

    function objects(s) {
      return [
        { type: 'mole', at: s.mole, face: s.face },
        { type: 'hatch', isOpen: isReady(s) },
        ...s.stones.map((at) => ({ type: 'stone', at })),
        ...s.eaten.map((isEaten) => ({ type: 'truffle', isEaten })),
        ...(s.wet ?? []).map((isWet) => ({ type: 'puddle', isWet })),
        ...(s.lying ?? []).map((isLying) => ({ type: 'key', isLying })),
        ...(s.shut ?? []).map((isShut) => ({ type: 'door', isShut })),
        ...(limit ? [{ type: 'lamp', steps: s.steps }] : []),
      ];
    }

    // ---- A lower bound on the steps to a win ----------------------------------------------------------------------------------------
    // Ways around the earth alone, and around thorns; doors, puddles and stones are only in the way.
    const far = Array.from({ length: size }, (_, from) => distances(from, false));
    const farShut = distances(hatch, true);

    function distances(from, areDoorsShut) {
      const found = new Array(size).fill(Infinity);
      if (isEarth[from]) return found;
      found[from] = 0;
      const waiting = [from];
      for (const at of waiting) {
        for (const one of STEPS) {
          const to = at + one;
          if (to < 0 || to >= size || isEarth[to] || found[to] !== Infinity || thorns.includes(to) || (areDoorsShut && doors.includes(to))) continue;
          found[to] = found[at] + 1;
          waiting.push(to);
        }
      }
      return found;
    }

    function heuristic(s) {
      if (s.mole === hatch) return 0;
      if (thorns.includes(s.mole)) return Infinity;
      let least = far[s.mole][hatch];
      const more = need - eatenOf(s);
      if (more > 0) { // at least one of the truffles that cannot all be left out
        const ways = truffles.filter((_, n) => s.eaten[n] === 0).map((at) => far[s.mole][at] + far[at][hatch]).sort((a, b) => a - b);
        least = Math.max(least, ways[more - 1] ?? Infinity);
      }
      if (keys.length && s.held === 0 && farShut[s.mole] === Infinity && s.shut.every((one) => one === 1)) {
        const ways = keys.filter((_, n) => s.lying[n] === 1).map((at) => far[s.mole][at] + far[at][hatch]);
        least = Math.max(least, Math.min(...ways));
      }
      return least;
    }

    const inputs = (_, { way }) => [{ do: 'key', code: CODES[way] }];

    const score = (s) => (limit ? scoreOf(s) : 0);
    return { init, attempts: () => all, legal, step, status, view, inputs, objects, score, heuristic };
  },
};
