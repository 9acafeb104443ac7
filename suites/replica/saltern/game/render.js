// Draws what the core shows and turns clicks and keys into core actions.
const core = GameCore.create(LEVEL);
const canvas = document.getElementById('view');
const pen = canvas.getContext('2d');
const paint = paintKit(pen);
let state = core.init();
let last = null; // the last action, which the short movement after it belongs to
let since = null; // when that movement began
let isMoving = false;
const MOVEMENT_MS = 120;

// ---- Drawing ------------------------------------------------------------------------------------------------------------------------

function draw(share) {
  const view = core.view(state);
  const bump = Math.sin(share * Math.PI); // 0 when all has settled
  const isRinging = last?.kind === 'bell' || last?.kind === 'enter';
  paint.scene(view.sky);
  paint.board(view.board, Math.min(view.day, view.board.length));
  if (view.pump) paint.pump(view.pump);
  view.pans.forEach((pan, at) => {
    const isWorked = last?.kind === 'work' && last.pan === at;
    paint.pan(isWorked ? { ...pan, y: pan.y - 4 * bump } : pan);
    if (view.covers?.[at].isOn) paint.tarp(pan);
  });
  view.covers?.forEach(paint.post);
  if (view.covers) paint.rack(view.rack);
  paint.yard();
  paint.sacks(view.sacks, view.goal);
  paint.hands(view.hands);
  paint.bell(view.bell, isRinging ? 0.35 * bump : 0);
  if (view.score !== undefined) paint.score(view.score);
  paint.ribbon(view.status);
}

function frame(now) {
  since ??= now;
  const share = Math.min(1, (now - since) / MOVEMENT_MS);
  isMoving = share < 1;
  draw(isMoving ? share : 0);
  if (isMoving) requestAnimationFrame(frame);
}

// ---- Input --------------------------------------------------------------------------------------------------------------------------

function act(action) {
  state = core.step(state, action);
  last = action;
  since = null;
  if (!isMoving) requestAnimationFrame(frame);
  isMoving = true;
}

canvas.addEventListener('pointerdown', (event) => {
  const { pans, covers, bell, pump } = core.view(state);
  const isNear = (x, y, reachX, reachY) => Math.abs(event.offsetX - x) <= reachX && Math.abs(event.offsetY - y) <= reachY;
  const post = covers?.findIndex(({ x, y }) => isNear(x, y, 18, 18)) ?? -1;
  const pan = pans.findIndex(({ x, y, width }) => isNear(x, y, width / 2, 48));
  if (post >= 0) act({ kind: 'tie', pan: post });
  else if (pan >= 0) act({ kind: 'work', pan });
  else if (isNear(bell.x, bell.y, 42, 38)) act({ kind: 'bell' });
  else if (pump && isNear(pump.x, pump.y, 44, 48)) act({ kind: 'buy' });
});

addEventListener('keydown', (event) => {
  if (event.code === 'Enter' && !event.repeat) act({ kind: 'enter' });
});

draw(0);
