// playproof-canary 6f1c2b0e-93d4-4a57-8a3e-emberway
// The pictures of the three screens without a world. Each is painted once; only small lights move on them.
import { VIEW } from "./names.js";
import { pictureOf } from "./pictures.js";

const MIDDLE = VIEW.width_px / 2;
const PILLAR_PX = 128;

const tile = (context, picture, { x, y, width, height, scale = 2 }) => {
  const pattern = context.createPattern(picture, "repeat");
  pattern.setTransform(new DOMMatrix().scale(scale));
  context.fillStyle = pattern;
  context.fillRect(x, y, width, height);
};

const shade = (context, colour) => {
  context.fillStyle = colour;
  context.fillRect(0, 0, VIEW.width_px, VIEW.height_px);
};

const glow = (context, { x, y, radius, rgb, opacity }) => {
  const light = context.createRadialGradient(x, y, 0, x, y, radius);
  light.addColorStop(0, `rgba(${rgb}, ${opacity})`);
  light.addColorStop(1, `rgba(${rgb}, 0)`);
  context.fillStyle = light;
  context.fillRect(x - radius, y - radius, radius * 2, radius * 2);
};

/** A sprite enlarged around its middle. */
const enlarge = (context, sprite, { x, y, scale }) =>
  context.drawImage(sprite, x - (sprite.width * scale) / 2, y - (sprite.height * scale) / 2, sprite.width * scale, sprite.height * scale);

/** The hall of menu and death: a wall above a floor, parted by a ledge. */
const paintHall = (context, pictures, floorY) => {
  tile(context, pictures.wall, { x: 0, y: 0, width: VIEW.width_px, height: floorY });
  tile(context, pictures.floor, { x: 0, y: floorY, width: VIEW.width_px, height: VIEW.height_px - floorY });
  const shadow = context.createLinearGradient(0, floorY, 0, floorY + 40);
  shadow.addColorStop(0, "rgba(18, 19, 31, 0.9)");
  shadow.addColorStop(1, "rgba(18, 19, 31, 0)");
  context.fillStyle = shadow;
  context.fillRect(0, floorY, VIEW.width_px, 40);
};

export class MenuScreen {
  #pictures;
  #still;

  constructor(pictures) {
    this.#pictures = pictures;
    this.#still = pictureOf(VIEW.width_px, VIEW.height_px, (context) => this.#paintStill(context));
  }

  #paintStill(context) {
    const { brazierLit, drip, title } = this.#pictures;
    paintHall(context, this.#pictures, 440);
    shade(context, "rgba(18, 19, 31, 0.72)");
    glow(context, { x: MIDDLE, y: 110, radius: 330, rgb: "18, 19, 31", opacity: 0.85 });
    for (const x of [120, VIEW.width_px - 120]) {
      glow(context, { x, y: 370, radius: 230, rgb: "255, 155, 61", opacity: 0.45 });
      enlarge(context, brazierLit, { x, y: 400, scale: 4 });
    }
    for (const x of [214, VIEW.width_px - 214]) enlarge(context, drip, { x, y: 484, scale: 2 });
    context.drawImage(title, MIDDLE - title.width / 2, 56);
  }

  paint(context, ms) {
    const { ember, spark } = this.#pictures;
    context.drawImage(this.#still, 0, 0);
    for (let place = 0; place < 3; place += 1) {
      const rise = ((ms / 40 + place * 47) % 140) / 140;
      context.globalAlpha = 1 - rise;
      for (const x of [120, VIEW.width_px - 120]) enlarge(context, spark, { x: x + [-26, 4, 28][place], y: 330 - rise * 130, scale: 1 });
    }
    context.globalAlpha = 1;
    glow(context, { x: MIDDLE, y: 216, radius: 60, rgb: "255, 155, 61", opacity: 0.5 });
    enlarge(context, ember, { x: MIDDLE, y: 214 + Math.round(2 * Math.sin(ms / 400)), scale: 1.5 });
  }
}

export class DeathScreen {
  #pictures;
  #still;

  constructor(pictures) {
    this.#pictures = pictures;
    this.#still = pictureOf(VIEW.width_px, VIEW.height_px, (context) => this.#paintStill(context));
  }

  #paintStill(context) {
    const { brazierUnlit, emberCold } = this.#pictures;
    paintHall(context, this.#pictures, 420);
    shade(context, "rgba(10, 11, 20, 0.84)");
    glow(context, { x: MIDDLE, y: 150, radius: 260, rgb: "30, 111, 184", opacity: 0.3 });
    context.globalAlpha = 0.55;
    for (const x of [120, VIEW.width_px - 120]) enlarge(context, brazierUnlit, { x, y: 390, scale: 4 });
    context.globalAlpha = 1;
    context.fillStyle = "rgba(30, 111, 184, 0.35)";
    context.beginPath();
    context.ellipse(MIDDLE, 206, 92, 13, 0, 0, Math.PI * 2);
    context.fill();
    enlarge(context, emberCold, { x: MIDDLE, y: 140, scale: 4 });
  }

  /** Drips fall where the ember went out. */
  paint(context, ms) {
    context.drawImage(this.#still, 0, 0);
    const columns = [90, 190, 272, 528, 610, 690];
    columns.forEach((x, place) => {
      const y = ((ms / 9 + place * 211) % 700) - 50;
      context.globalAlpha = 0.6;
      enlarge(context, this.#pictures.drip, { x, y, scale: 1 });
    });
    context.globalAlpha = 1;
  }
}

export class SuccessScreen {
  #pictures;
  #still;

  constructor(pictures) {
    this.#pictures = pictures;
    this.#still = pictureOf(VIEW.width_px, VIEW.height_px, (context) => this.#paintStill(context));
  }

  #paintStill(context) {
    const sky = context.createRadialGradient(MIDDLE, 170, 20, MIDDLE, 170, 520);
    sky.addColorStop(0, "#fff3c4");
    sky.addColorStop(0.3, "#ffd66b");
    sky.addColorStop(0.65, "#ff9b3d");
    sky.addColorStop(1, "#ff5b2e");
    context.fillStyle = sky;
    context.fillRect(0, 0, VIEW.width_px, VIEW.height_px);
    this.#paintRays(context);
    for (const x of [0, VIEW.width_px - PILLAR_PX]) {
      tile(context, this.#pictures.wall, { x, y: 0, width: PILLAR_PX, height: VIEW.height_px });
      context.fillStyle = "rgba(255, 155, 61, 0.18)";
      context.fillRect(x, 0, PILLAR_PX, VIEW.height_px);
      glow(context, { x: x + PILLAR_PX / 2, y: 450, radius: PILLAR_PX / 2, rgb: "255, 214, 107", opacity: 0.6 });
      enlarge(context, this.#pictures.brazierLit, { x: x + PILLAR_PX / 2, y: 480, scale: 3 });
    }
  }

  #paintRays(context) {
    context.fillStyle = "rgba(255, 243, 196, 0.28)";
    for (let ray = 0; ray < 16; ray += 1) {
      const angle = (ray * Math.PI) / 8;
      context.beginPath();
      context.moveTo(MIDDLE, 170);
      context.lineTo(MIDDLE + 700 * Math.cos(angle - 0.09), 170 + 700 * Math.sin(angle - 0.09));
      context.lineTo(MIDDLE + 700 * Math.cos(angle + 0.09), 170 + 700 * Math.sin(angle + 0.09));
      context.fill();
    }
  }

  /** Sparks circle the ember that found the way. */
  paint(context, ms) {
    const { ember, spark } = this.#pictures;
    context.drawImage(this.#still, 0, 0);
    for (let place = 0; place < 15; place += 1) {
      const angle = ms / 2600 + (place * Math.PI * 2) / 15;
      enlarge(context, spark, { x: MIDDLE + 180 * Math.cos(angle), y: 138 + 90 * Math.sin(angle), scale: place % 3 === 0 ? 2 : 1 });
    }
    enlarge(context, ember, { x: MIDDLE, y: 144, scale: 4 });
  }
}
