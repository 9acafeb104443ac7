// playproof-canary 6f1c2b0e-93d4-4a57-8a3e-emberway
// The heartbeat: turns the page's frames, however long they are, into beats of one length.
import { BEAT_MS, LONGEST_FRAME_MS } from "./rulebook.js";

const ROUNDING_MS = 1e-6; // two beats fit into a sixtieth of a second, whatever the last digit says

/** Calls `beat()` as often as time asks for, from the next frame on and for ever. */
export function startHeartbeat(page, beat) {
  let lastMs = null;
  let owedMs = 0;
  const frame = (nowMs) => {
    page.requestAnimationFrame(frame);
    owedMs += lastMs === null ? 0 : Math.min(Math.max(nowMs - lastMs, 0), LONGEST_FRAME_MS);
    lastMs = nowMs;
    while (owedMs >= BEAT_MS - ROUNDING_MS) {
      owedMs -= BEAT_MS;
      beat();
    }
  };
  page.requestAnimationFrame(frame);
}
