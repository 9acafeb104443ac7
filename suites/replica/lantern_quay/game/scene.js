// The picture of Lantern Quay: a backdrop that never changes, drawn once, and what core.view() shows before it.
const SKY_END = 288;
const PANEL_TOP = 332;
const FONT = '"DejaVu Sans", sans-serif';
let backdrop = null;

function write(pen, text, x, y, { size = 13, colour = '#f3e7c9', align = 'center', weight = 'bold' } = {}) {
  pen.font = `${weight} ${size}px ${FONT}`;
  pen.textAlign = align;
  pen.textBaseline = 'middle';
  pen.fillStyle = colour;
  pen.fillText(text, x, y);
}

function paintSky(pen) {
  const sky = pen.createLinearGradient(0, 0, 0, SKY_END);
  sky.addColorStop(0, '#1a2148');
  sky.addColorStop(0.55, '#4a3f78');
  sky.addColorStop(1, '#d9826b');
  pen.fillStyle = sky;
  pen.fillRect(0, 0, 640, SKY_END);
  fill(pen, '#f6e9c6', () => { // a crescent: the outer edge, and the inner one back
    pen.arc(520, 72, 21, -1.75, 2.3);
    pen.quadraticCurveTo(530, 84, 516.2, 51.3);
  });
  for (const [x, y, r] of [[150, 60, 1.5], [205, 110, 1], [262, 52, 1], [380, 88, 1.5], [430, 48, 1], [585, 120, 1], [470, 130, 1]]) {
    fill(pen, '#fbf3d9', disc(pen, x, y, r));
  }
}

function paintShore(pen) {
  fill(pen, '#5a4374', polygon(pen, [0, 262], [90, 226], [170, 252], [262, 214], [352, 250], [450, 222], [548, 254], [640, 230], [640, 290], [0, 290]));
  fill(pen, '#3b3160', polygon(pen, [100, 290], [150, 264], [240, 272], [330, 258], [430, 272], [520, 256], [640, 270], [640, 290]));
  for (const [x, h] of [[176, 18], [198, 24], [282, 20], [302, 14], [402, 22], [476, 18], [498, 26]]) {
    fill(pen, '#2c2550', polygon(pen, [x - 9, 274], [x - 9, 274 - h], [x, 266 - h], [x + 9, 274 - h], [x + 9, 274]));
    fill(pen, '#ffcf70', () => pen.rect(x - 2, 278 - h, 4, 5));
  }
  const water = pen.createLinearGradient(0, SKY_END - 8, 0, PANEL_TOP);
  water.addColorStop(0, '#3d5a8c');
  water.addColorStop(1, '#1d2c5c');
  pen.fillStyle = water;
  pen.fillRect(0, SKY_END - 8, 640, PANEL_TOP - SKY_END + 8);
}

function paintQuay(pen) {
  fill(pen, INK, () => pen.rect(0, 216, 118, 120));
  fill(pen, '#5c4a52', () => pen.rect(0, 226, 115, 108));
  fill(pen, '#8a6a52', () => pen.rect(0, 219, 116, 8));
  for (let row = 0; row < 5; row += 1) {
    for (let column = 0; column < 5; column += 1) {
      const left = column * 26 - (row % 2) * 13 + 2;
      fill(pen, (row + column) % 3 ? '#6a565c' : '#75626a', () => pen.roundRect(left, 230 + row * 21, Math.min(23, 113 - left), 18, 3));
    }
  }
}

function paintGantry(pen) {
  fill(pen, INK, () => pen.rect(0, 8, 640, 18));
  fill(pen, '#6d5a86', () => pen.rect(0, 10, 640, 13));
  for (let x = 0; x < 640; x += 32) line(pen, '#463a63', 2, () => { pen.moveTo(x, 23); pen.lineTo(x + 16, 10); pen.lineTo(x + 32, 23); });
  fill(pen, INK, disc(pen, 320, 27, 11));
  fill(pen, BRASS, disc(pen, 320, 27, 8));
  fill(pen, INK, disc(pen, 320, 27, 3));
}

function paintPanel(pen) {
  fill(pen, INK, () => pen.rect(0, PANEL_TOP, 640, 68));
  const wood = pen.createLinearGradient(0, PANEL_TOP, 0, 400);
  wood.addColorStop(0, '#4b3346');
  wood.addColorStop(1, '#33243a');
  pen.fillStyle = wood;
  pen.fillRect(0, PANEL_TOP + 3, 640, 65);
  fill(pen, BRASS, () => pen.rect(0, PANEL_TOP + 1, 640, 2));
  for (const x of [12, 628]) for (const y of [346, 388]) fill(pen, BRASS, disc(pen, x, y, 3));
  write(pen, 'LANTERN', 96, 358, { size: 19, colour: '#f3d58c' });
  write(pen, 'QUAY', 96, 380, { size: 19, colour: '#f3d58c' });
}

/** The backdrop, drawn the first time it is asked for. */
function paintedBackdrop() {
  if (backdrop) return backdrop;
  backdrop = document.createElement('canvas');
  [backdrop.width, backdrop.height] = [640, 400];
  const pen = backdrop.getContext('2d');
  paintSky(pen);
  paintShore(pen);
  paintQuay(pen);
  paintGantry(pen);
  paintPanel(pen);
  return backdrop;
}

/** The water before the hulls. */
function drawWaves(pen) {
  pen.fillStyle = '#2b4378';
  pen.fillRect(118, 292, 522, PANEL_TOP - 292);
  for (const [row, colour] of [[292, '#6f8fc0'], [306, '#4a6aa3'], [320, '#3c5990']]) {
    line(pen, colour, 2, () => {
      for (let x = 124 + (row % 4) * 6; x < 632; x += 36) {
        pen.moveTo(x, row);
        pen.quadraticCurveTo(x + 9, row - 5, x + 18, row);
      }
    });
  }
}

function drawPiles(pen, piles) {
  const stocked = piles.some(({ left }) => left !== null);
  const last = piles[piles.length - 1];
  fill(pen, INK, () => pen.roundRect(2, 209, last.x + 16, 9, 3));
  fill(pen, '#8a6a52', () => pen.roundRect(3, 210, last.x + 14, 6, 2));
  for (const { x, y, colour, left, isChosen } of piles) {
    if (isChosen) {
      fill(pen, '#fff1b833', () => pen.roundRect(x - 17, y - 21, 34, 36, 8));
      line(pen, '#ffe39a', 2.5, () => pen.roundRect(x - 17, y - 21, 34, 36, 8));
    }
    if (left !== 0) lantern(pen, x, y - 2, colour);
    else line(pen, `${GLOW[colour].body}`, 2, () => at(pen, x, y - 2, () => lanternShape(pen, colour)));
    if (!stocked) continue;
    fill(pen, INK, () => pen.roundRect(x - 10, 222, 20, 17, 4));
    write(pen, String(left), x, 231, { colour: GLOW[colour].body });
  }
}

function drawControls(pen, view, spots) {
  const isOpen = view.status === 'playing';
  button(pen, spots.release, { face: '#ff8a4c', isLit: isOpen && view.hook.load !== null && !view.fall, isPressed: view.pressed === 'release' }, () => {
    pen.beginPath();
    pen.moveTo(0, -9);
    pen.lineTo(0, 7);
    pen.moveTo(-6, 2);
    pen.lineTo(0, 9);
    pen.lineTo(6, 2);
    pen.stroke();
  });
  if (view.brake) {
    const { isReady, isHolding } = view.brake;
    button(pen, spots.brake, { face: isHolding ? '#ff5d5d' : '#7ddc8a', isLit: isReady || isHolding, isPressed: view.pressed === 'brake' }, () => {
      pen.fillRect(-6, -7, 4, 14);
      pen.fillRect(2, -7, 4, 14);
    });
  }
  if (view.bell) {
    button(pen, spots.ring, { face: '#8fc7ff', isLit: view.bell.isIdle, isPressed: view.pressed === 'ring' }, () => {
      pen.beginPath();
      pen.moveTo(-8, 5);
      pen.quadraticCurveTo(-5, 1, -5, -3);
      pen.arc(0, -3, 5, Math.PI, 0);
      pen.quadraticCurveTo(5, 1, 8, 5);
      pen.closePath();
      pen.fill();
      pen.beginPath();
      pen.arc(0, 8, 2.5, 0, 7);
      pen.fill();
    });
  }
}

function drawTallies(pen, { score, splashes, tide }) {
  if (score === null) return;
  write(pen, 'SCORE', 478, 350, { size: 10, colour: '#cbb6d6' });
  write(pen, String(score), 478, 368, { size: 18 });
  for (let n = 0; n < splashes.of; n += 1) {
    const isLost = n < splashes.count;
    at(pen, 458 + n * 20, 387, () => {
      fill(pen, isLost ? '#5fa8ff' : '#5b4a66', () => {
        pen.moveTo(0, -8);
        pen.quadraticCurveTo(7, 1, 4, 5);
        pen.arc(0, 3, 4.5, 0.5, Math.PI - 0.5);
        pen.quadraticCurveTo(-7, 1, 0, -8);
      });
    });
  }
  write(pen, 'TIDE', 570, 350, { size: 10, colour: '#cbb6d6' });
  const width = 100 / tide.of;
  for (let n = 0; n < tide.of; n += 1) {
    const x = 520 + n * width;
    fill(pen, INK, () => pen.roundRect(x, 360, width - 2, 28, 3));
    if (n < tide.risen) fill(pen, '#5fa8ff', () => pen.roundRect(x + 2, 362, width - 6, 24, 2));
    else fill(pen, '#3a3350', () => pen.roundRect(x + 2, 362, width - 6, 24, 2));
  }
}

function drawEnd(pen, status) {
  if (status === 'playing') return;
  const [title, text, colour] = status === 'won' ? ['ALL BARGES LIT', 'They sail with the evening wind.', '#ffd27a'] : ['DARK HARBOUR', 'The barges stay at the quay.', '#9db4e8'];
  fill(pen, INK, () => pen.roundRect(186, 72, 268, 76, 12));
  fill(pen, '#33243a', () => pen.roundRect(189, 75, 262, 70, 10));
  line(pen, colour, 2, () => pen.roundRect(193, 79, 254, 62, 8));
  write(pen, title, 320, 100, { size: 21, colour });
  write(pen, text, 320, 125, { size: 12, weight: 'normal' });
}

/** Draw the whole picture of a view. */
function drawScene(pen, view, spots) {
  pen.drawImage(paintedBackdrop(), 0, 0);
  for (const one of view.barges) barge(pen, one, 262);
  drawWaves(pen);
  drawPiles(pen, view.piles);
  if (view.fall) lantern(pen, view.fall.x, view.fall.y, view.fall.colour);
  hook(pen, view.hook);
  if (view.mark) mark(pen, view.mark);
  drawControls(pen, view, spots);
  drawTallies(pen, view);
  drawEnd(pen, view.status);
}
