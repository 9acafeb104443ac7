// playproof-canary 6f1c2b0e-93d4-4a57-8a3e-emberway
// Puts the parts together. Data moves one way: keys -> beat -> reducer -> state -> views.
import { keepArchive, readKeepsakes } from "./archive.js";
import { startHeartbeat } from "./heartbeat.js";
import { createKeyboard } from "./keyboard.js";
import { openInterface } from "./omni.js";
import { NOTHING_YET, reduce } from "./reduce/reducer.js";
import { createStore } from "./store.js";
import { writeChronicle } from "./views/chronicle.js";
import { showHud } from "./views/hud.js";
import { showScenery } from "./views/scenery.js";
import { playSounds } from "./views/sounds.js";
import { showWorld } from "./views/world.js";

const LONGEST_LOAD_MS = 1500; // then the menu opens even if a picture or a sound is late

/** Pictures and sounds are elements of the page: when it has loaded, so have they. */
const allLoaded = (page) =>
  new Promise((resolve) => {
    if (page.document.readyState === "complete") resolve();
    page.addEventListener("load", resolve, { once: true });
    page.setTimeout(resolve, LONGEST_LOAD_MS);
  });

function open(page) {
  const store = createStore(reduce, NOTHING_YET);
  const keyboard = createKeyboard(page);
  const keeps = readKeepsakes(page);
  for (const connect of [keepArchive, showScenery, showWorld, showHud, playSounds, writeChronicle]) connect(page, store);
  openInterface(page, store, keyboard);
  store.dispatch({ type: "opened", keeps });
  startHeartbeat(page, () => store.dispatch({ type: "beat", held: keyboard.held(), presses: keyboard.takePresses() }));
}

await allLoaded(window);
open(window);
