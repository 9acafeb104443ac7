// playproof-canary 6f1c2b0e-93d4-4a57-8a3e-emberway
// The facts of a state under their public names: pure questions, asked by the interface and by the HUD alike.
import { HINTS, LISTS, MOST_BRAZIERS, MOST_DRIPS, MOST_SPARKS, ROOMS, msOf } from "./rulebook.js";
import { dripAt } from "./reduce/motion.js";
import { isDashing, isWindBlowing } from "./reduce/room.js";
import { stateId } from "./reduce/transitions.js";

/** A question about the world: `ask(room, level)`, or `without` where there is no world. */
const inWorld = (ask, without) => (state) => (state.room === null ? without() : ask(state.room, state.level));
const zero = () => 0;
const zeros = (count) => () => Array(count).fill(0);
const ones = (flags, count) => Array.from({ length: count }, (_, i) => Number(flags[i] ?? false));
const countOf = (flags) => flags.filter(Boolean).length;
const dripsOf = (level, ticks) => ROOMS[level].drips.map((drip) => dripAt(drip, ticks));

function dashOf(room) {
  if (room.cooldown === 0) return "ready";
  return isDashing(room) ? "active" : "cooling";
}

function standingHint(state) {
  if (state.scene !== "room") return HINTS.standing[state.scene];
  if (state.room.isGateOpen) return HINTS.standing.gateOpen;
  return state.room.taken.includes(false) ? HINTS.standing.sparksMissing : HINTS.standing.braziersUnlit;
}

export const entriesOf = (state) => LISTS[state.scene];

export const FACTS = {
  state: stateId,
  level: (state) => state.level,
  paused: (state) => state.scene === "pause",
  player_x: inWorld((room) => room.ember.x, zero),
  player_y: inWorld((room) => room.ember.y, zero),
  lives: (state) => state.lives,
  sparks: inWorld((room) => countOf(room.taken), zero),
  sparks_total: inWorld((room) => room.taken.length, zero),
  sparks_taken: inWorld((room) => ones(room.taken, MOST_SPARKS), zeros(MOST_SPARKS)),
  score: (state) => state.score,
  gate: inWorld((room) => (room.isGateOpen ? "open" : "closed"), () => "closed"),
  dash: inWorld(dashOf, () => "ready"),
  dash_cooldown_ms: inWorld((room) => msOf(room.cooldown), zero),
  invulnerable: inWorld((room) => room.shield > 0, () => false),
  invulnerable_ms: inWorld((room) => msOf(room.shield), zero),
  drips_x: inWorld((room, level) => dripsOf(level, room.ticks).map((drip) => drip.x), zeros(MOST_DRIPS)),
  drips_y: inWorld((room, level) => dripsOf(level, room.ticks).map((drip) => drip.y), zeros(MOST_DRIPS)),
  braziers: inWorld((room) => ones(room.lit, MOST_BRAZIERS), zeros(MOST_BRAZIERS)),
  braziers_lit: inWorld((room) => countOf(room.lit), zero),
  wind: inWorld((room, level) => (isWindBlowing(level, room) ? "blowing" : "calm"), () => "calm"),
  room_ms: inWorld((room) => msOf(room.ticks), zero),
  time_s: inWorld((room) => Math.floor(msOf(room.ticks) / 1000), zero),
  best_score: (state) => state.keeps.best,
  unlocked_level: (state) => state.keeps.reached,
  sound: (state) => state.keeps.sound,
  selection: (state) => state.cursor,
  selected: (state) => entriesOf(state)[state.cursor]?.id ?? "none",
  hint: (state) => state.note?.text ?? standingHint(state),
};
