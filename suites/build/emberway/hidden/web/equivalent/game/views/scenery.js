// playproof-canary 6f1c2b0e-93d4-4a57-8a3e-emberway
// The scenery: tells the style sheet which scene is on.
export function showScenery(page, store) {
  const view = page.document.getElementById("view");
  store.subscribe(({ scene }) => {
    if (view.dataset.scene !== scene) view.dataset.scene = scene;
  });
}
