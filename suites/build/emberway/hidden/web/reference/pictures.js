// playproof-canary 6f1c2b0e-93d4-4a57-8a3e-emberway
// The pictures of `assets/`, and a few made of them once while the game loads.

const FILES = {
  ember: "assets/ember.png",
  spark: "assets/spark.png",
  drip: "assets/drip.png",
  gateClosed: "assets/gate_closed.png",
  gateOpen: "assets/gate_open.png",
  brazierUnlit: "assets/brazier_unlit.png",
  brazierLit: "assets/brazier_lit.png",
  floor: "assets/floor.png",
  wall: "assets/wall.png",
  wind: "assets/wind.png",
  title: "assets/title.png",
};

const loadPicture = async (path) => {
  const picture = new Image();
  picture.src = path;
  await picture.decode();
  return picture;
};

/** A picture of its own, `width` x `height` px, drawn once by `draw(context)`. */
export const pictureOf = (width, height, draw) => {
  const canvas = document.createElement("canvas");
  canvas.width = width;
  canvas.height = height;
  const context = canvas.getContext("2d");
  context.imageSmoothingEnabled = false; // the art is pixel art
  draw(context);
  return canvas;
};

/** A sprite with a colour laid over its own pixels. */
const tinted = (sprite, colour) =>
  pictureOf(sprite.width, sprite.height, (context) => {
    context.drawImage(sprite, 0, 0);
    context.globalCompositeOperation = "source-atop";
    context.fillStyle = colour;
    context.fillRect(0, 0, sprite.width, sprite.height);
  });

/** A sprite without its colours. */
const greyed = (sprite) =>
  pictureOf(sprite.width, sprite.height, (context) => {
    context.filter = "grayscale(1) brightness(0.75)";
    context.drawImage(sprite, 0, 0);
  });

/** Load everything that is drawn. */
export const loadPictures = async () => {
  const names = Object.keys(FILES);
  const loaded = await Promise.all(names.map((name) => loadPicture(FILES[name])));
  const pictures = Object.fromEntries(names.map((name, place) => [name, loaded[place]]));
  return {
    ...pictures,
    emberPale: tinted(pictures.ember, "rgba(255, 243, 196, 0.6)"),
    emberCold: tinted(greyed(pictures.ember), "rgba(74, 82, 118, 0.55)"),
  };
};
