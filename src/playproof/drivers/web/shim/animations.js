// CSS animations, transitions and element.animate on the game's clock: each is paused when it is first seen and from
// then on put to its place in every frame. So results do not depend on how a span of time is cut into steps.
if (isWindow) {
  const prototype = Animation.prototype;
  const field = (name) => getOwnPropertyDescriptor(prototype, name);
  const currentTime = field("currentTime"), playbackRate = field("playbackRate"), startTime = field("startTime");
  const [timeOf, setTime] = [uncurry(currentTime.get), uncurry(currentTime.set)];
  const [rateOf, stateOf, effectOf, idOf] = ["playbackRate", "playState", "effect", "id"].map((name) => uncurry(field(name).get));
  const [pause, finish] = [uncurry(prototype.pause), uncurry(prototype.finish)];
  const [nativePause, nativePlay, nativeReverse] = [prototype.pause, prototype.play, prototype.reverse];
  const timingOf = uncurry(AnimationEffect.prototype.getComputedTiming);
  const animationsOf = uncurry(Document.prototype.getAnimations);
  const nameOf = uncurry(getOwnPropertyDescriptor(CSSAnimation.prototype, "animationName").get);
  const propertyOf = uncurry(getOwnPropertyDescriptor(CSSTransition.prototype, "transitionProperty").get);
  const isA = (type) => { const brand = type.prototype, chained = uncurry(Object.prototype.isPrototypeOf); return (value) => chained(brand, value); };
  const [isCssAnimation, isTransition] = [isA(CSSAnimation), isA(CSSTransition)];

  // What we know of an animation that we drive: at game time `at` it stood at `from`. `isHalted`: the page paused it.
  class Course { constructor(at, from) { this.at = at; this.from = from; this.isHalted = false; } }
  setPrototypeOf(Course.prototype, null);
  const courses = new NativeWeakMap(), presets = new NativeWeakMap();
  const place = (course, animation, now) => (course.isHalted ? course.from : course.from + (now - course.at) * rateOf(animation));
  const rebase = (animation) => {
    const course = weakGet(courses, animation);
    if (course) { course.from = place(course, animation, scheduler.now()); course.at = scheduler.now(); }
    return course;
  };
  const labelOf = (animation) => (isCssAnimation(animation) ? "animation " + nameOf(animation) : isTransition(animation) ? "transition " + propertyOf(animation) : "animate " + idOf(animation));

  replaceMethod(prototype, "pause", function () {
    const course = rebase(this);
    if (course) course.isHalted = true; else apply(nativePause, this, []);
  });
  replaceMethod(prototype, "play", function () {
    const course = weakGet(courses, this);
    if (course && stateOf(this) === "paused") {
      if (course.isHalted) { course.isHalted = false; course.at = scheduler.now(); }
      return;
    }
    weakDelete(courses, this);
    apply(nativePlay, this, []);
  });
  replaceMethod(prototype, "reverse", function () {
    const course = rebase(this);
    apply(nativeReverse, this, []);
    if (course) { course.isHalted = false; pause(this); }
  });
  const forgetful = ["cancel", "finish"];
  for (let i = 0; i < forgetful.length; i++) {
    const native = prototype[forgetful[i]];
    replaceMethod(prototype, forgetful[i], function () { weakDelete(courses, this); apply(native, this, []); });
  }
  replaceMethod(prototype, "updatePlaybackRate", function (rate) { rebase(this); apply(playbackRate.set, this, [rate]); });
  replaceSetter(prototype, "playbackRate", function (rate, set) { rebase(this); apply(set, this, [rate]); });
  replaceGetter(prototype, "playState", function () {
    const course = weakGet(courses, this), state = stateOf(this);
    return course && !course.isHalted && state === "paused" ? "running" : state;
  });
  replaceSetter(prototype, "currentTime", function (value, set) {
    const course = weakGet(courses, this);
    if (course) { course.at = scheduler.now(); course.from = toNumber(value) || 0; } else weakSet(presets, this, toNumber(value) || 0);
    apply(set, this, [value]);
  });
  if (startTime && startTime.get) replaceGetter(prototype, "startTime", function () {
    const course = weakGet(courses, this);
    return course ? course.at - bornMs - course.from / (rateOf(this) || 1) : apply(startTime.get, this, []);
  });

  const list = () => { try { return animationsOf(W.document); } catch { return bare([]); } };
  // Puts every animation of this window to its place at `now`; gives how many have ended and must send their events.
  const seekHere = (now) => {
    const found = list();
    let ended = 0;
    for (let i = 0; i < found.length; i++) {
      const animation = found[i];
      let course = weakGet(courses, animation);
      if (!course) {
        if (stateOf(animation) !== "running") continue;
        course = new Course(now, weakGet(presets, animation) || 0);
        weakDelete(presets, animation);
        weakSet(courses, animation, course);
        journal.note("animation", "", labelOf(animation));
        pause(animation);
      }
      const effect = effectOf(animation);
      if (!effect || course.isHalted) continue;
      const end = timingOf(effect).endTime, at = place(course, animation, now), rate = rateOf(animation);
      if ((rate >= 0 && at >= end) || (rate < 0 && at <= 0)) { try { finish(animation); } catch { /* endless, or no rate */ } weakDelete(courses, animation); ended++; } else setTime(animation, at);
    }
    return ended;
  };
  const isActiveHere = () => {
    const found = list();
    for (let i = 0; i < found.length; i++) {
      const course = weakGet(courses, found[i]);
      if (course ? !course.isHalted : stateOf(found[i]) === "running") return true;
    }
    return false;
  };
  // One list for all windows of the family.
  const before = family.animations;
  family.animations = bare({
    seek: (now) => (before ? before.seek(now) : 0) + (realm.isGone() ? 0 : seekHere(now)),
    isActive: () => (before !== null && before.isActive()) || (!realm.isGone() && isActiveHere()),
  });
}
