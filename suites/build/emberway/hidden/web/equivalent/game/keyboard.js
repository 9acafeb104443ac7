// playproof-canary 6f1c2b0e-93d4-4a57-8a3e-emberway
// The keyboard: which actions are held now, and which were pressed since somebody last asked.
import { KEYS } from "./rulebook.js";

const ACTION_OF = new Map(Object.entries(KEYS).flatMap(([action, codes]) => codes.map((code) => [code, action])));

export function createKeyboard(page) {
  const down = new Set(); // codes, so that two keys of one action do not release each other
  let presses = [];

  page.addEventListener("keydown", (event) => {
    const action = ACTION_OF.get(event.code);
    const isBrowsers = event.ctrlKey || event.altKey || event.metaKey;
    if (action === undefined || isBrowsers) return;
    event.preventDefault(); // Space and arrows would scroll
    if (event.repeat || down.has(event.code)) return;
    down.add(event.code);
    presses.push(action);
  });
  page.addEventListener("keyup", (event) => {
    down.delete(event.code);
  });
  page.addEventListener("blur", () => down.clear());

  return {
    held: () => Object.fromEntries(Object.entries(KEYS).map(([action, codes]) => [action, codes.some((code) => down.has(code))])),
    /** The presses that nobody has handled yet, oldest first; they are handed out once. */
    takePresses() {
      const taken = presses;
      presses = [];
      return taken;
    },
  };
}
