// The things of Mole Hatch, each drawn around a middle (x, y) in px. Nothing here knows the rules.
globalThis.paintKit = (pen) => {
  const TILE = 44;
  const INK = {
    soil: '#241a16', earth: '#4b3528', earthLight: '#5d4433', earthDark: '#38271d', floor: '#c39a68', floorDark: '#ad8455',
    mole: '#3f4458', moleLight: '#585f78', pink: '#eaa0a0', stone: '#8f99a6', stoneLight: '#b4bcc6', stoneDark: '#69727f', moss: '#6f9a4a',
    truffle: '#5a3431', speck: '#e7d2b4', water: '#4793b0', waterLight: '#86c3d6', wood: '#8a5a34', woodDark: '#64401f', brass: '#e5b84a',
    brassDark: '#9c7520', thorn: '#6b2340', thornTip: '#d2577a', grass: '#8fc46a', sky: '#bfe6f2', paper: '#f3e3c7', red: '#c94f4f', green: '#6aa84f',
  };

  const disc = (x, y, radius, colour) => { pen.fillStyle = colour; pen.beginPath(); pen.arc(x, y, radius, 0, Math.PI * 2); pen.fill(); };
  const oval = (x, y, rx, ry, colour, turn = 0) => { pen.fillStyle = colour; pen.beginPath(); pen.ellipse(x, y, rx, ry, turn, 0, Math.PI * 2); pen.fill(); };
  const box = (x, y, width, height, radius, colour) => { pen.fillStyle = colour; pen.beginPath(); pen.roundRect(x, y, width, height, radius); pen.fill(); };
  const line = (points, colour, width) => {
    pen.strokeStyle = colour;
    pen.lineWidth = width;
    pen.lineCap = 'round';
    pen.lineJoin = 'round';
    pen.beginPath();
    points.forEach(([x, y], n) => (n ? pen.lineTo(x, y) : pen.moveTo(x, y)));
    pen.stroke();
  };

  function text(words, x, y, { size = 15, colour = INK.paper, align = 'left', weight = 'normal' } = {}) {
    pen.font = `${weight} ${size}px "DejaVu Sans", sans-serif`;
    pen.fillStyle = colour;
    pen.textAlign = align;
    pen.textBaseline = 'middle';
    pen.fillText(words, x, y);
  }

  // A fixed sprinkling: the same place always has the same pebbles.
  const grain = (column, row, n) => ((column * 73 + row * 151 + n * 37) % 97) / 97;

  function ground(x, y, column, row) {
    pen.fillStyle = INK.floor;
    pen.fillRect(x - TILE / 2, y - TILE / 2, TILE, TILE);
    for (let n = 0; n < 4; n += 1) {
      oval(x - 17 + 34 * grain(column, row, n), y - 17 + 34 * grain(row, column, n + 5), 2.4, 1.5, INK.floorDark);
    }
  }

  // Earth with a lit edge towards the floor below it.
  function earth(x, y, column, row, isFloorBelow) {
    pen.fillStyle = INK.earth;
    pen.fillRect(x - TILE / 2, y - TILE / 2, TILE, TILE);
    for (let n = 0; n < 3; n += 1) {
      const [px, py] = [x - 15 + 30 * grain(column, row, n), y - 14 + 26 * grain(row, column, n + 3)];
      oval(px, py, 4.5, 3.2, INK.earthDark);
      oval(px - 0.8, py - 0.9, 3.4, 2.2, INK.earthLight);
    }
    if (!isFloorBelow) return;
    pen.fillStyle = INK.earthDark;
    pen.fillRect(x - TILE / 2, y + TILE / 2 - 9, TILE, 9);
    for (let n = 0; n < 3; n += 1) line([[x - 14 + 13 * n, y + 15], [x - 15 + 13 * n + 4 * grain(column, row, n), y + 21]], INK.earthLight, 1.5);
  }

  function hatch(x, y, isShut, hasBars) {
    disc(x, y, 20, INK.woodDark);
    disc(x, y, 17, isShut ? INK.wood : INK.sky);
    if (isShut) {
      for (const dx of [-8, 0, 8]) line([[x + dx, y - 13], [x + dx, y + 13]], INK.woodDark, 1.5);
      if (hasBars) for (const dy of [-6, 6]) line([[x - 15, y + dy], [x + 15, y + dy]], INK.stoneLight, 4);
      disc(x, y, 3.5, INK.brass);
      return;
    }
    pen.save();
    pen.beginPath();
    pen.arc(x, y, 17, 0, Math.PI * 2);
    pen.clip();
    pen.fillStyle = INK.grass;
    pen.fillRect(x - 20, y + 4, 40, 20);
    disc(x + 7, y - 7, 4.5, '#f7d75e');
    for (const dx of [-9, -2, 6]) line([[x + dx, y + 13], [x + dx + 1, y + 1]], INK.green, 2);
    disc(x - 1, y, 3, INK.pink);
    pen.restore();
  }

  function puddle(x, y, isWet) {
    if (!isWet) { // a sunken stone makes a path
      oval(x, y + 1, 18, 15, INK.floorDark);
      oval(x, y, 14, 11, INK.stone);
      oval(x - 3, y - 3, 6, 3.5, INK.stoneLight);
      return;
    }
    oval(x, y, 21, 18, INK.floorDark);
    oval(x, y + 1, 19, 16, INK.water);
    line([[x - 10, y - 3], [x - 4, y - 5], [x + 2, y - 3]], INK.waterLight, 2);
    line([[x - 1, y + 6], [x + 5, y + 4], [x + 11, y + 6]], INK.waterLight, 2);
  }

  function thorns(x, y) {
    for (const turn of [0, 1, 2, 3, 4]) {
      const angle = turn * 1.2566 - 0.5;
      const [ex, ey] = [x + 17 * Math.cos(angle), y + 17 * Math.sin(angle)];
      line([[x, y], [x + 9 * Math.cos(angle + 0.4), y + 9 * Math.sin(angle + 0.4)], [ex, ey]], INK.thorn, 4);
      disc(ex, ey, 2.6, INK.thornTip);
    }
    disc(x, y, 6, INK.thorn);
    disc(x, y, 2.5, INK.thornTip);
  }

  function truffle(x, y, isEaten) {
    if (isEaten) { // crumbs stay
      for (const [dx, dy] of [[-7, 6], [0, 9], [6, 5]]) disc(x + dx, y + dy, 1.8, INK.truffle);
      return;
    }
    oval(x, y + 10, 12, 4, INK.floorDark);
    disc(x - 4, y + 1, 9, INK.truffle);
    disc(x + 5, y + 3, 8, INK.truffle);
    disc(x + 1, y - 4, 7, INK.truffle);
    for (const [dx, dy] of [[-5, -1], [1, -6], [5, 2], [-1, 5]]) disc(x + dx, y + dy, 1.7, INK.speck);
  }

  function key(x, y) {
    disc(x - 7, y, 7, INK.brassDark);
    disc(x - 7, y - 1, 6, INK.brass);
    disc(x - 7, y - 1, 2.5, INK.floor);
    line([[x - 1, y - 1], [x + 13, y - 1]], INK.brass, 4);
    line([[x + 8, y], [x + 8, y + 6]], INK.brass, 3);
    line([[x + 13, y], [x + 13, y + 6]], INK.brass, 3);
  }

  function door(x, y, isShut) {
    if (!isShut) { // the frame stays
      box(x - 22, y - 22, 5, 44, 1, INK.woodDark);
      box(x + 17, y - 22, 5, 44, 1, INK.woodDark);
      return;
    }
    box(x - 22, y - 22, 44, 44, 3, INK.woodDark);
    box(x - 18, y - 19, 36, 38, 3, INK.wood);
    for (const dx of [-6, 6]) line([[x + dx, y - 17], [x + dx, y + 17]], INK.woodDark, 2);
    box(x - 7, y - 8, 14, 17, 3, INK.brass);
    disc(x, y - 1, 3, INK.woodDark);
    box(x - 1.5, y, 3, 6, 1, INK.woodDark);
  }

  function stone(x, y, hasMoss) {
    oval(x, y + 14, 17, 5, INK.floorDark);
    disc(x, y, 17.5, INK.stoneDark);
    disc(x - 1, y - 1.5, 16, INK.stone);
    oval(x - 6, y - 5, 6, 4, INK.stoneLight, -0.6);
    line([[x + 3, y + 3], [x + 8, y + 1], [x + 10, y + 6]], INK.stoneDark, 1.5);
    if (!hasMoss) return;
    oval(x + 1, y - 13, 11, 4.5, INK.moss);
    for (const dx of [-6, 0, 7]) disc(x + dx, y - 11, 3.6, INK.moss);
  }

  // The mole looks up (0), right (1), down (2) or left (3).
  function mole(x, y, face) {
    oval(x, y + 14, 14, 5, INK.floorDark);
    const [dx, dy] = [[0, -1], [1, 0], [0, 1], [-1, 0]][face];
    const [sx, sy] = [dy, dx]; // sideways
    for (const side of [-1, 1]) oval(x + 13 * side * Math.abs(sx) + 5 * dx, y + 11 * side * Math.abs(sy) + 5 * dy + 3, 5.5, 4.5, INK.pink);
    disc(x, y, 15, INK.mole);
    oval(x + 7 * dx, y + 7 * dy, 9.5, 9.5, INK.moleLight);
    if (face === 0) {
      line([[x - 3, y + 14], [x, y + 18], [x + 4, y + 16]], INK.pink, 3); // its tail
      disc(x, y - 15, 3.5, INK.pink);
      return;
    }
    disc(x + 15 * dx, y + 12 * dy, 4, INK.pink);
    const eyes = face === 2 ? [[-5, 3], [5, 3]] : [[6 * dx, -4]];
    for (const [ex, ey] of eyes) { disc(x + ex, y + ey, 2.8, '#ffffff'); disc(x + ex + dx, y + ey + dy, 1.5, '#15161d'); }
  }

  return { TILE, INK, disc, oval, box, line, text, ground, earth, hatch, puddle, thorns, truffle, key, door, stone, mole };
};
