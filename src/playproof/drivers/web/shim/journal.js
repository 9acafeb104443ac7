// What the page did, kept until the driver takes it: bounded, so that a flood costs neither side anything.
const createJournal = () => {
  const limits = SETTINGS.journal;
  let entries = bare([]), count = 0, total = 0, second = -1, inSecond = 0, dropped = new NativeMap();
  class Entry { constructor(at, kind, level, text) { this.at = at; this.kind = kind; this.level = level; this.text = text; } }
  setPrototypeOf(Entry.prototype, null);
  return freeze(bare({
    note(kind, level, text) {
      const at = family.scheduler.now();
      if (floor(at / 1000) !== second) { second = floor(at / 1000); inSecond = 0; }
      if (inSecond >= limits.perSecond || total >= limits.perPlay) { mapSet(dropped, kind, (mapGet(dropped, kind) || 0) + 1); return; }
      inSecond++; total++;
      entries[count++] = new Entry(at, kind, level, slice(text, 0, limits.textLength));
    },
    isFull: () => inSecond >= limits.perSecond || total >= limits.perPlay,
    drop(kind) { mapSet(dropped, kind, (mapGet(dropped, kind) || 0) + 1); },
    take() {
      const taken = bare({ entries, dropped: null });
      if (mapSize(dropped)) { taken.dropped = bare({}); mapEach(dropped, (n, kind) => { taken.dropped[kind] = n; }); dropped = new NativeMap(); }
      entries = bare([]); count = 0;
      return taken;
    },
  }));
};
