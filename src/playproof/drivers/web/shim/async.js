// Native operations that finish in real time on other threads (decoding, storage, compiling, hashing). Game time
// waits for them, so that they end at the same game time however busy the machine is.
const settleWith = (promise, release) => { promiseThen(promise, release, release); return promise; };
const holdPromise = (owner, name) => {
  const native = owner && getOwnPropertyDescriptor(owner, name);
  if (!native || typeof native.value !== "function") return;
  replaceMethod(owner, name, function () {
    const release = scheduler.hold();
    try {
      const made = apply(native.value, this, arguments);
      return made instanceof NativePromise ? settleWith(made, release) : (release(), made);
    } catch (error) { release(); throw error; }
  });
};
const holdPromises = (owner, ...names) => { for (let i = 0; i < names.length; i++) holdPromise(owner, names[i]); };
const prototypeOf = (name) => (W[name] ? W[name].prototype : null);
holdPromises(W, "createImageBitmap");
holdPromises(prototypeOf("BaseAudioContext"), "decodeAudioData");
holdPromises(prototypeOf("OfflineAudioContext"), "startRendering");
holdPromises(prototypeOf("HTMLImageElement"), "decode");
holdPromises(prototypeOf("SubtleCrypto"), "encrypt", "decrypt", "sign", "verify", "digest", "generateKey", "deriveKey", "deriveBits", "importKey", "exportKey", "wrapKey", "unwrapKey");
holdPromises(W.WebAssembly, "compile", "instantiate", "compileStreaming", "instantiateStreaming");
const bodies = ["Blob", "Response", "Request"];
for (let i = 0; i < bodies.length; i++) holdPromises(prototypeOf(bodies[i]), "text", "arrayBuffer", "bytes", "json", "blob", "formData");
holdPromises(prototypeOf("FontFace"), "load");
holdPromises(prototypeOf("FontFaceSet"), "load");
holdPromises(prototypeOf("OffscreenCanvas"), "convertToBlob");
holdPromises(prototypeOf("CacheStorage"), "open", "match", "has", "delete", "keys");
holdPromises(prototypeOf("Cache"), "match", "matchAll", "put", "delete", "keys", "add", "addAll");
holdPromises(prototypeOf("StorageManager"), "estimate", "persist", "persisted", "getDirectory");
if (W.HTMLCanvasElement) {
  const toBlob = HTMLCanvasElement.prototype.toBlob;
  replaceMethod(HTMLCanvasElement.prototype, "toBlob", function (callback, ...rest) {
    if (typeof callback !== "function") return apply(toBlob, this, arguments);
    const release = scheduler.hold();
    try { return apply(toBlob, this, [(blob) => { release(); guarded(callback, W, [blob]); }, ...rest]); } catch (error) { release(); throw error; }
  });
}
const holdUntil = (target, names) => {
  const release = scheduler.hold();
  for (let i = 0; i < names.length; i++) listen(target, names[i], release, { once: true });
  return release;
};
const holdEvents = (owner, name, endings, ofResult) => {
  const native = owner && owner[name];
  if (typeof native !== "function") return;
  replaceMethod(owner, name, function () {
    const made = apply(native, this, arguments);
    holdUntil(ofResult ? made : this, endings);
    return made;
  });
};
const readers = ["readAsText", "readAsArrayBuffer", "readAsDataURL", "readAsBinaryString"];
for (let i = 0; i < readers.length; i++) holdEvents(prototypeOf("FileReader"), readers[i], ["loadend"], false);
holdEvents(prototypeOf("IDBFactory"), "open", ["success", "error", "blocked"], true);
holdEvents(prototypeOf("IDBFactory"), "deleteDatabase", ["success", "error", "blocked"], true);
holdEvents(prototypeOf("IDBDatabase"), "transaction", ["complete", "abort", "error"], true);

// Files: the step stops at the request, the driver delivers it, and game time has not moved.
if (W.fetch) {
  const nativeFetch = W.fetch;
  replaceMethod(W, "fetch", function () { scheduler.askNetwork(); return apply(nativeFetch, this, arguments); });
}
if (W.XMLHttpRequest) {
  const send = XMLHttpRequest.prototype.send;
  replaceMethod(XMLHttpRequest.prototype, "send", function () { scheduler.askNetwork(); return apply(send, this, arguments); });
}
const sources = ["HTMLImageElement", "HTMLScriptElement", "HTMLIFrameElement", "HTMLMediaElement"];
for (let i = 0; i < sources.length; i++) {
  if (W[sources[i]]) replaceSetter(W[sources[i]].prototype, "src", function (value, set) { scheduler.askNetwork(); apply(set, this, [value]); });
}
