/** <farm-deed>Sleep</farm-deed>: a button; a click on it says "deed". */

const SHAPE = new CSSStyleSheet();
SHAPE.replaceSync(`
  farm-deed { display: inline-block; }
  farm-deed button {
    min-width: 170px; height: 56px; padding: 0 28px; border: 0; border-bottom: 4px solid #8f8a79; border-radius: 4px;
    background: var(--straw); color: var(--ground); font: inherit; font-size: 24px; cursor: pointer;
  }
  farm-deed button:hover { background: #ffffff; }
  farm-deed button:active { border-bottom-width: 1px; translate: 0 3px; }
  farm-deed button:focus-visible { outline: 2px solid var(--chalk); outline-offset: 4px; }
`);

class FarmDeed extends HTMLElement {
  connectedCallback() {
    this.face = document.createElement("button");
    this.face.type = "button";
    this.face.append(...this.childNodes);
    this.append(this.face);
    this.face.addEventListener("click", () => this.dispatchEvent(new CustomEvent("deed")));
  }

  refuse() {
    this.face.animate([{ translate: "0" }, { translate: "-4px" }, { translate: "4px" }, { translate: "0" }], { duration: 180 });
  }
}

document.adoptedStyleSheets.push(SHAPE);
customElements.define("farm-deed", FarmDeed);
