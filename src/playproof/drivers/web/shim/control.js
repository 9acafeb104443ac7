// What the driver holds of this page: an object nobody else can reach, handed over in a console call that only the
// driver sees. Answers are JSON text, so that no property of a page's prototype is looked up on the way.
const flowState = bare({ isDone: true, problem: "" });
const describeError = (error) => (typeof error === "object" && error !== null ? describe(error, 0) : toText(describe(error, 0)));
const lookUp = (globalName, method) => {
  const owner = W[globalName];
  if (owner === undefined || owner === null) return bare({ problem: `window.${globalName} does not exist` });
  const found = owner[method];
  if (typeof found !== "function") return bare({ problem: `window.${globalName}.${method} is not a function` });
  return bare({ problem: "", owner, found });
};
const isScalar = (value) => value === null || typeof value === "boolean" || typeof value === "string" || (typeof value === "number" && isFinite_(value));
const kindOf = (value) => (typeof value === "number" ? toText(value) : value === undefined ? "undefined" : typeof value === "object" ? "an object" : "a " + typeof value);
const reading = (value) => {
  if (isScalar(value)) return typeof value === "string" && value.length > SETTINGS.readingLength ? bare({ problem: `a string of ${value.length} characters` }) : bare({ value });
  if (!isArray(value)) return bare({ problem: `not a scalar or a flat list: ${kindOf(value)}` });
  const list = bare([]), length = value.length;
  if (length > SETTINGS.readingLength) return bare({ problem: `a list of ${length} items` });
  let characters = 0;
  for (let i = 0; i < length; i++) {
    const item = value[i];
    if (!isScalar(item)) return bare({ problem: `item ${i} of the list is not a scalar: ${kindOf(item)}` });
    if (typeof item === "string") characters += item.length;
    if (characters > SETTINGS.readingLength) return bare({ problem: "a list of too many characters" });
    list[i] = item;
  }
  return bare({ value: list });
};
const readOne = (key) => {
  try {
    const get = lookUp("OmniState", "Get");
    return get.problem ? get : reading(apply(get.found, get.owner, [key]));
  } catch (error) {
    return bare({ problem: "OmniState.Get threw " + slice(describeError(error), 0, 500) });
  }
};
const status = (why) => jsonText(bare({ why, now: scheduler.now(), workers: family.workers, observers: family.observers, flow: flowState, journal: journal.take() }));

const control = freeze(bare({
  step(toMs) {
    const { promise, settle } = sealedPromise();
    scheduler.step(toMs, (why) => settle(status(why)));
    return promise;
  },
  // Lets tasks that are already on their way arrive; game time stands still.
  settle(hops) {
    const { promise, settle } = sealedPromise();
    let left = hops;
    const next = () => { if (left-- > 0) scheduler.hop(next); else settle(status("settled")); };
    next();
    return promise;
  },
  // Looking changes nothing: clock and randomness are as before, whatever the game's answer did with them.
  read(keysText) {
    const keys = jsonParse(keysText), answers = bare({});
    const reads = scheduler.peekReads(), at = scheduler.now(), random = randomState.save();
    for (let i = 0; i < keys.length; i++) defineProperty(answers, keys[i], bare({ value: readOne(keys[i]), enumerable: true }));
    scheduler.restoreReads(reads, at);
    randomState.restore(random);
    return jsonText(bare({ answers, journal: journal.take() }));
  },
  // Starts a lifecycle command; its end is reported with the steps that follow.
  flow(method, argument) {
    flowState.isDone = false; flowState.problem = "";
    const fail = (error) => { flowState.isDone = true; flowState.problem = `OmniFlow.${method} failed: ` + slice(describeError(error), 0, 500); };
    const end = (value) => { flowState.isDone = true; if (value === false) flowState.problem = `OmniFlow.${method} answered false`; };
    try {
      const command = lookUp("OmniFlow", method);
      if (command.problem) { flowState.isDone = true; flowState.problem = command.problem; return status("flow"); }
      const value = apply(command.found, command.owner, argument === null ? [] : [argument]);
      if (typeof value !== "object" || value === null) end(value);
      else promiseThen(new NativePromise((ok) => ok(value)), end, fail);
    } catch (error) { fail(error); }
    return status("flow");
  },
  take: () => status("taken"),
  // For a browser that draws when it likes: settles when it has drawn twice, and so has served observers and scrolling.
  drawn() {
    const { promise, settle } = sealedPromise();
    apply(nativeRequestFrame, W, [() => apply(nativeRequestFrame, W, [() => settle(status("drawn"))])]);
    return promise;
  },
}));
// A worker's handle is what the script that is evaluated in it returns; frames of the same origin have their parent's.
if (isWindow && !parentFamily) apply(nativeDebug, W.console, [SETTINGS.secret, control]);
return control;
