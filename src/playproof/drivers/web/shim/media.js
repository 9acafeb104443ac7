// <audio> on the game's clock: nothing is decoded or heard; position, pauses and `ended` follow from the duration.
// Video keeps the engine's own playback, in real time: its pictures cannot be had otherwise.
if (W.HTMLAudioElement) {
  const prototype = HTMLMediaElement.prototype;
  const field = (name) => getOwnPropertyDescriptor(prototype, name);
  const [durationOf, loopOf, rateOf, sourceOf, readyOf, errorOf] = ["duration", "loop", "playbackRate", "currentSrc", "readyState", "error"].map((name) => uncurry(field(name).get));
  const isAudio = (() => { const brand = HTMLAudioElement.prototype, chained = uncurry(Object.prototype.isPrototypeOf); return (value) => chained(brand, value); })();
  const [nativePlay, nativePause] = [prototype.play, prototype.pause];
  const [nativePaused, nativeEnded] = [field("paused").get, field("ended").get];
  const srcOf = uncurry(field("src").get);
  class Track { constructor() { this.isPlaying = false; this.isOver = false; this.at = 0; this.from = 0; this.timer = 0; this.ticker = 0; } }
  setPrototypeOf(Track.prototype, null);
  const tracks = new NativeWeakMap();
  const trackOf = (element) => { let track = weakGet(tracks, element); if (!track) weakSet(tracks, element, track = new Track()); return track; };
  const send = (element, name) => { dispatch(element, new NativeEvent(name)); };
  const later = (element, ...names) => { for (let i = 0; i < names.length; i++) scheduler.addTimer(() => send(element, names[i]), 0, false, realm); };
  const place = (element, track) => (track.isPlaying ? min(track.from + ((scheduler.now() - track.at) / 1000) * rateOf(element), durationOf(element) || Infinity) : track.from);
  const rest = (element, track) => {
    track.from = place(element, track); track.isPlaying = false;
    scheduler.clearTimer(track.timer); scheduler.clearTimer(track.ticker);
  };
  const run = (element, track) => {
    track.isPlaying = true; track.isOver = false; track.at = scheduler.now();
    const left = (durationOf(element) - track.from) / (rateOf(element) || 1);
    if (!(left < Infinity)) return;
    track.ticker = scheduler.addTimer(() => send(element, "timeupdate"), 250, true, realm);
    track.timer = scheduler.addTimer(() => {
      rest(element, track);
      if (loopOf(element)) { track.from = 0; run(element, track); return; }
      track.isOver = true;
      send(element, "timeupdate"); send(element, "pause"); send(element, "ended");
    }, max(0, left * 1000), false, realm);
  };
  replaceMethod(prototype, "play", function () {
    if (!isAudio(this) || (sourceOf(this) === "" && srcOf(this) === "")) return apply(nativePlay, this, arguments);
    const element = this, track = trackOf(element);
    if (track.isPlaying) return new NativePromise((ok) => ok());
    if (track.isOver) { track.from = 0; track.isOver = false; }
    if (errorOf(element)) return apply(nativePlay, this, arguments); // its rejection
    later(element, "play", "playing");
    if (readyOf(element) > 0) { run(element, track); return new NativePromise((ok) => ok()); }
    // The file is on its way: game time waits for it.
    track.isPlaying = true; track.at = scheduler.now();
    scheduler.askNetwork();
    const release = scheduler.hold();
    return new NativePromise((ok, fail) => {
      listen(element, "loadedmetadata", () => { if (track.isPlaying) run(element, track); release(); ok(); }, { once: true });
      listen(element, "error", () => { track.isPlaying = false; release(); fail(new DOMException("Failed to load because no supported source was found.", "NotSupportedError")); }, { once: true });
      apply(uncurry(prototype.load), null, [element]);
    });
  });
  replaceMethod(prototype, "pause", function () {
    const track = isAudio(this) ? weakGet(tracks, this) : undefined;
    if (!track) return apply(nativePause, this, arguments);
    if (track.isPlaying) { rest(this, track); later(this, "pause"); }
    return undefined;
  });
  replaceGetter(prototype, "paused", function () { const track = isAudio(this) && weakGet(tracks, this); return track ? !track.isPlaying : apply(nativePaused, this, []); });
  replaceGetter(prototype, "ended", function () { const track = isAudio(this) && weakGet(tracks, this); return track ? track.isOver : apply(nativeEnded, this, []); });
  const time = field("currentTime");
  defineProperty(prototype, "currentTime", { configurable: true, enumerable: time.enumerable,
    get: mask({ get currentTime() { const track = isAudio(this) && weakGet(tracks, this); return track ? place(this, track) : apply(time.get, this, []); } }.__lookupGetter__("currentTime"), "get currentTime", time.get),
    set: mask({ set currentTime(value) {
      if (!isAudio(this)) { apply(time.set, this, [value]); return; }
      const track = trackOf(this), wasPlaying = track.isPlaying;
      rest(this, track); track.from = max(0, toNumber(value) || 0); track.isOver = false;
      if (wasPlaying) run(this, track);
      later(this, "seeking", "seeked");
    } }.__lookupSetter__("currentTime"), "set currentTime", time.set) });
}
