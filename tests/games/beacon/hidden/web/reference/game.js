// playproof-canary 0b7e5c1a-4d2f-4f0e-9c61-beacon
"use strict";
const SHELLS = [100, 180, 260];
const canvas = document.querySelector("canvas").getContext("2d");
const shell = new Image();
shell.src = "assets/shell.png";
const hud = (id) => document.querySelector(`[data-hud=${id}]`);
const down = new Set();
let audio = null;
let last = 0;
const game = { state: "menu", score: 0, best: Number(localStorage.getItem("best") || 0), x: 0, shells: [0, 0, 0], sound: "on" };

const left = () => (game.state === "menu" ? 0 : 3 - game.shells.reduce((sum, one) => sum + one, 0));

function enter(state) {
  game.state = state;
  console.log("beacon: state " + state);
}

function begin() {
  Object.assign(game, { score: 0, x: 40, shells: [0, 0, 0] });
  enter("level_1");
}

function goToMenu() {
  Object.assign(game, { score: 0, x: 0, shells: [0, 0, 0] });
  enter("menu");
}

function respond() {
  if (game.sound === "on") {
    audio = audio || new AudioContext();
    const tone = audio.createOscillator();
    tone.connect(audio.destination);
    tone.start();
    tone.stop(audio.currentTime + 0.1);
  }
  hud("score").animate([{ opacity: 0.5 }, { opacity: 1 }], { duration: 200, id: "pulse" });
  console.log("beacon: lifted, score " + game.score);
}

function lift() {
  const index = SHELLS.findIndex((x, i) => !game.shells[i] && Math.abs(x - game.x) <= 16);
  if (index < 0) return;
  game.shells[index] = 1;
  game.score += 10;
  if (game.score > game.best) {
    game.best = game.score;
    localStorage.setItem("best", String(game.best));
  }
  respond();
  if (left() === 0) enter("success");
}

function act(code) {
  if (code === "KeyM") game.sound = game.sound === "on" ? "off" : "on";
  else if (game.state === "menu" && code === "Enter") begin();
  else if (game.state === "level_1" && code === "Space") lift();
  else if (game.state === "level_1" && code === "Escape") enter("pause");
  else if (game.state === "pause" && code === "Escape") enter("level_1");
  else if (game.state === "success" && code === "Enter") goToMenu();
}

function move(seconds) {
  if (game.state !== "level_1") return;
  const way = (down.has("ArrowRight") ? 1 : 0) - (down.has("ArrowLeft") ? 1 : 0);
  game.x = Math.max(20, Math.min(300, game.x + way * 120 * seconds));
}

function paint() {
  const sky = canvas.createLinearGradient(0, 0, 0, 240);
  sky.addColorStop(0, "#024");
  sky.addColorStop(1, game.state === "success" ? "#ca5" : "#357");
  canvas.fillStyle = sky;
  canvas.fillRect(0, 0, 320, 240);
  if (game.state === "menu") return;
  SHELLS.forEach((x, i) => game.shells[i] || canvas.drawImage(shell, x - 8, 150, 16, 16));
  canvas.fillStyle = "#fd6";
  canvas.fillRect(game.x - 10, 120, 20, 40);
}

function show() {
  hud("title").style.display = game.state === "menu" ? "" : "none";
  hud("score").style.display = hud("shells_left").style.display = game.state === "menu" ? "none" : "";
  hud("score").textContent = "Score " + game.score;
  hud("best").textContent = "Best " + game.best;
  hud("shells_left").textContent = left() + " shells left";
  hud("sound").textContent = "sound " + game.sound;
  hud("state").textContent = game.state.replace("_", " ");
}

function frame(now) {
  move(Math.min(0.05, (now - last) / 1000));
  last = now;
  paint();
  show();
  requestAnimationFrame(frame);
}

addEventListener("keydown", (event) => {
  down.add(event.code);
  if (!event.repeat) act(event.code);
});
addEventListener("keyup", (event) => down.delete(event.code));
hud("sound").addEventListener("click", () => act("KeyM"));

function get(key) {
  if (key === "shells_left") return left();
  if (key === "paused") return game.state === "pause";
  if (key === "shells") return [...game.shells];
  return key in game ? game[key] : null;
}

function load(id) {
  if (id === "menu") goToMenu();
  else begin();
  if (id === "pause") enter("pause");
  if (id === "success") {
    Object.assign(game, { score: 30, best: Math.max(game.best, 30), shells: [1, 1, 1] });
    enter("success");
  }
  return true;
}

window.OmniState = { Get: get };
window.OmniFlow = { LoadState: load, Restart: () => load("level_1") };
enter("menu");
requestAnimationFrame(frame);
