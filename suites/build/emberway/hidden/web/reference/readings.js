// playproof-canary 6f1c2b0e-93d4-4a57-8a3e-emberway
// The readings of the game at one moment: a value for each key of the contract. HUD and state interface both show these, so
// they always agree.
import { entriesOf } from "./entries.js";
import { CONSTANTS } from "./names.js";

const numberOf = (flag) => (flag ? 1 : 0);
const countOf = (flags) => flags.filter(Boolean).length;

/** The keys of the world where there is none. */
const withoutWorld = () => ({
  player_x: 0,
  player_y: 0,
  sparks: 0,
  sparks_total: 0,
  sparks_taken: [0, 0, 0, 0, 0],
  gate: "closed",
  dash: "ready",
  dash_cooldown_ms: 0,
  invulnerable: false,
  invulnerable_ms: 0,
  drips_x: [0, 0, 0],
  drips_y: [0, 0, 0],
  braziers: [0, 0],
  braziers_lit: 0,
  wind: "calm",
  room_ms: 0,
  time_s: 0,
});

const ofWorld = (room) => ({
  player_x: room.ember.x,
  player_y: room.ember.y,
  sparks: countOf(room.sparksTaken),
  sparks_total: CONSTANTS.sparks_per_room,
  sparks_taken: room.sparksTaken.map(numberOf),
  gate: room.isGateOpen ? "open" : "closed",
  dash: room.dashPhase,
  dash_cooldown_ms: room.dashCooldownMs,
  invulnerable: room.invulnerableMs > 0,
  invulnerable_ms: room.invulnerableMs,
  drips_x: room.drips.map((drip) => drip.x),
  drips_y: room.drips.map((drip) => drip.y),
  braziers: [numberOf(room.braziersLit[0]), numberOf(room.braziersLit[1])],
  braziers_lit: countOf(room.braziersLit),
  wind: room.isWindBlowing ? "blowing" : "calm",
  room_ms: room.clockMs,
  time_s: Math.floor(room.clockMs / 1000),
});

/** All readings of a game, by key. */
export const readingsOf = (game) => ({
  state: game.state,
  level: game.level,
  paused: game.state === "pause",
  lives: game.lives,
  score: game.score,
  ...(game.room === null ? withoutWorld() : ofWorld(game.room)),
  best_score: game.save.bestScore,
  unlocked_level: game.save.unlockedLevel,
  sound: game.save.sound,
  selection: game.selection,
  selected: entriesOf(game.state)[game.selection]?.id ?? "none",
  hint: game.hint.text(game.state, game.room),
});
