// playproof-canary 6f1c2b0e-93d4-4a57-8a3e-emberway
// The chronicle: one console line for each entry into a state.
export function writeChronicle(page, store) {
  store.subscribe(({ news }) => {
    for (const { kind, id } of news) if (kind === "entered") page.console.log(`emberway: state ${id}`);
  });
}
