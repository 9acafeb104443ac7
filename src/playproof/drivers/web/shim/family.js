// One clock, one journal and one mask table for all same-origin frames of a page. A child frame asks its parent for
// them with an event whose name only the driver and this script know, built and sent with the child's own natives.
const askFamily = (target) => {
  const answer = bare({ family: null });
  try { dispatch(target, new CustomEvent(SETTINGS.secret, { detail: answer })); } catch { return null; }
  return answer.family;
};
// The window of a frame's first empty document lives on in the document that replaces it: then we are already here.
if (isWindow && askFamily(W)) return;

const parentFamily = (() => {
  if (!isWindow || W.parent === W) return null;
  try { return askFamily(W.parent); } catch { return null; } // another origin: a clock of its own
})();
const family = parentFamily || bare({ masked: new NativeWeakMap(), scheduler: null, journal: null, realms: 0, animations: null, workers: 0, observers: 0 });
const realmNumber = family.realms++;

if (isWindow) {
  const detailOf = eventField(CustomEvent, "detail");
  family.answer = family.answer || ((event) => { stopEvent(event); detailOf(event).family = family; });
  listen(W, SETTINGS.secret, family.answer, true);
}

// When this document begins: the driver says so in a header of its response. Frames share their parent's clock.
const [startMs, documentNumber] = (() => {
  if (!isWindow || parentFamily) return [SETTINGS.startMs, SETTINGS.stream];
  const [entry] = performance.getEntriesByType("navigation");
  const stamp = entry && entry.serverTiming[0];
  return stamp && stamp.name === "begin" ? [stamp.duration, Number(stamp.description)] : [SETTINGS.startMs, SETTINGS.stream];
})();
