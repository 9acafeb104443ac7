// The things of Lantern Quay, drawn with canvas paths around their own origin.
const INK = '#1b1830';
const BRASS = '#d9a441';
const GLOW = {
  amber: { core: '#fff1b8', body: '#ffb52e', rim: '#b86a12' },
  teal: { core: '#d9fff4', body: '#35cdb4', rim: '#14736c' },
  rose: { core: '#ffe3ec', body: '#ff6f91', rim: '#a32c54' },
  pale: { core: '#eef1fa', body: '#aab4d4', rim: '#646f94' },
};

/** Draw at a place; whatever the drawing sets is forgotten after it. */
function at(pen, x, y, drawing) {
  pen.save();
  pen.translate(x, y);
  drawing();
  pen.restore();
}

function fill(pen, colour, path) {
  pen.beginPath();
  path();
  pen.fillStyle = colour;
  pen.fill();
}

function line(pen, colour, width, path) {
  pen.beginPath();
  path();
  pen.strokeStyle = colour;
  pen.lineWidth = width;
  pen.stroke();
}

const disc = (pen, x, y, r) => () => pen.arc(x, y, r, 0, Math.PI * 2);

const polygon = (pen, ...points) => () => {
  points.forEach(([x, y], n) => (n ? pen.lineTo(x, y) : pen.moveTo(x, y)));
  pen.closePath();
};

/** The outline of a lantern: amber ones are round, teal ones square, rose ones pointed. */
function lanternShape(pen, colour) {
  if (colour === 'teal') pen.roundRect(-9, -10, 18, 20, 4);
  else if (colour === 'rose') polygon(pen, [0, -13], [11, 0], [0, 13], [-11, 0])();
  else pen.ellipse(0, 0, 10, 11, 0, 0, Math.PI * 2);
}

function lantern(pen, x, y, colour) {
  const { core, body, rim } = GLOW[colour];
  at(pen, x, y, () => {
    const halo = pen.createRadialGradient(0, 0, 4, 0, 0, 24);
    halo.addColorStop(0, `${body}88`);
    halo.addColorStop(1, `${body}00`);
    fill(pen, halo, disc(pen, 0, 0, 24));
    fill(pen, INK, () => pen.roundRect(-5, -15, 10, 5, 2));
    fill(pen, INK, () => pen.roundRect(-5, 10, 10, 5, 2));
    fill(pen, body, () => lanternShape(pen, colour));
    line(pen, rim, 2, () => lanternShape(pen, colour));
    fill(pen, core, () => pen.ellipse(0, 1, 4, 6, 0, 0, Math.PI * 2));
    line(pen, `${rim}aa`, 1, () => {
      pen.moveTo(-7, -5);
      pen.lineTo(7, -5);
      pen.moveTo(-7, 6);
      pen.lineTo(7, 6);
    });
  });
}

/** The rope from the roller, the block, and two jaws: closed around a lantern, wide open without one. */
function hook(pen, { x, y, load }) {
  line(pen, '#e8d8b0', 2, () => {
    pen.moveTo(320, 30);
    pen.lineTo(x, y - 6);
  });
  if (load) lantern(pen, x, y + 22, load);
  at(pen, x, y, () => {
    const spread = load ? 8 : 15;
    for (const side of [-1, 1]) {
      line(pen, INK, 6, () => jaw(pen, side, spread));
      line(pen, BRASS, 3, () => jaw(pen, side, spread));
    }
    fill(pen, INK, () => pen.roundRect(-11, -9, 22, 14, 5));
    fill(pen, BRASS, () => pen.roundRect(-9, -7, 18, 10, 4));
    fill(pen, INK, disc(pen, 0, -2, 2.5));
  });
}

function jaw(pen, side, spread) {
  pen.moveTo(side * 4, 2);
  pen.quadraticCurveTo(side * (spread + 5), 6, side * spread, 16);
}

/** A barge: its deck is at y 0. The plate on the hull has a pip for each lantern ordered; a delivered one is lit. */
function barge(pen, one, deckY) {
  at(pen, one.x, deckY, () => {
    const { body, rim } = GLOW[one.colour];
    line(pen, INK, 4, () => {
      pen.moveTo(-31, 2);
      pen.lineTo(-31, -38);
    });
    fill(pen, body, polygon(pen, [-29, -38], [-10, -32], [-29, -24]));
    line(pen, rim, 1.5, polygon(pen, [-29, -38], [-10, -32], [-29, -24]));
    if (one.isFerry) {
      line(pen, INK, 4, () => pen.arc(31, -6, 9, Math.PI, 0));
      line(pen, BRASS, 2, () => pen.arc(31, -6, 9, Math.PI, 0));
    }
    fill(pen, INK, polygon(pen, [-46, -6], [-41, 0], [41, 0], [46, -6], [36, 38], [-36, 38]));
    fill(pen, one.isFerry ? '#6b3f5c' : '#7a4a30', polygon(pen, [-43, -2], [-39, 3], [39, 3], [43, -2], [34, 36], [-34, 36]));
    fill(pen, '#00000033', polygon(pen, [-36, 22], [36, 22], [34, 36], [-34, 36]));
    fill(pen, '#120f22', () => pen.roundRect(-24, -3, 48, 6, 3));
    line(pen, BRASS, 1.5, () => pen.roundRect(-24, -3, 48, 6, 3));
    plate(pen, one);
  });
}

function plate(pen, one) {
  const count = Math.max(one.pips, one.lit);
  const width = count * 15 + 5;
  fill(pen, '#efe2c0', () => pen.roundRect(-width / 2, 7, width, 16, 4));
  for (let n = 0; n < count; n += 1) {
    const x = (n - (count - 1) / 2) * 15;
    fill(pen, '#3a3350', disc(pen, x, 15, 6));
    if (n >= one.lit) continue;
    fill(pen, GLOW[one.glow].body, disc(pen, x, 15, 5));
    fill(pen, GLOW[one.glow].core, disc(pen, x, 14, 2.5));
  }
}

/** Where a lantern sank: two rings and drops; where one broke on the quay: shards; where one was delivered: rays. */
function mark(pen, { kind, x, y, age, look }) {
  const grown = Math.min(age, 12);
  if (kind === 'splash') {
    const colour = look === 'white' ? '#f4fbff' : '#16204a';
    line(pen, colour, 3, () => pen.ellipse(x, y + 4, 12 + grown, 4 + grown / 4, 0, 0, Math.PI * 2));
    line(pen, colour, 2, () => pen.ellipse(x, y + 4, 5 + grown, 2 + grown / 4, 0, 0, Math.PI * 2));
    for (const [dx, dy] of [[-14, -10], [-5, -17], [6, -15], [15, -9]]) fill(pen, colour, disc(pen, x + dx, y + dy - grown / 3, 2.5));
    return;
  }
  if (kind === 'shards') {
    for (const [dx, dy, turn] of [[-16, -6, 0.5], [-7, -13, 2], [4, -14, 1], [14, -7, 2.6]]) {
      at(pen, x + dx + (dx * grown) / 40, y + dy, () => {
        pen.rotate(turn);
        fill(pen, '#fff1b8', polygon(pen, [-4, -3], [4, -1], [-2, 4]));
      });
    }
    return;
  }
  for (let ray = 0; ray < 5; ray += 1) {
    const turn = Math.PI * (1.15 + ray * 0.175);
    line(pen, '#fff1b8', 2.5, () => {
      pen.moveTo(x + Math.cos(turn) * (12 + grown), y - 2 + Math.sin(turn) * (12 + grown));
      pen.lineTo(x + Math.cos(turn) * (19 + grown), y - 2 + Math.sin(turn) * (19 + grown));
    });
  }
}

/** A round button in a brass ring: lit when it would do something, sunk while it is pressed. */
function button(pen, { x, y, r }, { face, isLit, isPressed }, sign) {
  at(pen, x, y + (isPressed ? 2 : 0), () => {
    fill(pen, INK, disc(pen, 0, isPressed ? 0 : 2, r));
    fill(pen, BRASS, disc(pen, 0, 0, r - 1));
    fill(pen, isLit ? face : '#4a4258', disc(pen, 0, 0, r - 5));
    pen.strokeStyle = isLit ? INK : '#8b839c';
    pen.fillStyle = pen.strokeStyle;
    pen.lineWidth = 3;
    pen.lineCap = 'round';
    sign();
  });
}
