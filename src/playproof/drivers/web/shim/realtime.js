// The clock of the third mode: the machine's own. Nothing is replaced; what the page does is logged all the same.
const createScheduler = () => {
  const channel = new NativeMessageChannel(), sender = channel.port2, began = realNow();
  let hops = bare([]), head = 0, tail = 0;
  const hop = (next) => { hops[tail++] = next; postToPort(sender, 0); };
  listen(channel.port1, "message", () => { const next = hops[head]; hops[head++] = undefined; if (head === tail) head = tail = 0; next(); });
  channel.port1.start();
  const now = () => startMs + realNow() - began;
  const nothing = () => {};
  return bare({
    isUnseen: false, now, read: now, peekReads: () => 0, restoreReads: nothing, isStepping: () => true, hop,
    addTimer: (run, delay) => apply(nativeSetTimeout, W, [run, delay]), clearTimer: nothing,
    askNetwork: nothing, hold: () => nothing, beforeStep: null,
    step(target, done) { apply(nativeSetTimeout, W, [() => done("done"), max(0, target - now())]); },
  });
};
