// playproof-canary 6f1c2b0e-93d4-4a57-8a3e-emberway
// The three rooms as data: walls, sparks, drips, braziers and wind. Lengths in px of the view; nothing here moves.
import { CONSTANTS } from "./names.js";

const pointsOf = (xs, ys) => xs.map((x, place) => ({ x, y: ys[place] }));

const rectanglesOf = (numbers) => {
  const rectangles = [];
  for (let at = 0; at < numbers.length; at += 4) {
    const [x, y, width, height] = numbers.slice(at, at + 4);
    rectangles.push({ x, y, width, height });
  }
  return rectangles;
};

const dripOf = (drip, room) => ({
  from: { x: CONSTANTS[`drip_${drip}_from_x`][room], y: CONSTANTS[`drip_${drip}_from_y`][room] },
  to: { x: CONSTANTS[`drip_${drip}_to_x`][room], y: CONSTANTS[`drip_${drip}_to_y`][room] },
  length: CONSTANTS[`drip_${drip}_length`][room],
  speed: CONSTANTS[`drip_${drip}_speed`][room],
});

const roomOf = (number) => ({
  walls: [...rectanglesOf(CONSTANTS.border_walls), ...rectanglesOf(CONSTANTS[`room_${number}_walls`])],
  sparks: pointsOf(CONSTANTS[`room_${number}_sparks_x`], CONSTANTS[`room_${number}_sparks_y`]),
  drips: [1, 2, 3].map((drip) => dripOf(drip, number)),
  braziers: number === 2 ? pointsOf(CONSTANTS.braziers_x, CONSTANTS.braziers_y) : [],
  windZone: number === 3 ? rectanglesOf(CONSTANTS.wind_rectangle)[0] : null,
});

/** Room number, 1 to 3 -> its plan. Place 0 belongs to no room. */
export const ROOMS = [null, roomOf(1), roomOf(2), roomOf(3)];

/** The gate is at the same place in every room. */
export const GATE = rectanglesOf(CONSTANTS.gate_rectangle)[0];

export const SPAWN = { x: CONSTANTS.spawn_x, y: CONSTANTS.spawn_y };

export const LAST_ROOM = 3;
