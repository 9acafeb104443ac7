// playproof-canary 6f1c2b0e-93d4-4a57-8a3e-emberway
// What outlives a run: the best score, the highest room reached and the sound setting, kept in the browser's local storage.
import { CONSTANTS, KEYS } from "./names.js";

const PLACE = "emberway.save";
const FIRST = { best_score: 0, unlocked_level: 1, sound: "on" };

const isWithin = (value, { minimum, maximum }) => Number.isInteger(value) && value >= minimum && value <= maximum;

/** What was saved, or the first values for whatever is missing, broken or out of its range. */
const read = () => {
  let stored = null;
  try {
    stored = JSON.parse(localStorage.getItem(PLACE));
  } catch {
    // Storage is forbidden or its contents are broken: play as if nothing had been saved.
  }
  if (typeof stored !== "object" || stored === null) return { ...FIRST };
  const { best_score, unlocked_level, sound } = stored;
  return {
    best_score: isWithin(best_score, KEYS.best_score) ? best_score : FIRST.best_score,
    unlocked_level: isWithin(unlocked_level, KEYS.unlocked_level) ? unlocked_level : FIRST.unlocked_level,
    sound: KEYS.sound.values.includes(sound) ? sound : FIRST.sound,
  };
};

export class Save {
  #kept = read();

  get bestScore() {
    return this.#kept.best_score;
  }

  get unlockedLevel() {
    return this.#kept.unlocked_level;
  }

  get sound() {
    return this.#kept.sound;
  }

  /** Keep a score if it is the best one. */
  offerScore(score) {
    if (score > this.bestScore) this.#write({ best_score: Math.min(score, CONSTANTS.perfect_score) });
  }

  /** Keep that a room was entered through a gate. */
  reachRoom(number) {
    if (number > this.unlockedLevel) this.#write({ unlocked_level: number });
  }

  toggleSound() {
    this.#write({ sound: this.sound === "on" ? "off" : "on" });
  }

  /** Forget score and room; the sound setting stays. */
  erase() {
    this.#write({ best_score: FIRST.best_score, unlocked_level: FIRST.unlocked_level });
  }

  /** Change and store at once, so that a game that is closed right after has it. */
  #write(change) {
    this.#kept = { ...this.#kept, ...change };
    try {
      localStorage.setItem(PLACE, JSON.stringify(this.#kept));
    } catch {
      // Storage is full or forbidden: the values last as long as the page.
    }
  }
}
