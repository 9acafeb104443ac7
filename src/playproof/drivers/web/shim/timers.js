// setTimeout, setInterval, requestAnimationFrame, requestIdleCallback on the game's clock.
const addTimer = (handler, delay, args, isRepeating) => {
  const run = typeof handler === "function" ? () => guarded(handler, W, args) : () => guarded(nativeEval, W, [toText(handler)]);
  return scheduler.addTimer(run, delay, isRepeating, realm);
};
replaceMethod(W, "setTimeout", function (handler, delay, ...args) { return addTimer(handler, delay, args, false); });
replaceMethod(W, "setInterval", function (handler, delay, ...args) { return addTimer(handler, delay, args, true); });
replaceMethod(W, "clearTimeout", function (id) { scheduler.clearTimer(id); });
replaceMethod(W, "clearInterval", function (id) { scheduler.clearTimer(id); });
const needFunction = (value, name) => {
  if (typeof value !== "function") throw new NativeTypeError(`Failed to execute '${name}' on 'Window': parameter 1 is not of type 'Function'.`);
};
if (nativeRequestFrame) {
  replaceMethod(W, "requestAnimationFrame", function (callback) {
    needFunction(callback, "requestAnimationFrame");
    return scheduler.addFrame((frameMs) => guarded(callback, W, [frameMs - bornMs]), realm);
  });
  replaceMethod(W, "cancelAnimationFrame", function (id) { scheduler.clearFrame(id); });
}
if (W.requestIdleCallback) {
  const IdleDeadlinePrototype = W.IdleDeadline.prototype;
  replaceMethod(W, "requestIdleCallback", function (callback) {
    needFunction(callback, "requestIdleCallback");
    return scheduler.addIdle((untilMs) => {
      const deadline = setPrototypeOf({}, IdleDeadlinePrototype);
      defineProperty(deadline, "didTimeout", bare({ value: false }));
      defineProperty(deadline, "timeRemaining", bare({ value: () => max(0, untilMs - scheduler.now()) }));
      guarded(callback, W, [deadline]);
    }, realm);
  });
  replaceMethod(W, "cancelIdleCallback", function (id) { scheduler.clearIdle(id); });
}
