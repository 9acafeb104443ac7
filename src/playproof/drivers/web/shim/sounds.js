// Who starts a sound: logged as an event, from the engine's own entry points.
if (W.AudioScheduledSourceNode) {
  const OscillatorPrototype = OscillatorNode.prototype;
  const noted = (prototype, text) => {
    const start = prototype.start;
    replaceMethod(prototype, "start", function () { apply(start, this, arguments); journal.note("audio", "", text(this)); });
  };
  const isOscillator = uncurry(Object.prototype.isPrototypeOf);
  noted(AudioScheduledSourceNode.prototype, (node) => (isOscillator(OscillatorPrototype, node) ? "oscillator" : "buffer"));
  noted(AudioBufferSourceNode.prototype, () => "buffer");
}
if (W.MediaStreamAudioSourceNode) replaceClass("MediaStreamAudioSourceNode", null, () => journal.note("audio", "", "stream"));
if (W.HTMLMediaElement) {
  const play = HTMLMediaElement.prototype.play;
  replaceMethod(HTMLMediaElement.prototype, "play", function () { const made = apply(play, this, arguments); journal.note("audio", "", "media"); return made; });
}
if (W.SpeechSynthesis) replaceMethod(SpeechSynthesis.prototype, "speak", function () { journal.note("audio", "", "media"); });
