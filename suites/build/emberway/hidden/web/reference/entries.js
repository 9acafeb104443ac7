// playproof-canary 6f1c2b0e-93d4-4a57-8a3e-emberway
// The lists of entries of the four screens that have one.
import { CONSTANTS } from "./names.js";

const LABELS = {
  start: "Start",
  continue: "Continue",
  sound: "Sound",
  erase: "Erase save",
  resume: "Resume",
  restart: "Restart room",
  quit: "Quit to menu",
  retry: "Retry",
  back: "Back to menu",
  again: "Play again",
};

const listOf = (ids) => ids.map((id) => ({ id, label: LABELS[id] }));

const LISTS = {
  menu: listOf(CONSTANTS.menu_entries),
  pause: listOf(CONSTANTS.pause_entries),
  death: listOf(CONSTANTS.death_entries),
  success: listOf(CONSTANTS.success_entries),
};

/** The entries of a state, in order; none in the rooms. */
export const entriesOf = (state) => LISTS[state] ?? [];
