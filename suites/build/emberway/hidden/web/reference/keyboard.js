// playproof-canary 6f1c2b0e-93d4-4a57-8a3e-emberway
// The keyboard: which keys are down, and which presses have not been handled yet.
import { CONTROLS } from "./names.js";

const ACTION_OF_CODE = new Map(Object.entries(CONTROLS).flatMap(([action, codes]) => codes.map((code) => [code, action])));

export class Keyboard {
  #down = new Set();
  #presses = [];

  /** Listen to the keys of a window. Keys are known by their place (`code`), not by their letter. */
  constructor(target) {
    target.addEventListener("keydown", (event) => this.#press(event));
    target.addEventListener("keyup", (event) => this.#down.delete(event.code));
    // Without the focus no key-up arrives any more, so nothing may stay down.
    target.addEventListener("blur", () => this.#down.clear());
    target.document.addEventListener("visibilitychange", () => {
      if (target.document.hidden) this.#down.clear();
    });
  }

  #press(event) {
    const action = ACTION_OF_CODE.get(event.code);
    if (action === undefined) return;
    event.preventDefault(); // no scrolling, no quick search
    if (event.repeat || this.#down.has(event.code)) return; // the system repeats a held key
    this.#down.add(event.code);
    // The direction is kept with the press: a walking key may be up again before the next step.
    this.#presses.push({ action, direction: this.direction() });
  }

  /** The direction of the walking keys that are down: x and y from -1 to 1. Opposite keys cancel each other. */
  direction() {
    return {
      x: Number(this.#isDown("right")) - Number(this.#isDown("left")),
      y: Number(this.#isDown("down")) - Number(this.#isDown("up")),
    };
  }

  #isDown(action) {
    return CONTROLS[action].some((code) => this.#down.has(code));
  }

  /** The presses since the last call, oldest first. */
  takePresses() {
    return this.#presses.splice(0);
  }
}
