// Every source of randomness, from the seed of the play (xorshift128+; each frame and worker has a stream of its own).
let [randomA, randomB] = [SETTINGS.seed >>> 0 || 1, (0x9E3779B9 ^ SETTINGS.seed ^ imul(0x5BD1E995, realmNumber + 64 * documentNumber)) >>> 0];
const random32 = () => {
  let t = randomA;
  const s = randomB;
  randomA = s; t ^= t << 23; t ^= t >>> 17; t ^= s ^ (s >>> 26); randomB = t;
  return (randomA + randomB + imul(t, 0x2545F491)) >>> 0;
};
for (let i = 0; i < 20; i++) random32(); // a small seed fills the state
randomState = bare({ save: () => bare({ a: randomA, b: randomB }), restore: (saved) => { randomA = saved.a; randomB = saved.b; } });
replaceMethod(Math, "random", function random() { return (random32() * 2097152 + (random32() >>> 11)) / 9007199254740992; });
if (W.Crypto) {
  const fillNative = Crypto.prototype.getRandomValues;
  const view = getPrototypeOf(Int8Array.prototype);
  const [bufferOf, offsetOf, lengthOf] = ["buffer", "byteOffset", "byteLength"].map((name) => uncurry(getOwnPropertyDescriptor(view, name).get));
  const NativeBytes = Uint8Array;
  replaceMethod(Crypto.prototype, "getRandomValues", function (array) {
    apply(fillNative, this, [array]); // its errors: wrong type, more than 65,536 bytes
    const bytes = new NativeBytes(bufferOf(array), offsetOf(array), lengthOf(array));
    for (let i = 0, n = lengthOf(array); i < n; i++) bytes[i] = random32() >>> 24;
    return array;
  });
  const HEX = "0123456789abcdef";
  if (Crypto.prototype.randomUUID) replaceMethod(Crypto.prototype, "randomUUID", function () {
    let text = "";
    for (let i = 0; i < 36; i++) {
      if (i === 8 || i === 13 || i === 18 || i === 23) text += "-";
      else text += i === 14 ? "4" : HEX[i === 19 ? 8 + (random32() >>> 30) : random32() >>> 28];
    }
    return text;
  });
}
