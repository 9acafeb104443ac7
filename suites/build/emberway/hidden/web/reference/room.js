// playproof-canary 6f1c2b0e-93d4-4a57-8a3e-emberway
// The world of one room and its rules. Knows nothing of keys, lives, points, screens or sound; game.js calls the parts of a
// step in their order and draws the consequences.
import { CONSTANTS as C } from "./names.js";
import { GATE, ROOMS, SPAWN } from "./rooms.js";

const HALF = C.player_half;
/** `dash_cooldown_ms` above this means that the dash still moves the ember. */
const DASH_ACTIVE_ABOVE_MS = C.dash_cooldown_ms - C.dash_ms;

const distance = (a, b) => Math.hypot(a.x - b.x, a.y - b.y);

/** Whether the ember's square around `centre` overlaps a rectangle; touching edges do not overlap. */
const overlaps = (centre, rectangle) =>
  centre.x + HALF > rectangle.x &&
  centre.x - HALF < rectangle.x + rectangle.width &&
  centre.y + HALF > rectangle.y &&
  centre.y - HALF < rectangle.y + rectangle.height;

const contains = (rectangle, point) =>
  point.x >= rectangle.x &&
  point.x <= rectangle.x + rectangle.width &&
  point.y >= rectangle.y &&
  point.y <= rectangle.y + rectangle.height;

/** A direction of eight as a vector of length 1; the zero vector stays what it is. */
const unit = ({ x, y }) => {
  const length = Math.hypot(x, y);
  return length === 0 ? { x: 0, y: 0 } : { x: x / length, y: y / length };
};

const isSome = ({ x, y }) => x !== 0 || y !== 0;

/** Where a drip is after `ms` on the room clock: to and fro on its line, starting at `from`. */
const dripAt = ({ from, to, length, speed }, ms) => {
  const share = 1 - Math.abs((((speed * ms) / 1000 / length) % 2) - 1);
  return { x: from.x + (to.x - from.x) * share, y: from.y + (to.y - from.y) * share };
};

export class Room {
  /** A fresh room: the ember at the spawn facing right, nothing collected, nothing lit, the clock at 0. */
  constructor(number) {
    this.number = number;
    this.plan = ROOMS[number];
    this.clockMs = 0;
    this.ember = { ...SPAWN };
    this.facing = { x: 1, y: 0 };
    this.dashDirection = { x: 0, y: 0 };
    this.dashCooldownMs = 0;
    this.invulnerableMs = 0;
    this.sparksTaken = this.plan.sparks.map(() => false);
    this.braziersLit = this.plan.braziers.map(() => false);
    this.isGateOpen = false;
    this.drips = [];
    this.isWindBlowing = false;
    this.#readClock();
  }

  /** "active" while the dash moves the ember, "cooling" until the next is possible, else "ready". */
  get dashPhase() {
    if (this.dashCooldownMs > DASH_ACTIVE_ABOVE_MS) return "active";
    return this.dashCooldownMs > 0 ? "cooling" : "ready";
  }

  get areSparksGathered() {
    return this.sparksTaken.every(Boolean);
  }

  /** Let time pass: clocks and countdowns, then what depends on the clock alone. */
  advance(ms) {
    this.clockMs += ms;
    this.dashCooldownMs = Math.max(0, this.dashCooldownMs - ms);
    this.invulnerableMs = Math.max(0, this.invulnerableMs - ms);
    this.#readClock();
  }

  #readClock() {
    this.drips = this.plan.drips.map((drip) => dripAt(drip, this.clockMs));
    this.isWindBlowing = this.plan.windZone !== null && this.clockMs % C.wind_period_ms < C.wind_blowing_ms;
  }

  /** Face the direction that the walking keys ask for; no direction leaves the ember as it is. */
  turn(direction) {
    if (isSome(direction)) this.facing = { ...direction };
  }

  /** Start a dash in the direction of the keys, or where the ember faces. False when it is refused. */
  startDash(direction) {
    if (this.dashPhase !== "ready") return false;
    this.dashDirection = unit(isSome(direction) ? direction : this.facing);
    this.dashCooldownMs = C.dash_cooldown_ms;
    return true;
  }

  /** Light the brazier within reach. Says what came of it: "lit", "again", "far", or "none" in a room without braziers. */
  lightBrazier() {
    if (this.plan.braziers.length === 0) return "none";
    const near = this.plan.braziers.findIndex((brazier) => distance(brazier, this.ember) <= C.brazier_reach);
    if (near < 0) return "far";
    if (this.braziersLit[near]) return "again";
    this.braziersLit[near] = true;
    return "lit";
  }

  /** Move the ember for `ms`, first on x, then on y. True when the closed gate stopped it. */
  move(ms, direction) {
    const velocity = this.#velocity(direction);
    this.turn(direction);
    const isStoppedOnX = this.#moveOn("x", (velocity.x * ms) / 1000);
    const isStoppedOnY = this.#moveOn("y", (velocity.y * ms) / 1000);
    return isStoppedOnX || isStoppedOnY;
  }

  /** px/s: the dash and nothing else while it is active, otherwise the keys and the wind. */
  #velocity(direction) {
    if (this.dashPhase === "active") return { x: this.dashDirection.x * C.dash_speed, y: this.dashDirection.y * C.dash_speed };
    const way = unit(direction);
    const isPushed = this.isWindBlowing && contains(this.plan.windZone, this.ember);
    return { x: way.x * C.walk_speed + (isPushed ? C.wind_push_x : 0), y: way.y * C.walk_speed };
  }

  /** Move on one axis and end at contact with what is solid. True when that was the gate. */
  #moveOn(axis, distancePx) {
    if (distancePx === 0) return false;
    this.ember[axis] += distancePx;
    const solids = this.isGateOpen ? this.plan.walls : [...this.plan.walls, GATE];
    let isStoppedByGate = false;
    for (const solid of solids) {
      if (!overlaps(this.ember, solid)) continue;
      const side = axis === "x" ? solid.width : solid.height;
      this.ember[axis] = distancePx > 0 ? solid[axis] - HALF : solid[axis] + side + HALF;
      if (solid === GATE) isStoppedByGate = true;
    }
    return isStoppedByGate;
  }

  /** Collect the sparks that the ember touches; gives how many that were. */
  collectSparks() {
    let collected = 0;
    this.plan.sparks.forEach((spark, place) => {
      if (this.sparksTaken[place] || distance(spark, this.ember) > C.spark_reach) return;
      this.sparksTaken[place] = true;
      collected += 1;
    });
    return collected;
  }

  /** Open the gate when its conditions are met. True in the step in which it opens. */
  openGate() {
    if (this.isGateOpen || !this.areSparksGathered || !this.braziersLit.every(Boolean)) return false;
    this.isGateOpen = true;
    return true;
  }

  /** Whether a drip hits the ember now. */
  isHit() {
    return this.invulnerableMs === 0 && this.drips.some((drip) => distance(drip, this.ember) <= C.drip_reach);
  }

  protect() {
    this.invulnerableMs = C.invulnerable_ms;
  }

  /** Whether the ember leaves through the open gate now. */
  isLeft() {
    return this.isGateOpen && overlaps(this.ember, GATE);
  }
}
