// playproof-canary 6f1c2b0e-93d4-4a57-8a3e-emberway
// Sounds: decoded once while the game loads, so that a sound starts in the very step of its cause.

/** Name -> file. Each of the five causes has its own. */
const FILES = {
  spark: "assets/spark.wav",
  hit: "assets/hit.wav",
  gate: "assets/gate.wav",
  dash: "assets/dash.wav",
  brazier: "assets/brazier.wav",
};
const RATE_HZ = 22050;
const LOUDNESS = 0.6;

const loadSound = async (decoder, path) => {
  const answer = await fetch(path);
  if (!answer.ok) throw new Error(`${path}: answer ${answer.status}, expected a sound file`);
  return decoder.decodeAudioData(await answer.arrayBuffer());
};

export class Sounds {
  #buffers = new Map();
  #playing = new Set();
  #context = null;
  #output = null;

  /** Load and decode all sounds. Decoding needs no permission to play. */
  async load() {
    const decoder = new OfflineAudioContext(1, 1, RATE_HZ);
    await Promise.all(
      Object.entries(FILES).map(async ([name, path]) => this.#buffers.set(name, await loadSound(decoder, path))),
    );
  }

  /** Get the speakers ready. Browsers allow it only after a key was pressed, so it is tried at each press. */
  wake() {
    if (this.#context === null) {
      this.#context = new AudioContext();
      this.#output = this.#context.createGain();
      this.#output.gain.value = LOUDNESS;
      this.#output.connect(this.#context.destination);
    }
    if (this.#context.state === "suspended") this.#context.resume().catch(() => {});
  }

  play(name) {
    const buffer = this.#buffers.get(name);
    if (buffer === undefined) return;
    this.wake();
    const source = this.#context.createBufferSource();
    source.buffer = buffer;
    source.connect(this.#output);
    source.onended = () => this.#playing.delete(source);
    this.#playing.add(source);
    source.start();
  }

  stopAll() {
    for (const source of this.#playing) source.stop();
    this.#playing.clear();
  }
}
