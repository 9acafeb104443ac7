// What shows a rule: sequences after which a game and the game without the rule show different views. Loaded after search.js.
globalThis.Signs = (() => {
  const { key, line } = Search;

  const views = (core, actions) => {
    let state = core.init();
    const seen = [core.view(state)];
    for (const action of actions) seen.push(core.view((state = core.step(state, action))));
    return seen;
  };

  // Every leaf of a view by its path, how views are told apart piece by piece.
  const leaves = (value, path = '', into = new Map()) => {
    if (value !== null && typeof value === 'object') for (const name of Object.keys(value)) leaves(value[name], `${path}.${name}`, into);
    else into.set(path, value);
    return into;
  };
  // What an action changes in the view, without what merely stands there.
  const change = (old, now) => {
    const changed = [];
    for (const [path, value] of now) if (old.get(path) !== value) changed.push([path, value]);
    for (const path of old.keys()) if (!now.has(path)) changed.push([path]);
    return key(changed);
  };
  const changes = (seen) => {
    const known = seen.map((view) => leaves(view));
    return known.slice(1).map((now, at) => change(known[at], now));
  };
  // The same changes, found out step by step and given up at the first that is another.
  const movesAlike = (core, actions, wanted) => {
    let state = core.init(), old = leaves(core.view(state));
    return actions.every((action, at) => {
      const now = leaves(core.view((state = core.step(state, action)))), found = change(old, now);
      old = now;
      return found === wanted[at];
    });
  };

  // Candidates: every place where a look at both games differs, near the opening or near one of the given ways into the game.
  const candidates = (core, without, { paths, expansions, most, wanted, deeper }) => {
    const found = [], seen = new Set(), buckets = [];
    const differs = (node) => key(core.view(node.state)) !== key(without.view(node.other));
    const follow = (node, action) => ({
      state: core.step(node.state, action), other: without.step(node.other, action), depth: node.depth + 1, from: node, action,
    });
    const put = (node, away) => {
      const name = key([node.state, node.other]);
      if (!seen.has(name)) seen.add(name), (buckets[away] ??= []).push(node);
    };
    const root = { state: core.init(), other: without.init(), depth: 0, from: null, action: null };
    if (differs(root)) return [[]];
    put(root, 0);
    for (const path of paths) {
      let node = root;
      for (const action of path) {
        node = follow(node, action);
        if (differs(node)) { found.push(node); break; } // what follows a difference shows nothing new
        put(node, 0);
      }
    }
    let spent = 0;
    const isSpent = () => spent >= (found.length ? expansions : most); // to find better ones, to find any
    const limit = () => Math.min(...found.map((one) => one.depth)) + deeper; // Infinity while there is none
    for (let away = 0; away < buckets.length && !isSpent(); away++) {
      buckets[away].sort((one, other) => one.depth - other.depth);
      for (const node of buckets[away]) {
        if (isSpent() || found.length >= wanted) break;
        spent += 1;
        if (node.depth >= limit()) continue;
        for (const action of core.attempts(node.state)) {
          const next = follow(node, action);
          if (differs(next)) found.push(next);
          else put(next, away + 1);
        }
      }
      if (found.length >= wanted) break;
    }
    return found.sort((one, other) => one.depth - other.depth).map(line);
  };

  // A sequence must show the game react, or a still picture would pass it: an action is added where it does not.
  const reacting = (core, without, actions) => {
    const reacts = (tried) => { const seen = views(core, tried); return seen.some((view, n) => n && key(view) !== key(seen[n - 1])); };
    if (reacts(actions)) return [actions];
    let state = core.init();
    for (const action of actions) state = core.step(state, action);
    const after = core.attempts(state).map((action) => [...actions, action]).filter(reacts);
    if (after.length) return after;
    const shows = (tried) => key(views(core, tried).at(-1)) !== key(views(without, tried).at(-1));
    return core.attempts(core.init()).map((action) => [action, ...actions]).filter((tried) => reacts(tried) && shows(tried)); // an end: react before it
  };

  // The best of some sequences: the one that goes as in the game without most other rules, then the shortest.
  const judge = (core, without, others, lists) => {
    let best = null;
    for (const actions of lists.flatMap((list) => reacting(core, without, list))) {
      const most = best === null ? Infinity : best.entangled.length - 1;
      const wanted = changes(views(core, actions)), entangled = [];
      for (const [rule, other] of others) {
        if (!movesAlike(other, actions, wanted)) entangled.push(rule);
        if (entangled.length > most) break;
      }
      if (entangled.length <= most) best = { actions, entangled };
      if (best && !best.entangled.length) break;
    }
    if (!best) return null;
    const seen = views(core, best.actions), other = views(without, best.actions);
    const at = seen.findIndex((view, n) => key(view) !== key(other[n]));
    return at < 0 ? null : { ...best, at };
  };

  const tell = (core, without, others, limits) => judge(core, without, others, candidates(core, without, limits));

  // How the game judges a state: its status, and what it awards where it keeps a score.
  const verdict = (core, state) => key([core.status(state), core.score?.(state)]);

  // What a rule's off switch does on the states of one sequence: to the opening, what is legal, transitions, the adjudication, the view.
  const acts = (core, without, actions) => {
    const found = new Set();
    let state = core.init();
    if (key(state) !== key(without.init())) found.add('opening');
    for (let at = 0; at <= actions.length; at++) {
      if (verdict(core, state) !== verdict(without, state)) found.add('status');
      if (key(core.view(state)) !== key(without.view(state))) found.add('view');
      if (key(core.legal(state)) !== key(without.legal(state))) found.add('legal');
      for (const action of at < actions.length ? [actions[at], ...core.attempts(state)] : core.attempts(state)) {
        const next = core.step(state, action), other = without.step(state, action);
        if (key(next) !== key(other)) found.add('step');
        if (verdict(core, next) !== verdict(without, other)) found.add('status');
      }
      if (at < actions.length) state = core.step(state, actions[at]);
    }
    return [...found].sort();
  };

  const inputs = (core, actions) => {
    let state = core.init();
    return actions.map((action) => { const made = core.inputs(state, action); state = core.step(state, action); return made; });
  };

  return { tell, judge, acts, inputs };
})();
