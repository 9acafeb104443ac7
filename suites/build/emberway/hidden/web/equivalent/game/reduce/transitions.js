// playproof-canary 6f1c2b0e-93d4-4a57-8a3e-emberway
// Small state-to-state functions that both the lists and the rooms need.
// `news` is what this one action brought about; the views turn it into sounds, animations and console lines.
import { BEATS, EMBER, LIVES, ROOMS } from "../rulebook.js";

/** The id of a scene for the world outside: a room is named by its number. */
export const stateId = ({ scene, level }) => (scene === "room" ? `level_${level}` : scene);

export const tell = (state, item) => ({ ...state, news: [...state.news, item] });

/** Says a passing hint, from now on for its whole time. */
export const say = (state, text) => ({ ...state, note: { text, beats: BEATS.note } });

export const hush = (state) => ({ ...state, note: null });

/** The hint's part of a beat. */
export function fadeNote(state) {
  if (state.note === null) return state;
  const left = state.note.beats - 1;
  return { ...state, note: left > 0 ? { ...state.note, beats: left } : null };
}

/** Starts a sound, if sound is on at this very moment. */
export const sound = (state, name) => (state.keeps.sound === "on" ? tell(state, { kind: "sound", name }) : state);

export const toggleSound = (state) => ({ ...state, keeps: { ...state.keeps, sound: state.keeps.sound === "on" ? "off" : "on" } });

/** Gives points; the best score follows at once. */
export function earn(state, points) {
  const score = state.score + points;
  return { ...state, score, keeps: score > state.keeps.best ? { ...state.keeps, best: score } : state.keeps };
}

/** Enters a scene: the one way into every state. */
export function enter(state, scene, changes = {}) {
  const entered = { ...state, ...changes, scene, cursor: 0, note: null };
  return tell(entered, { kind: "entered", id: stateId(entered) });
}

const freshRoom = (level) => ({
  ticks: 0,
  ember: { ...EMBER.spawn },
  facing: { x: 1, y: 0 },
  heading: { x: 1, y: 0 },
  cooldown: 0,
  shield: 0,
  taken: ROOMS[level].sparks.map(() => false),
  lit: ROOMS[level].braziers.map(() => false),
  isGateOpen: false,
});

/** The same run in another room, which begins fresh. */
export const enterRoom = (state, level) => enter(state, "room", { level, room: freshRoom(level) });

/** What is left of an old run ends here: its sounds too. */
const silence = (state) => tell(state, { kind: "silence" });

export const newRun = (state, level) => enterRoom({ ...silence(state), lives: LIVES, score: 0 }, level);

export const toMenu = (state) => enter(silence(state), "menu", { level: 0, lives: 0, score: 0, room: null });
