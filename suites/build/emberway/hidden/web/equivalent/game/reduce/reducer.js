// playproof-canary 6f1c2b0e-93d4-4a57-8a3e-emberway
// The one reducer: (state, action) -> state. Actions: opened, beat, load, restart.
import { FRESH_KEEPSAKES, LAST_ROOM, LIVES } from "../rulebook.js";
import { beatOfList } from "./lists.js";
import { beatOfRoom } from "./room.js";
import { enter, newRun, toMenu } from "./transitions.js";

/** Before anything was opened. */
export const NOTHING_YET = Object.freeze({
  scene: "menu",
  level: 0,
  lives: 0,
  score: 0,
  cursor: 0,
  note: null,
  room: null,
  keeps: FRESH_KEEPSAKES,
  news: [],
});

const only = (state, kind) => state.news.filter((item) => item.kind !== kind);

/** State id -> how it is entered from anywhere. */
const ENTRANCES = {
  menu: toMenu,
  level_1: (state) => newRun(state, 1),
  level_2: (state) => newRun(state, 2),
  level_3: (state) => newRun(state, 3),
  pause(state) {
    const run = newRun(state, 1);
    return enter({ ...run, news: only(run, "entered") }, "pause");
  },
  death: (state) => enter(toNowhere(state), "death", { level: 1, lives: 0, score: 0 }),
  success: (state) => enter(toNowhere(state), "success", { level: LAST_ROOM, lives: LIVES, score: 0 }),
};

const toNowhere = (state) => ({ ...state, room: null, news: [...state.news, { kind: "silence" }] });

export const isEntrance = (id) => typeof id === "string" && Object.hasOwn(ENTRANCES, id);

const actions = {
  opened: (state, { keeps }) => toMenu({ ...state, keeps }),
  beat: (state, { held, presses }) => (state.scene === "room" ? beatOfRoom(state, { held, presses }) : beatOfList(state, presses)),
  load: (state, { id }) => ENTRANCES[id](state),
  restart: (state) => (state.level === 0 ? toMenu(state) : newRun(state, state.level)),
};

export const reduce = (state, action) => actions[action.type]({ ...state, news: [] }, action);
