// playproof-canary 6f1c2b0e-93d4-4a57-8a3e-emberway
// The HUD: texts above the picture. Each element is written and shown from the readings; style.css places it by state.
import { entriesOf } from "./entries.js";
import { HUD } from "./names.js";

/** HUD id -> its text. The list of entries is built by itself. */
const TEXTS = {
  title: () => "Emberway",
  level: (now) => `Room ${now.level}`,
  lives: (now) => `Lives ${now.lives}`,
  sparks: (now) => `Sparks ${now.sparks}`,
  sparks_total: (now) => `of ${now.sparks_total}`,
  braziers_lit: (now) => `Braziers ${now.braziers_lit}`,
  score: (now) => `Score ${now.score}`,
  gate: (now) => `Gate ${now.gate}`,
  dash: (now) => `Dash ${now.dash}`,
  wind: (now) => `Wind ${now.wind}`,
  time_s: (now) => `Time ${now.time_s}`,
  best_score: (now) => `Best ${now.best_score}`,
  unlocked_level: (now) => `Reached room ${now.unlocked_level}`,
  sound: (now) => `Sound ${now.sound}`,
  hint: (now) => now.hint,
};

const HEADINGS = { pause: "Paused" };

const POP = {
  frames: [{ transform: "scale(1)" }, { transform: "scale(1.15)", color: "#ffd66b" }, { transform: "scale(1)" }],
  timing: { id: "score_pop", duration: 300, easing: "ease-out" },
};
const FLASH = {
  frames: [
    { color: "#4cc3ff", transform: "translateX(-3px) scale(1.1)" },
    { color: "#4cc3ff", transform: "translateX(3px) scale(1.1)" },
    { color: "#fff3c4", transform: "translateX(-2px)" },
    { color: "#4cc3ff", transform: "translateX(2px)" },
    { color: "#fff3c4", transform: "none" },
  ],
  timing: { id: "hit_flash", duration: 400 },
};

export class Hud {
  #view;
  #elements = new Map();
  #list;
  #shown = {};

  constructor(view) {
    this.#view = view;
    this.#list = view.querySelector('[data-hud="entries"]');
    for (const id of Object.keys(TEXTS)) this.#elements.set(id, view.querySelector(`[data-hud="${id}"]`));
  }

  /** Bring all elements up to date. */
  show(now) {
    if (now.state !== this.#shown.state) this.#arrange(now.state);
    for (const [id, element] of this.#elements) {
      const text = TEXTS[id](now);
      if (element.textContent !== text) element.textContent = text;
    }
    this.#mark(now);
    this.#shown = now;
  }

  #arrange(state) {
    const isRoom = state.startsWith("level_");
    this.#view.dataset.screen = isRoom ? "room" : state;
    this.#view.querySelector(".heading").textContent = HEADINGS[state] ?? "";
    for (const [id, element] of this.#elements) element.hidden = !HUD[id].includes(state);
    this.#list.replaceChildren(
      ...entriesOf(state).map(({ id, label }) => {
        const entry = document.createElement("li");
        entry.textContent = label;
        entry.dataset.entry = id;
        return entry;
      }),
    );
  }

  /** Mark the selected entry; it is the HUD element `selected`. */
  #mark(now) {
    for (const entry of this.#list.children) {
      const isSelected = entry.dataset.entry === now.selected;
      if (isSelected !== (entry.dataset.hud === "selected")) {
        if (isSelected) entry.dataset.hud = "selected";
        else delete entry.dataset.hud;
      }
      entry.classList.toggle("dimmed", entry.dataset.entry === "continue" && now.unlocked_level === 1);
    }
  }

  popScore() {
    this.#elements.get("score").animate(POP.frames, POP.timing);
  }

  flashLives() {
    this.#elements.get("lives").animate(FLASH.frames, FLASH.timing);
  }

  /** End what the last run left moving. */
  settle() {
    for (const id of ["score", "lives"]) for (const animation of this.#elements.get(id).getAnimations()) animation.cancel();
  }
}
