// The rules of The Little Saltern: pure, no page, no clock.
//
// Sea water is let into shallow pans, the sun dries it to brine and to salt, the salt is raked into sacks. Hands are few, the weather of all
// days is on the board from the start, and rain undoes what the sun has done.
//
// A pan is a number: DRY, SEA, BRINE, SALT or GRIT. A day ends by the player's choice; then the weather of that day acts on the pans.
// Some rules are switched off in one pan, or on the last day of the board, only: a game without such a rule then breaks nothing else.
globalThis.GameCore = {
  create({ constants, off }) {
    const has = (rule) => !off.includes(rule);
    const { pans: count, hands, goal, weather, opening, tarps, season, grit, pump } = constants;
    const [DRY, SEA, BRINE, SALT, GRIT] = [0, 1, 2, 3, 4];
    const LAST = count - 1;
    const INNER = LAST - 1;
    const days = weather.length;
    const sky = has('weather_board') ? weather : weather.with(days - 1, weather[days - 1] === 'cloud' ? 'sun' : 'cloud');

    // ---- Where things are, px -----------------------------------------------------------------------------------------------------
    const gap = 444 / count;
    const panAt = (pan) => ({ x: 20 + gap * (pan + 0.5), y: 296 });
    const peelAt = (pan) => ({ x: 20 + gap * (pan + 0.5), y: 372 }); // the post in front of a pan where its tarp is tied
    const BELL = { x: 556, y: 412 };
    const PUMP = { x: 556, y: 196 };

    // ---- Judging ------------------------------------------------------------------------------------------------------------------
    const isOver = (s) => season && s.day >= days;
    const status = (s) => {
      if (has('goal_wins') && s.sacks >= goal) return 'won';
      if (isOver(s) && has('season_ends')) return 'lost';
      return 'playing';
    };
    const isOpen = (s) => !has('end_locks') || status(s) === 'playing';
    const today = (s) => Math.min(s.day, days - 1);
    const scoreOf = (s) => 10 * s.sacks + (has('score_hands') ? s.hands : 0);

    // ---- Work on the pans -----------------------------------------------------------------------------------------------------------
    // A state with one pan changed, and a hand less where the work takes one.
    function worked(s, pan, content, takesHand) {
      return { ...s, pans: s.pans.with(pan, content), hands: s.hands - (takesHand ? 1 : 0) };
    }

    function work(s, pan) {
      const content = s.pans[pan];
      if (content === SEA || content === BRINE) return has('wet_pan_idle') || pan !== 0 ? s : { ...s, pans: s.pans.with(pan, DRY) };
      const isFlooding = content === DRY;
      const isFree = isFlooding && s.hasPump && has('pump_frees');
      // Without the rule a tired crew still lets water in.
      if (s.hands === 0 && !isFree && !(isFlooding && !has('hands_needed'))) return s;
      if (isFlooding) {
        if (!has('flood') && pan === 1) return s;
        return worked(s, pan, SEA, !isFree && s.hands > 0 && (has('work_takes_hand') || pan !== LAST));
      }
      if (!has('rake') && pan === 0) return s;
      const isWaste = content === GRIT && has('grit_worthless');
      const left = has('rake_empties') || pan !== LAST ? DRY : SEA;
      return { ...worked(s, pan, left, has('work_takes_hand') || pan !== LAST), sacks: s.sacks + (isWaste ? 0 : 1) };
    }

    // ---- Tarps and the pump ---------------------------------------------------------------------------------------------------------
    function tie(s, pan) {
      if (!tarps) return s;
      if (s.covers[pan]) return has('uncover') ? { ...s, covers: s.covers.with(pan, false) } : s;
      if (!has('cover')) return s;
      const laid = s.covers.filter(Boolean).length;
      if (laid >= tarps && has('tarps_limited')) return s;
      return { ...s, covers: s.covers.with(pan, true) };
    }

    function buy(s) {
      if (!pump || s.hasPump || !has('pump_buy')) return s;
      return s.sacks < pump ? s : { ...s, hasPump: true, sacks: s.sacks - pump };
    }

    // ---- A day ends -----------------------------------------------------------------------------------------------------------------
    function weathered(content, pan, isCovered, day) {
      if (isCovered && (has('tarp_keeps') || pan !== LAST)) return content;
      if (sky[day] === 'sun') {
        if (content === SEA) return has('sun_dries') || pan !== INNER ? BRINE : SEA;
        if (content === BRINE) return SALT;
        if (content === SALT && grit && (has('grit_forms') || pan !== 0)) return GRIT;
      }
      if (sky[day] === 'cloud' && !has('cloud_keeps') && pan === LAST && content === SEA) return BRINE;
      if (sky[day] === 'rain' && content > SEA && (has('rain_thins') || pan !== 0)) return content === GRIT ? BRINE : content - 1;
      return content;
    }

    function nextDay(s) {
      const day = today(s);
      const pans = s.pans.map((content, pan) => weathered(content, pan, s.covers?.[pan] ?? false, day));
      const isLastOfWeek = s.day === days - 1;
      const next = season ? s.day + 1 : isLastOfWeek ? (has('week_repeats') ? 0 : s.day) : s.day + 1;
      return { ...s, pans, day: Math.min(next, days), hands: has('hands_return') || s.day !== days - 2 ? hands : s.hands };
    }

    // ---- Actions ------------------------------------------------------------------------------------------------------------------
    const each = (kind) => Array.from({ length: count }, (_, pan) => ({ kind, pan }));
    const all = [...each('work'), { kind: 'bell' }, ...(constants.keys ? [{ kind: 'enter' }] : []), ...(tarps ? each('tie') : []), ...(pump ? [{ kind: 'buy' }] : [])];

    function step(s, action) {
      if (!isOpen(s)) return s;
      switch (action.kind) {
        case 'work':
          return work(s, action.pan);
        case 'tie':
          return tie(s, action.pan);
        case 'buy':
          return buy(s);
        case 'bell':
          return has('bell_ends_day') || s.day !== days - 1 ? nextDay(s) : s;
        case 'enter':
          return has('enter_ends_day') && constants.keys ? nextDay(s) : s;
        default:
          return s;
      }
    }

    const legal = (s) => (status(s) === 'playing' ? all.filter((action) => step(s, action) !== s) : []);

    function init() {
      const state = { day: 0, hands, sacks: 0, pans: [...opening] };
      if (tarps) state.covers = opening.map(() => false);
      if (pump) state.hasPump = false;
      return state;
    }

    // ---- What can be seen -----------------------------------------------------------------------------------------------------------
    function view(s) {
      const picture = {
        pans: s.pans.map((content, pan) => ({
          ...panAt(pan),
          width: Math.min(120, gap - 14),
          content: ['dry', 'sea', 'brine', 'salt', 'grit'][content],
          hasFoam: content === BRINE && has('brine_foam'),
        })),
        sky: isOver(s) ? 'dusk' : sky[today(s)],
        board: sky.map((kind, day) => ({ kind, isToday: day === s.day && has('today_frame'), isPast: season ? day < s.day : false })),
        day: s.day + 1,
        hands: { left: s.hands, spent: Math.max(0, hands - s.hands) },
        sacks: s.sacks,
        goal,
        bell: BELL,
        status: status(s),
      };
      if (tarps) {
        picture.covers = s.covers.map((isOn, pan) => ({ ...peelAt(pan), isOn }));
        picture.rack = tarps - s.covers.filter(Boolean).length;
      }
      if (pump) Object.assign(picture, { pump: { ...PUMP, isBought: s.hasPump, price: pump }, score: scoreOf(s) });
      return picture;
    }

    function inputs(_, action) {
      if (action.kind === 'enter') return [{ do: 'key', code: 'Enter' }];
      const { x, y } = { work: () => panAt(action.pan), tie: () => peelAt(action.pan), buy: () => PUMP, bell: () => BELL }[action.kind]();
      return [{ do: 'click', x: Math.round(x), y: Math.round(y) }];
    }

    function objects(s) {
      return [
        ...s.pans.map((content) => ({ type: 'pan', content })),
        { type: 'calendar', day: s.day },
        { type: 'crew', hands: s.hands },
        { type: 'sacks', count: s.sacks },
        ...(s.covers ?? []).map((isOn) => ({ type: 'tarp', isOn })),
        ...(pump ? [{ type: 'pump', isBought: s.hasPump }] : []),
      ];
    }

    // ---- A lower bound on the actions to a win --------------------------------------------------------------------------------------
    // Each sack that is missing takes a rake; a rake takes a wet pan, which is there already or is flooded first.
    // Days have to pass until the first salt, and until there are hands enough for the rakes and, without a pump, for the floods.
    function heuristic(s) {
      if (status(s) === 'won') return 0;
      const rakes = goal - s.sacks;
      if (season && rakes > s.hands + hands * Math.max(0, days - 1 - s.day)) return 999; // too late
      const floods = Math.max(0, rakes - s.pans.filter((content) => content !== DRY && content !== GRIT).length);
      const driest = Math.max(SEA, ...s.pans.filter((content) => content !== GRIT));
      const tired = rakes + (pump ? 0 : floods) - s.hands;
      return rakes + floods + Math.max(0, SALT - driest, Math.ceil(tired / hands));
    }

    const score = (s) => (pump ? scoreOf(s) : 0);
    return { init, attempts: () => all, legal, step, status, view, inputs, objects, score, heuristic };
  },
};
