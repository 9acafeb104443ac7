// playproof-canary 6f1c2b0e-93d4-4a57-8a3e-emberway
// Menu, pause, death and success: a list of entries, a cursor, and what choosing an entry does.
import { FRESH_KEEPSAKES, HINTS, LISTS } from "../rulebook.js";
import { enter, fadeNote, newRun, say, toMenu, toggleSound } from "./transitions.js";

const resume = (state) => enter(state, "room");

const chosen = {
  start: (state) => newRun(state, 1),
  continue: (state) => (state.keeps.reached > 1 ? newRun(state, state.keeps.reached) : say(state, HINTS.passing.nothingSaved)),
  sound: toggleSound,
  erase: (state) => say({ ...state, keeps: { ...FRESH_KEEPSAKES, sound: state.keeps.sound } }, HINTS.passing.erased),
  resume,
  restart: (state) => newRun(state, state.level),
  quit: toMenu,
  retry: (state) => newRun(state, state.level),
  again: (state) => newRun(state, 1),
  back: toMenu,
};

function moveCursor(state, by) {
  const count = LISTS[state.scene].length;
  return { ...state, cursor: (state.cursor + by + count) % count };
}

const pressed = {
  up: (state) => moveCursor(state, -1),
  down: (state) => moveCursor(state, +1),
  confirm: (state) => chosen[LISTS[state.scene][state.cursor].id](state),
  pause: (state) => (state.scene === "pause" ? resume(state) : state),
  mute: toggleSound,
};

/** One beat of a scene with a list. After a change of scene the other presses of the beat are forgotten. */
export function beatOfList(state, presses) {
  const scene = state.scene;
  let next = fadeNote(state);
  for (const press of presses) {
    next = pressed[press]?.(next) ?? next;
    if (next.scene !== scene) break;
  }
  return next;
}
