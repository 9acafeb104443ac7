// playproof-canary 6f1c2b0e-93d4-4a57-8a3e-emberway
// The start: load the assets, wire the parts, run the clock.
import { Game } from "./game.js";
import { Hud } from "./hud.js";
import { exposeInterface } from "./interface.js";
import { Keyboard } from "./keyboard.js";
import { CONSTANTS } from "./names.js";
import { loadPictures } from "./pictures.js";
import { Painter } from "./painter.js";
import { Save } from "./save.js";
import { Sounds } from "./sounds.js";

/** Length of a step, ms. Short and whole, so that every countdown ends at exactly 0 and a run is the same at any frame rate. */
const STEP_MS = 5;
/** Frame times are fractions; a step that is due but for a rounding error is made now and not a frame later. */
const ROUNDING_MS = 0.001;

/** Call `frame` with the number of steps that each displayed frame needs. */
const runClock = (frame) => {
  let lastMs = null;
  let pendingMs = 0;
  const tick = (nowMs) => {
    const passedMs = lastMs === null ? 0 : Math.max(0, nowMs - lastMs);
    lastMs = nowMs;
    pendingMs = Math.min(pendingMs + passedMs, CONSTANTS.frame_max_ms);
    const steps = Math.floor((pendingMs + ROUNDING_MS) / STEP_MS);
    pendingMs -= steps * STEP_MS;
    frame(steps);
    requestAnimationFrame(tick);
  };
  requestAnimationFrame(tick);
};

const loadSounds = async () => {
  const sounds = new Sounds();
  try {
    await sounds.load();
  } catch (problem) {
    console.warn(`The game plays without sound: ${problem.message}`);
  }
  return sounds;
};

const start = async () => {
  const keyboard = new Keyboard(window);
  const [pictures, sounds] = await Promise.all([loadPictures(), loadSounds()]);
  const view = document.getElementById("view");
  const hud = new Hud(view);
  const painter = new Painter(document.getElementById("picture"), pictures);
  const response = {
    sound: (name) => sounds.play(name),
    silence: () => {
      sounds.stopAll();
      hud.settle();
    },
    scoreRose: () => hud.popScore(),
    lifeLost: () => hud.flashLives(),
    published: (readings) => hud.show(readings),
  };
  const game = new Game({ save: new Save(), keyboard, response });

  game.start();
  view.hidden = false;
  painter.paint(game);
  exposeInterface(window, game, () => painter.paint(game));
  window.addEventListener("keydown", () => {
    if (navigator.userActivation?.hasBeenActive ?? true) sounds.wake();
  });
  runClock((steps) => {
    for (let made = 0; made < steps; made += 1) game.step(STEP_MS);
    painter.paint(game);
  });
};

start();
