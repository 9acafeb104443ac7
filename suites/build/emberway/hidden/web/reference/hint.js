// playproof-canary 6f1c2b0e-93d4-4a57-8a3e-emberway
// The hint line: a passing hint for a while after its cause, otherwise the standing hint of the state.
import { CONSTANTS } from "./names.js";

const STANDING = {
  menu: "Choose a way",
  pause: "The world waits",
  death: "The ember went out",
  success: "The way is lit",
};

const standingInRoom = (room) => {
  if (room.isGateOpen) return "The gate is open";
  return room.areSparksGathered ? "Light the braziers" : "Gather the sparks";
};

export class Hint {
  #passing = "";
  #leftMs = 0;

  /** Show a passing hint from now on, in place of any other. */
  show(sentence) {
    this.#passing = sentence;
    this.#leftMs = CONSTANTS.hint_ms;
  }

  end() {
    this.#leftMs = 0;
  }

  advance(ms) {
    this.#leftMs = Math.max(0, this.#leftMs - ms);
  }

  /** The sentence to read now, in a state and, in the rooms, a room. */
  text(state, room) {
    if (this.#leftMs > 0) return this.#passing;
    return STANDING[state] ?? standingInRoom(room);
  }
}
