// Searches on a rule core: what can be reached, the shortest win, what shows a rule. Loaded beside the core, in the same context.
// All searches are exact within their caps and say when a cap ended them. Nothing here is random but a seeded generator.
globalThis.Search = (() => {
  const key = JSON.stringify;

  const generator = (seed) => () => {
    seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0;
    return seed / 4294967296;
  };

  // Every leaf of a plain value by its path: how a state or a view is told apart piece by piece.
  const leaves = (value, path = '', into = new Map()) => {
    if (value !== null && typeof value === 'object') {
      for (const name of Object.keys(value)) leaves(value[name], path === '' ? name : `${path}.${name}`, into);
    } else into.set(path, value);
    return into;
  };

  // The states that legal play reaches, breadth first. `visit(state)` sees each once.
  const reach = (core, cap, visit) => {
    const start = core.init(), seen = new Set([key(start)]), waiting = [start];
    for (let at = 0; at < waiting.length; at++) {
      const state = waiting[at];
      visit(state);
      if (core.status(state) !== 'playing') continue;
      for (const action of core.legal(state)) {
        const next = core.step(state, action), name = key(next);
        if (seen.has(name)) continue;
        if (seen.size >= cap) return { states: seen.size, isWhole: false };
        seen.add(name);
        waiting.push(next);
      }
    }
    return { states: seen.size, isWhole: true };
  };

  // What varies, what can be done, how many ways there are. Over all reachable states, else over seeded random legal play.
  const survey = (core, { cap, walks, length, seed }) => {
    const kinds = new Set(), first = new Map(), units = new Set(), types = new Set(), before = new Map();
    let branching = 0, playing = 0, looked = 0;
    const look = (state) => {
      if (core.status(state) === 'playing') {
        const legal = core.legal(state);
        branching += legal.length;
        playing += 1;
        for (const action of legal) kinds.add(action.kind);
      }
      if (looked++ % Math.max(1, Math.floor(looked / 2000)) !== 0) return; // every state at first, ever fewer later
      for (const [path, value] of leaves(state)) {
        if (!first.has(path)) first.set(path, value), looked > 1 && units.add(path);
        else if (first.get(path) !== value) units.add(path);
      }
      const groups = new Map();
      for (const thing of core.objects(state)) groups.set(thing.type, `${groups.get(thing.type) ?? ''}${key(thing)}`);
      for (const type of new Set([...groups.keys(), ...before.keys()])) {
        const now = groups.get(type) ?? '';
        if (!before.has(type)) before.set(type, now), looked > 1 && types.add(type);
        else if (before.get(type) !== now) types.add(type);
      }
    };
    const reached = reach(core, cap, look);
    const means = [];
    if (!reached.isWhole) {
      branching = playing = 0;
      const random = generator(seed);
      for (let walk = 0; walk < walks; walk++) {
        let state = core.init(), sum = 0, count = 0;
        for (let step = 0; step < length && core.status(state) === 'playing'; step++) {
          const legal = core.legal(state);
          if (!legal.length) break;
          look(state);
          sum += legal.length;
          count += 1;
          state = core.step(state, legal[Math.floor(random() * legal.length)]);
        }
        look(state);
        if (count) means.push(sum / count);
      }
    }
    return { ...reached, kinds: [...kinds].sort(), units: units.size, types: [...types].sort(), branching: playing ? branching / playing : 0, means };
  };

  // The shortest win: A* with the core's lower bound, breadth first without one; every action costs one.
  const solve = (core, cap) => {
    const bound = core.heuristic ?? (() => 0);
    const start = core.init(), best = new Map([[key(start), 0]]), buckets = [];
    const put = (node, f) => (buckets[f] ??= []).push(node);
    put({ state: start, steps: 0, from: null, action: null }, bound(start));
    let expanded = 0, worst = 0;
    for (let f = 0; f < buckets.length; f++) {
      const bucket = buckets[f];
      for (; bucket && bucket.length; ) {
        const node = bucket.pop();
        if (best.get(key(node.state)) < node.steps) continue;
        const status = core.status(node.state);
        if (status === 'won') {
          const actions = [], path = [];
          for (let at = node; at; at = at.from) {
            path.push(at);
            if (at.action) actions.unshift(at.action);
          }
          for (const at of path) worst = Math.max(worst, bound(at.state) - (node.steps - at.steps));
          return { steps: node.steps, status: worst > 0 ? 'bound' : 'exact', least: worst > 0 ? 0 : node.steps, actions, expanded };
        }
        if (status !== 'playing') continue;
        if (++expanded > cap) return { steps: null, status: 'bound', least: f, actions: [], expanded };
        for (const action of core.legal(node.state)) {
          const next = core.step(node.state, action), name = key(next), steps = node.steps + 1;
          if (best.has(name) && best.get(name) <= steps) continue;
          best.set(name, steps);
          const g = Math.max(f, steps + bound(next));
          put({ state: next, steps, from: node, action }, g);
        }
      }
    }
    return { steps: null, status: 'exact', least: null, actions: [], expanded }; // cannot be won
  };

  // A way to an ending: the shortest within the cap, else the first that seeded random play finds.
  const ending = (core, wanted, cap, seed) => {
    const start = core.init(), seen = new Set([key(start)]), waiting = [{ state: start, from: null, action: null }];
    const path = (node) => { const actions = []; for (let at = node; at.from; at = at.from) actions.unshift(at.action); return actions; };
    for (let at = 0; at < waiting.length && seen.size < cap; at++) {
      const node = waiting[at];
      if (core.status(node.state) === wanted) return path(node);
      if (core.status(node.state) !== 'playing') continue;
      for (const action of core.attempts(node.state)) {
        const next = core.step(node.state, action), name = key(next);
        if (seen.has(name)) continue;
        seen.add(name);
        waiting.push({ state: next, from: node, action });
      }
    }
    const random = generator(seed);
    let best = null;
    for (let walk = 0; walk < 400; walk++) {
      let state = core.init();
      const actions = [];
      for (let step = 0; step < 400 && core.status(state) === 'playing'; step++) {
        const open = core.attempts(state);
        if (!open.length) break;
        actions.push(open[Math.floor(random() * open.length)]);
        state = core.step(state, actions.at(-1));
      }
      if (core.status(state) === wanted && (best === null || actions.length < best.length)) best = actions;
    }
    return best;
  };

  const views = (core, actions) => {
    let state = core.init();
    const seen = [core.view(state)];
    for (const action of actions) seen.push(core.view((state = core.step(state, action))));
    return seen;
  };
  // What changes on the screen with each action, without what merely stands there.
  const changes = (seen) => seen.slice(1).map((view, at) => {
    const old = leaves(seen[at]), now = leaves(view), changed = [];
    for (const [path, value] of now) if (old.get(path) !== value) changed.push([path, value]);
    for (const path of old.keys()) if (!now.has(path)) changed.push([path, 'gone']);
    return key(changed);
  });
  const isEqual = (one, other) => one.length === other.length && one.every((value, at) => value === other[at]);

  // The shortest sequences after which the game and the game without a rule show different views, each with the other rules that it leans on.
  // Sources are the opening and every place on the given paths, so that what lies behind a long way is found too.
  const tell = (core, without, others, { paths, expansions, wanted, deeper }) => {
    const found = [], seen = new Set(), buckets = [];
    const put = (node) => {
      const name = key([node.state, node.other]);
      if (!seen.has(name)) seen.add(name), (buckets[node.depth] ??= []).push(node);
    };
    const differs = (node) => key(core.view(node.state)) !== key(without.view(node.other));
    const root = { state: core.init(), other: without.init(), depth: 0, from: null, action: null };
    const line = (node) => { const actions = []; for (let at = node; at.from; at = at.from) actions.unshift(at.action); return actions; };
    const take = (node) => found.push({ actions: line(node), at: node.depth });
    if (differs(root)) take(root);
    put(root);
    for (const path of paths) {
      let node = root;
      for (const action of path) {
        node = { state: core.step(node.state, action), other: without.step(node.other, action), depth: node.depth + 1, from: node, action };
        if (!found.length || found[0].at > 0) if (differs(node)) { take(node); break; }
        put(node);
      }
    }
    let spent = 0;
    const limit = () => (found.length ? Math.min(...found.map((one) => one.at)) + deeper : Infinity);
    for (let depth = 0; depth < buckets.length && depth < limit() && found.length < wanted; depth++) {
      for (const node of buckets[depth] ?? []) {
        if (++spent > expansions || found.length >= wanted) break;
        if (differs(node)) continue; // what follows a difference shows nothing new
        for (const action of core.attempts(node.state)) {
          const next = { state: core.step(node.state, action), other: without.step(node.other, action), depth: depth + 1, from: node, action };
          if (differs(next)) take(next);
          else put(next);
        }
      }
    }
    const judged = found.map((one) => judge(core, without, others, one)).filter((one) => one !== null);
    judged.sort((one, other) => one.entangled.length - other.entangled.length || one.actions.length - other.actions.length);
    return { best: judged[0] ?? null, candidates: found.length, spent };
  };

  // A sequence must show the game react at least once, or a still picture would pass it: an action is added where it does not.
  const judge = (core, without, others, { actions, at }) => {
    const reacts = (line) => { const seen = views(core, line); return seen.some((view, n) => n && key(view) !== key(seen[n - 1])); };
    const lines = [];
    if (reacts(actions)) lines.push(actions);
    else {
      let state = core.init();
      for (const action of actions) state = core.step(state, action);
      const before = key(core.view(state));
      for (const action of core.attempts(state)) if (key(core.view(core.step(state, action))) !== before) lines.push([...actions, action]);
      if (!lines.length) { // the end is locked: let it react first
        const start = core.init();
        for (const action of core.attempts(start)) {
          const line = [action, ...actions];
          if (reacts(line) && key(views(core, line).at(-1)) !== key(views(without, line).at(-1))) lines.push(line);
        }
      }
    }
    let best = null;
    for (const line of lines.slice(0, 12)) {
      const mine = changes(views(core, line));
      const entangled = others.filter(([, other]) => !isEqual(mine, changes(views(other, line)))).map(([rule]) => rule);
      if (best === null || entangled.length < best.entangled.length) best = { actions: line, at, entangled };
    }
    if (best) {
      const [seen, other] = [views(core, best.actions), views(without, best.actions)];
      best.at = seen.findIndex((view, n) => key(view) !== key(other[n]));
      if (best.at < 0) return null;
    }
    return best;
  };

  // What a rule's off switch does on the states of one sequence: to the opening, to transitions, to what is legal, to the adjudication, to the view.
  const acts = (core, without, actions) => {
    const found = new Set();
    let state = core.init();
    if (key(state) !== key(without.init())) found.add('opening');
    for (let at = 0; at <= actions.length; at++) {
      if (core.status(state) !== without.status(state)) found.add('status');
      if (key(core.view(state)) !== key(without.view(state))) found.add('view');
      if (key(core.legal(state)) !== key(without.legal(state))) found.add('legal');
      for (const action of at < actions.length ? [actions[at], ...core.attempts(state)] : core.attempts(state)) {
        if (key(core.step(state, action)) !== key(without.step(state, action))) { found.add('step'); break; }
      }
      if (at < actions.length) state = core.step(state, actions[at]);
    }
    return [...found].sort();
  };

  const inputs = (core, actions) => {
    let state = core.init();
    return actions.map((action) => { const made = core.inputs(state, action); state = core.step(state, action); return made; });
  };

  return { survey, solve, ending, tell, judge, acts, inputs };
})();
