// The house of Night Moths: wall, windows, lamps, and the panel. Nothing here knows the rules.
globalThis.paintKit = (pen) => {
  const INK = {
    wall: '#2a2850', wallLight: '#343263', panel: '#171630', shutter: '#3f8f8c', shutterDark: '#2a6664', shutterLight: '#63b3ab', frame: '#e9ddc7',
    glow: '#ffd98a', glowEdge: '#f2b155', night: '#0e1330', star: '#dfe6ff', iron: '#20212b', ironLight: '#72758a', brass: '#d9a83c', paper: '#f4e9d2',
    faint: '#8f8dbd', red: '#c94b5b', dawn: '#f2a65a',
  };
  const box = (x, y, width, height, radius, colour) => { pen.fillStyle = colour; pen.beginPath(); pen.roundRect(x, y, width, height, radius); pen.fill(); };
  const disc = (x, y, radius, colour) => { pen.fillStyle = colour; pen.beginPath(); pen.arc(x, y, radius, 0, Math.PI * 2); pen.fill(); };

  function text(words, x, y, { size = 15, colour = INK.paper, align = 'center', weight = 'normal' } = {}) {
    pen.font = `${weight} ${size}px "DejaVu Sans", sans-serif`;
    pen.fillStyle = colour;
    pen.textAlign = align;
    pen.textBaseline = 'middle';
    pen.fillText(words, x, y);
  }

  function house() {
    pen.fillStyle = INK.wall;
    pen.fillRect(0, 0, 472, 480);
    for (let row = 0; row < 20; row += 1) { // courses of bricks, every other one set off
      for (let n = -1; n < 10; n += 1) {
        if ((row * 7 + n * 5) % 3 === 0) box(n * 52 + (row % 2) * 26 + 2, row * 24 + 2, 48, 20, 3, INK.wallLight);
      }
    }
    pen.fillStyle = INK.panel;
    pen.fillRect(472, 0, 168, 480);
    pen.fillStyle = INK.brass;
    pen.fillRect(472, 0, 3, 480);
  }

  // The frame of a window, and what is behind its shutters; they are drawn over it as far as they are shut.
  function opening(x, y, colour) {
    box(x - 32, y - 32, 64, 60, 5, INK.frame);
    box(x - 28, y - 28, 56, 52, 3, colour);
    box(x - 34, y + 26, 68, 6, 2, INK.frame);
  }

  function lit(x, y) {
    opening(x, y, INK.glowEdge);
    box(x - 24, y - 24, 48, 44, 12, INK.glow);
  }

  function empty(x, y) {
    opening(x, y, INK.night);
    for (const [dx, dy, radius] of [[-14, -12, 1.6], [10, -16, 1.2], [15, 6, 1.8], [-8, 10, 1.2], [1, -3, 1]]) disc(x + dx, y + dy, radius, INK.star);
    leaves(x, y, 0.16, false);
  }

  // Two leaves with slats; `share` is how much of the opening they cover.
  function leaves(x, y, share, isLit) {
    const width = 28 * share;
    for (const side of [-1, 1]) {
      const edge = side < 0 ? x - 28 : x + 28 - width;
      box(edge, y - 28, width, 52, 2, INK.shutterDark);
      for (let n = 0; n < 6; n += 1) box(edge + 2 * share, y - 25 + n * 8, Math.max(0, width - 4 * share), 5, 1, isLit ? INK.glow : n % 2 ? INK.shutter : INK.shutterLight);
    }
  }

  function latch(x, y) {
    box(x - 25, y - 5, 50, 9, 2, INK.iron);
    box(x - 25, y - 5, 50, 2, 1, INK.ironLight);
    disc(x, y, 8, INK.iron);
    disc(x, y, 5, INK.ironLight);
    disc(x, y, 2, INK.iron);
  }

  function plate(x, y, number) {
    box(x - 11, y + 27, 22, 11, 3, INK.brass);
    text(String(number), x, y + 33, { size: 9, weight: 'bold', colour: INK.iron });
  }

  function lamp({ x, y, isLit }) {
    if (isLit) {
      pen.fillStyle = 'rgba(255, 217, 138, 0.35)';
      pen.beginPath(); pen.moveTo(x - 8, y - 10); pen.lineTo(x - 24, y - 34); pen.lineTo(x + 24, y - 34); pen.lineTo(x + 8, y - 10); pen.fill();
    }
    box(x - 12, y + 11, 24, 5, 2, INK.brass);
    box(x - 9, y - 9, 18, 21, 5, INK.iron);
    box(x - 6, y - 6, 12, 15, 3, isLit ? INK.glow : '#5a5780');
    box(x - 10, y - 13, 20, 4, 2, INK.brass);
  }

  // A paper lantern of the panel, lit for each pair that is out.
  function lantern(x, y, isLit) {
    pen.strokeStyle = INK.faint;
    pen.lineWidth = 1.5;
    pen.beginPath(); pen.moveTo(x, y - 16); pen.lineTo(x, y - 9); pen.stroke();
    pen.fillStyle = isLit ? INK.glow : '#34325c';
    pen.beginPath(); pen.ellipse(x, y, 10, 9, 0, 0, Math.PI * 2); pen.fill();
    box(x - 5, y - 10, 10, 3, 1, isLit ? INK.red : INK.faint);
    box(x - 5, y + 7, 10, 3, 1, isLit ? INK.red : INK.faint);
  }

  return { INK, box, disc, text, house, lit, empty, leaves, latch, plate, lamp, lantern };
};
