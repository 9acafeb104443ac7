// playproof-canary 6f1c2b0e-93d4-4a57-8a3e-emberway
// One beat of a room, in the order of the design: clocks, drips and wind, presses, velocity, movement, sparks, gate, hits, leaving.
import { BEATS, BEATS_PER_S, EMBER, GATE, HINTS, LAST_ROOM, POINTS, ROOMS, WIND } from "../rulebook.js";
import { distance, dripAt, isInside, overlaps, slide, unit } from "./motion.js";
import { earn, enter, enterRoom, fadeNote, hush, say, sound, tell, toggleSound } from "./transitions.js";

const withRoom = (state, changes) => ({ ...state, room: { ...state.room, ...changes } });

export const isDashing = (room) => room.cooldown > BEATS.dashEnd;
export const isWindBlowing = (level, room) => ROOMS[level].isWindy && room.ticks % BEATS.windPeriod < BEATS.windBlowing;
const marked = (list, place) => list.map((value, i) => (i === place ? true : value));

// (a) clocks and countdowns; (b) drips and wind follow from the room clock alone
function turnClocks(state) {
  const { ticks, cooldown, shield } = state.room;
  return withRoom(fadeNote(state), { ticks: ticks + 1, cooldown: Math.max(0, cooldown - 1), shield: Math.max(0, shield - 1) });
}

// (c) presses
function dash(state, wish) {
  if (state.room.cooldown > 0) return say(state, HINTS.passing.dashCooling);
  return sound(withRoom(state, { cooldown: BEATS.dashCooldown, heading: unit(wish) ?? unit(state.room.facing) }), "dash");
}

function interact(state) {
  const { braziers } = ROOMS[state.level];
  if (braziers.length === 0) return say(state, HINTS.passing.noBraziers);
  const near = braziers.findIndex((brazier) => distance(brazier, state.room.ember) <= EMBER.brazierReach);
  if (near < 0) return say(state, HINTS.passing.brazierFar);
  if (state.room.lit[near]) return say(state, HINTS.passing.brazierLit);
  return sound(earn(hush(withRoom(state, { lit: marked(state.room.lit, near) })), POINTS.brazier), "brazier");
}

const pressed = {
  dash,
  interact,
  pause: (state) => enter(state, "pause"),
  mute: toggleSound,
};

// (d) velocity, from the ember's place at the start of the beat
function velocity({ level, room }, wish) {
  if (isDashing(room)) return { x: room.heading.x * EMBER.dashSpeed, y: room.heading.y * EMBER.dashSpeed };
  const way = unit(wish) ?? { x: 0, y: 0 };
  const push = isWindBlowing(level, room) && isInside(room.ember, WIND.zone) ? WIND.push : 0;
  return { x: way.x * EMBER.walkSpeed + push, y: way.y * EMBER.walkSpeed };
}

// (e) first x, then y
function move(state, wish) {
  const { level, room } = state;
  const speed = velocity(state, wish);
  const solids = room.isGateOpen ? ROOMS[level].walls : [GATE, ...ROOMS[level].walls];
  const alongX = slide(room.ember, EMBER.half, "x", speed.x / BEATS_PER_S, solids);
  const alongY = slide({ x: alongX.place, y: room.ember.y }, EMBER.half, "y", speed.y / BEATS_PER_S, solids);
  const facing = unit(wish) === null ? room.facing : wish;
  const moved = withRoom(state, { ember: { x: alongX.place, y: alongY.place }, facing });
  return alongX.stopper === GATE || alongY.stopper === GATE ? say(moved, HINTS.passing.gateClosed) : moved;
}

// (f)
function collect(state) {
  return ROOMS[state.level].sparks.reduce((before, spark, place) => {
    const { taken, ember } = before.room;
    if (taken[place] || distance(spark, ember) > EMBER.sparkReach) return before;
    return sound(earn(withRoom(before, { taken: marked(taken, place) }), POINTS.spark), "spark");
  }, state);
}

// (g)
function openGate(state) {
  const { isGateOpen, taken, lit } = state.room;
  if (isGateOpen || taken.includes(false) || lit.includes(false)) return state;
  return sound(hush(withRoom(state, { isGateOpen: true })), "gate");
}

// (h)
function suffer(state) {
  const { shield, ticks, ember } = state.room;
  const isHit = shield === 0 && ROOMS[state.level].drips.some((drip) => distance(dripAt(drip, ticks), ember) <= EMBER.dripReach);
  if (!isHit) return state;
  const hit = sound({ ...state, lives: state.lives - 1 }, "hit");
  if (hit.lives === 0) return enter(hit, "death", { room: null });
  return tell(withRoom(hit, { shield: BEATS.shield }), { kind: "hurt" });
}

// (i)
function leave(state) {
  if (!state.room.isGateOpen || !overlaps(state.room.ember, EMBER.half, GATE)) return state;
  const through = earn(state, POINTS.room);
  if (state.level === LAST_ROOM) return enter(earn(through, POINTS.life * through.lives), "success", { room: null });
  const level = state.level + 1;
  const reached = Math.max(through.keeps.reached, level);
  return enterRoom({ ...through, keeps: { ...through.keeps, reached } }, level);
}

/**
 * @param {object} state  a state whose scene is a room
 * @param {{ held: Record<string, boolean>, presses: string[] }} input  what is down now, and what was pressed since the last beat
 */
export function beatOfRoom(state, { held, presses }) {
  const wish = { x: Number(held.right) - Number(held.left), y: Number(held.down) - Number(held.up) };
  let next = turnClocks(state);
  for (const press of presses) {
    next = pressed[press]?.(next, wish) ?? next;
    if (next.scene !== "room") return next;
  }
  next = suffer(openGate(collect(move(next, wish))));
  if (next.scene === "room") next = leave(next);
  const isSameRoom = next.scene === "room" && next.level === state.level;
  return isSameRoom && next.score > state.score ? tell(next, { kind: "scored" }) : next;
}
