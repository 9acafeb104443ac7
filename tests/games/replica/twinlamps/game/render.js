// Draws what the core shows; turns clicks into core actions.
const core = GameCore.create(LEVEL);
const pen = document.getElementById('view').getContext('2d');
let state = core.init();

function draw() {
  const { lamps, status } = core.view(state);
  pen.fillStyle = '#202838';
  pen.fillRect(0, 0, 320, 200);
  for (const { x, on } of lamps) {
    pen.beginPath();
    pen.arc(x, 90, 20, 0, 7);
    pen.fillStyle = on ? '#ffd23f' : '#3c4660';
    pen.fill();
  }
  if (status !== 'playing') {
    pen.fillStyle = status === 'won' ? '#3ddc84' : '#e5484d';
    pen.fillRect(20, 150, 280, 20);
  }
}

document.getElementById('view').addEventListener('pointerdown', (event) => {
  const hit = core.view(state).lamps.findIndex(({ x }) => Math.hypot(event.offsetX - x, event.offsetY - 90) <= 20);
  if (hit >= 0) state = core.step(state, { kind: 'click', at: hit });
  draw();
});
draw();
