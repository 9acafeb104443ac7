import "./elements/bed.js";
import "./elements/tally.js";
import "./elements/deed.js";
import "./elements/game.js";

// A held Enter or Space would click a focused button again and again.
addEventListener("keydown", (event) => {
  if (event.repeat && (event.code === "Enter" || event.code === "Space")) event.preventDefault();
});
