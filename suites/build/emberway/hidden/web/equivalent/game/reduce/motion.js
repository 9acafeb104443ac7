// playproof-canary 6f1c2b0e-93d4-4a57-8a3e-emberway
// Geometry without memory: how a square slides along solids, what overlaps, how far things are, where a drip hangs.
import { msOf } from "../rulebook.js";

export const distance = (a, b) => Math.hypot(a.x - b.x, a.y - b.y);

export const isInside = (point, box) => point.x >= box.x && point.x <= box.x + box.width && point.y >= box.y && point.y <= box.y + box.height;

/** Whether the square around `centre` shares an area with `box`; touching edges do not count. */
export const overlaps = (centre, half, box) =>
  centre.x + half > box.x && centre.x - half < box.x + box.width && centre.y + half > box.y && centre.y - half < box.y + box.height;

const AXES = {
  x: { across: "y", size: "width", acrossSize: "height" },
  y: { across: "x", size: "height", acrossSize: "width" },
};

/**
 * Moves a square along one axis and stops it at the first solid in its way.
 * @returns {{ place: number, stopper: object | null }} the centre's new place on the axis, and what stopped it
 */
export function slide(centre, half, axis, by, solids) {
  const { across, size, acrossSize } = AXES[axis];
  let place = centre[axis] + by;
  let stopper = null;
  for (const solid of solids) {
    const isBeside = centre[across] + half <= solid[across] || centre[across] - half >= solid[across] + solid[acrossSize];
    if (isBeside) continue;
    const contact = by > 0 ? solid[axis] - half : solid[axis] + solid[size] + half;
    const isAhead = by > 0 ? centre[axis] <= contact && place > contact : centre[axis] >= contact && place < contact;
    if (by === 0 || !isAhead) continue;
    place = contact;
    stopper = solid;
  }
  return { place, stopper };
}

/** Where a drip is after `ticks` beats of the room clock: to and fro between its two points, never stopping. */
export function dripAt({ from, to, speed, length }, ticks) {
  const share = 1 - Math.abs((((speed * msOf(ticks)) / 1000 / length) % 2) - 1);
  return { x: from.x + (to.x - from.x) * share, y: from.y + (to.y - from.y) * share };
}

/** A direction of length 1, or null for no direction. */
export function unit({ x, y }) {
  const length = Math.hypot(x, y);
  return length === 0 ? null : { x: x / length, y: y / length };
}
