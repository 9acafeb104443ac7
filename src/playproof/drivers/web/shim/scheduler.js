// The clock. Game time stands still until the driver asks for a step; then callbacks run in the order of their due
// times, each in a task of its own (so that promises, messages and native events between them settle), frames on a
// fixed 60 Hz grid. All times are game milliseconds since the play began.
const FRAME_MS = 1000 / 60;
const SLACK_MS = 1e-9;
const createScheduler = () => {
  let now = startMs, sequence = 0, nextId = 1, lastFrame = floor(now / FRAME_MS + SLACK_MS);
  let clockReads = 0, nesting = 0, job = null, holds = 0, holdRound = 0, isWaiting = false, hasAsked = false, stopSecond = -1, stops = 0;

  // -- callbacks in order of due time, then of creation: a binary heap
  class Timer {
    constructor(id, at, order, run, every, level, realm) {
      this.id = id; this.at = at; this.order = order; this.run = run; this.every = every; this.level = level; this.realm = realm;
    }
  }
  setPrototypeOf(Timer.prototype, null);
  const heap = bare([]);
  let size = 0;
  const timers = new NativeMap();
  const isBefore = (a, b) => a.at < b.at || (a.at === b.at && a.order < b.order);
  const push = (timer) => {
    let i = size++;
    while (i > 0) {
      const up = (i - 1) >> 1;
      if (!isBefore(timer, heap[up])) break;
      heap[i] = heap[up]; i = up;
    }
    heap[i] = timer;
  };
  const pop = () => {
    const first = heap[0], last = heap[--size];
    heap[size] = undefined;
    let i = 0;
    for (; size > 0;) {
      let child = 2 * i + 1;
      if (child >= size) break;
      if (child + 1 < size && isBefore(heap[child + 1], heap[child])) child++;
      if (!isBefore(heap[child], last)) break;
      heap[i] = heap[child]; i = child;
    }
    if (size > 0) heap[i] = last;
    return first;
  };

  // -- tasks of our own: one message, one function
  const channel = new NativeMessageChannel();
  const sender = channel.port2;
  let hops = bare([]), hopHead = 0, hopTail = 0;
  const hop = (next) => { hops[hopTail++] = next; postToPort(sender, 0); };
  listen(channel.port1, "message", () => {
    const next = hops[hopHead];
    hops[hopHead++] = undefined;
    if (hopHead === hopTail) hopHead = hopTail = 0;
    next();
  });
  channel.port1.start();

  // -- frames
  let frameCallbacks = new NativeMap(), running = null, idleCallbacks = new NativeMap(), endOfFrame = bare([]), endCount = 0;
  let frameRuns = bare([]), runHead = 0, runTail = 0;
  const planFrame = () => {
    running = frameCallbacks; frameCallbacks = new NativeMap();
    runHead = runTail = 0;
    const frameMs = now;
    mapEach(running, (entry, id) => {
      frameRuns[runTail++] = () => { if (mapHas(running, id)) { mapDelete(running, id); if (!entry.realm.isGone()) entry.run(frameMs); } };
    });
    frameRuns[runTail++] = () => {
      const idle = idleCallbacks; idleCallbacks = new NativeMap();
      const ends = endOfFrame, count = endCount; endOfFrame = bare([]); endCount = 0;
      for (let i = 0; i < count; i++) frameRuns[runTail++] = ends[i];
      mapEach(idle, (entry) => { frameRuns[runTail++] = () => { if (!entry.realm.isGone()) entry.run(frameMs + 10); }; });
    };
  };

  // Runs the next thing that is due. Gives "" when more may be due, else why the step stops here.
  const runNext = () => {
    if (runHead < runTail) { frameRuns[runHead++](); return ""; }
    while (size > 0 && (heap[0].run === null || heap[0].realm.isGone())) mapDelete(timers, pop().id);
    const timerAt = size > 0 ? heap[0].at : Infinity;
    const wantsFrame = mapSize(frameCallbacks) > 0 || mapSize(idleCallbacks) > 0 || endCount > 0 || (family.animations !== null && family.animations.isActive());
    const frameAt = wantsFrame ? max(lastFrame + 1, ceil(now / FRAME_MS - SLACK_MS)) * FRAME_MS : Infinity;
    const next = min(timerAt, frameAt);
    if (!(next <= job.target + SLACK_MS)) { now = job.target; clockReads = 0; return "done"; }
    if (next > now) now = next;
    clockReads = 0;
    if (timerAt <= frameAt) {
      const timer = pop();
      nesting = timer.level;
      if (timer.every >= 0) {
        timer.level++;
        timer.at = now + (timer.level > 5 && timer.every < 4 ? 4 : timer.every); timer.order = sequence++;
        push(timer);
      } else mapDelete(timers, timer.id);
      timer.run();
      nesting = 0;
      return "";
    }
    // An animation that has just ended sends its events in a native frame, before this frame's callbacks.
    if (family.animations !== null && family.animations.seek(now) > 0) return "frame";
    lastFrame = round(next / FRAME_MS);
    scheduler.isUnseen = next + 2 * FRAME_MS <= job.target;
    planFrame();
    return "";
  };

  const finish = (why) => { const done = job.done; job = null; scheduler.isUnseen = false; done(why); };
  const turn = () => {
    if (job === null) return;
    if (holds > 0) { isWaiting = true; return; } // a native operation is under way: game time waits for it
    if (hasAsked) { hasAsked = false; finish("network"); return; }
    const why = runNext();
    if (why === "") hop(turn); else finish(why);
  };

  const scheduler = bare({
    isUnseen: false,
    now: () => now,
    // A page that waits in a loop for the clock would never end: after many reads in one task it creeps.
    read() { if (++clockReads > 20000) now += 0.005; return now; },
    peekReads: () => clockReads,
    restoreReads(reads, at) { clockReads = reads; now = at; },
    isStepping: () => job !== null,
    hop,
    addTimer(run, delay, isRepeating, realm) {
      let ms = toNumber(delay);
      if (!(ms > 0) || ms > 2147483647) ms = 0;
      ms = floor(ms);
      const level = nesting + 1;
      if (level > 5 && ms < 4) ms = 4;
      if (isRepeating && ms < 1) ms = 1;
      const timer = new Timer(nextId++, now + ms, sequence++, run, isRepeating ? ms : -1, level, realm);
      mapSet(timers, timer.id, timer);
      push(timer);
      return timer.id;
    },
    clearTimer(id) {
      const timer = mapGet(timers, toNumber(id));
      if (timer) { timer.run = null; mapDelete(timers, timer.id); }
    },
    addFrame(run, realm) { const id = nextId++; mapSet(frameCallbacks, id, bare({ run, realm })); return id; },
    clearFrame(id) { const key = toNumber(id); mapDelete(frameCallbacks, key); if (running) mapDelete(running, key); },
    addIdle(run, realm) { const id = nextId++; mapSet(idleCallbacks, id, bare({ run, realm })); return id; },
    clearIdle(id) { mapDelete(idleCallbacks, toNumber(id)); },
    atEndOfFrame(run) { endOfFrame[endCount++] = run; },
    // A file was asked for: the step stops so that the driver can deliver it at this very instant.
    // A page that asks without end stops only so many steps a second; then its files come when a step ends.
    askNetwork() {
      if (floor(now / 1000) !== stopSecond) { stopSecond = floor(now / 1000); stops = 0; }
      if (!hasAsked && stops < SETTINGS.stopsPerSecond) { stops++; hasAsked = true; }
    },
    // A native operation that finishes in real time: game time stands still until it is released.
    hold() {
      const round_ = holdRound;
      let isOpen = true;
      if (holds++ === 0) {
        apply(nativeSetTimeout, W, [() => { if (holdRound === round_ && holds > 0) { holdRound++; holds = 0; if (isWaiting) { isWaiting = false; hop(turn); } } }, SETTINGS.holdMs]);
      }
      return () => {
        if (!isOpen || holdRound !== round_) return;
        isOpen = false;
        if (--holds === 0) { holdRound++; if (isWaiting) { isWaiting = false; hop(turn); } }
      };
    },
    beforeStep: null,
    step(target, done) {
      job = bare({ target, done });
      if (scheduler.beforeStep) scheduler.beforeStep();
      hop(turn);
    },
  });
  return scheduler;
};
