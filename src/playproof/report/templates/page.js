// What the page of a built game does beside: filters, the film, the state graph.
(() => {
  const { one, all, source } = shared;
  const FILM_MS = 350;

  // -- Filters.
  const filters = one("#filters"), list = one("#leaf-list"), items = all(".leaf-item");
  const TROUBLE = ["fail_observed", "product_blocked", "observer_failed", "setup_failed", "inconclusive", "none", "unjudged", "pass"];
  const sift = () => {
    const wanted = new FormData(filters);
    const states = new Set(wanted.getAll("state"));
    const words = wanted.get("words").toLowerCase().split(/\s+/).filter(Boolean);
    let count = 0;
    for (const item of items) {
      const fits = states.has(item.dataset.state)
        && ["dimension", "family", "weight"].every((name) => !wanted.get(name) || wanted.get(name) === item.dataset[name])
        && words.every((word) => item.dataset.words.includes(word));
      item.hidden = !fits;
      count += fits;
    }
    one("#shown").textContent = count + " of " + items.length + " leaves";
    one("#nothing").hidden = count > 0;
  };
  const order = () => {
    const byTrouble = filters.elements.order.value === "trouble";
    const rank = (item) => (byTrouble ? 100000 * TROUBLE.indexOf(item.dataset.state) - 1000 * item.dataset.weight : 0) + Number(item.dataset.order);
    list.append(...[...items].sort((a, b) => rank(a) - rank(b)));
  };
  filters.hidden = false;
  filters.addEventListener("submit", (event) => event.preventDefault());
  filters.addEventListener("input", sift);
  filters.elements.order.addEventListener("change", order);
  filters.addEventListener("reset", () => setTimeout(() => { sift(); order(); }));
  one("#open-all").addEventListener("click", () => { for (const item of items) if (!item.hidden) one("details", item).open = true; });
  one("#close-all").addEventListener("click", () => { for (const item of items) one("details", item).open = false; });
  for (const button of all("button[data-family]")) {
    button.addEventListener("click", () => {
      filters.reset();
      filters.elements.family.value = button.dataset.family;
      setTimeout(() => { filters.elements.family.value = button.dataset.family; sift(); one("#leaves").scrollIntoView(); });
    });
  }

  // -- Links to a leaf open it, whatever the filters hide.
  const follow = () => {
    const target = location.hash.startsWith("#leaf-") ? document.getElementById(location.hash.slice(1)) : null;
    if (!target) return;
    target.closest("li").hidden = false;
    target.open = true;
    target.scrollIntoView();
    one("summary", target).focus({ preventScroll: true });
  };
  addEventListener("hashchange", follow);
  document.addEventListener("click", (event) => {
    const link = event.target.closest('a[href^="#leaf-"]');
    if (link && link.hash === location.hash) follow();
  });
  follow();

  // -- The film.
  const film = one("#film");
  if (film) {
    const frames = JSON.parse(one("#film-frames").textContent);
    const picture = one("#film-picture"), place = one("#film-place"), play = one("#film-play");
    const actions = all(".action"), strip = all(".strip button");
    const says = actions.map((action) => one(".action-says", action).textContent.trim());
    let timer = 0;
    const go = (number) => {
      const at = Math.max(0, Math.min(frames.length - 1, number));
      const frame = frames[at];
      place.value = at;
      const words = (frame.a < 0 ? "the first screen" : says[frame.a]) + (frame.s ? ", state " + frame.s : "");
      place.setAttribute("aria-valuetext", frame.t + ", " + words);
      picture.src = source(frame.f);
      picture.alt = frame.t + ": " + words;
      one("#film-at").textContent = frame.t;
      one("#film-says").textContent = words;
      for (const [index, action] of actions.entries()) action.classList.toggle("now", index === frame.a);
      for (const button of strip) {
        const isHere = Number(button.dataset.film) === at;
        if (isHere) button.setAttribute("aria-current", "true");
        else button.removeAttribute("aria-current");
      }
      const current = strip.find((button) => Number(button.dataset.film) >= at);
      if (current) {
        const row = current.closest(".strip");
        row.scrollLeft = current.parentElement.offsetLeft - row.clientWidth / 2 + 48;
      }
    };
    const stop = () => { clearInterval(timer); timer = 0; play.textContent = "Play"; };
    const start = () => {
      if (Number(place.value) >= frames.length - 1) go(0);
      play.textContent = "Pause";
      timer = setInterval(() => { if (Number(place.value) >= frames.length - 1) stop(); else go(Number(place.value) + 1); }, FILM_MS);
    };
    const jump = (number) => { stop(); go(number); };
    play.addEventListener("click", () => (timer ? stop() : start()));
    one("#film-back").addEventListener("click", () => jump(Number(place.value) - 1));
    one("#film-on").addEventListener("click", () => jump(Number(place.value) + 1));
    place.addEventListener("input", () => jump(Number(place.value)));
    for (const button of all("[data-film]")) {
      button.addEventListener("click", () => {
        jump(Number(button.dataset.film));
        if (!button.closest(".strip")) film.scrollIntoView();
      });
    }
    film.hidden = false;
    const once = new IntersectionObserver((entries) => { if (entries.some((entry) => entry.isIntersecting)) { once.disconnect(); go(0); } }, { rootMargin: "600px" });
    once.observe(film);
  }

  // -- The state graph: a row lights up its way.
  for (const row of all("tr[data-arc]")) {
    const arc = document.getElementById(row.dataset.arc);
    row.addEventListener("pointerenter", () => arc.classList.add("lit"));
    row.addEventListener("pointerleave", () => arc.classList.remove("lit"));
  }
})();
