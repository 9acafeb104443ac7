// The first realm of a page founds the family; every realm (a window or a worker) then joins it.
if (!parentFamily) {
  family.scheduler = createScheduler();
  family.journal = createJournal();
}
const { scheduler, journal } = family;
const realm = (() => {
  const closed = isWindow && W.parent !== W ? getOwnPropertyDescriptor(W, "closed") : null;
  return bare({ isGone: closed && closed.get ? () => apply(closed.get, W, []) : () => false });
})();
let randomState = bare({ save: () => null, restore: () => {} });
const bornMs = scheduler.now(); // page clocks count from the start of their document
const report = (error) => { try { apply(nativeReportError, W, [error]); } catch { /* the page is being torn down */ } };
const guarded = (callback, self, args) => { try { apply(callback, self, args); } catch (error) { report(error); } };
