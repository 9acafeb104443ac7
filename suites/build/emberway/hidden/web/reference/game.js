// playproof-canary 6f1c2b0e-93d4-4a57-8a3e-emberway
// The game: states and the ways between them, the run (lives and points), and the order within a step.
import { entriesOf } from "./entries.js";
import { Hint } from "./hint.js";
import { CONSTANTS as C, STATES } from "./names.js";
import { Room } from "./room.js";
import { LAST_ROOM } from "./rooms.js";
import { readingsOf } from "./readings.js";

const stateOfRoom = (number) => `level_${number}`;

/** What `interact` says when it lights nothing. */
const UNLIT_HINTS = {
  far: "Too far from a brazier",
  again: "Already lit",
  none: "Nothing to light here",
};

export class Game {
  /**
   * `save` keeps what outlives a run, `keyboard` tells keys and presses. `response` is told what the player should hear and
   * see: `sound(name)`, `silence()`, `scoreRose()`, `lifeLost()`, `published(readings)`.
   */
  constructor({ save, keyboard, response }) {
    this.save = save;
    this.keyboard = keyboard;
    this.response = response;
    this.hint = new Hint();
    this.state = "";
    this.level = 0;
    this.lives = 0;
    this.score = 0;
    this.selection = 0;
    /** The world of the run; null in menu, death and success. */
    this.room = null;
    /** Time since the present state was entered, for decoration only. */
    this.stateMs = 0;
    /** How many states have been entered so far. */
    this.visit = 0;
    this.readings = null;
  }

  // Entering states

  start() {
    this.#enterMenu();
    this.#publish();
  }

  #enter(state) {
    this.state = state;
    this.selection = 0;
    this.stateMs = 0;
    this.visit += 1;
    this.hint.end();
    this.keyboard.takePresses(); // a press never acts on into the next state
    console.log(`emberway: state ${state}`);
  }

  #enterMenu() {
    this.#endRun({ level: 0, lives: 0, score: 0 });
    this.response.silence();
    this.#enter("menu");
  }

  #enterRun(number) {
    this.#beginRun(number);
    this.#enter(stateOfRoom(number));
  }

  #beginRun(number) {
    this.response.silence();
    this.level = number;
    this.lives = C.lives;
    this.score = 0;
    this.room = new Room(number);
  }

  #endRun({ level, lives, score }) {
    this.level = level;
    this.lives = lives;
    this.score = score;
    this.room = null;
  }

  get #isInRoom() {
    return this.room !== null && this.state !== "pause";
  }

  // A step

  /** Let `ms` of game time pass, 20 at most. */
  step(ms) {
    const { visit, score } = this;
    this.stateMs += ms;
    this.hint.advance(ms);
    if (this.#isInRoom) this.room.advance(ms);
    this.#handlePresses();
    if (this.visit === visit && this.#isInRoom) this.#play(ms);
    this.#publish();
    if (this.visit === visit && this.score > score) this.response.scoreRose();
  }

  #handlePresses() {
    const { visit } = this;
    for (const press of this.keyboard.takePresses()) {
      if (press.action === "mute") this.#toggleSound();
      else if (this.#isInRoom) this.#actInRoom(press);
      else this.#actInList(press);
      if (this.visit !== visit) return;
    }
  }

  #actInRoom({ action, direction }) {
    if (action === "dash") this.#dash();
    else if (action === "interact") this.#interact();
    else if (action === "pause") this.#enter("pause");
    else if (action !== "confirm") this.room.turn(direction);
  }

  #actInList({ action }) {
    const count = entriesOf(this.state).length;
    if (action === "down") this.selection = (this.selection + 1) % count;
    else if (action === "up") this.selection = (this.selection + count - 1) % count;
    else if (action === "confirm") this.#choose(entriesOf(this.state)[this.selection].id);
    else if (action === "pause" && this.state === "pause") this.#enter(stateOfRoom(this.level));
  }

  #choose(entry) {
    const choices = {
      start: () => this.#enterRun(1),
      continue: () => this.#continue(),
      sound: () => this.#toggleSound(),
      erase: () => this.#erase(),
      resume: () => this.#enter(stateOfRoom(this.level)),
      restart: () => this.#enterRun(this.level),
      quit: () => this.#enterMenu(),
      retry: () => this.#enterRun(this.level),
      back: () => this.#enterMenu(),
      again: () => this.#enterRun(1),
    };
    choices[entry]();
  }

  #continue() {
    if (this.save.unlockedLevel > 1) this.#enterRun(this.save.unlockedLevel);
    else this.hint.show("Nothing saved yet");
  }

  #erase() {
    this.save.erase();
    this.hint.show("Save erased");
  }

  #toggleSound() {
    this.save.toggleSound();
    if (this.save.sound === "off") this.response.silence();
  }

  #sound(name) {
    if (this.save.sound === "on") this.response.sound(name);
  }

  #dash() {
    if (this.room.startDash(this.keyboard.direction())) this.#sound("dash");
    else this.hint.show("Dash is cooling");
  }

  #interact() {
    const outcome = this.room.lightBrazier();
    if (outcome !== "lit") {
      this.hint.show(UNLIT_HINTS[outcome]);
      return;
    }
    this.#addScore(C.brazier_points);
    this.hint.end();
    this.#sound("brazier");
  }

  /** The world's part of a step, after the presses. */
  #play(ms) {
    const { room } = this;
    if (room.move(ms, this.keyboard.direction())) this.hint.show("The gate is closed");
    for (let left = room.collectSparks(); left > 0; left -= 1) {
      this.#addScore(C.spark_points);
      this.#sound("spark");
    }
    if (room.openGate()) {
      this.hint.end();
      this.#sound("gate");
    }
    if (room.isHit()) this.#loseLife();
    if (this.lives > 0 && room.isLeft()) this.#leaveRoom();
  }

  #addScore(points) {
    this.score += points;
    this.save.offerScore(this.score);
  }

  #loseLife() {
    this.lives -= 1;
    this.#sound("hit");
    if (this.lives > 0) {
      this.room.protect();
      this.response.lifeLost();
      return;
    }
    this.#endRun({ level: this.level, lives: 0, score: this.score });
    this.#enter("death");
  }

  #leaveRoom() {
    this.#addScore(C.room_points);
    if (this.level === LAST_ROOM) {
      this.#addScore(C.life_points * this.lives);
      this.#endRun({ level: LAST_ROOM, lives: this.lives, score: this.score });
      this.#enter("success");
      return;
    }
    this.level += 1;
    this.room = new Room(this.level);
    this.save.reachRoom(this.level);
    this.#enter(stateOfRoom(this.level));
  }

  /** Bring state interface and HUD up to date. */
  #publish() {
    this.readings = readingsOf(this);
    this.response.published(this.readings);
  }

  // The state interface's way in

  /** Enter a state from outside. False, and nothing changed, when there is no such state. */
  loadState(id) {
    if (typeof id !== "string" || !Object.hasOwn(STATES, id)) return false;
    if (id === "menu") this.#enterMenu();
    else if (id.startsWith("level_")) this.#enterRun(Number(id.at(-1)));
    else this.#loadScreen(id);
    this.#publish();
    return true;
  }

  #loadScreen(id) {
    this.#beginRun(1);
    if (id === "death") this.#endRun({ level: 1, lives: 0, score: 0 });
    if (id === "success") this.#endRun({ level: LAST_ROOM, lives: C.lives, score: 0 });
    this.#enter(id);
  }

  /** Begin a new run in the present room; in the menu, enter the menu. */
  restart() {
    if (this.level === 0) this.#enterMenu();
    else this.#enterRun(this.level);
    this.#publish();
    return true;
  }
}
