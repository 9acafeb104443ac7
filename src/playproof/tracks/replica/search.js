// Searches on a rule core: what legal play reaches, how far a win is. Loaded beside the core, in the same context.
// Exact within their caps, and they say when a cap ended them. Nothing is random but a seeded generator.
globalThis.Search = (() => {
  // A state's name. Deterministic, since a core makes its objects in a fixed order; two spellings of one state would only count it twice.
  const key = JSON.stringify;

  const generator = (seed) => () => {
    seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0;
    return seed / 4294967296;
  };
  const waysOf = (core, state) => (core.status(state) === 'playing' ? core.legal(state) : []);
  const isNode = (value) => value !== null && typeof value === 'object';

  // The leaves of a plain value that ever differ from those of the first one shown; also those that come or go. A tree beside the value, no paths: it is quick.
  const variance = () => {
    let root;
    const plant = (value, isVaried) => {
      if (!isNode(value)) return { value, isVaried };
      const kids = new Map();
      for (const name of Object.keys(value)) kids.set(name, plant(value[name], isVaried));
      return { kids };
    };
    const vary = (node) => (node.kids ? node.kids.forEach(vary) : (node.isVaried = true));
    const look = (node, now) => {
      if (!node.kids) {
        if (!node.isVaried && node.value !== now) node.isVaried = true;
        if (isNode(now)) Object.assign(node, plant(now, true));
        return;
      }
      if (!isNode(now)) return vary(node);
      let known = 0;
      for (const name in now) {
        const kid = node.kids.get(name);
        if (kid) known++, look(kid, now[name]);
        else node.kids.set(name, plant(now[name], true)), known++;
      }
      if (known < node.kids.size) for (const [name, kid] of node.kids) if (!(name in now)) vary(kid);
    };
    const count = (node) => (node.kids ? [...node.kids.values()].reduce((sum, kid) => sum + count(kid), 0) : Number(node.isVaried));
    return { look: (value) => (root ? look(root, value) : (root = plant(value, false))), count, kids: () => root.kids };
  };

  const isAlike = (one, other) => {
    if (one === other) return true;
    if (!isNode(one) || !isNode(other)) return false;
    const names = Object.keys(one);
    return names.length === Object.keys(other).length && names.every((name) => isAlike(one[name], other[name]));
  };

  // The types of object of which any ever differs in anything, or in number, from the first state shown.
  const dynamics = (core) => {
    let first;
    const varied = new Set();
    const look = (state) => {
      const groups = new Map();
      for (const thing of core.objects(state)) {
        if (varied.has(thing.type)) continue;
        if (groups.has(thing.type)) groups.get(thing.type).push(thing);
        else groups.set(thing.type, [thing]);
      }
      if (first === undefined) return void (first = groups);
      for (const [type, things] of groups) if (!isAlike(first.get(type), things)) varied.add(type);
      for (const type of first.keys()) if (!groups.has(type)) varied.add(type);
    };
    return { look, varied };
  };

  // The states that legal play reaches, breadth first, with the moves between them as pairs of numbers.
  // `look(state, legal)` sees each state once.
  const reach = (core, cap, look) => {
    const start = core.init(), numbers = new Map([[key(start), 0]]), states = [start], from = [], to = [];
    let isWhole = true;
    for (let at = 0; at < states.length; at++) {
      const state = states[at], legal = waysOf(core, state);
      look(state, legal);
      for (const action of legal) {
        const next = core.step(state, action), name = key(next);
        let number = numbers.get(name);
        if (number === undefined) {
          isWhole = isWhole && states.length < cap;
          if (!isWhole) continue; // known states are looked at all the same
          numbers.set(name, (number = states.length));
          states.push(next);
        }
        from.push(at);
        to.push(number);
      }
    }
    return { states, from, to, isWhole };
  };

  // Moves from each state to the nearest win inside what was reached; Infinity where there is none. Exact when it was reached whole, else too high at most.
  const distances = (core, { states, from, to }) => {
    const offsets = new Int32Array(states.length + 1), before = new Int32Array(from.length);
    for (const number of to) offsets[number + 1]++;
    for (let at = 0; at < states.length; at++) offsets[at + 1] += offsets[at];
    const filled = offsets.slice();
    for (let move = 0; move < to.length; move++) before[filled[to[move]]++] = from[move];
    const far = new Float64Array(states.length).fill(Infinity), waiting = [];
    states.forEach((state, at) => { if (core.status(state) === 'won') { far[at] = 0; waiting.push(at); } });
    for (let n = 0; n < waiting.length; n++) {
      for (let at = offsets[waiting[n]]; at < offsets[waiting[n] + 1]; at++) {
        if (far[before[at]] !== Infinity) continue;
        far[before[at]] = far[waiting[n]] + 1;
        waiting.push(before[at]);
      }
    }
    return far;
  };

  // Is the core's lower bound one? `tooHigh` counts states at which it exceeds a known way to a win, `jumps` moves over which it falls by more than one.
  const checkBound = (core, reached) => {
    const far = distances(core, reached), nearest = far[0] === Infinity ? null : far[0];
    if (!core.heuristic) return { nearest, has: false, tooHigh: 0, jumps: 0 };
    const bounds = Float64Array.from(reached.states, (state) => core.heuristic(state));
    let tooHigh = 0, jumps = 0;
    bounds.forEach((bound, at) => { if (bound > far[at]) tooHigh++; });
    reached.from.forEach((at, move) => { if (bounds[at] > bounds[reached.to[move]] + 1) jumps++; });
    return { nearest, has: true, tooHigh, jumps };
  };

  // What varies, what can be done, how many ways there are: over all reachable states, else over the first of them and over seeded random legal play.
  const survey = (core, { cap, walks, length, seed }) => {
    const kinds = new Set(), units = variance(), types = dynamics(core);
    let sum = 0, playing = 0;
    const look = (state, legal) => {
      units.look(state);
      types.look(state);
      for (const action of legal) kinds.add(action.kind);
      if (core.status(state) === 'playing') sum += legal.length, playing++;
    };
    const reached = reach(core, cap, look);
    const branching = playing ? sum / playing : 0, means = [];
    const random = generator(seed);
    for (let walk = 0; !reached.isWhole && walk < walks; walk++) {
      let state = core.init(), ways = 0, count = 0;
      for (; count < length; count++) {
        const legal = waysOf(core, state);
        look(state, legal);
        if (!legal.length) break;
        ways += legal.length;
        state = core.step(state, legal[Math.floor(random() * legal.length)]);
      }
      if (count) means.push(ways / count);
    }
    const parts = {};
    units.kids().forEach((kid, name) => { if (units.count(kid)) parts[name] = units.count(kid); });
    return {
      states: reached.states.length, isWhole: reached.isWhole, kinds: [...kinds].sort(), units: parts, types: [...types.varied].sort(),
      branching, means, bound: checkBound(core, reached),
    };
  };

  // The shortest win: A* with the core's lower bound, breadth first when blind; every action costs one. A state is taken up again when a shorter way
  // to it turns up, so that a bound which jumps costs time and not the proof.
  const solve = (core, { isBlind, expansions, nodes, seconds }) => {
    const bound = isBlind || !core.heuristic ? () => 0 : core.heuristic;
    const start = core.init(), best = new Map([[key(start), 0]]), buckets = [], until = Date.now() + seconds * 1000;
    const put = (node, f) => (buckets[f] ??= []).push(node);
    put({ state: start, steps: 0, from: null, action: null }, bound(start));
    let expanded = 0;
    for (let f = 0; f < buckets.length; f++) {
      while (buckets[f]?.length) {
        const node = buckets[f].pop();
        if (best.get(key(node.state)) < node.steps) continue;
        const status = core.status(node.state);
        if (status === 'won') return { ...told(node, bound), expanded };
        if (status !== 'playing') continue;
        if (++expanded > expansions || best.size > nodes || (expanded % 512 === 0 && Date.now() > until)) {
          return { steps: null, status: 'bound', least: f, actions: [], expanded, tooHigh: 0 };
        }
        for (const action of core.legal(node.state)) {
          const next = core.step(node.state, action), name = key(next), steps = node.steps + 1;
          if (best.has(name) && best.get(name) <= steps) continue;
          best.set(name, steps);
          const least = bound(next);
          if (least !== Infinity) put({ state: next, steps, from: node, action }, Math.max(f, Math.ceil(steps + least)));
        }
      }
    }
    return { steps: null, status: 'exact', least: null, actions: [], expanded, tooHigh: 0 }; // cannot be won
  };
  const told = (node, bound) => {
    let tooHigh = 0;
    for (let at = node; at; at = at.from) if (bound(at.state) > node.steps - at.steps) tooHigh++;
    return { steps: node.steps, status: 'exact', least: node.steps, actions: line(node), tooHigh };
  };

  const line = (node) => {
    const actions = [];
    for (let at = node; at.from; at = at.from) actions.unshift(at.action);
    return actions;
  };

  // A way to an ending through whatever a player may try: the shortest within the cap, else the shortest that seeded random play finds.
  const ending = (core, wanted, { cap, walks, length, seed }) => {
    const start = core.init(), seen = new Set([key(start)]), waiting = [{ state: start, from: null, action: null }];
    for (let at = 0; at < waiting.length && seen.size < cap; at++) {
      const node = waiting[at], status = core.status(node.state);
      if (status === wanted) return line(node);
      if (status !== 'playing') continue;
      for (const action of core.attempts(node.state)) {
        const next = core.step(node.state, action), name = key(next);
        if (seen.has(name)) continue;
        seen.add(name);
        waiting.push({ state: next, from: node, action });
      }
    }
    const random = generator(seed);
    let best = null;
    for (let walk = 0; walk < walks; walk++) {
      let state = core.init();
      const actions = [];
      while (actions.length < length && core.status(state) === 'playing') {
        const open = core.attempts(state);
        if (!open.length) break;
        actions.push(open[Math.floor(random() * open.length)]);
        state = core.step(state, actions.at(-1));
      }
      if (core.status(state) === wanted && (best === null || actions.length < best.length)) best = actions;
    }
    return best;
  };

  return { key, line, survey, solve, ending };
})();
