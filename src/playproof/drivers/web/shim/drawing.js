// An option, off by default: 2D drawing into canvases of the document is skipped in frames that no picture can show.
// Right for games that redraw all of each frame; wrong for those that paint over what is there.
if (isWindow && SETTINGS.isEliding) {
  const prototype = CanvasRenderingContext2D.prototype;
  const canvasOf = uncurry(getOwnPropertyDescriptor(prototype, "canvas").get), isConnected = uncurry(getOwnPropertyDescriptor(Node.prototype, "isConnected").get);
  const names = ["clearRect", "fillRect", "strokeRect", "fill", "stroke", "fillText", "strokeText", "drawImage", "putImageData"];
  for (let i = 0; i < names.length; i++) {
    const native = prototype[names[i]];
    replaceMethod(prototype, names[i], function () { return scheduler.isUnseen && isConnected(canvasOf(this)) ? undefined : apply(native, this, arguments); });
  }
}
