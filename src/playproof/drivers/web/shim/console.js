// The console of the page: lines go to the journal and nowhere else, so a million of them cost the driver nothing.
// Objects are described without running any code of the page (no getter, no toString).
const describeObject = (value, depth) => {
  if (depth > 2) return isArray(value) ? "[...]" : "{...}";
  const keys = ownKeys(value), isList = isArray(value);
  let text = "", shown = 0;
  const message = getOwnPropertyDescriptor(value, "message");
  const up = getPrototypeOf(value), kind = up && getOwnPropertyDescriptor(up, "name");
  if (message && kind && typeof kind.value === "string") return kind.value + ": " + describe(message.value, depth + 1);
  for (let i = 0; i < keys.length && shown < 20; i++) {
    const field = getOwnPropertyDescriptor(value, keys[i]);
    if (!field || !field.enumerable || typeof keys[i] === "symbol") continue;
    text += (shown++ ? ", " : "") + (isList ? "" : keys[i] + ": ") + ("value" in field ? describe(field.value, depth + 1) : "(...)");
  }
  return isList ? "[" + text + "]" : "{" + text + "}";
};
const describe = (value, depth) => {
  if (typeof value === "string") return depth > 0 ? '"' + slice(value, 0, 200) + '"' : value;
  if (typeof value === "function") return "function";
  if (typeof value !== "object" || value === null) return toText(value);
  try { return describeObject(value, depth); } catch { return "[object]"; }
};
const describeAll = (values) => {
  let text = "";
  for (let i = 0; i < values.length && text.length <= SETTINGS.journal.textLength; i++) text += (i ? " " : "") + describe(values[i], 0);
  return text;
};
{
  const levels = { log: "log", info: "info", warn: "warning", error: "error", debug: "debug", dir: "log", dirxml: "log", table: "log", trace: "debug", group: "log", groupCollapsed: "log" };
  const names = ownKeys(levels);
  for (let i = 0; i < names.length; i++) {
    const level = levels[names[i]];
    replaceMethod(W.console, names[i], function () {
      if (journal.isFull()) journal.drop("console"); else journal.note("console", level, describeAll(arguments));
    });
  }
  replaceMethod(W.console, "assert", function (isRight, ...rest) { if (!isRight) journal.note("console", "error", "Assertion failed: " + describeAll(rest)); });
  const counts = new NativeMap();
  replaceMethod(W.console, "count", function (label) {
    const name = label === undefined ? "default" : describe(label, 0), n = (mapGet(counts, name) || 0) + 1;
    mapSet(counts, name, n);
    journal.note("console", "log", name + ": " + n);
  });
  replaceMethod(W.console, "countReset", function (label) { mapDelete(counts, label === undefined ? "default" : describe(label, 0)); });
  // These print real times, clear the log or start a profiler: nothing a game can need.
  const silent = ["clear", "groupEnd", "profile", "profileEnd", "time", "timeLog", "timeEnd", "timeStamp"];
  for (let i = 0; i < silent.length; i++) if (W.console[silent[i]]) replaceMethod(W.console, silent[i], function () {});
  if (W.console.context) replaceMethod(W.console, "context", function () { return W.console; });
}
