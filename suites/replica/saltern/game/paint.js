// How the things of the saltern look. Each function draws one thing at a place; nothing here knows the rules.
const INK = '#2f3e46';
const FONT = '"DejaVu Sans", sans-serif';
const SKIES = {
  sun: ['#8fd0ea', '#fdf0c9'],
  cloud: ['#9fb3bf', '#dfe5e4'],
  rain: ['#5f7688', '#a9b8bd'],
  dusk: ['#3d3a63', '#e79a6b'],
};
const FILLS = {
  dry: { body: '#b08d68', edge: '#8f6f4e' },
  sea: { body: '#3f9dc0', edge: '#2b7897' },
  brine: { body: '#d9899a', edge: '#b3637a' },
  salt: { body: '#f4d9d5', edge: '#c7a6a4' },
  grit: { body: '#cdbfa2', edge: '#9c8d6e' },
};

const paintKit = (pen) => {
  const path = (x, y, width, height, radius) => {
    pen.beginPath();
    pen.roundRect(x, y, width, height, radius);
  };
  const shape = (points) => {
    pen.beginPath();
    for (const [x, y] of points) pen.lineTo(x, y);
    pen.closePath();
  };
  const disc = (x, y, radius) => {
    pen.beginPath();
    pen.arc(x, y, radius, 0, 7);
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

  // ---- Weather --------------------------------------------------------------------------------------------------------------------
  function cloud(x, y, size, colour) {
    pen.beginPath();
    pen.arc(x - size * 0.5, y, size * 0.36, 0, 7);
    pen.arc(x, y - size * 0.22, size * 0.48, 0, 7);
    pen.arc(x + size * 0.52, y, size * 0.34, 0, 7);
    pen.rect(x - size * 0.5, y, size, size * 0.34);
    fill(colour);
  }

  // One kind of weather as a sign of the given size.
  function weather(kind, x, y, size) {
    if (kind === 'sun') {
      for (let ray = 0; ray < 8; ray += 1) {
        const angle = (ray * Math.PI) / 4;
        pen.beginPath();
        pen.moveTo(x + Math.cos(angle) * size * 0.66, y + Math.sin(angle) * size * 0.66);
        pen.lineTo(x + Math.cos(angle) * size * 0.92, y + Math.sin(angle) * size * 0.92);
        line('#f2a93b', size * 0.13);
      }
      disc(x, y, size * 0.48);
      fill('#f8c84a');
      line('#e2952b', size * 0.08);
    } else if (kind === 'cloud') {
      cloud(x, y, size, '#8b9aa3');
      cloud(x - size * 0.06, y - size * 0.06, size * 0.9, '#f4f6f5');
    } else {
      cloud(x, y - size * 0.2, size, '#5d6d78');
      for (const dx of [-0.45, 0, 0.45]) {
        pen.beginPath();
        pen.moveTo(x + dx * size, y + size * 0.3);
        pen.lineTo(x + dx * size - size * 0.14, y + size * 0.7);
        line('#3f8fc4', size * 0.12);
      }
    }
  }

  function scene(sky) {
    const air = pen.createLinearGradient(0, 84, 0, 250);
    air.addColorStop(0, SKIES[sky][0]);
    air.addColorStop(1, SKIES[sky][1]);
    pen.fillStyle = air;
    pen.fillRect(0, 84, 640, 166);
    if (sky === 'sun') weather('sun', 92, 140, 34);
    if (sky === 'dusk') {
      disc(92, 226, 30);
      fill('#f3b562');
    }
    if (sky === 'cloud' || sky === 'rain') {
      const colour = sky === 'rain' ? '#495b69' : '#f1f4f3';
      for (const [x, y, size] of [[90, 136, 52], [250, 122, 44], [400, 146, 50]]) cloud(x, y, size, colour);
    }
    if (sky === 'rain') {
      for (let drop = 0; drop < 26; drop += 1) {
        const [x, y] = [30 + ((drop * 67) % 440), 172 + ((drop * 29) % 50)];
        pen.beginPath();
        pen.moveTo(x, y);
        pen.lineTo(x - 4, y + 12);
        line('rgba(214, 232, 242, 0.8)', 2);
      }
    }
    // The sea and its far shore, then the marsh.
    pen.fillStyle = '#5b8f9f';
    pen.fillRect(0, 226, 640, 24);
    pen.beginPath();
    pen.moveTo(0, 228);
    pen.bezierCurveTo(110, 212, 190, 224, 300, 220);
    pen.bezierCurveTo(390, 214, 430, 226, 640, 216);
    pen.lineTo(640, 230);
    pen.lineTo(0, 230);
    fill('#6f8a72');
    pen.fillStyle = '#a9b98d';
    pen.fillRect(0, 246, 640, 234);
    for (let tuft = 0; tuft < 22; tuft += 1) {
      const [x, y] = [14 + ((tuft * 97) % 450), 256 + ((tuft * 61) % 160)];
      for (const dx of [-4, 0, 4]) {
        pen.beginPath();
        pen.moveTo(x, y);
        pen.quadraticCurveTo(x + dx * 0.4, y - 5, x + dx, y - 9);
        line('#839a68', 1.6);
      }
    }
  }

  // ---- The board of days ------------------------------------------------------------------------------------------------------------
  function board(days, shown) {
    pen.fillStyle = '#f5efe0';
    pen.fillRect(0, 0, 640, 84);
    pen.fillStyle = '#c9b48a';
    pen.fillRect(0, 81, 640, 4);
    text('THE LITTLE SALTERN', 16, 16, { size: 13, weight: 'bold', align: 'left', colour: '#9a5b4f' });
    text(`Day ${shown}`, 624, 16, { size: 13, weight: 'bold', align: 'right' });
    const pitch = Math.min(76, 608 / days.length);
    days.forEach(({ kind, isToday, isPast }, at) => {
      const x = 16 + pitch * at;
      path(x, 30, pitch - 6, 44, 7);
      fill(isPast ? '#d8d2c2' : '#fffdf6');
      line('#d5c6a3', 1.5);
      weather(kind, x + (pitch - 6) / 2, 53, 15);
      text(String(at + 1), x + 9, 39, { size: 9, colour: '#8d8065' });
      if (isPast) {
        path(x, 30, pitch - 6, 44, 7);
        fill('rgba(216, 210, 194, 0.6)');
      }
      if (isToday) {
        path(x - 1, 29, pitch - 4, 46, 8);
        line('#e0892f', 3.5);
      }
    });
  }

  // ---- Pans -----------------------------------------------------------------------------------------------------------------------
  const panPoints = (x, y, width, inset) => {
    const [top, bottom] = [width / 2 - 9 - inset, width / 2 - inset];
    return [[x - top, y - 44 + inset], [x + top, y - 44 + inset], [x + bottom, y + 46 - inset], [x - bottom, y + 46 - inset]];
  };

  function pan({ x, y, width, content, hasFoam }) {
    shape(panPoints(x, y + 4, width, 0));
    fill('rgba(60, 60, 40, 0.25)');
    shape(panPoints(x, y, width, 0));
    fill('#8a6746');
    line('#684b31', 2);
    shape(panPoints(x, y, width, 9));
    fill(FILLS[content].body);
    line(FILLS[content].edge, 2);
    const reach = width / 2 - 22;
    pen.save();
    shape(panPoints(x, y, width, 10));
    pen.clip();
    ({ dry: cracks, sea: waves, brine: shimmer, salt: heaps, grit: grains })[content](x, y, reach);
    if (hasFoam) foam(x, y, reach);
    pen.restore();
  }

  function cracks(x, y, reach) {
    for (const points of [[[-0.8, -20], [-0.3, -8], [-0.5, 12]], [[-0.3, -8], [0.3, -14], [0.8, -26]], [[0.3, -14], [0.4, 10], [0.9, 24]], [[0.4, 10], [-0.1, 28]]]) {
      pen.beginPath();
      for (const [dx, dy] of points) pen.lineTo(x + dx * reach, y + dy);
      line('#937152', 1.8);
    }
  }

  function waves(x, y, reach) {
    for (const [dx, dy] of [[-0.3, -20], [0.3, -4], [-0.25, 12], [0.35, 26]]) {
      pen.beginPath();
      pen.moveTo(x + dx * reach - 12, y + dy);
      pen.quadraticCurveTo(x + dx * reach - 6, y + dy - 6, x + dx * reach, y + dy);
      pen.quadraticCurveTo(x + dx * reach + 6, y + dy + 6, x + dx * reach + 12, y + dy);
      line('#9fd3e6', 2.2);
    }
  }

  function shimmer(x, y, reach) {
    for (const [dx, dy, length] of [[-0.6, -18, 14], [0.1, -22, 20], [0.2, 6, 24], [-0.7, 16, 18]]) {
      pen.beginPath();
      pen.moveTo(x + dx * reach, y + dy);
      pen.lineTo(x + dx * reach + length, y + dy);
      line('#efb3bd', 2.2);
    }
  }

  function foam(x, y, reach) {
    for (const [dx, dy, radius] of [[-0.9, 32, 5], [-0.65, 34, 4], [-0.82, 25, 3.5], [0.9, 32, 5], [0.66, 34, 4], [0.84, 24, 3.5]]) {
      disc(x + dx * reach, y + dy, radius);
      fill('#fff6f3');
    }
  }

  function grains(x, y, reach) {
    for (let grain = 0; grain < 26; grain += 1) {
      disc(x + (((grain * 37) % 100) / 50 - 1) * reach, y - 26 + ((grain * 53) % 60), 2 + (grain % 3) * 0.7);
      fill(grain % 2 ? '#7d7159' : '#a49574');
    }
  }

  function heaps(x, y, reach) {
    const [light, edge] = ['#ffffff', '#bfb2b4'];
    for (const [dx, dy, size] of [[-0.5, -6, 14], [0.5, -4, 14], [0, 24, 17]]) {
      const [cx, cy] = [x + dx * reach, y + dy];
      shape([[cx - size, cy + 6], [cx - size * 0.3, cy - size * 0.8], [cx + size * 0.15, cy - size], [cx + size, cy + 6], [cx, cy + 10]]);
      fill(light);
      line(edge, 1.8);
      pen.beginPath();
      pen.moveTo(cx + size * 0.15, cy - size);
      pen.lineTo(cx + size * 0.2, cy + 8);
      line(edge, 1.2);
    }
  }

  // The post in front of a pan, and the tarp over it.
  function post({ x, y, isOn }) {
    path(x - 5, y - 12, 10, 26, 3);
    fill('#7d5a3a');
    line('#5b3f27', 1.5);
    pen.beginPath();
    pen.ellipse(x, y, 12, 6, 0, 0, 7);
    line(isOn ? '#d9822b' : '#e9dfc4', 3.5);
  }

  function tarp({ x, y, width }) {
    const points = panPoints(x, y - 3, width + 4, 0);
    shape(points);
    fill('rgba(84, 110, 92, 0.8)');
    line('#3f5646', 2);
    for (const share of [0.25, 0.5, 0.75]) {
      pen.beginPath();
      pen.moveTo(points[0][0] + (points[1][0] - points[0][0]) * share, points[0][1]);
      pen.lineTo(points[3][0] + (points[2][0] - points[3][0]) * share, points[3][1]);
      line('rgba(226, 232, 214, 0.5)', 1.6);
    }
  }

  // ---- The yard at the right ----------------------------------------------------------------------------------------------------------
  function yard() {
    path(478, 258, 154, 214, 14);
    fill('#e9dfc4');
    line('#c9b48a', 2);
  }

  function sack(x, y, isFull) {
    pen.beginPath();
    pen.moveTo(x - 8, y + 10);
    pen.bezierCurveTo(x - 13, y + 2, x - 9, y - 6, x - 4, y - 8);
    pen.lineTo(x - 6, y - 13);
    pen.lineTo(x + 6, y - 13);
    pen.lineTo(x + 4, y - 8);
    pen.bezierCurveTo(x + 9, y - 6, x + 13, y + 2, x + 8, y + 10);
    pen.closePath();
    fill(isFull ? '#c98f5a' : '#f3ecd8');
    line(isFull ? '#8b5c31' : '#cbb994', 1.8);
    pen.beginPath();
    pen.moveTo(x - 4, y - 8);
    pen.lineTo(x + 4, y - 8);
    line(isFull ? '#fff4df' : '#cbb994', 2);
  }

  function sacks(count, goal) {
    text(`Sacks ${count} of ${goal}`, 555, 272, { size: 12, weight: 'bold' });
    const perRow = goal > 8 ? Math.ceil(goal / 2) : 4;
    const pitch = 132 / perRow;
    for (let n = 0; n < goal; n += 1) sack(489 + pitch * ((n % perRow) + 0.5), 300 + Math.floor(n / perRow) * 29, n < count);
  }

  function hand(x, y, isLeft) {
    const [skin, edge] = isLeft ? ['#e7a877', '#9c6239'] : ['#efe6d0', '#cbb994'];
    for (const [dx, height] of [[-6, 11], [-2, 14], [2, 13], [6, 10]]) {
      path(x + dx - 2, y - height, 4, height + 3, 2);
      fill(skin);
      line(edge, 1);
    }
    path(x - 9, y - 1, 18, 12, 5);
    fill(skin);
    line(edge, 1.4);
  }

  function hands({ left, spent }) {
    text('Hands', 492, 362, { size: 11, align: 'left', colour: '#8d7648' });
    for (let n = 0; n < left + spent; n += 1) hand(545 + n * 22, 364, n < left);
  }

  // The bell that ends the day; `swing` tilts it for a moment.
  function bell({ x, y }, swing) {
    path(x - 42, y - 30, 84, 68, 10);
    fill('#8a6746');
    line('#5b3f27', 2);
    path(x - 36, y - 24, 72, 56, 7);
    fill('#f5efe0');
    pen.save();
    pen.translate(x, y - 18);
    pen.rotate(swing);
    pen.beginPath();
    pen.moveTo(-17, 24);
    pen.bezierCurveTo(-12, 18, -13, 2, 0, 2);
    pen.bezierCurveTo(13, 2, 12, 18, 17, 24);
    pen.closePath();
    fill('#e0a63a');
    line('#9a6a14', 2);
    disc(0, 27, 4);
    fill('#9a6a14');
    pen.restore();
    text('End day', x, y + 23, { size: 10, weight: 'bold' });
  }

  function rack(left) {
    text('Tarps', 28, 436, { size: 11, align: 'left', colour: '#4d5c3c' });
    for (let n = 0; n < left; n += 1) {
      path(70 + n * 34, 428, 28, 15, 7);
      fill('#5f7a67');
      line('#3f5646', 2);
      disc(92 + n * 34, 435.5, 4);
      line('#c7d3bb', 1.5);
    }
  }

  // The wind pump: for sale until it is bought; then its sails are set.
  function pump({ x, y, isBought, price }) {
    shape([[x - 7, y - 16], [x + 7, y - 16], [x + 16, y + 42], [x - 16, y + 42]]);
    fill(isBought ? '#f7f3e6' : '#c3b99f');
    line('#7a6848', 2);
    path(x - 5, y + 24, 10, 18, 3);
    fill('#7a6848');
    for (let sail = 0; sail < 4; sail += 1) {
      pen.save();
      pen.translate(x, y - 16);
      pen.rotate((sail * Math.PI) / 2 + Math.PI / 4);
      path(-5, 5, 10, 34, 2);
      if (isBought) fill('#d8604f');
      line(isBought ? '#8f3428' : '#8d8065', 1.8);
      pen.restore();
    }
    disc(x, y - 16, 5);
    fill('#7a6848');
    if (!isBought) {
      path(x + 16, y + 16, 52, 24, 5);
      fill('#fffdf6');
      line('#c9b48a', 1.5);
      pen.save();
      pen.translate(x + 30, y + 30);
      pen.scale(0.7, 0.7);
      sack(0, 0, true);
      pen.restore();
      text(`× ${price}`, x + 51, y + 29, { size: 12, weight: 'bold' });
    }
  }

  function score(points) {
    path(386, 426, 82, 24, 6);
    fill('#fffdf6');
    line('#c9b48a', 1.5);
    text(`Score ${points}`, 427, 439, { size: 12, weight: 'bold' });
  }

  function ribbon(status) {
    const [back, edge, words] = {
      playing: ['#f5efe0', '#c9b48a', 'Fill the sacks with salt'],
      won: ['#4f9466', '#2f6b45', 'Every sack is full!'],
      lost: ['#b4524a', '#85352f', 'The season is over'],
    }[status];
    path(128, 456, 234, 20, 10);
    fill(back);
    line(edge, 2);
    text(words, 245, 467, { size: 12, weight: 'bold', colour: status === 'playing' ? INK : '#ffffff' });
  }

  return { scene, board, pan, post, tarp, yard, sacks, hands, bell, rack, pump, score, ribbon };
};
