// playproof-canary 6f1c2b0e-93d4-4a57-8a3e-emberway
// The picture of a room, bottom to top: floor, light on it, wind, walls, braziers, gate, sparks, drips, ember. Everything that
// moves is placed from the room alone, so a paused room stands still. No light of the ember reaches farther than 38 px.
import { CONSTANTS, VIEW } from "./names.js";
import { pictureOf } from "./pictures.js";
import { GATE, ROOMS } from "./rooms.js";

const WORLD = { y: 48, height: 512 };
const SHADOW_PX = 6;
const EMBER_LIGHT_PX = 38;
const TRAIL = [{ behindPx: 9, radiusPx: 9, opacity: 0.45 }, { behindPx: 18, radiusPx: 7, opacity: 0.3 }, { behindPx: 26, radiusPx: 5, opacity: 0.2 }];
const WIND = { speedPxPerS: 260, lanePx: 24, groupsPerLane: 2, phasePx: 83, opacity: 0.8 };
const FLICKER_MS = 120;

/** A round light of a colour (r, g, b), brightest in the middle. */
const lightOf = (radius, rgb, opacity) =>
  pictureOf(radius * 2, radius * 2, (context) => {
    const light = context.createRadialGradient(radius, radius, 0, radius, radius, radius);
    light.addColorStop(0, `rgba(${rgb}, ${opacity})`);
    light.addColorStop(0.6, `rgba(${rgb}, ${opacity * 0.35})`);
    light.addColorStop(1, `rgba(${rgb}, 0)`);
    context.fillStyle = light;
    context.fillRect(0, 0, radius * 2, radius * 2);
  });

const fillTiles = (context, tile, { x, y, width, height }) => {
  context.fillStyle = context.createPattern(tile, "repeat");
  context.fillRect(x, y, width, height);
};

const floorOf = (plan, pictures) =>
  pictureOf(VIEW.width_px, VIEW.height_px, (context) => {
    fillTiles(context, pictures.floor, { x: 0, y: WORLD.y, width: VIEW.width_px, height: WORLD.height });
    if (plan.windZone === null) return;
    const { x, y, width, height } = plan.windZone;
    context.fillStyle = "rgba(191, 227, 242, 0.05)";
    context.fillRect(x, y, width, height);
    context.fillStyle = "rgba(191, 227, 242, 0.18)";
    for (let at = y + 6; at < y + height; at += 16) {
      context.fillRect(x, at, 2, 8);
      context.fillRect(x + width - 2, at, 2, 8);
    }
  });

/** Walls with a lit upper edge and a short shadow on the floor below them. */
const wallsOf = (plan, pictures) =>
  pictureOf(VIEW.width_px, VIEW.height_px, (context) => {
    for (const wall of plan.walls) {
      const shadow = context.createLinearGradient(0, wall.y + wall.height, 0, wall.y + wall.height + SHADOW_PX);
      shadow.addColorStop(0, "rgba(18, 19, 31, 0.7)");
      shadow.addColorStop(1, "rgba(18, 19, 31, 0)");
      context.fillStyle = shadow;
      context.fillRect(wall.x, wall.y + wall.height, wall.width, SHADOW_PX);
    }
    for (const wall of plan.walls) {
      fillTiles(context, pictures.wall, wall);
      context.strokeStyle = "#12131f";
      context.lineWidth = 1;
      context.strokeRect(wall.x + 0.5, wall.y + 0.5, wall.width - 1, wall.height - 1);
    }
  });

/** The ring on the floor around a brazier: it makes also a cold brazier easy to see. */
const ringOf = (colour) =>
  pictureOf(40, 40, (context) => {
    context.beginPath();
    context.arc(20, 20, 17, 0, Math.PI * 2);
    context.lineWidth = 5;
    context.strokeStyle = colour;
    context.stroke();
  });

export class WorldPicture {
  #pictures;
  #floors;
  #walls;
  #coldRing = ringOf("#8a5a3a");
  #warmRing = ringOf("#ff9b3d");
  #emberLight = lightOf(EMBER_LIGHT_PX, "255, 155, 61", 0.3);
  #sparkLight = lightOf(14, "255, 155, 61", 0.85);
  #dripLight = lightOf(24, "76, 195, 255", 0.28);
  #brazierLight = lightOf(90, "255, 155, 61", 0.4);
  #gateLight = lightOf(110, "255, 214, 107", 0.45);

  constructor(pictures) {
    this.#pictures = pictures;
    this.#floors = ROOMS.map((plan) => plan && floorOf(plan, pictures));
    this.#walls = ROOMS.map((plan) => plan && wallsOf(plan, pictures));
  }

  paint(context, room) {
    context.drawImage(this.#floors[room.number], 0, 0);
    this.#paintLights(context, room);
    if (room.isWindBlowing) this.#paintWind(context, room);
    context.drawImage(this.#walls[room.number], 0, 0);
    this.#paintBraziers(context, room);
    this.#paintGate(context, room);
    this.#paintSparks(context, room);
    for (const drip of room.drips) {
      this.#paintAt(context, this.#dripLight, drip);
      this.#paintAt(context, this.#pictures.drip, drip);
    }
    this.#paintEmber(context, room);
  }

  #paintAt(context, picture, { x, y }) {
    context.drawImage(picture, x - picture.width / 2, y - picture.height / 2);
  }

  /** The light that things which stand still throw on the floor. */
  #paintLights(context, room) {
    room.plan.braziers.forEach((brazier, place) => {
      if (room.braziersLit[place]) this.#paintAt(context, this.#brazierLight, brazier);
    });
    if (room.isGateOpen) this.#paintAt(context, this.#gateLight, { x: VIEW.width_px, y: GATE.y + GATE.height / 2 });
  }

  #paintWind(context, room) {
    const { x, y, width, height } = room.plan.windZone;
    const { wind } = this.#pictures;
    const cycle = width + wind.width;
    context.save();
    context.beginPath();
    context.rect(x, y, width, height);
    context.clip();
    context.globalAlpha = WIND.opacity;
    for (let lane = 0; lane * WIND.lanePx < height; lane += 1) {
      for (let group = 0; group < WIND.groupsPerLane; group += 1) {
        const gone = (room.clockMs * WIND.speedPxPerS) / 1000 + lane * WIND.phasePx + (group * cycle) / WIND.groupsPerLane;
        context.drawImage(wind, Math.round(x + width - (gone % cycle)), y + lane * WIND.lanePx + 4);
      }
    }
    context.restore();
  }

  #paintBraziers(context, room) {
    room.plan.braziers.forEach((brazier, place) => {
      const isLit = room.braziersLit[place];
      this.#paintAt(context, isLit ? this.#warmRing : this.#coldRing, brazier);
      this.#paintAt(context, isLit ? this.#pictures.brazierLit : this.#pictures.brazierUnlit, brazier);
    });
  }

  #paintGate(context, room) {
    context.drawImage(room.isGateOpen ? this.#pictures.gateOpen : this.#pictures.gateClosed, GATE.x, GATE.y);
  }

  #paintSparks(context, room) {
    room.plan.sparks.forEach((spark, place) => {
      if (room.sparksTaken[place]) return;
      this.#paintAt(context, this.#sparkLight, spark);
      this.#paintAt(context, this.#pictures.spark, spark);
    });
  }

  #paintEmber(context, room) {
    const { ember, facing } = room;
    const isProtected = room.invulnerableMs > 0;
    this.#paintAt(context, this.#emberLight, ember);
    if (room.dashPhase === "active") this.#paintTrail(context, room);
    const isFaint = isProtected && Math.floor(room.clockMs / FLICKER_MS) % 2 === 0;
    context.globalAlpha = isFaint ? 0.65 : 1;
    this.#paintAt(context, isProtected ? this.#pictures.emberPale : this.#pictures.ember, ember);
    context.globalAlpha = 1;
    this.#paintFacing(context, ember, facing);
  }

  #paintTrail(context, { ember, dashDirection }) {
    context.fillStyle = "#ff9b3d";
    for (const { behindPx, radiusPx, opacity } of TRAIL) {
      context.globalAlpha = opacity;
      context.beginPath();
      context.arc(ember.x - dashDirection.x * behindPx, ember.y - dashDirection.y * behindPx, radiusPx, 0, Math.PI * 2);
      context.fill();
    }
    context.globalAlpha = 1;
  }

  /** A mote of light ahead of the ember, where a dash without keys would go. */
  #paintFacing(context, ember, facing) {
    const length = Math.hypot(facing.x, facing.y);
    const ahead = CONSTANTS.player_half + 10;
    context.fillStyle = "#ffd66b";
    context.fillRect(Math.round(ember.x + (facing.x / length) * ahead) - 2, Math.round(ember.y + (facing.y / length) * ahead) - 2, 4, 4);
  }
}
