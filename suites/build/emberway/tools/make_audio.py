"""The sounds of Emberway, computed and written as WAV files (mono, 16 bit, 22,050 Hz). Run: python make_audio.py ASSETS_DIR.

playproof-canary 6f1c2b0e-93d4-4a57-8a3e-emberway
Licence of the results: CC0 1.0.
"""

import math
import random
import struct
import sys
import wave
from collections.abc import Callable
from pathlib import Path

RATE_HZ = 22_050

Sound = Callable[[float], float]
"""Time since the start in s -> amplitude, -1 to 1."""


def bell(frequency_hz: float, start_s: float, decay_s: float) -> Sound:
    """A struck tone with two overtones."""

    def at(time_s: float) -> float:
        since = time_s - start_s
        if since < 0:
            return 0.0
        tone = sum(math.sin(math.tau * frequency_hz * multiple * since) / weight for multiple, weight in ((1, 1.6), (2, 4), (3.01, 7)))
        return tone * math.exp(-since / decay_s) * min(1.0, since / 0.004)

    return at


def hiss(seed: int, decay_s: float, smoothness: float) -> Sound:
    """Noise that dies away; smoother noise sounds lower. Must be asked in order of time."""
    noise, level = random.Random(seed), 0.0  # noqa: S311 - a sound, not a secret

    def at(time_s: float) -> float:
        nonlocal level
        level += (noise.uniform(-1, 1) - level) * (1 - smoothness)
        return level * math.exp(-time_s / decay_s) * min(1.0, time_s / 0.01)

    return at


def slide(from_hz: float, to_hz: float, length_s: float) -> Sound:
    """A tone that glides from one pitch to another."""
    return lambda time_s: 0.6 * math.sin(math.tau * (from_hz * time_s + (to_hz - from_hz) * time_s**2 / (2 * length_s))) * math.exp(-2.2 * time_s / length_s)


SOUNDS: dict[str, tuple[float, tuple[Sound, ...]]] = {
    "spark": (0.28, (bell(1175, 0.0, 0.07), bell(1760, 0.06, 0.08))),
    "hit": (0.40, (slide(320, 70, 0.4), hiss(3, 0.12, 0.55))),
    "gate": (0.60, (bell(392, 0.0, 0.22), bell(523, 0.12, 0.22), bell(659, 0.24, 0.25))),
    "dash": (0.22, (hiss(5, 0.09, 0.75), slide(240, 620, 0.22))),
    "brazier": (0.50, (hiss(9, 0.25, 0.85), bell(294, 0.03, 0.25))),
}
"""Name -> length in s, and the parts that sound together."""


def write(path: Path, length_s: float, parts: tuple[Sound, ...]) -> None:
    """Mix the parts, fade the last 20 ms, and write the file at 70 % of full volume."""
    times = [index / RATE_HZ for index in range(int(length_s * RATE_HZ))]
    mixed = [sum(part(time) for part in parts) * min(1.0, (length_s - time) / 0.02) for time in times]
    peak = max(abs(value) for value in mixed)
    with wave.open(str(path), "wb") as file:
        file.setnchannels(1)
        file.setsampwidth(2)
        file.setframerate(RATE_HZ)
        file.writeframes(b"".join(struct.pack("<h", round(value / peak * 0.7 * 32767)) for value in mixed))


if __name__ == "__main__":
    for name, (length_s, parts) in SOUNDS.items():
        write(Path(sys.argv[1]) / f"{name}.wav", length_s, parts)
