// Draws what the core shows and turns clicks and keys into core actions.
const core = GameCore.create(LEVEL);
const canvas = document.getElementById('view');
const pen = canvas.getContext('2d');
const paint = paintKit(pen);
let state = core.init();
let before = core.view(state); // what was shown before the last action, for the short sweep from the one to the other
let worked = null; // the spout that was worked last
let since = null; // when the sweep began; null when the picture has settled
const SWEEP_MS = 120;

// ---- Drawing ------------------------------------------------------------------------------------------------------------------------

function draw(share) {
  const view = core.view(state);
  const inset = view.size / 2 + 3;
  const [first, last] = [view.tiles[0], view.tiles.at(-1)];
  paint.table();
  paint.text('GLAZEWORKS', 552, 36, { size: 19, weight: 'bold', colour: '#7a3b1f' });
  paint.tray({ x: first.x - inset, y: first.y - inset, width: last.x - first.x + 2 * inset, height: last.y - first.y + 2 * inset });
  view.spouts.forEach((spout, n) => paint.spout(spout, view.flow, n === worked && share < 1 ? 4 * Math.sin(share * Math.PI) : 0));
  view.tiles.forEach((tile, at) => {
    if (tile.isPeg) paint.peg(tile, view.size);
    else paint.tile(hasArrived(tile, share) ? tile : before.tiles[at], view.size);
  });
  view.twins.forEach(paint.thread);
  paint.card(view.card, view.rows, view.columns);
  view.pots.forEach((pot, n) => paint.pot(pot, n + 1));
  if (view.limit) paint.counters(view);
  paint.ribbon(share < 1 ? before.status : view.status);
}

// A pour runs from its spout: tiles far from it change last.
function hasArrived(tile, share) {
  if (share >= 1 || worked === null) return true;
  const spout = before.spouts[worked];
  return Math.hypot(tile.x - spout.x, tile.y - spout.y) / 330 < share;
}

function frame(now) {
  since ??= now;
  const share = Math.min(1, (now - since) / SWEEP_MS);
  draw(share);
  if (share < 1) requestAnimationFrame(frame);
  else isSweeping = false;
}
let isSweeping = false;

// ---- Input --------------------------------------------------------------------------------------------------------------------------

function act(action) {
  before = core.view(state);
  state = core.step(state, action);
  worked = action.kind === 'pour' ? action.spout : null;
  since = null;
  if (!isSweeping) requestAnimationFrame(frame);
  isSweeping = true;
}

canvas.addEventListener('pointerdown', (event) => {
  const { spouts, pots, tiles, size } = core.view(state);
  const isNear = (reach) => ({ x, y }) => Math.max(Math.abs(event.offsetX - x), Math.abs(event.offsetY - y)) <= reach;
  const spout = spouts.findIndex(isNear(18));
  const pot = pots.findIndex(isNear(30));
  const tile = tiles.findIndex(isNear(size / 2));
  if (spout >= 0) act({ kind: 'pour', spout });
  else if (pot >= 0) act({ kind: 'pick', pot: pot + 1 });
  else if (tile >= 0 && !tiles[tile].isPeg) act({ kind: 'touch', at: tile });
});

addEventListener('keydown', (event) => {
  const digit = /^Digit([1-9])$/.exec(event.code);
  if (digit && !event.repeat) act({ kind: 'key', pot: Number(digit[1]) });
});

draw(1);
