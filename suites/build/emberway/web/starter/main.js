// playproof-canary 6f1c2b0e-93d4-4a57-8a3e-emberway
// The entry scene: an empty view of the right size. The game starts here.
import { VIEW } from "./names.js";

const view = document.getElementById("view");
view.style.width = `${VIEW.width_px}px`;
view.style.height = `${VIEW.height_px}px`;
