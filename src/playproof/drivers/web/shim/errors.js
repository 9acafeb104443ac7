// Uncaught exceptions and unhandled rejections, seen before any listener of the page.
let arm = () => {};
if (W.ErrorEvent && W.PromiseRejectionEvent) {
  const [messageOf, fileOf, lineOf] = [eventField(ErrorEvent, "message"), eventField(ErrorEvent, "filename"), eventField(ErrorEvent, "lineno")];
  const reasonOf = eventField(PromiseRejectionEvent, "reason");
  const onError = (event) => { try { if (isTrusted(event)) journal.note("exception", "error", `${messageOf(event)} (${fileOf(event)}:${lineOf(event)})`); } catch { /* not an ErrorEvent: a file that did not load */ } };
  const onRejection = (event) => { if (isTrusted(event)) journal.note("exception", "error", "Unhandled rejection: " + describe(reasonOf(event), 0)); };
  arm = () => { listen(W, "error", onError, true); listen(W, "unhandledrejection", onRejection, true); };
  arm();
}
