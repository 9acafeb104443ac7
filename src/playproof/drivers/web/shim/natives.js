// Everything the clock needs of the engine, taken before the page's own code can change it.
// Rule for all parts: after start-up, touch no property that a page can reach. So: functions taken here, objects
// without a prototype (`bare`), arrays by index only, no iteration protocol, no awaited promise but `null`.
const W = globalThis;
const isWindow = typeof W.document !== "undefined";
const { apply, construct, ownKeys } = Reflect;
const { defineProperty, getOwnPropertyDescriptor, setPrototypeOf, getPrototypeOf, freeze } = Object;
const uncurry = Function.prototype.bind.bind(Function.prototype.call);
const bare = (object) => setPrototypeOf(object, null);

const [floor, ceil, round, max, min, imul] = [Math.floor, Math.ceil, Math.round, Math.max, Math.min, Math.imul];
const toText = String;
const toNumber = Number;
const isArray = Array.isArray;
const isFinite_ = Number.isFinite;
const jsonText = JSON.stringify;
const jsonParse = JSON.parse;
const slice = uncurry(String.prototype.slice);
const startsWith = uncurry(String.prototype.startsWith);
const functionText = uncurry(Function.prototype.toString);

const NativeMap = Map;
const mapGet = uncurry(Map.prototype.get);
const mapSet = uncurry(Map.prototype.set);
const mapHas = uncurry(Map.prototype.has);
const mapDelete = uncurry(Map.prototype.delete);
const mapEach = uncurry(Map.prototype.forEach);
const mapSize = uncurry(getOwnPropertyDescriptor(Map.prototype, "size").get);
const NativeWeakMap = WeakMap;
const weakGet = uncurry(WeakMap.prototype.get);
const weakSet = uncurry(WeakMap.prototype.set);
const weakHas = uncurry(WeakMap.prototype.has);
const weakDelete = uncurry(WeakMap.prototype.delete);

const NativePromise = Promise;
const promiseThen = uncurry(Promise.prototype.then);
const rawThen = Promise.prototype.then;
const NativeDate = Date;
const NativeTypeError = TypeError;
const nativeDebug = W.console.debug;
const nativeSetTimeout = W.setTimeout;
const nativeEval = W.eval;
const nativeRequestFrame = W.requestAnimationFrame;
const nativeReportError = W.reportError;
const realNow = Performance.prototype.now.bind(performance);

const listen = uncurry(EventTarget.prototype.addEventListener);
const unlisten = uncurry(EventTarget.prototype.removeEventListener);
const dispatch = uncurry(EventTarget.prototype.dispatchEvent);
const NativeEvent = Event;
const NativeMessageChannel = MessageChannel;
const postToPort = uncurry(MessagePort.prototype.postMessage);
const eventField = (type, name) => uncurry(getOwnPropertyDescriptor(type.prototype, name).get);
// `isTrusted` is an own, unforgeable property of every event: a page can neither set nor shadow it.
const isTrusted = (event) => event.isTrusted === true;
const stopEvent = uncurry(Event.prototype.stopImmediatePropagation);

// A promise whose `then` and `constructor` a page cannot reach, so that whoever waits for it waits for us.
const sealedPromise = () => {
  let settle;
  const promise = new NativePromise((ok) => { settle = ok; });
  defineProperty(promise, "then", bare({ value: rawThen }));
  defineProperty(promise, "constructor", bare({ value: undefined }));
  return bare({ promise, settle });
};
