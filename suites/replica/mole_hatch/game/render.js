// Draws what the core shows and turns keys into core actions.
const core = GameCore.create(LEVEL);
const pen = document.getElementById('view').getContext('2d');
const paint = paintKit(pen);
const { TILE, INK } = paint;
const MOVE_MS = 120; // a step or a roll, from start to rest
const PANEL_Y = 384;
let state = core.init();
let before = core.view(state); // what was shown before the last try
let tried = null; // the direction of the last try, if it led nowhere
let since = null; // when the movement began
let isMoving = false;

// ---- Drawing ------------------------------------------------------------------------------------------------------------------------

function draw(share) {
  const view = core.view(state);
  const left = 280 - (view.columns * TILE) / 2;
  const top = 192 - (view.rows * TILE) / 2;
  const middle = ({ column, row }) => [left + (column + 0.5) * TILE, top + (row + 0.5) * TILE];
  const ease = 1 - (1 - share) ** 2;
  const between = (old, now) => {
    const [from, to] = [middle(old), middle(now)];
    return [from[0] + (to[0] - from[0]) * ease, from[1] + (to[1] - from[1]) * ease];
  };
  pen.fillStyle = INK.soil;
  pen.fillRect(0, 0, 560, 440);
  burrow(view, middle);
  paint.hatch(...middle(view.hatch), view.hatch.isShut, view.hatch.hasBars);
  const settled = share < 1 ? before : view; // what an arrival changes shows when the mole or the stone is there
  settled.puddles.forEach((one) => paint.puddle(...middle(one), one.isWet));
  view.thorns.forEach((one) => paint.thorns(...middle(one)));
  settled.truffles.forEach((one) => paint.truffle(...middle(one), one.isEaten));
  settled.keys.filter((one) => !one.isTaken).forEach((one) => paint.key(...middle(one)));
  view.doors.forEach((one) => paint.door(...middle(one), one.isShut));
  view.stones.forEach((one, n) => {
    if (one.column >= 0) paint.stone(...between(before.stones[n], one), one.hasMoss);
    else if (share < 1 && before.stones[n].column >= 0) rolling(before, view, n, between, one);
  });
  const [x, y] = between(before.mole, view.mole);
  const nudge = tried === null ? 0 : 6 * Math.sin(Math.PI * share);
  paint.mole(x + [0, 1, 0, -1][tried ?? 0] * nudge, y + [-1, 0, 1, 0][tried ?? 0] * nudge, view.mole.face);
  panel(share < 1 ? { ...view, status: before.status } : view);
}

// A stone that sinks at the end of its way rolls to its puddle first.
function rolling(old, now, n, between, stone) {
  const sunk = now.puddles.find((one, at) => old.puddles[at].isWet && !one.isWet);
  if (sunk) paint.stone(...between(old.stones[n], sunk), stone.hasMoss);
}

function burrow(view, middle) {
  view.earth.forEach((isEarth, at) => {
    const [column, row] = [at % view.columns, Math.floor(at / view.columns)];
    const [x, y] = middle({ column, row });
    if (isEarth) paint.earth(x, y, column, row, row + 1 < view.rows && !view.earth[at + view.columns]);
    else paint.ground(x, y, column, row);
  });
}

function panel(view) {
  paint.box(8, PANEL_Y - 4, 544, 52, 8, '#35261e');
  paint.text('MOLE HATCH', 22, PANEL_Y + 12, { size: 14, weight: 'bold', colour: INK.brass });
  for (let n = 0; n < view.truffles.length; n += 1) {
    const x = 30 + n * 20;
    paint.disc(x, PANEL_Y + 33, 7, n < view.need ? INK.speck : '#5a4536');
    paint.disc(x, PANEL_Y + 33, 5.5, n < view.eaten ? INK.truffle : '#35261e');
    if (n < view.eaten) paint.disc(x - 1.5, PANEL_Y + 31.5, 1.6, INK.speck);
  }
  for (let n = 0; n < (view.held ?? 0); n += 1) paint.key(164 + n * 34, PANEL_Y + 32);
  if (view.stepsLeft !== undefined) {
    lamp(250, PANEL_Y + 20);
    paint.text(String(view.stepsLeft), 268, PANEL_Y + 21, { size: 22, weight: 'bold' });
    paint.text('SCORE', 322, PANEL_Y + 9, { size: 10, colour: INK.floor });
    paint.text(String(view.score), 322, PANEL_Y + 28, { size: 20, weight: 'bold' });
  }
  banner(view.status);
}

function lamp(x, y) {
  paint.box(x - 7, y - 9, 14, 18, 4, INK.brassDark);
  paint.box(x - 5, y - 6, 10, 12, 3, '#ffe08a');
  paint.line([[x - 4, y - 12], [x + 4, y - 12]], INK.brass, 3);
}

function banner(status) {
  const { words, colour } = {
    playing: { words: 'dig in', colour: '#4b3528' },
    won: { words: 'out and away!', colour: INK.green },
    lost: { words: 'lost below', colour: INK.red },
  }[status];
  paint.box(412, PANEL_Y + 5, 130, 34, 17, colour);
  paint.text(words, 477, PANEL_Y + 22, { size: 14, weight: 'bold', align: 'center', colour: status === 'playing' ? INK.floor : '#ffffff' });
}

function frame(now) {
  since ??= now;
  const share = Math.min(1, (now - since) / MOVE_MS);
  draw(share);
  isMoving = share < 1;
  if (isMoving) requestAnimationFrame(frame);
}

// ---- Input --------------------------------------------------------------------------------------------------------------------------

const WAYS = { ArrowUp: 0, ArrowRight: 1, ArrowDown: 2, ArrowLeft: 3 };

addEventListener('keydown', (event) => {
  const way = WAYS[event.code];
  if (way === undefined || event.repeat) return;
  event.preventDefault();
  before = core.view(state);
  const next = core.step(state, { way });
  tried = next.mole === state.mole && core.status(state) === 'playing' ? way : null;
  state = next;
  since = null;
  if (!isMoving) requestAnimationFrame(frame);
  isMoving = true;
});

draw(1);
