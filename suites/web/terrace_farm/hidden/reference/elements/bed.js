/** <terrace-bed>: one bed. `state` colours it, a click on it says "work". */

const SHAPE = new CSSStyleSheet();
SHAPE.replaceSync(`
  terrace-bed { position: absolute; display: block; width: 120px; height: 110px; }
  terrace-bed button { display: block; width: 120px; height: 110px; margin: 0; padding: 0; border: 0; border-radius: 0; background: #8a4b20; cursor: pointer; }
  terrace-bed button:focus { outline: none; }
  terrace-bed[state="sown"] button { background: #f2c14e; }
  terrace-bed[state="wet"] button { background: #4f8fe0; cursor: default; }
  terrace-bed[state="ripe"] button { background: #35b558; }
  terrace-bed i { position: absolute; left: 30px; top: 116px; width: 60px; height: 4px; border-radius: 2px; }
  terrace-bed:hover i, terrace-bed button:focus-visible + i { background: #f4f1e8; }
`);

class TerraceBed extends HTMLElement {
  connectedCallback() {
    this.innerHTML = '<button type="button"></button><i></i>';
    this.soil = this.querySelector("button");
    this.soil.addEventListener("click", () => this.dispatchEvent(new CustomEvent("work")));
  }

  set state(value) {
    this.setAttribute("state", value);
    this.soil.setAttribute("aria-label", `${this.getAttribute("where")}, ${value}`);
  }

  refuse() {
    this.soil.animate([{ translate: "0" }, { translate: "-3px" }, { translate: "3px" }, { translate: "0" }], { duration: 160 });
  }
}

document.adoptedStyleSheets.push(SHAPE);
customElements.define("terrace-bed", TerraceBed);
