// Messages run only while game time runs. A page that sends itself messages without end (as frameworks do to plan
// their work) would otherwise go on between two steps, for as long as the driver takes. What is posted while the clock
// stands is copied at once and sent when the next step begins.
{
  const nativeClone = W.structuredClone;
  let waiting = bare([]), count = 0;
  const gate = (owner, name, transferAt) => {
    const native = owner && getOwnPropertyDescriptor(owner, name);
    if (!native || typeof native.value !== "function") return;
    replaceMethod(owner, name, function (message, ...rest) {
      if (scheduler.isStepping()) return apply(native.value, this, arguments);
      const self = this, last = rest[transferAt];
      const transfer = isArray(last) ? last : rest[0] && typeof rest[0] === "object" && !isArray(rest[0]) ? rest[0].transfer : undefined;
      const copy = apply(nativeClone, W, [{ message, transfer: transfer || [] }, { transfer: transfer || [] }]);
      const moved = typeof rest[0] === "string" ? [copy.message, rest[0], copy.transfer] : [copy.message, copy.transfer];
      waiting[count++] = () => apply(native.value, self, moved);
      return undefined;
    });
  };
  const before = scheduler.beforeStep;
  scheduler.beforeStep = () => {
    if (before) before();
    const posts = waiting, n = count;
    waiting = bare([]); count = 0;
    for (let i = 0; i < n; i++) { try { posts[i](); } catch (error) { report(error); } }
  };
  gate(MessagePort.prototype, "postMessage", 0);
  if (W.Worker) gate(Worker.prototype, "postMessage", 0);
  gate(W, "postMessage", isWindow ? 1 : 0);
  if (W.BroadcastChannel) gate(BroadcastChannel.prototype, "postMessage", 9);
}
