/** The farm as numbers and beds; knows nothing of a page. */

export const BEDS = 6;
export const LAST_DAY = 6;
export const FULL_STORE = 12;
const CISTERN = 8;
const RAIN = 4;
const EAR = 2;

const NIGHT = { bare: "bare", sown: "bare", wet: "ripe", ripe: "ripe" };

export class Farm {
  day = 1;
  water = 4;
  seeds = 4;
  grain = 0;
  beds = Array(BEDS).fill("bare");

  get isStored() {
    return this.grain >= FULL_STORE;
  }

  get isOver() {
    return this.day > LAST_DAY;
  }

  /** Does to a bed what it is ready for; false when nothing could be done. */
  work(index) {
    const bed = this.beds[index];
    if (bed === "bare" && this.seeds > 0) {
      this.seeds -= 1;
      this.beds[index] = "sown";
    } else if (bed === "sown" && this.water > 0) {
      this.water -= 1;
      this.beds[index] = "wet";
    } else if (bed === "ripe") {
      this.grain += EAR;
      this.beds[index] = "bare";
    } else {
      return false;
    }
    return true;
  }

  sleep() {
    this.beds = this.beds.map((bed) => NIGHT[bed]);
    this.water = Math.min(this.water + RAIN, CISTERN);
    this.day += 1;
    return true;
  }

  trade() {
    if (this.grain === 0) return false;
    this.grain -= 1;
    this.seeds += 1;
    return true;
  }
}
