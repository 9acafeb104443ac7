// What the page of a replica does beside: choosing categories and rules that differ, opening the rule that a link leads to.
(() => {
  const { one, all } = shared;
  const items = all(".rule-item"), filters = one("#filters");
  const sift = () => {
    const wanted = new FormData(filters);
    const states = new Set(wanted.getAll("state"));
    const category = wanted.get("category");
    let count = 0;
    for (const item of items) {
      const fits = states.has(item.dataset.state) && (!category || category === item.dataset.category);
      item.hidden = !fits;
      count += fits;
    }
    for (const group of all(".category")) group.hidden = !one(".rule-item:not([hidden])", group);
    one("#shown").textContent = count + " of " + items.length + " rules";
  };
  if (filters) {
    filters.hidden = false;
    filters.addEventListener("submit", (event) => event.preventDefault());
    filters.addEventListener("input", sift);
    one("#open-all").addEventListener("click", () => { for (const item of items) if (!item.hidden) one("details", item).open = true; });
    one("#close-all").addEventListener("click", () => { for (const item of items) one("details", item).open = false; });
  }
  const follow = () => {
    const target = location.hash.startsWith("#rule-") ? document.getElementById(location.hash.slice(1)) : null;
    if (!target) return;
    target.closest("li").hidden = false;
    target.closest(".category").hidden = false;
    target.open = true;
    target.scrollIntoView();
    one("summary", target).focus({ preventScroll: true });
  };
  addEventListener("hashchange", follow);
  follow();
})();
