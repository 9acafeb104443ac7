"use strict";

/* The screens, the keys and the clock. */

const KEYS = {
  ArrowLeft: ["x", -1],
  KeyA: ["x", -1],
  ArrowRight: ["x", 1],
  KeyD: ["x", 1],
  ArrowUp: ["y", -1],
  KeyW: ["y", -1],
  ArrowDown: ["y", 1],
  KeyS: ["y", 1],
};
const BUTTON = { x: 370, y: 400, width: 220, height: 62 };
const ENDING_S = 0.5;
const ALARM_S = 0.5;
const TONES = { letter: [660, 0.09], open: [880, 0.25], flash: [440, 0.16], caught: [150, 0.3], street: [520, 0.25], home: [990, 0.5] };

let screen = "title";
let round = null;
let alarm = 0;
let ending = 0;
let last = null;
let isNear = false;
let voice = null;
const down = new Set();

function sound(what) {
  if (what === "caught") alarm = ALARM_S;
  const [pitch, length] = TONES[what];
  try {
    voice = voice ?? new AudioContext();
    const tone = voice.createOscillator();
    const loudness = voice.createGain();
    tone.frequency.value = pitch;
    tone.type = "triangle";
    loudness.gain.setValueAtTime(0.08, voice.currentTime);
    loudness.gain.exponentialRampToValueAtTime(0.001, voice.currentTime + length);
    tone.connect(loudness).connect(voice.destination);
    tone.start();
    tone.stop(voice.currentTime + length);
  } catch {
    voice = null; // no sound on this machine: the game goes on
  }
}

function begin() {
  round = new Round(sound);
  alarm = 0;
  ending = 0;
  screen = "street";
}

const BUTTONS = { title: "Start", home: "Play again", lost: "Try again" };

function sides() {
  const led = { x: 0, y: 0 };
  for (const axis of ["x", "y"]) {
    const held = [...down].map((code) => KEYS[code]).filter((side) => side[0] === axis);
    led[axis] = Number(held.some((side) => side[1] > 0)) - Number(held.some((side) => side[1] < 0));
  }
  return led;
}

function pass(seconds) {
  if (screen !== "street") return;
  alarm = Math.max(0, alarm - seconds);
  round.pass(seconds, sides());
  if (!round.outcome) return;
  ending += seconds;
  if (ending >= ENDING_S) screen = round.outcome;
}

function paint() {
  clear();
  if (screen === "street") {
    paintStreet(round, alarm);
  } else if (screen === "rest") {
    write("Resting a while", 480, 334, { size: 48 });
  } else {
    paintRoofs();
    if (screen === "title") {
      write("Night Courier", 480, 270, { size: 64 });
      write("Two streets, five envelopes, and the watch is awake.", 480, 336, { size: 22 });
    } else {
      write(screen === "home" ? "Post is home" : "Caught once too often", 480, 270, { size: 56 });
      writeNumber("Score", round.score, 412, 340);
    }
    paintButton(BUTTONS[screen], BUTTON, isNear);
  }
  canvas.style.cursor = isNear && BUTTONS[screen] ? "pointer" : "default";
}

function frame(now) {
  if (last !== null) pass((now - last) / 1000);
  last = now;
  paint();
  requestAnimationFrame(frame);
}

function isOnButton(event) {
  const box = canvas.getBoundingClientRect();
  const x = event.clientX - box.left - BUTTON.x;
  const y = event.clientY - box.top - BUTTON.y;
  return x >= 0 && x <= BUTTON.width && y >= 0 && y <= BUTTON.height;
}

function turnRest() {
  if (screen === "street" && !round.outcome) screen = "rest";
  else if (screen === "rest") screen = "street";
}

addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.code in KEYS || event.code === "Space") event.preventDefault();
  if (event.repeat) return;
  if (event.code in KEYS) down.add(event.code);
  else if (event.code === "Space" && screen === "street") round.flash();
  else if (event.code === "KeyP") turnRest();
});
addEventListener("keyup", (event) => down.delete(event.code));
addEventListener("blur", () => down.clear());
document.addEventListener("visibilitychange", () => {
  last = null;
});
canvas.addEventListener("pointermove", (event) => {
  isNear = isOnButton(event);
});
canvas.addEventListener("click", (event) => {
  if (BUTTONS[screen] && isOnButton(event)) begin();
});
requestAnimationFrame(frame);
