import { start } from "./other.js"; window.moduleFrames = 0; start(() => { window.moduleFrames++; });
