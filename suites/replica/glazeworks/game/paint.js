// How the things of Glazeworks look. Each function draws one thing at a place; nothing here knows the rules.
const INK = '#4a3428';
const FONT = '"DejaVu Sans", sans-serif';

// Of each glaze: body, shade below, light above, and the colour of its marks.
const GLAZES = {
  0: { body: '#d79a72', shade: '#b97b54', light: '#e9b894', mark: '#c58a63' },
  1: { body: '#1f8f8a', shade: '#136a68', light: '#57bdb4', mark: '#a9e2d8' },
  2: { body: '#7a3b69', shade: '#59264c', light: '#a8689a', mark: '#e3b8d8' },
  3: { body: '#e6a72c', shade: '#bb7f14', light: '#f8d06f', mark: '#8a5a08' },
  water: { body: '#9fd0e6', shade: '#6ea9c6', light: '#d6eefa', mark: '#ffffff' },
};
const GOLD = '#f2c14e';

const paintKit = (pen) => {
  const path = (x, y, width, height, radius) => {
    pen.beginPath();
    pen.roundRect(x, y, width, height, radius);
  };
  const fill = (colour) => {
    pen.fillStyle = colour;
    pen.fill();
  };
  const line = (colour, width) => {
    pen.strokeStyle = colour;
    pen.lineWidth = width;
    pen.lineCap = 'round';
    pen.lineJoin = 'round';
    pen.stroke();
  };
  const text = (words, x, y, { size = 14, colour = INK, weight = '', align = 'center' } = {}) => {
    pen.font = `${weight} ${size}px ${FONT}`;
    pen.textAlign = align;
    pen.textBaseline = 'middle';
    pen.fillStyle = colour;
    pen.fillText(words, x, y);
  };

  // The table: planks with a little grain.
  function table() {
    pen.fillStyle = '#efe4d2';
    pen.fillRect(0, 0, 640, 480);
    for (let plank = 0; plank < 8; plank += 1) {
      pen.fillStyle = plank % 2 ? '#eadcc6' : '#f0e5d3';
      pen.fillRect(0, plank * 60, 640, 60);
      pen.beginPath();
      pen.moveTo(0, plank * 60 + 22 + (plank % 3) * 9);
      pen.bezierCurveTo(180, plank * 60 + 12, 400, plank * 60 + 46, 640, plank * 60 + 26 + (plank % 2) * 12);
      line('rgba(150, 116, 80, 0.14)', 1.5);
    }
  }

  function tray({ x, y, width, height }) {
    path(x - 12, y - 8, width + 24, height + 24, 16);
    fill('rgba(74, 52, 40, 0.22)');
    path(x - 12, y - 12, width + 24, height + 24, 16);
    fill('#8b5e3c');
    path(x - 12, y - 12, width + 24, height + 24, 16);
    line('#6d4629', 2);
    path(x - 4, y - 4, width + 8, height + 8, 10);
    fill('#5b3a24');
  }

  // The marks of a glaze, inside a square of side `size` around a point.
  function marks(glaze, x, y, size) {
    const half = size / 2;
    if (glaze === 1) {
      for (const dy of [-half * 0.34, half * 0.1, half * 0.54]) {
        pen.beginPath();
        pen.moveTo(x - half * 0.6, y + dy);
        pen.bezierCurveTo(x - half * 0.25, y + dy - half * 0.34, x + half * 0.2, y + dy + half * 0.34, x + half * 0.6, y + dy);
        line(GLAZES[1].mark, size / 22);
      }
    } else if (glaze === 2) {
      for (const [dx, dy] of [[-0.4, -0.4], [0.4, -0.4], [0, 0], [-0.4, 0.4], [0.4, 0.4]]) {
        pen.beginPath();
        pen.arc(x + dx * half, y + dy * half, size / 15, 0, 7);
        fill(GLAZES[2].mark);
      }
    } else if (glaze === 3) {
      for (const dy of [-half * 0.42, 0, half * 0.42]) {
        pen.beginPath();
        pen.moveTo(x - half * 0.5, y + dy + half * 0.16);
        pen.lineTo(x, y + dy - half * 0.16);
        pen.lineTo(x + half * 0.5, y + dy + half * 0.16);
        line(GLAZES[3].mark, size / 24);
      }
    }
  }

  function tile({ x, y, glaze, hasMark, hasPip, isWaxed }, size) {
    const half = size / 2;
    const look = GLAZES[glaze];
    path(x - half, y - half, size, size, 9);
    fill(look.shade);
    path(x - half, y - half, size, size - 5, 9);
    fill(look.body);
    path(x - half + 4, y - half + 3, size - 8, 7, 4);
    fill(look.light);
    if (glaze === 0) {
      for (const [dx, dy, radius] of [[-0.45, 0.1, 2], [0.3, -0.2, 1.6], [0.1, 0.45, 2.2], [-0.15, -0.3, 1.4], [0.55, 0.35, 1.5]]) {
        pen.beginPath();
        pen.arc(x + dx * half, y + dy * half, radius, 0, 7);
        fill(look.mark);
      }
    }
    if (hasMark) marks(glaze, x, y, size);
    if (isWaxed) wax(x, y, size);
    if (hasPip) pip(x + half - 9, y - half + 9);
  }

  function pip(x, y) {
    pen.beginPath();
    pen.arc(x, y, 5, 0, 7);
    fill(GOLD);
    line('#9a6d12', 1.2);
  }

  // A cake of wax with honeycomb cells that hides most of its tile.
  function wax(x, y, size) {
    const half = size / 2 - 6;
    path(x - half, y - half, half * 2, half * 2 - 2, 12);
    fill('rgba(250, 236, 190, 0.93)');
    line('#d9bd74', 2);
    for (const [dx, dy] of [[-9, -6], [9, -6], [0, 9]]) {
      pen.beginPath();
      for (let corner = 0; corner <= 6; corner += 1) {
        const angle = (corner * Math.PI) / 3 + Math.PI / 6;
        pen.lineTo(x + dx + Math.cos(angle) * 8.5, y + dy + Math.sin(angle) * 8.5);
      }
      line('#d9bd74', 1.8);
    }
  }

  function peg({ x, y }, size) {
    pen.beginPath();
    pen.arc(x, y + 4, size * 0.36, 0, 7);
    fill('rgba(0, 0, 0, 0.35)');
    pen.beginPath();
    pen.arc(x, y, size * 0.36, 0, 7);
    fill('#b98a5c');
    line('#7b5433', 2.5);
    for (const radius of [0.24, 0.13]) {
      pen.beginPath();
      pen.arc(x, y, size * radius, 0, 7);
      line('#8f6740', 1.6);
    }
  }

  // A spout of tin that points at the tray; its mouth shows what will flow. `push` shifts it for a moment when it is worked.
  function spout({ x, y, side }, flow, push) {
    const turn = { left: 0, top: Math.PI / 2, right: Math.PI, bottom: -Math.PI / 2 }[side];
    pen.save();
    pen.translate(x, y);
    pen.rotate(turn);
    pen.translate(push, 0);
    pen.beginPath();
    pen.moveTo(-17, -13);
    pen.lineTo(-1, -13);
    pen.lineTo(15, -5);
    pen.lineTo(15, 5);
    pen.lineTo(-1, 13);
    pen.lineTo(-17, 13);
    pen.closePath();
    fill('#cfc8bd');
    line('#7d7468', 2);
    path(-13, -9, 12, 18, 4);
    fill(GLAZES[flow].body);
    line(GLAZES[flow].shade, 1.5);
    path(10, -6, 7, 12, 2);
    fill('#a49b8e');
    line('#7d7468', 1.5);
    pen.restore();
  }

  function pot({ x, y, glaze, isPicked, hasRing }, number) {
    const lift = isPicked ? 5 : 0;
    pen.beginPath();
    pen.ellipse(x, y + 25, 27, 7, 0, 0, 7);
    fill('rgba(74, 52, 40, 0.2)');
    if (hasRing) {
      pen.beginPath();
      pen.arc(x, y - lift, 34, 0, 7);
      line(GOLD, 4);
    }
    pen.beginPath();
    pen.arc(x, y - lift, 28, 0, 7);
    fill('#9c5f3d');
    line('#6f3f25', 2);
    pen.beginPath();
    pen.arc(x, y - lift, 22, 0, 7);
    fill(GLAZES[glaze].body);
    line(GLAZES[glaze].shade, 2);
    pen.beginPath();
    pen.arc(x - 3, y - lift - 3, 15, Math.PI * 1.05, Math.PI * 1.55);
    line(GLAZES[glaze].light, 3);
    if (glaze === 'water') drop(x, y - lift + 1);
    else marks(glaze, x, y - lift, 26);
    pen.beginPath();
    pen.arc(x + 21, y + 19 - lift, 9, 0, 7);
    fill('#fffaf0');
    line('#6f3f25', 1.5);
    text(String(number), x + 21, y + 20 - lift, { size: 11, weight: 'bold' });
  }

  function drop(x, y) {
    pen.beginPath();
    pen.moveTo(x, y - 10);
    pen.bezierCurveTo(x + 5, y - 3, x + 8, y, x + 8, y + 4);
    pen.arc(x, y + 4, 8, 0, Math.PI);
    pen.bezierCurveTo(x - 8, y, x - 5, y - 3, x, y - 10);
    fill('#ffffff');
    line('#6ea9c6', 1.5);
  }

  // The paper card with the pattern.
  function card(cells, rows, columns) {
    const pitch = 22;
    const width = 152;
    const height = rows * pitch + 44;
    pen.save();
    pen.translate(552, 92 + 66);
    path(-width / 2 + 3, -height / 2 + 4, width, height, 6);
    fill('rgba(74, 52, 40, 0.2)');
    path(-width / 2, -height / 2, width, height, 6);
    fill('#fffaf0');
    line('#d8c7a8', 1.5);
    text('PATTERN', 0, -height / 2 + 17, { size: 12, weight: 'bold', colour: '#8b6a48' });
    cells.forEach((glaze, at) => {
      const x = ((at % columns) - (columns - 1) / 2) * pitch;
      const y = (Math.floor(at / columns) - (rows - 1) / 2) * pitch + 9;
      if (glaze < 0) {
        pen.beginPath();
        pen.arc(x, y, 5, 0, 7);
        fill('#b98a5c');
        line('#7b5433', 1.5);
        return;
      }
      path(x - 9.5, y - 9.5, 19, 19, 4);
      fill(GLAZES[glaze].body);
      line(GLAZES[glaze].shade, 1);
    });
    pen.restore();
  }

  function thread({ from, to, hasThread }) {
    for (const end of [from, to]) {
      pen.beginPath();
      pen.arc(end.x - 16, end.y + 14, 6, 0, 7);
      line('#fffaf0', 3.4);
      line(GOLD, 2);
    }
    if (!hasThread) return;
    pen.save();
    pen.beginPath();
    pen.moveTo(from.x - 16, from.y + 14);
    pen.lineTo(to.x - 16, to.y + 14);
    pen.setLineDash([7, 6]);
    line(GOLD, 2.6);
    pen.restore();
  }

  function ribbon(status) {
    const [back, edge, words] = {
      playing: ['#d9c7a6', '#b9a27a', 'Glaze the tiles like the pattern'],
      won: ['#5c9a4a', '#3f7531', 'Just like the pattern!'],
      lost: ['#b8473d', '#8a2f27', 'The kiln has closed'],
    }[status];
    pen.beginPath();
    for (const [x, y] of [[54, 436], [410, 436], [396, 452], [410, 468], [54, 468], [68, 452]]) pen.lineTo(x, y);
    pen.closePath();
    fill(back);
    line(edge, 2);
    text(words, 232, 453, { size: 15, weight: 'bold', colour: status === 'playing' ? INK : '#ffffff' });
  }

  // Pours left as small jugs, and the score.
  function counters({ left, limit, score }) {
    text(`Score ${score}`, 552, 462, { size: 15, weight: 'bold' });
    text('Pours left', 478, 432, { size: 12, align: 'left', colour: '#8b6a48' });
    text(String(left), 626, 432, { size: 14, weight: 'bold', align: 'right' });
    for (let n = 0; n < limit; n += 1) {
      path(478 + (n * 150) / limit, 441, 150 / limit - 3, 8, 3);
      fill(n < left ? '#c8703f' : '#e2d2b6');
    }
  }

  return { table, tray, tile, peg, spout, pot, card, thread, ribbon, counters, text, path, fill, line };
};
