// playproof-canary 6f1c2b0e-93d4-4a57-8a3e-emberway
// The sounds: one media element per cause, loaded with the page, started in the beat of its cause.
export function playSounds(page, store) {
  const player = (name) => page.document.getElementById(`sound-${name}`);
  const players = ["spark", "hit", "gate", "dash", "brazier"].map(player);
  const silence = () => players.forEach((one) => one.pause());
  const play = (one) => {
    one.pause(); // a sound that still rings begins anew
    one.currentTime = 0;
    one.play().catch(() => {}); // withheld before the first key press, or cut short by the next start
  };
  store.subscribe(({ news, keeps }, before) => {
    if (keeps.sound === "off" && before.keeps.sound === "on") silence();
    for (const { kind, name } of news) {
      if (kind === "silence") silence();
      if (kind === "sound") play(player(name));
    }
  });
}
