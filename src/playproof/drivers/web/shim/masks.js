// Replacing a native so that a page sees no difference: same name, length, text, place and constructibility.
// `family` is one object shared by all same-origin frames of a page; see family.js.
const mask = (replacement, name, original) => {
  weakSet(family.masked, replacement, original ? weakGet(family.masked, original) || functionText(original) : `function ${name}() { [native code] }`);
  defineProperty(replacement, "name", bare({ value: name, configurable: true }));
  if (original) defineProperty(replacement, "length", bare({ value: original.length, configurable: true }));
  return replacement;
};

// A method in place of a native one. A method has no `prototype` and is not constructible, like the native.
const replaceMethod = (owner, name, body) => {
  const before = getOwnPropertyDescriptor(owner, name);
  if (before && !before.configurable) return;
  const original = before && before.value;
  const method = { [name]() { return apply(body, this, arguments); } }[name];
  mask(method, typeof name === "symbol" ? "" : name, typeof original === "function" ? original : null);
  defineProperty(owner, name, { value: method, writable: true, configurable: true, enumerable: before ? before.enumerable : true });
};

const replaceGetter = (owner, name, body) => {
  const before = getOwnPropertyDescriptor(owner, name);
  if (!before || !before.get || !before.configurable) return;
  const getter = { get [name]() { return apply(body, this, []); } };
  const get = getOwnPropertyDescriptor(getter, name).get;
  mask(get, "get " + name, before.get);
  defineProperty(owner, name, { get, set: before.set, configurable: true, enumerable: before.enumerable });
};

const replaceSetter = (owner, name, body) => {
  const before = getOwnPropertyDescriptor(owner, name);
  if (!before || !before.set || !before.configurable) return;
  const setter = { set [name](value) { apply(body, this, [value, before.set]); } };
  const set = getOwnPropertyDescriptor(setter, name).set;
  mask(set, "set " + name, before.set);
  defineProperty(owner, name, { get: before.get, set, configurable: true, enumerable: before.enumerable });
};

// A class in place of a native one. `build(args)` gives the arguments for the native constructor, `born` sees the new object.
const replaceClass = (name, build, born) => {
  const Native = W[name];
  if (typeof Native !== "function") return;
  const before = getOwnPropertyDescriptor(W, name);
  const Replacement = mask(function () {
    if (new.target === undefined) return apply(Native, this, arguments);
    const made = construct(Native, build ? build(arguments) : arguments, new.target === Replacement ? Native : new.target);
    if (born) born(made, arguments);
    return made;
  }, name, Native);
  setPrototypeOf(Replacement, getPrototypeOf(Native));
  const keys = ownKeys(Native);
  for (let i = 0; i < keys.length; i++) {
    if (keys[i] === "prototype" || keys[i] === "name" || keys[i] === "length") continue;
    defineProperty(Replacement, keys[i], getOwnPropertyDescriptor(Native, keys[i]));
  }
  defineProperty(Replacement, "prototype", { value: Native.prototype, writable: false });
  const owner = getOwnPropertyDescriptor(Native.prototype, "constructor");
  if (owner && owner.configurable) defineProperty(Native.prototype, "constructor", { ...owner, value: Replacement });
  defineProperty(W, name, { ...before, value: Replacement });
};

replaceMethod(Function.prototype, "toString", function toString() {
  const text = weakGet(family.masked, this);
  return text !== undefined ? text : functionText(this);
});
