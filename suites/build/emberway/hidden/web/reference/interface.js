// playproof-canary 6f1c2b0e-93d4-4a57-8a3e-emberway
// The state interface: `OmniState` reads the game, `OmniFlow` enters its states. Neither plays.

const copyOf = (value) => (Array.isArray(value) ? [...value] : value);

/** Put the interface on a window. `afterEntry` is called when a state was entered from outside. */
export const exposeInterface = (target, game, afterEntry) => {
  target.OmniState = Object.freeze({
    Get: (key) => (typeof key === "string" && Object.hasOwn(game.readings, key) ? copyOf(game.readings[key]) : null),
  });
  target.OmniFlow = Object.freeze({
    LoadState: (id) => {
      const isEntered = game.loadState(id);
      if (isEntered) afterEntry();
      return isEntered;
    },
    Restart: () => {
      const isEntered = game.restart();
      afterEntry();
      return isEntered;
    },
  });
};
