"use strict";

const SVG = "http://www.w3.org/2000/svg";
const CARD = { width: 100, height: 130 };
const SLOTS = [190, 330, 470, 610].map((x) => ({ x, y: 480 }));
const PILES = {
  rising: { x: 260, y: 240, colour: "#35b558", label: "Rising" },
  falling: { x: 540, y: 240, colour: "#6aa5f0", label: "Falling" },
};
const HOME_MS = 220;
const DEAL_MS = 200;
const CALM_MS = 600;
const STUCK_MS = 900;
const REFUSED_MS = 350;
const GRIP = 0.6;

const sea = document.getElementById("sea");
let game = null;
let parts = null;
let held = null;
let pending = 0;

// -- making elements

function make(name, attributes, ...children) {
  const element = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, String(value));
  element.append(...children);
  return element;
}

function text(words, x, y, kind, anchor = "middle") {
  return make("text", { x, y, class: kind, "text-anchor": anchor }, words);
}

function button(words, y, act) {
  const group = make("g", { class: "button", role: "button", "aria-label": words });
  group.append(make("rect", { x: 290, y, width: 220, height: 58, rx: 10 }), text(words, 400, y + 38, "words"));
  group.addEventListener("click", act);
  return group;
}

function wave(x, y, crests) {
  let path = `M ${x} ${y}`;
  for (let crest = 0; crest < crests; crest += 1) path += " q 20 -22 40 0 t 40 0";
  return make("path", { class: "wave", d: path });
}

function card(at, colour, number) {
  const figure = text(String(number), 0, 19, "number");
  const group = make("g", {}, make("rect", { x: -50, y: -65, width: CARD.width, height: CARD.height, rx: 6, fill: colour }), figure);
  place(group, at);
  return group;
}

function frame(at, kind, room) {
  return make("rect", { x: at.x - 50 - room, y: at.y - 65 - room, width: 100 + 2 * room, height: 130 + 2 * room, rx: 6 + room, class: kind });
}

function place(group, at) {
  group.setAttribute("transform", `translate(${at.x} ${at.y})`);
}

function glide(group, from, to, lasting) {
  group.getAnimations().forEach((animation) => animation.cancel());
  place(group, to);
  group.animate([{ transform: `translate(${from.x}px, ${from.y}px)` }, { transform: `translate(${to.x}px, ${to.y}px)` }], {
    duration: lasting,
    easing: "ease-out",
  });
}

// -- screens

function show(...elements) {
  clearTimeout(pending);
  held = null;
  parts = null;
  sea.replaceChildren(...elements);
}

function showTitle() {
  show(
    wave(160, 130, 6),
    wave(200, 158, 5),
    text("Two Tides", 400, 250, "heading"),
    text("Ten cards, one sea that climbs and one that sinks.", 400, 300, "words"),
    button("Start", 360, begin),
    button("How to play", 440, showHelp),
    wave(240, 560, 4),
  );
}

const HELP = [
  "Drag a card from below onto one of the two piles.",
  "The green pile wants a card above its own number,",
  "the blue one wants a card beneath its own number.",
  "Against the tide there is one leap: exactly ten.",
  "Bring all ten cards to sea before nothing fits.",
];

function showHelp() {
  show(
    text("How the piles grow", 400, 120, "heading"),
    wave(240, 164, 4),
    ...HELP.map((line, index) => text(line, 400, 226 + 44 * index, "words")),
    button("Back", 470, showTitle),
  );
}

function showEnding(heading, line, words) {
  show(wave(160, 150, 6), text(heading, 400, 260, "heading"), text(line, 400, 316, "words"), button(words, 390, begin), wave(240, 540, 4));
}

function begin() {
  game = new Tides();
  show();
  const values = {};
  const line = [["rising", "Rising", 140], ["falling", "Falling", 320], ["unplayed", "Unplayed", 510]].map(([id, label, x]) => {
    values[id] = make("tspan", { class: "value", dx: 10 });
    return make("text", { x, y: 116, class: "label" }, label, values[id]);
  });
  const piles = {};
  const drops = {};
  for (const [id, pile] of Object.entries(PILES)) {
    piles[id] = card(pile, pile.colour, game.piles[id]);
    drops[id] = frame(pile, "drop", 9);
  }
  parts = { values, piles, drops, hand: make("g", {}) };
  sea.append(
    text("Play from the hand", 400, 62, "heading is-small"),
    ...line,
    wave(80, 366, 8),
    ...Object.values(piles),
    ...Object.values(drops),
    ...SLOTS.map((slot) => frame(slot, "place", -4)),
    parts.hand,
    text("Drag a card onto a pile; a leap of exactly ten may go against the tide.", 400, 604, "quiet"),
  );
  parts.cards = SLOTS.map((slot, index) => deal(index, slot));
  count();
}

// -- the table

function deal(index, slot) {
  const number = game.hand[index];
  if (number === null) {
    const empty = make("rect", { x: slot.x - 50, y: slot.y - 65, width: CARD.width, height: CARD.height, rx: 6, fill: "#7a3f9a" });
    parts.hand.prepend(empty);
    return empty;
  }
  const group = card(slot, "#f2c14e", number);
  group.classList.add("hand");
  group.addEventListener("pointerdown", (event) => grasp(event, index));
  parts.hand.append(group);
  glide(group, { x: slot.x, y: slot.y + 40 }, slot, DEAL_MS);
  return group;
}

function count() {
  parts.values.rising.textContent = game.piles.rising;
  parts.values.falling.textContent = game.piles.falling;
  parts.values.unplayed.textContent = game.unplayed;
}

function mouse(event) {
  const box = sea.getBoundingClientRect();
  return { x: event.clientX - box.left, y: event.clientY - box.top };
}

function grasp(event, index) {
  if (event.button !== 0 || held) return;
  event.preventDefault();
  const at = mouse(event);
  const group = parts.cards[index];
  group.getAnimations().forEach((animation) => animation.cancel());
  // The grip is drawn in towards the middle: held at a corner, the card would hang too far from the mouse.
  held = { index, group, dx: (SLOTS[index].x - at.x) * GRIP, dy: (SLOTS[index].y - at.y) * GRIP };
  group.classList.add("is-held");
  parts.hand.append(group);
  follow(event);
}

function pileUnder(at) {
  return Object.keys(PILES).find((id) => Math.abs(at.x - PILES[id].x) <= CARD.width / 2 && Math.abs(at.y - PILES[id].y) <= CARD.height / 2);
}

function follow(event) {
  if (!held) return;
  const at = mouse(event);
  place(held.group, { x: at.x + held.dx, y: at.y + held.dy });
  const near = pileUnder(at);
  for (const [id, drop] of Object.entries(parts.drops)) drop.classList.toggle("is-near", id === near);
}

function letGo(event) {
  if (!held || event.button !== 0) return;
  const at = mouse(event);
  const { index, group, dx, dy } = held;
  const pile = pileUnder(at);
  held = null;
  group.classList.remove("is-held");
  for (const drop of Object.values(parts.drops)) drop.classList.remove("is-near");
  if (pile && game.play(index, pile)) {
    group.remove();
    parts.piles[pile].querySelector("text").textContent = game.piles[pile];
    parts.cards[index] = deal(index, SLOTS[index]);
    count();
    settle();
    return;
  }
  if (pile) refuse(parts.drops[pile]);
  glide(group, { x: at.x + dx, y: at.y + dy }, SLOTS[index], HOME_MS);
}

function refuse(drop) {
  drop.classList.add("is-refused");
  setTimeout(() => drop.classList.remove("is-refused"), REFUSED_MS);
}

function settle() {
  if (game.isCalm) pending = setTimeout(() => showEnding("Sea is calm", "All ten cards went out with the tide.", "Play again"), CALM_MS);
  else if (game.isStuck) pending = setTimeout(() => showEnding("Stranded", "No pile takes what you are holding.", "Try again"), STUCK_MS);
}

addEventListener("pointermove", follow);
addEventListener("pointerup", letGo);
addEventListener("pointercancel", () => {
  if (!held) return;
  place(held.group, SLOTS[held.index]);
  held.group.classList.remove("is-held");
  held = null;
});
sea.addEventListener("dragstart", (event) => event.preventDefault());
showTitle();
