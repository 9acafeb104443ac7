/** <terrace-game>: the screens, and what leads from one to the other. */

import { Farm, BEDS } from "../farm.js";
import { notice } from "./notice.js";

const STORED_MS = 450;
const NUMBERS = { day: "Day", water: "Water", seeds: "Seeds", grain: "Grain" };
const PLACES = ["upper left", "upper middle", "upper right", "lower left", "lower middle", "lower right"];

const SHAPE = new CSSStyleSheet();
SHAPE.replaceSync(`
  terrace-game { position: absolute; inset: 0; display: block; width: 800px; height: 640px; }
  h1 { margin: 0; font-weight: 400; letter-spacing: 0.01em; }
  p { margin: 0; }
  .notice { position: absolute; inset: 0; text-align: center; }
  .notice svg { position: absolute; left: 120px; top: 70px; }
  .notice h1 { position: absolute; top: 236px; width: 100%; font-size: 60px; line-height: 76px; }
  .notice p { position: absolute; top: 328px; width: 100%; font-size: 22px; line-height: 32px; }
  .notice farm-deed { position: absolute; top: 416px; left: 0; width: 100%; }
  .farm h1 { position: absolute; left: 190px; top: 34px; font-size: 38px; line-height: 48px; }
  .numbers { position: absolute; left: 190px; top: 118px; width: 420px; display: flex; justify-content: space-between; }
  .wall { position: absolute; left: 150px; width: 500px; height: 3px; background: var(--stone); }
  .deeds { position: absolute; left: 190px; top: 506px; width: 420px; display: flex; justify-content: space-between; }
  .hint { position: absolute; left: 0; top: 594px; width: 100%; text-align: center; font-size: 16px; color: var(--quiet); }
`);

class TerraceGame extends HTMLElement {
  #farm = null;
  #isSettled = false;

  connectedCallback() {
    this.#tell("Terrace Farm", "Six plots, a slow well, and the dry time is near.", "Start");
  }

  #show(screen) {
    this.replaceChildren(screen);
  }

  #tell(heading, line, words) {
    this.#show(notice({ heading, line, words, act: () => this.#begin() }));
  }

  #begin() {
    this.#farm = new Farm();
    this.#isSettled = false;
    const screen = document.createElement("section");
    screen.className = "farm";
    screen.innerHTML = `
      <h1>Tend the beds</h1>
      <div class="numbers">${Object.entries(NUMBERS).map(([id, label]) => `<farm-tally id="${id}" label="${label}"></farm-tally>`).join("")}</div>
      ${PLACES.map((where) => `<terrace-bed where="${where}"></terrace-bed>`).join("")}
      <div class="wall" style="top: 329px"></div>
      <div class="wall" style="top: 469px"></div>
      <div class="deeds"><farm-deed id="sleep">Sleep</farm-deed><farm-deed id="trade">Trade</farm-deed></div>
      <div class="hint">Touch a plot to sow, to wet and to reap. What stays dry until the morning is lost.</div>`;
    this.#show(screen);
    this.#beds.forEach((bed, index) => {
      bed.style.left = `${250 + 150 * (index % 3) - 60}px`;
      bed.style.top = `${260 + 140 * Math.floor(index / 3) - 55}px`;
      bed.addEventListener("work", () => this.#try(bed, () => this.#farm.work(index)));
    });
    for (const id of ["sleep", "trade"]) {
      const deed = this.querySelector(`#${id}`);
      deed.addEventListener("deed", () => this.#try(deed, () => this.#farm[id]()));
    }
    this.#draw();
  }

  get #beds() {
    return [...this.querySelectorAll("terrace-bed")].slice(0, BEDS);
  }

  #try(element, act) {
    if (this.#isSettled) return;
    if (!act()) {
      element.refuse();
      return;
    }
    if (this.#farm.isOver) {
      this.#tell("No rain is coming", "The well is dry and the store stands half empty.", "Try again");
      return;
    }
    this.#draw();
    if (this.#farm.isStored) {
      this.#isSettled = true;
      setTimeout(() => this.#tell("Granary is full", "There is bread until the clouds come back.", "Play again"), STORED_MS);
    }
  }

  #draw() {
    for (const id of Object.keys(NUMBERS)) this.querySelector(`#${id}`).value = this.#farm[id];
    this.#beds.forEach((bed, index) => {
      bed.state = this.#farm.beds[index];
    });
  }
}

document.adoptedStyleSheets.push(SHAPE);
customElements.define("terrace-game", TerraceGame);
