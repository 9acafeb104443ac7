// playproof-canary 6f1c2b0e-93d4-4a57-8a3e-emberway
// The store: one state, changed only by actions through one pure reducer; whoever subscribed is told at once.

/**
 * @param {(state: object, action: object) => object} reduce  gives the next state and touches nothing
 * @param {object} first  the state before the first action
 */
export function createStore(reduce, first) {
  let state = first;
  const listeners = [];
  return {
    state: () => state,
    dispatch(action) {
      const before = state;
      state = reduce(before, action);
      for (const listener of listeners) listener(state, before);
    },
    /** Calls `listener(state, before)` after every action, in the order of subscription. */
    subscribe(listener) {
      listeners.push(listener);
    },
  };
}
