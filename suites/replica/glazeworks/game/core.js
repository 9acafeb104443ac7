// The rules of Glazeworks: pure, no page, no clock.
//
// A tray of clay tiles, spouts around it, pots of glaze. A spout pours the picked pot over its row or column, over whatever was there
// before, so the order matters. The tray is done when it looks like the pattern card.
//
// A tile is a number: 0 raw clay, n the glaze of pot n. Tiles are counted row by row from 0. A peg takes the place of a tile.
// Some rules are switched off in one place of the tray only (`loose`: spouts by number, a column, a peg), one that the level can be won
// without: a game without such a rule then breaks nothing else.
globalThis.GameCore = {
  create({ constants, off }) {
    const has = (rule) => !off.includes(rule);
    const { rows, columns, glazes, water, pegs, pattern, opening, waxed, twins, limit, loose } = constants;
    const RAW = 0;
    const WATER = glazes + 1; // the pot after the last glaze
    const pots = glazes + (water ? 1 : 0);
    const size = rows * columns;
    const target = pattern.join('').split('').map(Number);
    const isPeg = (at) => pegs.includes(at);
    const standing = has('pegs_at') ? pegs : pegs.map((at) => (at === loose.peg ? loose.peg_elsewhere : at));
    const isStanding = (at) => standing.includes(at);
    const twinOf = new Map(twins.flatMap(([a, b]) => [[a, b], [b, a]]));
    const waxNumber = new Map(waxed.map((at, n) => [at, n]));

    // ---- Where things are, px -----------------------------------------------------------------------------------------------------
    const PITCH = 62;
    const TILE = 56;
    const left = 232 - (columns * PITCH) / 2;
    const top = 238 - (rows * PITCH) / 2;
    const tileAt = (at) => ({ x: left + (at % columns) * PITCH + PITCH / 2, y: top + Math.floor(at / columns) * PITCH + PITCH / 2 });
    const potAt = (pot) => ({ x: 514 + ((pot - 1) % 2) * 76, y: 292 + Math.floor((pot - 1) / 2) * 82 });

    // ---- Spouts: one at the left of each row and on top of each column; lines with a peg have one at the far end too --------------
    const rowCells = (row) => Array.from({ length: columns }, (_, n) => row * columns + n);
    const columnCells = (column) => Array.from({ length: rows }, (_, n) => n * columns + column);
    const spouts = [];
    const addLine = (cells, near, far, number) => {
      spouts.push({ side: near, number, cells });
      if (cells.some(isPeg)) spouts.push({ side: far, number, cells: [...cells].reverse() });
    };
    for (let row = 0; row < rows; row += 1) addLine(rowCells(row), 'left', 'right', row);
    for (let column = 0; column < columns; column += 1) addLine(columnCells(column), 'top', 'bottom', column);
    for (const spout of spouts) {
      const first = tileAt(spout.cells[0]);
      spout.x = first.x + { left: -PITCH + 4, right: PITCH - 4, top: 0, bottom: 0 }[spout.side];
      spout.y = first.y + { left: 0, right: 0, top: -PITCH + 4, bottom: PITCH - 4 }[spout.side];
      spout.path = pathOf(spout);
      spout.reach = new Set(spout.path);
    }

    // The tiles that a pour from this spout runs over, in order.
    function pathOf({ side, number, cells }) {
      if (side === 'left' && number === loose.row && !has('row_pour')) return [];
      if (side === 'top' && number === loose.column && !has('column_pour')) return [];
      if (`${side} ${number}` === loose.far && !has('far_spouts')) return [];
      const path = [];
      for (const at of cells) {
        if (!isStanding(at)) path.push(at);
        else if (has('peg_stops') || at !== loose.peg) return path;
      }
      // Without the edge, a pour comes down again at the far end of the next column.
      if (!has('edge_stops') && side === 'top' && number === loose.edge) path.push(size - columns + ((number + 1) % columns));
      return path;
    }

    // ---- Pouring ------------------------------------------------------------------------------------------------------------------
    function poured(s, spout) {
      const tiles = [...s.tiles];
      const wax = [...s.wax];
      let isChanged = false;
      const put = (at) => {
        const glaze = s.pot === WATER ? RAW : s.pot;
        if (s.pot === WATER && !has('water_rinses') && tiles[at] === glazes) return; // without rinsing, the last glaze stays
        // Without covering, the first glaze does not stick to another.
        if (glaze === tiles[at] || (!has('covers_older') && glaze === 1 && tiles[at] !== RAW)) return;
        tiles[at] = glaze;
        isChanged = true;
      };
      for (const at of spout.path) {
        const n = waxNumber.get(at);
        if (n !== undefined && wax[n]) {
          wax[n] = false;
          isChanged = true;
          if (has('wax_first') || n > 0) continue;
        }
        put(at);
        if (twinOf.has(at) && (has('twin_same') || twinOf.get(at) < at)) put(twinOf.get(at));
      }
      if (!isChanged) return s;
      const next = { tiles, wax, pot: s.pot };
      if (limit) next.pours = s.pours + 1;
      return next;
    }

    // ---- Judging ------------------------------------------------------------------------------------------------------------------
    const isLike = (s, at) => s.tiles[at] === target[at];
    const isDone = (s) => s.tiles.every((glaze, at) => glaze === target[at] || isPeg(at)) && !(has('wax_bars_win') && s.wax.includes(true));
    const status = (s) => {
      if (has('pattern_wins') && isDone(s)) return 'won';
      if (limit && has('limit_loses') && s.pours >= limit) return 'lost';
      return 'playing';
    };
    const isOpen = (s) => !has('end_locks') || status(s) === 'playing';
    const scoreOf = (s) => {
      let score = 0;
      if (has('score_tiles')) for (let at = 0; at < size; at += 1) if (target[at] !== RAW && isLike(s, at)) score += 10;
      if (has('score_spare') && status(s) === 'won') score += 25 * (limit - s.pours);
      return score;
    };

    // ---- Actions ------------------------------------------------------------------------------------------------------------------
    const pours = spouts.map((_, spout) => ({ kind: 'pour', spout }));
    const picks = Array.from({ length: pots }, (_, n) => ({ kind: 'pick', pot: n + 1 }));
    const keys = picks.map(({ pot }) => ({ kind: 'key', pot }));
    const touches = Array.from({ length: size }, (_, at) => ({ kind: 'touch', at })).filter(({ at }) => !isPeg(at));
    const all = [...pours, ...picks, ...keys, ...touches];

    function step(s, action) {
      if (!isOpen(s)) return s;
      switch (action.kind) {
        case 'pour':
          return spouts[action.spout] ? poured(s, spouts[action.spout]) : s;
        case 'pick': // Without the rule, the first pot cannot be picked up again.
          return action.pot === s.pot || (!has('pot_click') && action.pot === 1) ? s : { ...s, pot: action.pot };
        case 'key':
          return action.pot === s.pot || action.pot > pots || !has('pot_key') ? s : { ...s, pot: action.pot };
        case 'touch':
          if (has('tile_click_idle') || s.tiles[action.at] === s.pot || s.pot === WATER) return s;
          return { ...s, tiles: s.tiles.with(action.at, s.pot) };
        default:
          return s;
      }
    }

    const legal = (s) => (status(s) !== 'playing' ? [] : [...pours, ...picks, ...keys].filter((action) => step(s, action) !== s));

    function init() {
      const tiles = Array(size).fill(RAW);
      const [at, glaze] = opening;
      tiles[has('old_glaze') ? at : loose.old_elsewhere] = glaze;
      const state = { tiles, wax: waxed.map(() => true), pot: 1 };
      if (limit) state.pours = 0;
      return state;
    }

    // ---- What can be seen -----------------------------------------------------------------------------------------------------------
    function view(s) {
      const tiles = s.tiles.map((glaze, at) => ({
        ...tileAt(at),
        glaze,
        isPeg: isStanding(at),
        hasMark: glaze !== RAW && has('glaze_marks'),
        hasPip: isLike(s, at) && !isPeg(at) && has('pips'),
        isWaxed: s.wax[waxNumber.get(at)] ?? false,
      }));
      const card = target.map((glaze, at) => (isPeg(at) ? -1 : glaze));
      if (!has('pattern_card')) card[0] = card[0] === 1 ? 2 : 1;
      const picture = {
        rows,
        columns,
        size: TILE,
        tiles,
        card,
        twins: twins.map(([a, b]) => ({ from: tileAt(a), to: tileAt(b), hasThread: has('twin_thread') })),
        spouts: spouts.map(({ x, y, side }) => ({ x, y, side })),
        pots: picks.map(({ pot }) => ({ ...potAt(pot), glaze: pot === WATER ? 'water' : pot, isPicked: pot === s.pot, hasRing: pot === s.pot && has('pot_ring') })),
        flow: s.pot === WATER ? 'water' : s.pot,
        status: status(s),
      };
      if (limit) Object.assign(picture, { left: Math.max(0, limit - s.pours), limit, score: scoreOf(s) });
      return picture;
    }

    function inputs(_, action) {
      if (action.kind === 'key') return [{ do: 'key', code: `Digit${action.pot}` }];
      const { x, y } = { pour: () => spouts[action.spout], pick: () => potAt(action.pot), touch: () => tileAt(action.at) }[action.kind]();
      return [{ do: 'click', x: Math.round(x), y: Math.round(y) }];
    }

    function objects(s) {
      return [
        ...s.tiles.flatMap((glaze, at) => (isPeg(at) ? [] : [{ type: 'tile', glaze }])),
        ...picks.map(({ pot }) => ({ type: 'pot', isPicked: pot === s.pot })),
        ...standing.map((at) => ({ type: 'peg', at })),
        ...s.wax.map((isWhole) => ({ type: 'wax', isWhole })),
        ...twins.map(([a, b]) => ({ type: 'twins', a, b })),
        ...(limit ? [{ type: 'counter', pours: s.pours }] : []),
      ];
    }

    // ---- A lower bound on the actions to a win --------------------------------------------------------------------------------------
    // Every wrong tile needs a pour of its glaze over its row or its column. Of the wrong tiles of one glaze, those that share no such
    // line need a pour each: a matching of rows with columns never exceeds a cover. Each glaze that is missing and not in hand has to
    // be picked as well. Twins may be reached by their twin: they are not counted.
    const spoutOver = (at, sides, none) => {
      const n = spouts.findIndex(({ side, reach }) => sides.includes(side) && reach.has(at));
      return n < 0 ? none : n;
    };
    const rowOver = Array.from({ length: size }, (_, at) => spoutOver(at, ['left', 'right'], 1000 + at));
    const columnOver = Array.from({ length: size }, (_, at) => spoutOver(at, ['top', 'bottom'], 2000 + at));
    function heuristic(s) {
      const wrong = new Map(); // a pot -> row -> the columns of its wrong tiles
      for (let at = 0; at < size; at += 1) {
        if (isPeg(at) || s.tiles[at] === target[at]) continue;
        const pot = target[at] === RAW ? WATER : target[at];
        if (!wrong.has(pot)) wrong.set(pot, new Map());
        if (twinOf.has(at)) continue;
        const lines = wrong.get(pot);
        if (!lines.has(rowOver[at])) lines.set(rowOver[at], []);
        lines.get(rowOver[at]).push(columnOver[at]);
      }
      let bound = 0;
      for (const [pot, lines] of wrong) bound += matching(lines) + (pot === s.pot ? 0 : 1);
      return bound;
    }

    function matching(lines) {
      const holder = new Map(); // a column -> the row that it is matched with
      const place = (row, seen) => lines.get(row).some((column) => {
        if (seen.has(column)) return false;
        seen.add(column);
        if (holder.has(column) && !place(holder.get(column), seen)) return false;
        holder.set(column, row);
        return true;
      });
      return [...lines.keys()].filter((row) => place(row, new Set())).length;
    }

    const score = (s) => (limit ? scoreOf(s) : 0);
    return { init, attempts: () => all, legal, step, status, view, inputs, objects, score, heuristic };
  },
};
