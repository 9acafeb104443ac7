let n = 0; const t = performance.now(); setInterval(() => { n++; postMessage({ n, now: performance.now() - t, r: Math.random() }); }, 100);
