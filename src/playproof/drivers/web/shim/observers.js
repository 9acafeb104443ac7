// Resize and intersection observers speak in native frames, which the driver makes whenever it has to look. Their news
// is kept and told at the start of the next step, so that looking never runs code of the game.
const deferObserver = (name) => replaceClass(name, (args) => {
  const callback = args[0];
  if (typeof callback !== "function") return args;
  const deferred = function (entries, observer) { scheduler.addTimer(() => guarded(callback, observer, [entries, observer]), 0, false, realm); };
  return args.length > 1 ? [deferred, args[1]] : [deferred];
}, () => { family.observers = (family.observers || 0) + 1; });
if (isWindow) { deferObserver("ResizeObserver"); deferObserver("IntersectionObserver"); }
