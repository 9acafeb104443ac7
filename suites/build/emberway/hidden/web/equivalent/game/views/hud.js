// playproof-canary 6f1c2b0e-93d4-4a57-8a3e-emberway
// The HUD: one element per fact, its sentence, and the scenes in which it shows. Writes only what has changed.
import { FACTS, entriesOf } from "../facts.js";

const RUN = ["room", "pause"];
const LISTED = ["menu", "pause", "death", "success"];
const EVERYWHERE = ["room", ...LISTED];

/** Element -> where it shows and what it says; `is` asks a fact by its name. */
const SIGNS = {
  title: { scenes: ["menu"], says: () => "Emberway" },
  level: { scenes: [...RUN, "death"], says: (is) => `Room ${is("level")}` },
  lives: { scenes: RUN, says: (is) => `Lives ${is("lives")}` },
  sparks: { scenes: RUN, says: (is) => `Sparks ${is("sparks")}` },
  sparks_total: { scenes: RUN, says: (is) => `of ${is("sparks_total")}` },
  braziers_lit: { scenes: RUN, says: (is) => `Braziers ${is("braziers_lit")}` },
  score: { scenes: [...RUN, "death", "success"], says: (is) => `Score ${is("score")}` },
  gate: { scenes: RUN, says: (is) => `Gate ${is("gate")}` },
  dash: { scenes: RUN, says: (is) => `Dash ${is("dash")}` },
  wind: { scenes: RUN, says: (is) => `Wind ${is("wind")}` },
  time_s: { scenes: RUN, says: (is) => `Time ${is("time_s")}` },
  best_score: { scenes: ["menu", "death", "success"], says: (is) => `Best ${is("best_score")}` },
  unlocked_level: { scenes: ["menu"], says: (is) => `Reached room ${is("unlocked_level")}` },
  sound: { scenes: EVERYWHERE, says: (is) => `Sound ${is("sound")}` },
  hint: { scenes: EVERYWHERE, says: (is) => is("hint") },
  selected: { scenes: LISTED, says: (_, state) => entriesOf(state)[state.cursor]?.label ?? "" },
};

const elementOf = (page, id) => page.document.querySelector(`[data-hud="${id}"]`);

export function showHud(page, store) {
  const signs = Object.entries(SIGNS).map(([id, sign]) => ({ ...sign, element: elementOf(page, id), written: "" }));
  store.subscribe((state) => {
    const is = (name) => FACTS[name](state);
    for (const sign of signs) {
      sign.element.hidden = !sign.scenes.includes(state.scene);
      const text = sign.element.hidden ? "" : sign.says(is, state);
      if (text === sign.written) continue;
      sign.element.textContent = text;
      sign.written = text;
    }
  });
  showList(page, store);
  showFlashes(page, store);
}

/** The list of entries: rebuilt when the scene changes, its marks kept in step with the cursor and the save. */
function showList(page, store) {
  const list = elementOf(page, "entries");
  let shown = null;
  store.subscribe((state) => {
    const entries = entriesOf(state);
    if (entries !== shown) {
      list.replaceChildren(...entries.map(({ label }) => Object.assign(page.document.createElement("li"), { textContent: label })));
      list.hidden = entries.length === 0;
      shown = entries;
    }
    entries.forEach(({ id }, place) => {
      list.children[place].classList.toggle("is-selected", place === state.cursor);
      list.children[place].classList.toggle("is-refused", id === "continue" && state.keeps.reached === 1);
    });
  });
}

/** News -> the element that it animates, and the name of the CSS animation, which is also the class that carries it. */
const FLASHES = {
  scored: { sign: "score", name: "score_pop" },
  hurt: { sign: "lives", name: "hit_flash" },
};

function showFlashes(page, store) {
  const flashes = new Map(Object.entries(FLASHES).map(([kind, { sign, name }]) => [kind, { element: elementOf(page, sign), name }]));
  for (const { element, name } of flashes.values()) {
    element.addEventListener("animationend", () => element.classList.remove(name));
  }
  const still = () => flashes.forEach(({ element, name }) => element.classList.remove(name));
  store.subscribe(({ news }) => {
    if (news.some(({ kind }) => kind === "entered")) still();
    for (const { kind } of news) {
      const flash = flashes.get(kind);
      if (flash === undefined) continue;
      flash.element.classList.remove(flash.name);
      void flash.element.offsetWidth; // the style is settled without the class: adding it starts the animation anew
      flash.element.classList.add(flash.name);
    }
  });
}
