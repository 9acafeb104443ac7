// playproof-canary 6f1c2b0e-93d4-4a57-8a3e-emberway
// The picture of a frame: chooses what to draw for the present state and frames it with the two strips.
import { VIEW } from "./names.js";
import { DeathScreen, MenuScreen, SuccessScreen } from "./screens.js";
import { WorldPicture } from "./world_picture.js";

const HUD_STRIP_PX = 48;
const HINT_STRIP_Y_PX = 560;
const NIGHT = "#12131f";
const EDGE = "#2b2f47";
const PAUSE_DIMMING = "rgba(0, 0, 0, 0.2)"; // even, and light enough to read the room behind it

export class Painter {
  #context;
  #pictures;
  #world;
  #screens;

  constructor(canvas, pictures) {
    this.#context = canvas.getContext("2d", { alpha: false });
    this.#context.imageSmoothingEnabled = false;
    this.#pictures = pictures;
    this.#world = new WorldPicture(pictures);
    this.#screens = {
      menu: new MenuScreen(pictures),
      death: new DeathScreen(pictures),
      success: new SuccessScreen(pictures),
    };
  }

  /** Draw the game as it is after its last step. */
  paint(game) {
    const screen = this.#screens[game.state];
    if (screen !== undefined) {
      screen.paint(this.#context, game.stateMs);
      return;
    }
    this.#world.paint(this.#context, game.room);
    if (game.state === "pause") {
      this.#context.fillStyle = PAUSE_DIMMING;
      this.#context.fillRect(0, HUD_STRIP_PX, VIEW.width_px, HINT_STRIP_Y_PX - HUD_STRIP_PX);
    }
    this.#paintStrips();
  }

  #paintStrips() {
    const context = this.#context;
    context.fillStyle = NIGHT;
    context.fillRect(0, 0, VIEW.width_px, HUD_STRIP_PX);
    context.fillRect(0, HINT_STRIP_Y_PX, VIEW.width_px, VIEW.height_px - HINT_STRIP_Y_PX);
    context.fillStyle = EDGE;
    context.fillRect(0, HUD_STRIP_PX - 2, VIEW.width_px, 2);
    context.fillRect(0, HINT_STRIP_Y_PX, VIEW.width_px, 2);
    context.drawImage(this.#pictures.ember, 132, 3, 20, 20);
    context.drawImage(this.#pictures.spark, 261, 3, 20, 20);
    context.drawImage(this.#pictures.brazierLit, 415, 2, 20, 20);
  }
}
