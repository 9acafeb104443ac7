// Reads the HUD and the visible text. Runs in a world of its own: the page cannot change what this code calls, and
// since a page can shadow properties of elements by name (<input name=innerText>), every getter is taken from its prototype.
const { getOwnPropertyDescriptor } = Object;
const uncurry = Function.prototype.bind.bind(Function.prototype.call);
const getter = (type, name) => uncurry(getOwnPropertyDescriptor(type.prototype, name).get);
const [kindOf, parentOf, innerTextOf, tagOf, rootOf] = [getter(Node, "nodeType"), getter(Node, "parentNode"), getter(HTMLElement, "innerText"), getter(Element, "tagName"), getter(Document, "documentElement")];
const findAll = uncurry(Document.prototype.querySelectorAll);
const hits = uncurry(Document.prototype.elementsFromPoint);
const boxesOf = uncurry(Element.prototype.getClientRects);
const walk = uncurry(Document.prototype.createTreeWalker);
const boxOf = uncurry(Element.prototype.getBoundingClientRect);
const attributeOf = uncurry(Element.prototype.getAttribute);
const contains = uncurry(Node.prototype.contains);
const textOf = getter(Node, "textContent");
const sheets = getOwnPropertyDescriptor(Document.prototype, "adoptedStyleSheets");
const valueOf = { INPUT: getter(HTMLInputElement, "value"), TEXTAREA: getter(HTMLTextAreaElement, "value"), SELECT: getter(HTMLSelectElement, "value") };
const rootNodeOf = uncurry(Node.prototype.getRootNode);
const [shadowHits, shadowOf] = [uncurry(ShadowRoot.prototype.elementsFromPoint), getter(Element, "shadowRoot")];
const [contextOf, shadowHost] = [HTMLCanvasElement.prototype.getContext, getter(ShadowRoot, "host")];

const LEAST_OPACITY = 0.1; // fainter is not seen
// Kinds are told by number and not by class: elements of a frame have the classes of that frame.
const isElement = (node) => node !== null && kindOf(node) === 1;
const upwards = (element) => { const up = parentOf(element); return isElement(up) ? up : up !== null && kindOf(up) === 11 ? shadowHost(up) : null; };
const opacityOf = (element) => {
  let opacity = 1;
  for (let at = element; at; at = upwards(at)) opacity *= parseFloat(getComputedStyle(at).opacity);
  return opacity;
};
// The part of an element's box that is inside the view and that no ancestor cuts away.
const shownBox = (element) => {
  const box = boxOf(element);
  let [left, top, right, bottom] = [Math.max(box.left, 0), Math.max(box.top, 0), Math.min(box.right, innerWidth), Math.min(box.bottom, innerHeight)];
  for (let at = upwards(element); at; at = upwards(at)) {
    const style = getComputedStyle(at);
    if (style.overflowX === "visible" && style.overflowY === "visible") continue;
    if (at === rootOf(document) || tagOf(at) === "BODY") continue; // their overflow is the view's
    const cut = boxOf(at);
    [left, top, right, bottom] = [Math.max(left, cut.left), Math.max(top, cut.top), Math.min(right, cut.right), Math.min(bottom, cut.bottom)];
  }
  return { left, top, right, bottom, isEmpty: !(right - left > 0 && bottom - top > 0) };
};
const isPainted = (element) => {
  const style = getComputedStyle(element);
  return style.visibility === "visible" && opacityOf(element) > LEAST_OPACITY;
};

const probeCanvas = document.createElement("canvas");
probeCanvas.width = probeCanvas.height = 1;
const probe = probeCanvas.getContext("2d", { willReadFrequently: true });
// How much of what lies below an element's point is hidden by what the element itself paints there, 0 to 1.
const coverAt = (element, x, y) => {
  const style = getComputedStyle(element);
  if (style.visibility !== "visible") return 0;
  const tag = tagOf(element);
  let paint = 0;
  if (tag === "CANVAS") {
    const box = boxOf(element);
    try {
      probe.clearRect(0, 0, 1, 1);
      probe.drawImage(element, ((x - box.left) / box.width) * element.width, ((y - box.top) / box.height) * element.height, 1, 1, 0, 0, 1, 1);
      paint = probe.getImageData(0, 0, 1, 1).data[3] / 255;
    } catch { paint = 1; }
  } else if (tag === "IMG" || tag === "VIDEO" || tag === "IFRAME" || tag === "OBJECT" || tag === "EMBED") paint = 1;
  if (style.backgroundImage !== "none" && !/gradient/.test(style.backgroundImage)) paint = 1;
  else if (/gradient/.test(style.backgroundImage) && !/rgba|transparent/.test(style.backgroundImage)) paint = 1;
  const colour = /^rgba?\([^,]+,[^,]+,[^,]+(?:,\s*([\d.]+))?\)$/.exec(style.backgroundColor);
  const alpha = colour ? (colour[1] === undefined ? 1 : parseFloat(colour[1])) : 1;
  return Math.max(paint, alpha) * opacityOf(element);
};
const hitsAround = (element, x, y) => { const root = rootNodeOf(element); return kindOf(root) === 11 ? shadowHits(root, x, y) : hits(document, x, y); };
const isAround = (outer, element) => {
  for (let at = element; at; at = upwards(at)) if (at === outer) return true;
  return false;
};
const isCoveredAt = (element, x, y) => {
  let left = 1;
  for (const hit of hitsAround(element, x, y)) {
    if (hit === element || contains(element, hit)) return left < 0.5;
    if (isAround(hit, element)) continue;
    left *= 1 - coverAt(hit, x, y);
    if (left < 0.5) return true;
  }
  return true; // cut away or clipped: not hit at all
};
const POINTS = [0.5, 0.2, 0.8];
const isCovered = (element, box) => {
  let covered = 0;
  for (const fx of POINTS) for (const fy of POINTS) covered += isCoveredAt(element, box.left + (box.right - box.left) * fx, box.top + (box.bottom - box.top) * fy) ? 1 : 0;
  return covered * 2 > POINTS.length * POINTS.length;
};
// A hit test passes through whatever has pointer-events: none. While we look, nothing has; nobody else runs meanwhile.
const seeThrough = new CSSStyleSheet();
seeThrough.replaceSync("*,*::before,*::after{pointer-events:auto!important}");
const isUnhittable = (element) => getComputedStyle(element).pointerEvents === "none";
const withEverythingHittable = (look) => {
  const elements = findAll(document, "body *");
  let isNeeded = elements.length > 2000;
  for (let i = 0; i < elements.length && !isNeeded; i++) isNeeded = isUnhittable(elements[i]);
  if (!isNeeded) return look();
  const before = sheets.get.call(document);
  sheets.set.call(document, [...before, seeThrough]);
  try { return look(); } finally { sheets.set.call(document, [...before].filter((sheet) => sheet !== seeThrough)); }
};

const ownText = (element) => {
  const read = valueOf[tagOf(element)];
  if (read) return read(element);
  try { return innerTextOf(element); } catch { return textOf(element); } // SVG has no innerText
};
const hudElements = (ids) => {
  const wanted = new Set(ids), found = new Map();
  for (const element of findAll(document, "[data-hud]")) {
    const id = attributeOf(element, "data-hud");
    if (wanted.has(id)) found.set(id, [...(found.get(id) || []), element]);
  }
  return found;
};
const readElement = (element) => {
  const box = boxOf(element), shown = shownBox(element);
  const isVisible = !shown.isEmpty && isPainted(element) && !isCovered(element, shown);
  return { text: ownText(element).trim().slice(0, SETTINGS.readingLength), x: box.left, y: box.top, width: box.width, height: box.height, isVisible };
};
const readHud = (ids) => withEverythingHittable(() => {
  const found = hudElements(ids), answers = {};
  for (const id of ids) {
    const all = (found.get(id) || []).map(readElement);
    if (all.length) answers[id] = all.find((one) => one.isVisible) || all[0]; // of several screens the one that is shown
  }
  return answers;
});

// Every document of our origin, with where its view lies in the window.
const documents = (from, x, y, list) => {
  list.push({ from, x, y });
  for (const frame of findAll(from, "iframe")) {
    try {
      const inner = getter(HTMLIFrameElement, "contentDocument")(frame), box = boxOf(frame);
      if (inner && list.length < 20) documents(inner, x + box.left, y + box.top, list);
    } catch { /* another origin */ }
  }
  return list;
};
const BUTTONS = "button,a[href],summary,[role=button],[role=link],[role=menuitem],input[type=button],input[type=submit],input[type=reset]";
const closestOf = uncurry(Element.prototype.closest);
const newRange = uncurry(Document.prototype.createRange);
const [selectNode, rangeBox] = [uncurry(Range.prototype.selectNodeContents), uncurry(Range.prototype.getBoundingClientRect)];
const isButton = (element) => closestOf(element, BUTTONS) !== null || getComputedStyle(element).cursor === "pointer";
const squeezed = (text) => text.replace(/\s+/g, " ").trim();
// What an element says by an attribute, to those who cannot see it or as long as it is empty.
const spoken = (element) => {
  const read = valueOf[tagOf(element)], type = (attributeOf(element, "type") || "").toLowerCase();
  if (read && tagOf(element) !== "SELECT" && type !== "password") return { text: read(element) || attributeOf(element, "placeholder") || "", source: "rendered" };
  const text = attributeOf(element, "aria-label") || attributeOf(element, "alt") || attributeOf(element, "title") || "";
  return { text, source: "accessible" };
};
const findIn = (top, what) => (kindOf(top) === 11 ? findInShadow : findInElement)(top, what);
const [findInElement, findInShadow] = [uncurry(Element.prototype.querySelectorAll), uncurry(DocumentFragment.prototype.querySelectorAll)];
// A document's own tree and the open shadow trees in it: what elements of a game's own draw inside of themselves.
const trees = (at) => {
  const found = rootOf(at.from) ? [{ ...at, top: rootOf(at.from) }] : [];
  for (let n = 0; n < found.length && found.length < MOST_TREES; n++) {
    for (const element of findIn(found[n].top, "*")) {
      const shadow = shadowOf(element);
      if (shadow && found.length < MOST_TREES) found.push({ ...at, top: shadow });
    }
  }
  return found;
};
const MOST_TREES = 300;
const readTexts = () => withEverythingHittable(() => {
  const found = [];
  let length = 0;
  const add = (text, box, element, at, source) => {
    if (!text || length > SETTINGS.readingLength || !(box.width > 0 && box.height > 0)) return;
    const shown = shownBox(element);
    const left = Math.max(box.left, shown.left), top = Math.max(box.top, shown.top);
    const right = Math.min(box.right, shown.right), bottom = Math.min(box.bottom, shown.bottom);
    if (!(right - left > 0 && bottom - top > 0) || !isPainted(element)) return;
    if (at.from === document && isCovered(element, { left, top, right, bottom })) return;
    length += text.length;
    found.push({ text, x: at.x + left, y: at.y + top, width: right - left, height: bottom - top, source, isButton: isButton(element) });
  };
  for (const at of documents(document, 0, 0, []).flatMap(trees)) {
    const walker = walk(at.from, at.top, NodeFilter.SHOW_TEXT), range = newRange(at.from);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const text = squeezed(textOf(node)), element = parentOf(node);
      if (!text || !isElement(element) || boxesOf(element).length === 0) continue;
      selectNode(range, node);
      add(text, rangeBox(range), element, at, "rendered");
    }
    for (const element of findIn(at.top, "input,textarea,[aria-label],img[alt],[title]")) {
      const { text, source } = spoken(element);
      if (text && boxesOf(element).length) add(squeezed(text), boxOf(element), element, at, source);
    }
  }
  return found;
});

console.debug(SETTINGS.secret, Object.freeze({ __proto__: null, hud: (ids) => JSON.stringify(readHud(JSON.parse(ids))), texts: () => JSON.stringify(readTexts()) }));
