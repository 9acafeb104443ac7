/** <farm-tally label="Water">: a label and its number, which hops when it changes. */

const SHAPE = new CSSStyleSheet();
SHAPE.replaceSync(`
  farm-tally { display: block; font-size: 25px; line-height: 36px; white-space: nowrap; }
  farm-tally b { display: inline-block; margin-left: 9px; font-weight: 700; font-variant-numeric: tabular-nums; }
`);

class FarmTally extends HTMLElement {
  connectedCallback() {
    this.innerHTML = "<span></span><b></b>";
    this.number = this.querySelector("b");
    this.querySelector("span").textContent = this.getAttribute("label");
  }

  set value(value) {
    const text = String(value);
    if (this.number.textContent === text) return;
    const isFirst = this.number.textContent === "";
    this.number.textContent = text;
    if (!isFirst) this.number.animate([{ translate: "0 -6px" }, { translate: "0" }], { duration: 160, easing: "ease-out" });
  }
}

document.adoptedStyleSheets.push(SHAPE);
customElements.define("farm-tally", FarmTally);
