// Web Audio on the game's clock. The native context never runs: its time would be the machine's. `currentTime`, `state`
// and `ended` are computed; nothing can be heard or analysed, and who starts a sound is logged (sounds.js).
if (W.BaseAudioContext && W.AudioContext) {
  class Play { constructor(now) { this.state = "running"; this.at = now; this.from = 0; } }
  setPrototypeOf(Play.prototype, null);
  const plays = new NativeWeakMap();
  const secondsOf = (play) => play.from + (play.state === "running" ? (scheduler.now() - play.at) / 1000 : 0);
  const nativeSuspend = uncurry(AudioContext.prototype.suspend), nativeClose = uncurry(AudioContext.prototype.close);
  const quiet = (promise) => { promiseThen(promise, () => {}, () => {}); };
  const nativeTime = getOwnPropertyDescriptor(BaseAudioContext.prototype, "currentTime").get;
  const nativeState = getOwnPropertyDescriptor(BaseAudioContext.prototype, "state").get;
  replaceClass("AudioContext", null, (context) => { weakSet(plays, context, new Play(scheduler.now())); quiet(nativeSuspend(context)); });
  if (W.webkitAudioContext) W.webkitAudioContext = W.AudioContext;
  replaceGetter(BaseAudioContext.prototype, "currentTime", function () { const play = weakGet(plays, this); return play ? secondsOf(play) : apply(nativeTime, this, []); });
  replaceGetter(BaseAudioContext.prototype, "state", function () { const play = weakGet(plays, this); return play ? play.state : apply(nativeState, this, []); });
  replaceGetter(AudioContext.prototype, "outputLatency", () => 0);
  if (AudioContext.prototype.getOutputTimestamp) replaceMethod(AudioContext.prototype, "getOutputTimestamp", function () {
    const play = weakGet(plays, this);
    return { contextTime: play ? secondsOf(play) : 0, performanceTime: scheduler.now() - bornMs };
  });
  const change = (name, state) => {
    const native = AudioContext.prototype[name];
    replaceMethod(AudioContext.prototype, name, function () {
      const play = weakGet(plays, this), context = this;
      if (!play) return apply(native, this, arguments);
      if (play.state === "closed") return apply(native, this, arguments); // its error
      if (play.state !== state) {
        play.from = secondsOf(play); play.at = scheduler.now(); play.state = state;
        if (state === "closed") quiet(nativeClose(this));
        scheduler.addTimer(() => dispatch(context, new NativeEvent("statechange")), 0, false, realm);
      }
      return new NativePromise((ok) => ok());
    });
  };
  change("resume", "running"); change("suspend", "suspended"); change("close", "closed");

  // `ended` of a source: when its buffer is over or when it was told to stop.
  const contextOf = uncurry(getOwnPropertyDescriptor(AudioNode.prototype, "context").get);
  const bufferOf = uncurry(getOwnPropertyDescriptor(AudioBufferSourceNode.prototype, "buffer").get);
  const durationOf = uncurry(getOwnPropertyDescriptor(AudioBuffer.prototype, "duration").get);
  const loopOf = uncurry(getOwnPropertyDescriptor(AudioBufferSourceNode.prototype, "loop").get);
  const rateOf = uncurry(getOwnPropertyDescriptor(AudioBufferSourceNode.prototype, "playbackRate").get);
  const valueOf = uncurry(getOwnPropertyDescriptor(AudioParam.prototype, "value").get);
  const timers = new NativeWeakMap(), starts = new NativeWeakMap();
  const endAt = (node, seconds) => {
    const play = weakGet(plays, contextOf(node));
    if (!play || !(seconds < Infinity)) return;
    if (weakHas(timers, node)) scheduler.clearTimer(weakGet(timers, node));
    weakSet(timers, node, scheduler.addTimer(() => dispatch(node, new NativeEvent("ended")), max(0, (seconds - secondsOf(play)) * 1000), false, realm));
  };
  const now = (node) => { const play = weakGet(plays, contextOf(node)); return play ? secondsOf(play) : 0; };
  const nativeBufferStart = AudioBufferSourceNode.prototype.start;
  replaceMethod(AudioBufferSourceNode.prototype, "start", function (when, offset, duration) {
    apply(nativeBufferStart, this, arguments);
    const at = max(toNumber(when) || 0, now(this)), buffer = bufferOf(this), rate = valueOf(rateOf(this)) || 1;
    weakSet(starts, this, at);
    if (buffer && !loopOf(this)) endAt(this, at + (duration !== undefined ? toNumber(duration) : durationOf(buffer) - (toNumber(offset) || 0)) / (rate > 0 ? rate : 1));
    else if (duration !== undefined) endAt(this, at + toNumber(duration));
  });
  const nativeStop = AudioScheduledSourceNode.prototype.stop;
  replaceMethod(AudioScheduledSourceNode.prototype, "stop", function (when) {
    apply(nativeStop, this, arguments);
    endAt(this, max(toNumber(when) || 0, now(this), weakGet(starts, this) || 0));
  });
}
