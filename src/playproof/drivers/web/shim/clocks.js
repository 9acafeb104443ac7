// Everything that tells the time: Date, performance, document.timeline, event time stamps, Intl, Temporal, File.
const calendarMs = () => floor(SETTINGS.epochMs + scheduler.read());
const pageMs = () => scheduler.read() - bornMs;
const dateText = uncurry(Date.prototype.toString);

{
  const now = mask({ now() { return calendarMs(); } }.now, "now", NativeDate.now);
  defineProperty(NativeDate, "now", { value: now, writable: true, configurable: true, enumerable: false });
  const Clock = mask(function Date(...args) {
    if (new.target === undefined) return dateText(new NativeDate(calendarMs()));
    const target = new.target === Clock ? NativeDate : new.target;
    return construct(NativeDate, args.length ? args : [calendarMs()], target);
  }, "Date", NativeDate);
  const statics = ["UTC", "parse", "now"];
  for (let i = 0; i < statics.length; i++) defineProperty(Clock, statics[i], getOwnPropertyDescriptor(NativeDate, statics[i]));
  defineProperty(Clock, "prototype", { value: NativeDate.prototype, writable: false });
  defineProperty(NativeDate.prototype, "constructor", { value: Clock, writable: true, configurable: true, enumerable: false });
  defineProperty(W, "Date", { value: Clock, writable: true, configurable: true, enumerable: false });
}

{
  const nativeNow = Performance.prototype.now;
  replaceMethod(Performance.prototype, "now", function now() { if (this !== performance) apply(nativeNow, this, []); return pageMs(); });
  replaceGetter(Performance.prototype, "timeOrigin", () => SETTINGS.epochMs + bornMs);
  if (W.PerformanceTiming) {
    const names = ownKeys(PerformanceTiming.prototype);
    for (let i = 0; i < names.length; i++) {
      if (typeof names[i] === "string" && names[i] !== "toJSON") replaceGetter(PerformanceTiming.prototype, names[i], () => floor(SETTINGS.epochMs + bornMs));
    }
  }
  if (getOwnPropertyDescriptor(Performance.prototype, "memory")) {
    replaceGetter(Performance.prototype, "memory", () => ({ totalJSHeapSize: 1e7, usedJSHeapSize: 1e7, jsHeapSizeLimit: 2147483648 }));
  }
  // Entries of the engine's own (resources, paint, long tasks) are in real time: a page is shown its own marks only.
  const entryType = eventField(PerformanceEntry, "entryType");
  const own = (entries) => {
    const kept = [];
    for (let i = 0, n = 0; i < entries.length; i++) {
      const type = entryType(entries[i]);
      if (type === "mark" || type === "measure") defineProperty(kept, n++, bare({ value: entries[i], writable: true, configurable: true, enumerable: true }));
    }
    return kept;
  };
  const queries = ["getEntries", "getEntriesByName", "getEntriesByType"];
  for (let i = 0; i < queries.length; i++) {
    const native = Performance.prototype[queries[i]];
    if (native) replaceMethod(Performance.prototype, queries[i], function () { return own(apply(native, this, arguments)); });
  }
  if (W.PerformanceObserver) {
    const observe = PerformanceObserver.prototype.observe;
    replaceMethod(PerformanceObserver.prototype, "observe", function (options) {
      if (options && (options.type === "mark" || options.type === "measure")) return apply(observe, this, [options]);
      if (options && options.entryTypes !== undefined) return apply(observe, this, [{ entryTypes: ["mark", "measure"] }]);
      return undefined;
    });
  }
  const mark = Performance.prototype.mark, measure = Performance.prototype.measure;
  if (mark) {
    replaceMethod(Performance.prototype, "mark", function (name, options) { return apply(mark, this, [name, { startTime: scheduler.now() - bornMs, ...options }]); });
    replaceMethod(Performance.prototype, "measure", function (name, from, to) {
      const end = scheduler.now() - bornMs;
      let span = from;
      if (from === undefined) span = { start: 0, end };
      else if (typeof from === "string") span = { start: from, end: to === undefined ? end : to };
      else if (from && from.end === undefined && from.duration === undefined) span = { ...from, end };
      return apply(measure, this, [name, span]);
    });
  }
}

if (isWindow && W.AnimationTimeline) replaceGetter(AnimationTimeline.prototype, "currentTime", () => scheduler.now() - bornMs);
replaceGetter(Event.prototype, "timeStamp", () => scheduler.now() - bornMs);
const twoDigits = (n) => (n < 10 ? "0" : "") + n;
if (isWindow) {
  const field = (name) => uncurry(NativeDate.prototype[name]);
  const parts = [field("getMonth"), field("getDate"), field("getFullYear"), field("getHours"), field("getMinutes"), field("getSeconds")];
  replaceGetter(Document.prototype, "lastModified", () => {
    const at = new NativeDate(SETTINGS.epochMs);
    return `${twoDigits(parts[0](at) + 1)}/${twoDigits(parts[1](at))}/${parts[2](at)} ${twoDigits(parts[3](at))}:${twoDigits(parts[4](at))}:${twoDigits(parts[5](at))}`;
  });
}
replaceClass("File", (args) => [args[0], args[1], { lastModified: calendarMs(), ...args[2] }]);
if (W.Temporal && Temporal.Now) {
  const fromMs = Temporal.Instant.fromEpochMilliseconds, zone = Temporal.Now.timeZoneId();
  const inZone = uncurry(Temporal.Instant.prototype.toZonedDateTimeISO);
  const zoned = Temporal.ZonedDateTime.prototype;
  const at = () => apply(fromMs, Temporal.Instant, [calendarMs()]);
  replaceMethod(Temporal.Now, "instant", () => at());
  replaceMethod(Temporal.Now, "zonedDateTimeISO", (z) => inZone(at(), z || zone));
  const plain = [["plainDateISO", uncurry(zoned.toPlainDate)], ["plainTimeISO", uncurry(zoned.toPlainTime)], ["plainDateTimeISO", uncurry(zoned.toPlainDateTime)]];
  for (let i = 0; i < plain.length; i++) { const [name, convert] = plain[i]; replaceMethod(Temporal.Now, name, (z) => convert(inZone(at(), z || zone))); }
}
{
  const prototype = Intl.DateTimeFormat.prototype;
  const format = getOwnPropertyDescriptor(prototype, "format").get, formatToParts = prototype.formatToParts;
  replaceGetter(prototype, "format", function () { const native = apply(format, this, []); return (date) => native(date === undefined ? calendarMs() : date); });
  replaceMethod(prototype, "formatToParts", function (date) { return apply(formatToParts, this, [date === undefined ? calendarMs() : date]); });
}
if (W.AbortSignal && AbortSignal.timeout) {
  const abort = uncurry(AbortController.prototype.abort), signalOf = eventField(AbortController, "signal");
  const [NativeAbortController, NativeDOMException] = [AbortController, DOMException];
  replaceMethod(AbortSignal, "timeout", function (ms) {
    const controller = new NativeAbortController();
    scheduler.addTimer(() => abort(controller, new NativeDOMException("signal timed out", "TimeoutError")), ms, false, realm);
    return signalOf(controller);
  });
}
if (W.Scheduler) {
  const postTask = Scheduler.prototype.postTask;
  replaceMethod(Scheduler.prototype, "postTask", function (task, options) {
    if (!(options && options.delay > 0)) return apply(postTask, this, arguments);
    const self = this, rest = { ...options, delay: 0 };
    return new NativePromise((ok) => scheduler.addTimer(() => ok(apply(postTask, self, [task, rest])), options.delay, false, realm));
  });
}
