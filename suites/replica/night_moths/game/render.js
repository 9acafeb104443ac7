// Draws what the core shows and turns clicks and the space bar into core actions.
const core = GameCore.create(LEVEL);
const canvas = document.getElementById('view');
const pen = canvas.getContext('2d');
const paint = paintKit(pen);
const { creature } = creatureKit(pen);
const { INK } = paint;
const SWING_MS = 120; // how long the shutters swing, and a pair takes to leave
const PANEL_X = 557;
let state = core.init();
let before = core.view(state); // what was shown before the last action
let since = null;
let isSwinging = false;

// ---- Windows ------------------------------------------------------------------------------------------------------------------------

function drawWindow(view, at, share) {
  const now = view.windows[at];
  const old = before.windows[at];
  if (now.pane === 'bricks') return;
  const { x, y } = middle(view, at);
  const isDone = share >= 1;
  const moth = (shown, height = 0, scale = 1) => creature(x, y - 2 - height, { ...shown, kind: shown.shows, hasRings: view.hasRings }, scale);
  if (now.pane === 'empty') {
    paint.empty(x, y);
    if (!isDone && old.pane === 'open') moth(old, 26 * share, 1 - 0.7 * share); // it flies out
  } else if (now.pane === 'open') {
    paint.lit(x, y);
    moth(now);
    if (!isDone && old.pane === 'shut') paint.leaves(x, y, 1 - share, false);
  } else {
    paint.lit(x, y);
    const isSwung = !isDone && old.pane !== 'shut' && old.pane !== 'latched';
    if (isSwung && old.shows) moth(old);
    paint.leaves(x, y, isSwung ? share : 1, now.shows !== '');
    if (now.shows) moth(now);
    if (now.pane === 'latched') paint.latch(x, y);
  }
  if (view.hasPlates) paint.plate(x, y, at + 1);
}

const middle = (view, at) => ({
  x: view.left + ((at % view.columns) + 0.5) * view.pitch.x,
  y: view.top + (Math.floor(at / view.columns) + 0.5) * view.pitch.y,
});
const lamps = (view) =>
  view.lit === undefined ? [] : Array.from({ length: view.columns }, (_, column) => ({ x: middle(view, column).x, y: view.lampsY, isLit: view.lit === column }));

// ---- The panel ----------------------------------------------------------------------------------------------------------------------

function panel(view) {
  paint.text('NIGHT', PANEL_X, 30, { size: 24, weight: 'bold', colour: INK.glow });
  paint.text('MOTHS', PANEL_X, 56, { size: 24, weight: 'bold', colour: INK.glow });
  for (let n = 0; n < view.goal; n += 1) paint.lantern(PANEL_X - 52 + (n % 5) * 26, 104 + Math.floor(n / 5) * 32, n < view.lanterns);
  if (view.oil !== undefined) {
    paint.text('OIL', 500, 190, { size: 11, colour: INK.faint, align: 'left' });
    for (let n = 0; n < view.oil; n += 1) drop(548 + n * 22, 190);
  }
  if (view.owls !== undefined) {
    paint.text('OWLS', 500, 226, { size: 11, colour: INK.faint, align: 'left' });
    for (let n = 0; n < view.owlLimit; n += 1) eyes(554 + n * 34, 226, n < view.owls);
  }
  if (view.candle !== undefined) {
    candle(512, 278, view.candle);
    paint.text(String(view.candle), 540, 280, { size: 24, weight: 'bold', align: 'left' });
    paint.text('SCORE', 500, 328, { size: 11, colour: INK.faint, align: 'left' });
    paint.text(String(view.score), 552, 327, { size: 20, weight: 'bold', align: 'left' });
  }
  banner(view.status);
}

function drop(x, y) {
  pen.fillStyle = INK.glowEdge;
  pen.beginPath();
  pen.moveTo(x, y - 9);
  pen.quadraticCurveTo(x + 9, y + 4, x, y + 7);
  pen.quadraticCurveTo(x - 9, y + 4, x, y - 9);
  pen.fill();
}

function eyes(x, y, isSeen) {
  for (const side of [-1, 1]) {
    paint.disc(x + side * 7, y, 6.5, isSeen ? '#f6e7b5' : '#34325c');
    paint.disc(x + side * 7, y, 3, isSeen ? INK.red : INK.panel);
  }
}

function candle(x, y, left) {
  const height = Math.min(34, 8 + left);
  paint.box(x - 6, y + 20 - height, 12, height, 2, INK.paper);
  if (left > 0) paint.disc(x, y + 14 - height, 4.5, INK.glowEdge);
  paint.box(x - 11, y + 19, 22, 5, 2, INK.brass);
}

function banner(status) {
  const { words, ground, ink } = {
    playing: { words: 'night', ground: '#2a2850', ink: INK.faint },
    won: { words: 'day breaks', ground: INK.dawn, ink: '#3a1d10' },
    lost: { words: 'all is lost', ground: INK.red, ink: '#ffffff' },
  }[status];
  paint.box(488, 412, 138, 44, 22, ground);
  if (status === 'playing') { // a moon
    paint.disc(510, 434, 10, INK.glow);
    paint.disc(515, 431, 9, ground);
  }
  paint.text(words, PANEL_X + (status === 'playing' ? 12 : 0), 435, { size: 16, weight: 'bold', colour: ink });
}

// ---- Frames -------------------------------------------------------------------------------------------------------------------------

function draw(share) {
  const view = core.view(state);
  paint.house();
  view.windows.forEach((_, at) => drawWindow(view, at, share));
  lamps(view).forEach(paint.lamp);
  panel(share < 1 ? before : view);
}

function frame(now) {
  since ??= now;
  const share = Math.min(1, (now - since) / SWING_MS);
  draw(share);
  isSwinging = share < 1;
  if (isSwinging) requestAnimationFrame(frame);
}

// ---- Input --------------------------------------------------------------------------------------------------------------------------

function act(action) {
  before = core.view(state);
  state = core.step(state, action);
  since = null;
  if (!isSwinging) requestAnimationFrame(frame);
  isSwinging = true;
}

canvas.addEventListener('pointerdown', (event) => {
  const view = core.view(state);
  const isNear = (reach) => ({ x, y }) => Math.abs(event.offsetX - x) <= reach && Math.abs(event.offsetY - y) <= reach;
  const at = view.windows.findIndex((one, n) => one.pane !== 'bricks' && isNear(32)(middle(view, n)));
  const column = lamps(view).findIndex(isNear(18));
  if (at >= 0) act({ kind: 'window', at });
  else if (column >= 0) act({ kind: 'lamp', column });
  else if (event.offsetX < 472) act({ kind: 'wall' });
});

addEventListener('keydown', (event) => {
  if (event.code !== 'Space' || event.repeat) return;
  event.preventDefault();
  act({ kind: 'space' });
});

draw(1);
