// playproof-canary 6f1c2b0e-93d4-4a57-8a3e-emberway
// The archive: three keepsakes, each under a name of its own, written the moment it changes.
import { FRESH_KEEPSAKES, LAST_ROOM, PERFECT_SCORE } from "./rulebook.js";

const wholeNumber = (least, most) => (text) => {
  const number = /^\d{1,3}$/.test(text) ? Number(text) : NaN;
  return number >= least && number <= most ? number : undefined;
};

/** Keepsake -> the shelf it lies on, and how its text is understood (undefined: not at all). */
const SHELVES = {
  best: { shelf: "emberway:best", understand: wholeNumber(0, PERFECT_SCORE) },
  reached: { shelf: "emberway:reached", understand: wholeNumber(1, LAST_ROOM) },
  sound: { shelf: "emberway:sound", understand: (text) => (text === "on" || text === "off" ? text : undefined) },
};

/** What was kept; for whatever is missing or cannot be understood, the fresh keepsake. */
export function readKeepsakes(page) {
  const keeps = { ...FRESH_KEEPSAKES };
  for (const [name, { shelf, understand }] of Object.entries(SHELVES)) {
    try {
      keeps[name] = understand(page.localStorage.getItem(shelf)) ?? keeps[name];
    } catch {
      // Storage is switched off: the game is played without it.
    }
  }
  return keeps;
}

/** Keeps what changes from now on. */
export function keepArchive(page, store) {
  store.subscribe(({ keeps }, before) => {
    for (const [name, { shelf }] of Object.entries(SHELVES)) {
      if (keeps[name] === before.keeps[name]) continue;
      try {
        page.localStorage.setItem(shelf, String(keeps[name]));
      } catch {
        // Storage is full or switched off: the game goes on without it.
      }
    }
  });
}
