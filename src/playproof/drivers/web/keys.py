"""The keyboard: every W3C `KeyboardEvent.code` that a US keyboard has, with what the browser has to be told to send it.

Source of the codes: W3C UI Events KeyboardEvent code Values; of the key codes: Windows virtual key codes.
"""

from dataclasses import dataclass

_LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
_SHIFTED_DIGITS = ")!@#$%^&*("
_SIGNS = {
    "Minus": ("-", "_", 189),
    "Equal": ("=", "+", 187),
    "BracketLeft": ("[", "{", 219),
    "BracketRight": ("]", "}", 221),
    "Backslash": ("\\", "|", 220),
    "Semicolon": (";", ":", 186),
    "Quote": ("'", '"', 222),
    "Backquote": ("`", "~", 192),
    "Comma": (",", "<", 188),
    "Period": (".", ">", 190),
    "Slash": ("/", "?", 191),
    "IntlBackslash": ("\\", "|", 226),
}
_NAMED = {  # code -> key, virtual key code
    "Backspace": ("Backspace", 8),
    "Tab": ("Tab", 9),
    "Enter": ("Enter", 13),
    "Escape": ("Escape", 27),
    "Space": (" ", 32),
    "PageUp": ("PageUp", 33),
    "PageDown": ("PageDown", 34),
    "End": ("End", 35),
    "Home": ("Home", 36),
    "ArrowLeft": ("ArrowLeft", 37),
    "ArrowUp": ("ArrowUp", 38),
    "ArrowRight": ("ArrowRight", 39),
    "ArrowDown": ("ArrowDown", 40),
    "PrintScreen": ("PrintScreen", 44),
    "Insert": ("Insert", 45),
    "Delete": ("Delete", 46),
    "ContextMenu": ("ContextMenu", 93),
    "Pause": ("Pause", 19),
    "CapsLock": ("CapsLock", 20),
    "NumLock": ("NumLock", 144),
    "ScrollLock": ("ScrollLock", 145),
}
_MODIFIERS = {  # code -> key, virtual key code of the pair, bit in the protocol's `modifiers`
    "AltLeft": ("Alt", 18, 1),
    "AltRight": ("Alt", 18, 1),
    "ControlLeft": ("Control", 17, 2),
    "ControlRight": ("Control", 17, 2),
    "MetaLeft": ("Meta", 91, 4),
    "MetaRight": ("Meta", 92, 4),
    "ShiftLeft": ("Shift", 16, 8),
    "ShiftRight": ("Shift", 16, 8),
}
_PAD = {  # code -> key, virtual key code; with NumLock on
    "NumpadMultiply": ("*", 106),
    "NumpadAdd": ("+", 107),
    "NumpadSubtract": ("-", 109),
    "NumpadDecimal": (".", 110),
    "NumpadDivide": ("/", 111),
    "NumpadEnter": ("Enter", 13),
    "NumpadEqual": ("=", 187),
}
SHIFT = 8
_RIGHT = 2
_LEFT = 1
_PAD_LOCATION = 3


@dataclass(frozen=True, slots=True, kw_only=True)
class Key:
    """One key of the keyboard."""

    code: str
    key: str
    """`KeyboardEvent.key` without Shift."""
    shifted: str
    """`KeyboardEvent.key` with Shift."""
    key_code: int
    """The old `KeyboardEvent.keyCode`."""
    location: int = 0
    """`KeyboardEvent.location`: 0 standard, 1 left, 2 right, 3 number pad."""
    modifier: int = 0
    """The protocol's bit if this is a modifier key."""

    def text(self, modifiers: int) -> str:
        """What it types while the given modifiers are down; '' for keys that type nothing."""
        if modifiers & ~SHIFT:
            return ""
        named = self.shifted if modifiers & SHIFT else self.key
        if named == "Enter":
            return "\r"
        return named if len(named) == 1 else ""


def _table() -> dict[str, Key]:
    keys = [Key(code=f"Key{letter}", key=letter.lower(), shifted=letter, key_code=ord(letter)) for letter in _LETTERS]
    keys += [Key(code=f"Digit{n}", key=str(n), shifted=_SHIFTED_DIGITS[n], key_code=48 + n) for n in range(10)]
    keys += [Key(code=code, key=key, shifted=shifted, key_code=number) for code, (key, shifted, number) in _SIGNS.items()]
    keys += [Key(code=code, key=key, shifted=key, key_code=number) for code, (key, number) in _NAMED.items()]
    keys += [Key(code=f"F{n}", key=f"F{n}", shifted=f"F{n}", key_code=111 + n) for n in range(1, 25)]
    keys += [Key(code=f"Numpad{n}", key=str(n), shifted=str(n), key_code=96 + n, location=_PAD_LOCATION) for n in range(10)]
    keys += [Key(code=code, key=key, shifted=key, key_code=number, location=_PAD_LOCATION) for code, (key, number) in _PAD.items()]
    for code, (key, number, bit) in _MODIFIERS.items():
        keys.append(Key(code=code, key=key, shifted=key, key_code=number, location=_RIGHT if code.endswith("Right") else _LEFT, modifier=bit))
    return {key.code: key for key in keys}


KEYS = _table()
"""W3C code -> key."""
