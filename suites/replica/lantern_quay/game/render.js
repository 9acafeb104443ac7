// The clock and the mouse. The core alone says what happens; this file says when.
//
// The clock starts SETTLE_MS after the first line of this script: a page gets so long to draw itself before anybody looks. LEAD_MS makes each tick due a little early: a frame comes at most 16.7 ms before the
// moment at which somebody looks, and with the lead it already shows that moment. A click is put at its own time in the same way, whatever frame
// came last, so that a game played in the browser and the same actions computed by the core agree tick for tick.
(() => {
  const SETTLE_MS = 50;
  const LEAD_MS = 18;
  const core = GameCore.create(LEVEL);
  const canvas = document.getElementById('view');
  const pen = canvas.getContext('2d');
  const startMs = performance.now() + SETTLE_MS;
  const state = core.start();
  let done = 0; // ticks that have passed
  let drawn = -1;

  function catchUp() {
    const due = Math.floor((performance.now() - startMs + LEAD_MS) / GameCore.TICK_MS);
    for (; done < due; done += 1) core.tick(state);
  }

  function draw() {
    drawn = done;
    drawScene(pen, core.view(state), core.spots);
  }

  function frame() {
    catchUp();
    if (done !== drawn) draw();
    requestAnimationFrame(frame);
  }

  const isOn = (spot, x, y) => Math.hypot(x - spot.x, y - spot.y) <= spot.r;

  /** The core action of a click at a point, or null. */
  function actionAt(x, y) {
    const view = core.view(state);
    if (isOn(core.spots.release, x, y)) return { kind: 'release' };
    if (view.brake && isOn(core.spots.brake, x, y)) return { kind: 'brake' };
    if (view.bell && isOn(core.spots.ring, x, y)) return { kind: 'ring' };
    const pile = view.piles.findIndex((one) => one.left !== null && isOn(one, x, y));
    return pile < 0 ? null : { kind: 'choose', pile };
  }

  canvas.addEventListener('pointerdown', (event) => {
    if (event.button !== 0) return;
    catchUp();
    const action = actionAt(event.offsetX, event.offsetY);
    if (action) core.press(state, action);
    draw();
  });
  canvas.addEventListener('contextmenu', (event) => event.preventDefault());

  frame();
})();
