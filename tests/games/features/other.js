export const start = (act) => { (function f() { act(); requestAnimationFrame(f); })(); };
