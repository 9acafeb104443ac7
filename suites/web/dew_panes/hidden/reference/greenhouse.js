"use strict";

const COLUMNS = 4;
const ROWS = 3;
const PITCH = 120;
const HALF = 50;
const MISTED_AT_FIRST = [1, 2, 4, 5, 6, 7, 8, 10, 12];
const FEWEST = 4;
const SIGHT_MS = 450;
const ROW_NAMES = ["top", "middle", "bottom"];
const COLUMN_NAMES = ["far left", "left", "right", "far right"];

const byId = (id) => document.getElementById(id);
const panes = [];
let misted = new Set();
let wipes = 0;
let ending = 0;

function show(id) {
  for (const screen of document.querySelectorAll(".screen")) screen.hidden = screen.id !== id;
}

function isPlaying() {
  return !byId("glass").hidden;
}

function again(element, name) {
  element.classList.remove("is-turning", "is-refusing");
  void element.offsetWidth;
  element.classList.add(name);
}

function draw() {
  panes.forEach((pane, index) => {
    const isMisted = misted.has(index + 1);
    pane.classList.toggle("is-misted", isMisted);
    pane.setAttribute("aria-pressed", String(!isMisted));
  });
  byId("wipes").textContent = String(wipes);
  byId("misted").textContent = String(misted.size);
}

function begin() {
  clearTimeout(ending);
  ending = 0;
  misted = new Set(MISTED_AT_FIRST);
  wipes = 0;
  for (const pane of panes) pane.classList.remove("is-turning", "is-refusing");
  draw();
  show("glass");
}

function reached(number) {
  const column = (number - 1) % COLUMNS;
  const found = [number];
  if (column < COLUMNS - 1) found.push(number + 1);
  if (number + COLUMNS <= COLUMNS * ROWS) found.push(number + COLUMNS);
  return found;
}

function wipe(number) {
  if (ending) return;
  if (!misted.has(number)) {
    again(panes[number - 1], "is-refusing");
    return;
  }
  for (const turned of reached(number)) {
    if (!misted.delete(turned)) misted.add(turned);
    again(panes[turned - 1], "is-turning");
  }
  wipes += 1;
  draw();
  if (misted.size === 0) ending = setTimeout(finish, SIGHT_MS);
}

function finish() {
  ending = 0;
  byId("final").textContent = String(wipes);
  byId("remark").textContent =
    wipes === FEWEST ? "Nobody could have done it in fewer strokes." : `It can be done in ${["no", "one", "two", "three", "four"][FEWEST]} strokes. Morning light comes in.`;
  show("dry");
}

function build() {
  for (let row = 0; row < ROWS; row += 1) {
    for (let column = 0; column < COLUMNS; column += 1) {
      const pane = document.createElement("button");
      const number = row * COLUMNS + column + 1;
      pane.type = "button";
      pane.className = "pane";
      pane.style.left = `${180 + PITCH * column - HALF - 107}px`;
      pane.style.top = `${210 + PITCH * row - HALF - 137}px`;
      pane.setAttribute("aria-label", `glass, ${ROW_NAMES[row]} row, ${COLUMN_NAMES[column]}`);
      pane.addEventListener("click", () => wipe(number));
      byId("window").append(pane);
      panes.push(pane);
    }
  }
}

build();
for (const button of document.querySelectorAll("[data-deed='begin']")) button.addEventListener("click", begin);
addEventListener("keydown", (event) => {
  if (event.repeat) {
    if (event.code === "Enter" || event.code === "Space") event.preventDefault();
    return;
  }
  if (event.code === "KeyR" && isPlaying()) begin();
});
