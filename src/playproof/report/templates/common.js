"use strict";
// What every report page does beyond HTML: pictures on demand, the enlarged view, the theme. No text of a game is ever read as code or markup.
const shared = (() => {
  const one = (selector, root = document) => root.querySelector(selector);
  const all = (selector, root = document) => [...root.querySelectorAll(selector)];
  const STEP = 24; // A channel must differ by more than this, of 255, for a pixel to count as changed: as in the checks.

  // -- Pictures: each is in the page once; an image gets its source when it comes near the view.
  const source = (id) => {
    const kept = document.getElementById("picture-" + id);
    return kept ? "data:" + kept.dataset.mime + ";base64," + kept.textContent : "";
  };
  const isReduced = (id) => "reduced" in (document.getElementById("picture-" + id)?.dataset ?? {});
  const fill = (image) => {
    const url = source(image.dataset.picture);
    if (url) image.src = url;
    else {
      image.alt += " (missing from the evidence)";
      image.classList.add("missing");
    }
  };
  const near = new IntersectionObserver((entries) => {
    for (const entry of entries) {
      if (!entry.isIntersecting) continue;
      near.unobserve(entry.target);
      if (entry.target.matches("img")) fill(entry.target);
      else showChanges(entry.target);
    }
  }, { rootMargin: "300px" });

  // -- Differences: changed pixels in colour over a dimmed picture, computed from the pictures themselves.
  const load = (id) => new Promise((resolve, reject) => {
    const image = new Image();
    image.onload = () => resolve(image);
    image.onerror = reject;
    image.src = source(id);
  });
  const pixels = (image, width, height) => {
    const canvas = document.createElement("canvas");
    canvas.width = width;
    canvas.height = height;
    const context = canvas.getContext("2d", { willReadFrequently: true });
    context.drawImage(image, 0, 0, width, height);
    return context.getImageData(0, 0, width, height);
  };
  const changes = async (from, to) => {
    const [a, b] = await Promise.all([load(from), load(to)]);
    const width = Math.min(a.naturalWidth, b.naturalWidth), height = Math.min(a.naturalHeight, b.naturalHeight);
    const before = pixels(a, width, height), after = pixels(b, width, height);
    const p = before.data, q = after.data;
    let count = 0;
    for (let i = 0; i < q.length; i += 4) {
      const differs = Math.max(Math.abs(p[i] - q[i]), Math.abs(p[i + 1] - q[i + 1]), Math.abs(p[i + 2] - q[i + 2])) > STEP;
      if (differs) {
        count += 1;
        q[i] = 255; q[i + 1] = 64; q[i + 2] = 160;
      } else {
        const grey = 40 + 0.25 * (0.3 * q[i] + 0.59 * q[i + 1] + 0.11 * q[i + 2]);
        q[i] = q[i + 1] = q[i + 2] = grey;
      }
    }
    return { picture: after, share: count / (width * height), isExact: !isReduced(from) && !isReduced(to) };
  };
  const shareWords = (found) => {
    const share = found.share === 0 ? "nothing changed" : (found.share < 0.0001 ? "< 0.01" : (100 * found.share).toFixed(2)) + " % of the pixels changed";
    return found.isExact ? share : "about " + share + " (small copies)";
  };
  const paint = (canvas, picture) => {
    canvas.width = picture.width;
    canvas.height = picture.height;
    canvas.getContext("2d").putImageData(picture, 0, 0);
  };
  const showChanges = async (figure) => {
    try {
      const found = await changes(figure.dataset.from, figure.dataset.to);
      paint(one("canvas", figure), found.picture);
      one("figcaption", figure).textContent = shareWords(found);
    } catch {
      one("figcaption", figure).textContent = "a picture is missing";
    }
  };
  for (const figure of all(".changes")) {
    figure.hidden = false;
    near.observe(figure);
  }
  for (const image of all("img[data-picture]")) near.observe(image);

  // -- The enlarged view.
  const viewer = one("#viewer"), large = one("#viewer-picture"), title = one("#viewer-title");
  let shown = null;
  const show = async (what) => {
    const { pair, names } = shown;
    for (const button of all("[data-show]", viewer)) button.setAttribute("aria-pressed", String(button.dataset.show === what));
    shown.what = what;
    if (what === "changes") {
      try {
        const found = await changes(pair[0], pair[1]);
        const canvas = document.createElement("canvas");
        paint(canvas, found.picture);
        large.src = canvas.toDataURL();
        large.alt = "What changed";
        title.textContent = names[0] + " → " + names[1] + ": " + shareWords(found);
      } catch {
        title.textContent = "A picture is missing";
      }
      return;
    }
    const place = what === "before" ? 0 : 1;
    large.src = source(pair[place]);
    large.alt = names[place];
    title.textContent = names[place] + (isReduced(pair[place]) ? " (small copy; the full picture is in the run's frames folder)" : "");
  };
  const enlarge = (button) => {
    const group = button.closest("[data-group]");
    const shots = group ? all("[data-enlarge]", group) : [button];
    const at = shots.indexOf(button);
    const first = at < 0 ? 0 : Math.max(0, Math.min(at, shots.length - 2));
    const last = at < 0 ? shots.length - 1 : Math.min(first + 1, shots.length - 1);
    const name = (shot) => one("img", shot).alt;
    shown = { pair: [shots[first].dataset.enlarge, shots[last].dataset.enlarge], names: [name(shots[first]), name(shots[last])], what: "" };
    one(".choices", viewer).hidden = shots.length < 2;
    viewer.showModal();
    show(at < 0 ? "changes" : at === first ? "before" : "after");
  };
  document.addEventListener("click", (event) => {
    const button = event.target.closest(".shot button");
    if (button) enlarge(button);
    const choice = event.target.closest("[data-show]");
    if (choice) show(choice.dataset.show);
    if (event.target === viewer) viewer.close();
  });
  viewer.addEventListener("keydown", (event) => {
    if (one(".choices", viewer).hidden || !["ArrowLeft", "ArrowRight"].includes(event.key)) return;
    const order = ["before", "after", "changes"];
    show(order[(order.indexOf(shown.what) + (event.key === "ArrowRight" ? 1 : 2)) % 3]);
    event.preventDefault();
  });
  viewer.addEventListener("close", () => large.removeAttribute("src"));

  // -- The theme: the system's unless the reader chooses; storage may be closed to a local file.
  const theme = one("#theme"), system = matchMedia("(prefers-color-scheme: dark)");
  const recall = () => { try { return localStorage.getItem("playproof-theme"); } catch { return null; } };
  const isDark = () => (document.documentElement.dataset.theme ?? (system.matches ? "dark" : "light")) === "dark";
  const label = () => { theme.textContent = isDark() ? "Light" : "Dark"; theme.setAttribute("aria-label", "Switch to the " + (isDark() ? "light" : "dark") + " theme"); };
  const kept = recall();
  if (kept === "light" || kept === "dark") document.documentElement.dataset.theme = kept;
  theme.hidden = false;
  theme.addEventListener("click", () => {
    document.documentElement.dataset.theme = isDark() ? "light" : "dark";
    try { localStorage.setItem("playproof-theme", document.documentElement.dataset.theme); } catch { /* The choice lasts as long as the page. */ }
    label();
  });
  system.addEventListener("change", label);
  label();

  // -- Printing shows the pictures of what is open.
  addEventListener("beforeprint", () => {
    for (const image of all("img[data-picture]:not([src])")) if (image.offsetParent) fill(image);
  });

  return { one, all, source };
})();
