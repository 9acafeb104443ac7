"use strict";

/* One game: what happens in the streets, with no looks and no clock of its own. */

const COURIER_SPEED = 200;
const WATCH_SPEED = 120;
const STILL_S = 2;
const SLICE_S = 1 / 240;
const FLASHES = 2;
const LETTER_PAY = 50;
const FLASH_PAY = 20;

function touches(a, b, sizeA, sizeB) {
  const reach = (sizeA + sizeB) / 2;
  return Math.abs(a.x - b.x) < reach && Math.abs(a.y - b.y) < reach;
}

class Round {
  constructor(tell) {
    this.tell = tell;
    this.score = 0;
    this.lives = 3;
    this.outcome = "";
    this.enter(0);
  }

  enter(index) {
    this.index = index;
    this.street = STREETS[index];
    this.letters = this.street.letters.map(([x, y]) => ({ x, y }));
    this.gate = { x: this.street.gate[0], y: this.street.gate[1] };
    this.flashes = FLASHES;
    this.still = 0;
    this.walked = 0;
    this.goBack();
  }

  goBack() {
    this.courier = { x: this.street.begin[0], y: this.street.begin[1] };
  }

  get isOpen() {
    return this.letters.length === 0;
  }

  get watchmen() {
    return this.street.rounds.map(({ from, to }) => {
      const length = Math.hypot(to[0] - from[0], to[1] - from[1]);
      const way = (this.walked * WATCH_SPEED) % (2 * length);
      const share = (way <= length ? way : 2 * length - way) / length;
      return { x: from[0] + (to[0] - from[0]) * share, y: from[1] + (to[1] - from[1]) * share };
    });
  }

  flash() {
    if (this.outcome || this.flashes === 0 || this.still > 0) return;
    this.flashes -= 1;
    this.still = STILL_S;
    this.tell("flash");
  }

  /** Lets time go by; `sides` is where the keys lead, -1, 0 or 1 in each direction. */
  pass(seconds, sides) {
    for (let left = seconds; left > 1e-9 && !this.outcome; left -= SLICE_S) this.slice(Math.min(left, SLICE_S), sides);
  }

  slice(seconds, sides) {
    this.walk("x", sides.x * COURIER_SPEED * seconds);
    this.walk("y", sides.y * COURIER_SPEED * seconds);
    const stilled = Math.min(this.still, seconds);
    this.still -= stilled;
    this.walked += seconds - stilled;
    this.gather();
    this.leave();
    this.meet();
  }

  /** Moves the courier in one direction, as far as the sides and the houses let it. */
  walk(axis, way) {
    if (way === 0) return;
    const half = SIZE.courier / 2;
    const across = axis === "x" ? "y" : "x";
    const [low, high] = axis === "x" ? [0, 2] : [1, 3];
    const end = axis === "x" ? FIELD.width : FIELD.height;
    const old = this.courier[axis];
    let next = Math.min(Math.max(old + way, half), end - half);
    for (const house of this.street.houses) {
      const [top, bottom] = axis === "x" ? [house[1], house[3]] : [house[0], house[2]];
      if (this.courier[across] + half <= top || this.courier[across] - half >= bottom) continue;
      if (way > 0 && old + half <= house[low] && next + half > house[low]) next = house[low] - half;
      if (way < 0 && old - half >= house[high] && next - half < house[high]) next = house[high] + half;
    }
    this.courier[axis] = next;
  }

  gather() {
    const left = this.letters.filter((letter) => !touches(this.courier, letter, SIZE.courier, SIZE.letter));
    const taken = this.letters.length - left.length;
    if (taken === 0) return;
    this.letters = left;
    this.score += LETTER_PAY * taken;
    this.tell(this.isOpen ? "open" : "letter");
  }

  leave() {
    if (!this.isOpen || !touches(this.courier, this.gate, SIZE.courier, SIZE.gate)) return;
    if (this.index + 1 < STREETS.length) {
      this.enter(this.index + 1);
      this.tell("street");
      return;
    }
    this.score += FLASH_PAY * this.flashes;
    this.outcome = "home";
    this.tell("home");
  }

  meet() {
    if (this.outcome || !this.watchmen.some((watchman) => touches(this.courier, watchman, SIZE.courier, SIZE.watchman))) return;
    this.lives -= 1;
    this.goBack();
    if (this.lives === 0) this.outcome = "lost";
    this.tell("caught");
  }
}
