"use strict";

/* All that is painted. Things of the street are flat squares in colours that nothing else has. */

const INK = {
  ground: "#141821",
  chalk: "#f4f1e8",
  dusk: "#333b4a",
  quiet: "#aeb0ae",
  button: "#d6d0c1",
  buttonNear: "#ffffff",
  courier: "#f2c14e",
  letter: "#3fc8d0",
  watchman: "#e0483e",
  house: "#8d97a6",
  shutGate: "#a0329a",
  openGate: "#35b558",
  paving: "#2b5590",
  alarm: "#e7b3a4",
};
const FACE = '"Avenir Next", "Trebuchet MS", "DejaVu Sans", Verdana, sans-serif';

const canvas = document.getElementById("night");
const brush = canvas.getContext("2d", { alpha: false });
const density = Math.max(1, Math.round(devicePixelRatio || 1));
canvas.width = 960 * density;
canvas.height = 640 * density;
brush.scale(density, density);

function clear() {
  brush.fillStyle = INK.ground;
  brush.fillRect(0, 0, 960, 640);
}

function write(words, x, y, { size = 24, weight = 400, align = "center", ink = INK.chalk } = {}) {
  brush.font = `${weight} ${size}px ${FACE}`;
  brush.textAlign = align;
  brush.textBaseline = "alphabetic";
  brush.fillStyle = ink;
  brush.fillText(words, x, y);
}

function writeNumber(label, value, x, y) {
  write(`${label} ${value}`, x, y, { size: 26, align: "left" });
}

function square(middle, size, ink) {
  brush.fillStyle = ink;
  brush.fillRect(FIELD.x + Math.round(middle.x - size / 2), FIELD.y + Math.round(middle.y - size / 2), size, size);
}

function paintButton(words, box, isNear) {
  brush.fillStyle = isNear ? INK.buttonNear : INK.button;
  brush.beginPath();
  brush.roundRect(box.x, box.y, box.width, box.height, 8);
  brush.fill();
  write(words, box.x + box.width / 2, box.y + 40, { size: 26, ink: INK.ground });
}

/** Roofs along the lower edge, a shade off the ground, on the screens without a street. */
function paintRoofs() {
  brush.strokeStyle = INK.dusk;
  brush.lineWidth = 3;
  brush.lineJoin = "round";
  brush.beginPath();
  brush.moveTo(80, 616);
  for (let x = 80; x < 880; x += 100) {
    const height = 40 + ((x * 7) % 60);
    brush.lineTo(x, 616 - height);
    brush.lineTo(x + 50, 616 - height - 34);
    brush.lineTo(x + 100, 616 - height);
  }
  brush.lineTo(880, 616);
  brush.stroke();
  brush.beginPath();
  brush.arc(480, 120, 44, 0.35 * Math.PI, 1.65 * Math.PI);
  brush.quadraticCurveTo(440, 120, 500, 159);
  brush.stroke();
}

function paintStreet(round, alarm) {
  write(round.street.heading, FIELD.x, 50, { size: 36, align: "left" });
  writeNumber("Score", round.score, 80, 94);
  writeNumber("Lives", round.lives, 300, 94);
  writeNumber("Letters", round.letters.length, 510, 94);
  writeNumber("Flashes", round.flashes, 720, 94);
  brush.fillStyle = INK.paving;
  brush.fillRect(FIELD.x, FIELD.y, FIELD.width, FIELD.height);
  brush.fillStyle = INK.house;
  for (const [left, top, right, bottom] of round.street.houses) brush.fillRect(FIELD.x + left, FIELD.y + top, right - left, bottom - top);
  square(round.gate, SIZE.gate, round.isOpen ? INK.openGate : INK.shutGate);
  for (const letter of round.letters) square(letter, SIZE.letter, INK.letter);
  for (const watchman of round.watchmen) square(watchman, SIZE.watchman, INK.watchman);
  square(round.courier, SIZE.courier, INK.courier);
  paintEdge(round, alarm);
  write("Arrows or WASD to walk, Space for the lantern, P for a pause", 480, 627, { size: 17, ink: INK.quiet });
}

/** Around the field: light while the lantern has dazzled the watch, an alarm after a catch. Never inside of it. */
function paintEdge(round, alarm) {
  const share = round.still / STILL_S;
  brush.fillStyle = alarm > 0 ? INK.alarm : INK.chalk;
  if (alarm > 0) {
    brush.fillRect(FIELD.x - 14, FIELD.y, 6, FIELD.height);
    brush.fillRect(FIELD.x + FIELD.width + 8, FIELD.y, 6, FIELD.height);
  } else if (share > 0) {
    const height = Math.round(FIELD.height * share);
    brush.fillRect(FIELD.x - 14, FIELD.y + FIELD.height - height, 6, height);
    brush.fillRect(FIELD.x + FIELD.width + 8, FIELD.y + FIELD.height - height, 6, height);
  }
}
