"use strict";

/* The two streets. Places are px from the left upper corner of the playfield, of the middle of a thing; houses are [left, top, right, bottom]. */

const FIELD = { x: 80, y: 110, width: 800, height: 480 };

const SIZE = { courier: 28, letter: 20, watchman: 32, gate: 44 };

const STREETS = [
  {
    heading: "Weavers lane",
    begin: [60, 240],
    houses: [
      [240, 0, 300, 200],
      [480, 280, 540, 480],
    ],
    letters: [
      [160, 80],
      [400, 400],
      [660, 120],
    ],
    gate: [750, 240],
    rounds: [{ from: [600, 60], to: [600, 420] }],
  },
  {
    heading: "Chapel row",
    begin: [60, 400],
    houses: [[400, 240, 460, 480]],
    letters: [
      [300, 60],
      [740, 380],
    ],
    gate: [750, 80],
    rounds: [
      { from: [200, 180], to: [560, 180] },
      { from: [620, 420], to: [620, 60] },
    ],
  },
];
