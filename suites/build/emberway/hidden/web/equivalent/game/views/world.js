// playproof-canary 6f1c2b0e-93d4-4a57-8a3e-emberway
// The world as SVG: everything stands where the facts say; the wind's streaks follow the room clock, so they pause with it.
import { LAST_ROOM, ROOMS, WIND, msOf } from "../rulebook.js";
import { FACTS } from "../facts.js";
import { isDashing } from "../reduce/room.js";

const SVG = "http://www.w3.org/2000/svg";
const FLICKER_BEATS = 12;
const SHADE_PX = 10; // walls throw a little shade on the floor below them

/** Streaks come in three layers with speeds of their own, px/s; each repeats after `gap` px. */
const STREAKS = { gap: 128, width: 64, rowHeight: 32, speeds: [230, 290, 350] };

const make = (page, name, attributes) => {
  const element = page.document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  return element;
};
const place = (element, { x, y }) => element.setAttribute("transform", `translate(${Math.round(x)} ${Math.round(y)})`);
const show = (element, isShown) => element.setAttribute("visibility", isShown ? "visible" : "hidden");

function buildWalls(page, layer) {
  return ROOMS.map((room) => {
    if (room === null) return null;
    const group = make(page, "g", { visibility: "hidden" });
    for (const { x, y, width, height } of room.walls) {
      group.append(
        make(page, "rect", { x, y: y + height, width, height: SHADE_PX, fill: "url(#shade)" }),
        make(page, "rect", { x, y, width, height, fill: "url(#bricks)" }),
        make(page, "rect", { x, y, width, height, class: `wall-tinge in-${room.name.toLowerCase()}` }),
        make(page, "rect", { x: x + 0.5, y: y + 0.5, width: width - 1, height: height - 1, fill: "none", stroke: "#12131f" }),
      );
    }
    layer.append(group);
    return group;
  });
}

function buildStreaks(page, layer) {
  const { gap, width, rowHeight, speeds } = STREAKS;
  return speeds.map((speed, lane) => {
    const group = make(page, "g", {});
    for (let row = lane; row * rowHeight < WIND.zone.height; row += speeds.length) {
      for (let x = 0; x <= WIND.zone.width + gap; x += gap) {
        group.append(make(page, "use", { href: "#streak", x: WIND.zone.x + x + ((row * 53) % (gap - width)), y: WIND.zone.y + row * rowHeight + 8 }));
      }
    }
    layer.append(group);
    return { group, speed };
  });
}

function drawWind(streaks, ticks) {
  for (const { group, speed } of streaks) {
    const shift = Math.round((speed * msOf(ticks)) / 1000) % STREAKS.gap;
    group.setAttribute("transform", `translate(${-shift} 0)`);
  }
}

function drawEmber(ember, room) {
  const isShielded = room.shield > 0;
  place(ember.body, room.ember);
  ember.body.classList.toggle("is-shielded", isShielded);
  ember.body.classList.toggle("is-faint", isShielded && Math.floor(room.shield / FLICKER_BEATS) % 2 === 0);
  const turn = (Math.atan2(room.heading.y, room.heading.x) * 180) / Math.PI;
  ember.tail.setAttribute("transform", `rotate(${Math.round(turn)})`);
  show(ember.tail, isDashing(room));
}

export function showWorld(page, store) {
  const find = (id) => page.document.getElementById(id);
  const all = (selector) => [...page.document.querySelectorAll(selector)];
  const walls = buildWalls(page, find("walls"));
  const streaks = buildStreaks(page, find("streaks"));
  const [sparks, drips, braziers] = [all("#sparks > *"), all("#drips > *"), all("#braziers > *")];
  const ember = { body: find("ember"), tail: find("tail") };

  const furnish = (level) => {
    walls.forEach((group, number) => group && show(group, number === level));
    ROOMS[level].sparks.forEach((spark, i) => place(sparks[i], spark));
    braziers.forEach((brazier, i) => {
      const spot = ROOMS[level].braziers[i];
      show(brazier, spot !== undefined);
      if (spot !== undefined) place(brazier, spot);
    });
    find("room-name").textContent = ROOMS[level].name;
  };
  const drawThings = (state, { taken, lit, isGateOpen }) => {
    sparks.forEach((spark, i) => show(spark, !taken[i]));
    braziers.forEach((brazier, i) => brazier.classList.toggle("is-lit", lit[i] === true));
    find("gate").classList.toggle("is-open", isGateOpen);
    show(find("streaks"), FACTS.wind(state) === "blowing");
  };

  store.subscribe((state, before) => {
    const { room, level } = state;
    if (room === null || room === before.room) return;
    if (level !== before.level || before.room === null) furnish(level);
    drawThings(state, room);
    if (level === LAST_ROOM) drawWind(streaks, room.ticks);
    const [xs, ys] = [FACTS.drips_x(state), FACTS.drips_y(state)];
    drips.forEach((drip, i) => place(drip, { x: xs[i], y: ys[i] }));
    drawEmber(ember, room);
  });
}
