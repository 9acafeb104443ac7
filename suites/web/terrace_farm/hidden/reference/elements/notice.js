/** What the title and the endings look like: a heading, a line and one button, above the steps of the terrace. */

const STEPS = [0, 1, 2, 3].map((step) => `M ${120 + 80 * step} ${134 - 34 * step} h 80 v -34`).join(" ");

export function notice({ heading, line, words, act }) {
  const screen = document.createElement("section");
  screen.className = "notice";
  screen.innerHTML = `
    <svg width="560" height="150" aria-hidden="true"><path d="${STEPS}" fill="none" stroke="#3a4150" stroke-width="3"/></svg>
    <h1></h1>
    <p></p>
    <farm-deed></farm-deed>`;
  screen.querySelector("h1").textContent = heading;
  screen.querySelector("p").textContent = line;
  const deed = screen.querySelector("farm-deed");
  deed.textContent = words;
  deed.addEventListener("deed", act);
  return screen;
}
