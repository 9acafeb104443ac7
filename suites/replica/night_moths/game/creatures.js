// The moths, the owl and the bat, each drawn around a middle (x, y) in px. Nothing here knows the rules.
globalThis.creatureKit = (pen) => {
  // Each kind has its colours and a cut of wings: round, tailed, broad or pointed.
  const KINDS = {
    a: { wing: '#7fc98a', inner: '#d8f0c4', cut: 'tailed' },
    b: { wing: '#e07a9a', inner: '#8c2f55', cut: 'round' },
    c: { wing: '#6f7fd8', inner: '#28307c', cut: 'broad' },
    d: { wing: '#c2703a', inner: '#7a3418', cut: 'pointed' },
    e: { wing: '#8a5cb8', inner: '#efc6ff', cut: 'round' },
    f: { wing: '#3aa6a0', inner: '#0f5654', cut: 'pointed' },
    g: { wing: '#d84b3f', inner: '#3a1414', cut: 'broad' },
    h: { wing: '#7d7468', inner: '#d9cdb8', cut: 'tailed' },
    i: { wing: '#f4f0e2', inner: '#a8a08a', cut: 'pointed' },
    j: { wing: '#4a3a30', inner: '#d08a4a', cut: 'round' },
  };
  const METALS = { gold: '#e9b52c', silver: '#aebccb' };

  const fill = (colour) => { pen.fillStyle = colour; pen.fill(); };
  const disc = (x, y, radius, colour) => { pen.beginPath(); pen.arc(x, y, radius, 0, Math.PI * 2); fill(colour); };
  const oval = (x, y, rx, ry, colour, turn = 0) => { pen.beginPath(); pen.ellipse(x, y, rx, ry, turn, 0, Math.PI * 2); fill(colour); };

  // The outline of the two wings of one side; `side` is -1 or 1.
  function wings(cut, side) {
    pen.beginPath();
    pen.moveTo(side, -3);
    if (cut === 'round') {
      pen.bezierCurveTo(side * 6, -20, side * 23, -18, side * 20, -3);
      pen.bezierCurveTo(side * 22, 12, side * 10, 18, side, 6);
    } else if (cut === 'tailed') {
      pen.bezierCurveTo(side * 8, -18, side * 24, -16, side * 19, -5);
      pen.bezierCurveTo(side * 12, 2, side * 16, 12, side * 13, 21);
      pen.bezierCurveTo(side * 9, 16, side * 4, 12, side, 5);
    } else if (cut === 'broad') {
      pen.lineTo(side * 19, -15);
      pen.quadraticCurveTo(side * 24, -3, side * 17, 1);
      pen.quadraticCurveTo(side * 20, 15, side * 8, 15);
      pen.lineTo(side, 5);
    } else {
      pen.lineTo(side * 24, -13);
      pen.lineTo(side * 14, 4);
      pen.lineTo(side * 15, 14);
      pen.lineTo(side, 7);
    }
    pen.closePath();
  }

  function moth(x, y, { kind, metal, hasRings }, scale) {
    const { wing, inner, cut } = KINDS[kind];
    pen.save();
    pen.translate(x, y);
    pen.scale(scale, scale);
    for (const side of [-1, 1]) {
      wings(cut, side);
      fill(wing);
      pen.strokeStyle = METALS[metal] ?? inner;
      pen.lineWidth = metal ? 3.4 : 1.4;
      pen.stroke();
      if (kind === 'a') {
        if (hasRings) { disc(side * 12, -8, 4, inner); disc(side * 12, -8, 2, '#1d3a2a'); }
      } else {
        oval(side * 11, -6, 4.5, 3, inner, side * -0.5);
        oval(side * 9, 7, 2.6, 2.6, inner);
      }
    }
    oval(0, 2, 3, 10, '#3a2b26');
    disc(0, -8, 3.2, '#3a2b26');
    pen.strokeStyle = METALS[metal] ?? '#3a2b26';
    pen.lineWidth = 1.5;
    for (const side of [-1, 1]) { pen.beginPath(); pen.moveTo(side, -10); pen.quadraticCurveTo(side * 3, -17, side * 8, -18); pen.stroke(); }
    pen.restore();
  }

  function owl(x, y, scale) {
    pen.save();
    pen.translate(x, y);
    pen.scale(scale, scale);
    oval(0, 3, 15, 18, '#6b4a30');
    oval(0, 8, 10, 12, '#c9a57a');
    for (const side of [-1, 1]) {
      pen.beginPath(); pen.moveTo(side * 13, -19); pen.lineTo(side * 3, -12); pen.lineTo(side * 13, -6); fill('#6b4a30');
      disc(side * 6, -5, 6, '#f6e7b5');
      disc(side * 6, -5, 3, '#1a1420');
    }
    pen.beginPath(); pen.moveTo(-3, 0); pen.lineTo(3, 0); pen.lineTo(0, 6); fill('#e59a2e');
    for (const [dx, dy] of [[-4, 9], [4, 9], [0, 13]]) oval(dx, dy, 2, 1.6, '#8a6440');
    pen.restore();
  }

  function bat(x, y, scale) {
    pen.save();
    pen.translate(x, y);
    pen.scale(scale, scale);
    for (const side of [-1, 1]) {
      pen.beginPath(); pen.moveTo(0, -2); pen.lineTo(side * 22, -12); pen.lineTo(side * 18, 6); pen.lineTo(side * 10, 2); pen.lineTo(side * 5, 10); fill('#2b2633');
      pen.beginPath(); pen.moveTo(side * 1, -8); pen.lineTo(side * 6, -16); pen.lineTo(side * 6, -6); fill('#2b2633');
    }
    oval(0, 0, 6, 10, '#40384c');
    for (const side of [-1, 1]) disc(side * 2.5, -4, 1.4, '#ffd75e');
    pen.restore();
  }

  function creature(x, y, shown, scale = 1) {
    if (shown.kind === 'o') owl(x, y, scale);
    else if (shown.kind === 'v') bat(x, y, scale);
    else moth(x, y, shown, scale);
  }

  return { creature };
};
