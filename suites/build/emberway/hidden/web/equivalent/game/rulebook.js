// playproof-canary 6f1c2b0e-93d4-4a57-8a3e-emberway
// The rule book: every number, word and place of the game, and nothing that acts. Lengths in px of the 800 x 600 view.

/** The heart beats 120 times a second. Countdowns are whole beats, so they end exactly at 0 and never drift. */
export const BEATS_PER_S = 120;
export const BEAT_MS = 1000 / BEATS_PER_S;

const beats = (ms) => Math.round((ms * BEATS_PER_S) / 1000);

/** Beats -> ms. Multiplies first: whole seconds come out as whole numbers. */
export const msOf = (count) => (count * 1000) / BEATS_PER_S;

/** Of a long stall only this much is made up for. */
export const LONGEST_FRAME_MS = 250;

export const EMBER = {
  spawn: { x: 80, y: 304 },
  half: 12,
  walkSpeed: 180,
  dashSpeed: 640,
  sparkReach: 26,
  dripReach: 24,
  brazierReach: 48,
};

export const LIVES = 3;
export const POINTS = { spark: 10, brazier: 25, room: 50, life: 20 };

export const BEATS = {
  dashCooldown: beats(1200),
  /** While more than this is left of the cooldown, the dash itself goes on. */
  dashEnd: beats(1200 - 150),
  shield: beats(1500),
  note: beats(1500),
  windPeriod: beats(3500),
  windBlowing: beats(2000),
};

const box = (x, y, width, height) => Object.freeze({ x, y, width, height });
const at = (x, y) => Object.freeze({ x, y });

export const WORLD = box(0, 48, 800, 512);
export const GATE = box(776, 272, 24, 64);
export const WIND = { zone: box(288, 64, 224, 480), push: -100 };

const BORDERS = [box(0, 48, 800, 16), box(0, 544, 800, 16), box(0, 64, 16, 480), box(784, 64, 16, 208), box(784, 336, 16, 208)];

const drip = (from, to, speed) => Object.freeze({ from, to, speed, length: Math.hypot(to.x - from.x, to.y - from.y) });

/** Room number -> what is in it. Place 0 is empty so that rooms keep their own numbers. */
export const ROOMS = [
  null,
  {
    name: "Hearth",
    walls: [...BORDERS, box(256, 64, 32, 272), box(512, 272, 32, 272)],
    sparks: [at(160, 128), at(160, 480), at(400, 440), at(400, 160), at(704, 304)],
    drips: [drip(at(336, 96), at(336, 512), 120), drip(at(608, 96), at(608, 512), 100), drip(at(64, 400), at(224, 400), 80)],
    braziers: [],
    isWindy: false,
  },
  {
    name: "Cistern",
    walls: [...BORDERS, box(240, 208, 32, 192), box(528, 208, 32, 192)],
    sparks: [at(160, 112), at(160, 496), at(400, 304), at(656, 112), at(656, 496)],
    drips: [drip(at(320, 96), at(320, 512), 110), drip(at(480, 512), at(480, 96), 110), drip(at(592, 304), at(704, 304), 90)],
    braziers: [at(400, 112), at(400, 496)],
    isWindy: false,
  },
  {
    name: "Flue",
    walls: [...BORDERS, box(288, 176, 224, 32), box(288, 400, 224, 32)],
    sparks: [at(400, 120), at(400, 304), at(400, 488), at(656, 160), at(656, 448)],
    drips: [drip(at(576, 96), at(576, 512), 130), drip(at(320, 360), at(480, 360), 100), drip(at(224, 96), at(224, 512), 120)],
    braziers: [],
    isWindy: true,
  },
];
export const LAST_ROOM = ROOMS.length - 1;
export const MOST_SPARKS = 5;
export const MOST_BRAZIERS = 2;
export const MOST_DRIPS = 3;

/** Scene -> the entries of its list. A room has none. */
export const LISTS = {
  menu: [
    { id: "start", label: "Start" },
    { id: "continue", label: "Continue" },
    { id: "sound", label: "Sound" },
    { id: "erase", label: "Erase save" },
  ],
  room: [],
  pause: [
    { id: "resume", label: "Resume" },
    { id: "restart", label: "Restart room" },
    { id: "quit", label: "Quit to menu" },
  ],
  death: [
    { id: "retry", label: "Retry" },
    { id: "back", label: "Back to menu" },
  ],
  success: [
    { id: "again", label: "Play again" },
    { id: "back", label: "Back to menu" },
  ],
};

/** All sentences of the hint line: `standing` ones describe where we are, `passing` ones answer something the player did. */
export const HINTS = {
  standing: {
    menu: "Choose a way",
    sparksMissing: "Gather the sparks",
    braziersUnlit: "Light the braziers",
    gateOpen: "The gate is open",
    pause: "The world waits",
    death: "The ember went out",
    success: "The way is lit",
  },
  passing: {
    nothingSaved: "Nothing saved yet",
    erased: "Save erased",
    dashCooling: "Dash is cooling",
    gateClosed: "The gate is closed",
    brazierFar: "Too far from a brazier",
    brazierLit: "Already lit",
    noBraziers: "Nothing to light here",
  },
};

/** Action -> the places on the keyboard that stand for it. */
export const KEYS = {
  left: ["ArrowLeft", "KeyA"],
  right: ["ArrowRight", "KeyD"],
  up: ["ArrowUp", "KeyW"],
  down: ["ArrowDown", "KeyS"],
  dash: ["Space", "KeyK"],
  interact: ["KeyE", "KeyL"],
  confirm: ["Enter", "KeyF"],
  pause: ["Escape", "KeyP"],
  mute: ["KeyM"],
};

/** What is kept over runs and openings when nothing, or nothing sound, was kept before. */
export const FRESH_KEEPSAKES = Object.freeze({ best: 0, reached: 1, sound: "on" });
export const PERFECT_SCORE = 410;
