// playproof-canary 6f1c2b0e-93d4-4a57-8a3e-emberway
// The public interface: OmniState answers questions, OmniFlow enters states the game's own way.
import { FACTS } from "./facts.js";
import { isEntrance } from "./reduce/reducer.js";

export function openInterface(page, store, keyboard) {
  const enterBy = async (action) => {
    keyboard.takePresses(); // what was pressed before belongs to the old state
    store.dispatch(action);
    return true;
  };
  page.OmniState = Object.freeze({
    Get: (key) => (Object.hasOwn(FACTS, key) ? FACTS[key](store.state()) : null),
  });
  page.OmniFlow = Object.freeze({
    LoadState: async (id) => (isEntrance(id) ? enterBy({ type: "load", id }) : false),
    Restart: () => enterBy({ type: "restart" }),
  });
}
