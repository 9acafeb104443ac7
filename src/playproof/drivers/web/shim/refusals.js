// What a game may not do: open windows, take over the screen or the pointer, install itself, flood the history. Each
// attempt is an event; the page gets the answer that a browser gives when it refuses.
if (isWindow) {
  const refused = (error) => { const promise = new NativePromise((_, fail) => fail(error)); promiseThen(promise, undefined, () => {}); return promise; };
  const [NativeDOMException, addressOf] = [DOMException, (value) => (value === undefined || value === null ? "" : toText(value))];
  replaceMethod(W, "open", function (url) { journal.note("popup", "", addressOf(url)); return null; });
  replaceMethod(W, "close", function () { journal.note("navigation", "refused", "window.close"); });
  replaceMethod(W, "print", function () {});
  replaceMethod(W, "alert", function (text) { journal.note("dialog", "", "alert: " + (arguments.length ? toText(text) : "")); });
  replaceMethod(W, "confirm", function (text) { journal.note("dialog", "", "confirm: " + (arguments.length ? toText(text) : "")); return true; });
  replaceMethod(W, "prompt", function (text, standard) { journal.note("dialog", "", "prompt: " + (arguments.length ? toText(text) : "")); return standard === undefined ? "" : toText(standard); });
  const full = ["requestFullscreen", "webkitRequestFullscreen", "webkitRequestFullScreen"];
  for (let i = 0; i < full.length; i++) {
    if (Element.prototype[full[i]]) replaceMethod(Element.prototype, full[i], function () { journal.note("fullscreen", "", ""); return refused(new NativeTypeError("Permissions check failed")); });
  }
  if (Element.prototype.requestPointerLock) replaceMethod(Element.prototype, "requestPointerLock", function () {
    journal.note("pointer_lock", "", "");
    return refused(new NativeDOMException("The request was refused.", "NotAllowedError"));
  });
  if (W.ServiceWorkerContainer) replaceMethod(ServiceWorkerContainer.prototype, "register", function (url) {
    journal.note("service_worker", "", addressOf(url));
    return refused(new NativeDOMException("Failed to register a ServiceWorker: the request was refused.", "SecurityError"));
  });
  if (W.SharedWorker) delete W.SharedWorker;
  replaceClass("RTCPeerConnection", null, () => journal.note("network_refused", "", "webrtc:"));
  if (W.webkitRTCPeerConnection) W.webkitRTCPeerConnection = W.RTCPeerConnection;
  // As browsers do, but counted in game time: more than so many changes of the address a second are ignored.
  let second = -1, changes = 0;
  const isFlood = () => {
    const now = floor(scheduler.now() / 1000);
    if (now !== second) { second = now; changes = 0; }
    if (++changes === SETTINGS.historyPerSecond + 1) journal.note("navigation", "refused", "a flood of history entries");
    return changes > SETTINGS.historyPerSecond;
  };
  const entries = ["pushState", "replaceState"];
  for (let i = 0; i < entries.length; i++) {
    const native = History.prototype[entries[i]];
    replaceMethod(History.prototype, entries[i], function () { return isFlood() ? undefined : apply(native, this, arguments); });
  }
  // A document that is opened anew (document.write after loading) loses its listeners, ours too.
  const openers = ["open", "write", "writeln"];
  for (let i = 0; i < openers.length; i++) {
    const native = Document.prototype[openers[i]];
    replaceMethod(Document.prototype, openers[i], function () { try { return apply(native, this, arguments); } finally { arm(); } });
  }
  // A page that leaves its document: the step stops, so that it leaves at this very game time.
  if (W.navigation) {
    const destinationOf = eventField(NavigateEvent, "destination"), isSame = uncurry(getOwnPropertyDescriptor(NavigationDestination.prototype, "sameDocument").get);
    const hashOf = eventField(NavigateEvent, "hashChange"), cancel = uncurry(Event.prototype.preventDefault);
    listen(W.navigation, "navigate", (event) => {
      if (!isTrusted(event)) return;
      if (hashOf(event)) { if (isFlood()) cancel(event); } else if (!isSame(destinationOf(event))) scheduler.askNetwork();
    });
  }
}
