"""Keys that belong to the browser or the system, and chords."""

import pytest

from attacks.observe.siege import body, is_refusal

pytestmark = [pytest.mark.browser, pytest.mark.xdist_group("observe-keys")]

NOT_A_PLAYERS = """
ContextMenu MetaLeft MetaRight OSLeft PrintScreen Pause CapsLock NumLock ScrollLock Insert Help Again BrowserBack BrowserHome BrowserRefresh
BrowserSearch LaunchMail LaunchApp1 Power Sleep WakeUp Eject AudioVolumeUp MediaPlayPause Copy Cut Paste Find Open Props Undo Select Unidentified
Process Convert
"""


def after(target, *codes: str) -> bytes:
    """The picture after taps, from a reset."""
    target.client.reset()
    return [target.client.key(code).png for code in codes][-1]


@pytest.mark.parametrize("number", range(1, 25))
def test_function_keys(leaky, number):
    """Attack: F1 help, F5 reload, F6 address bar, F7 caret, F11 full screen, F12 developer tools, and the rest of them."""
    assert is_refusal(leaky.http.post("/key", content=body(code=f"F{number}")), "key_not_allowed")


@pytest.mark.parametrize("code", NOT_A_PLAYERS.split())
def test_keys_of_system_and_browser(leaky, code):
    """Attack: keys that open a menu, leave the page, print, or drive the clipboard."""
    assert is_refusal(leaky.http.post("/key", content=body(code=code)), "key_not_allowed")


@pytest.mark.parametrize(
    "code", ["Control+KeyU", "ControlLeft KeyU", "Ctrl+Shift+I", "KeyU\n", "keyu", "", "u", "Key\u0000U", "KeyU;KeyS", "\u202eKeyU"]
)
def test_chords_in_one_code(leaky, code):
    """Attack: several keys, or none, in one code."""
    assert is_refusal(leaky.http.post("/key", content=body(code=code)), "invalid_action")


@pytest.mark.parametrize("name", ["modifiers", "ctrl", "ctrlKey", "shift", "alt", "keys", "text", "commands"])
def test_chords_by_field(leaky, name):
    """Attack: modifiers or editing commands in a field of their own."""
    assert is_refusal(leaky.http.post("/key", content=body(code="KeyU", **{name: ["ControlLeft"]})), "invalid_action")


@pytest.mark.parametrize("letter", ["U", "S", "P", "O", "L", "F", "J", "W", "T", "N", "R", "A", "C", "V"])
def test_chords_in_two_calls(leaky, letter):
    """Attack: hold Control in one call and press U, S, P, O, L ... in the next: view source, save, print, open, address bar. It was let go."""
    alone = leaky.client.key(f"Key{letter}").png
    leaky.client.key("ControlLeft", hold_ms=300)
    assert leaky.client.key(f"Key{letter}").png == alone


def test_developer_tools_chord(leaky):
    """Attack: Control, Shift, then I, J or C, as quickly as calls go."""
    for letter in "IJC":
        alone = leaky.client.key(f"Key{letter}").png
        pictures = [leaky.client.key(code).png for code in ("ControlLeft", "ShiftLeft", f"Key{letter}")]
        assert set(pictures) == {alone}


def test_back_in_history(leaky):
    """Attack: leave the game by Backspace or Alt and an arrow, and see the page that was there before."""
    leaky.client.reset()
    marked = leaky.client.click(300, 140).png
    for codes in (("Backspace",), ("AltLeft", "ArrowLeft"), ("AltRight", "ArrowRight"), ("AltLeft", "Home"), ("Escape", "Escape")):
        shown = [leaky.client.key(code).png for code in codes][-1]
        assert leaky.client.click(300, 140).png != shown  # the same game, still played
        leaky.client.click(300, 140)
    assert leaky.client.reset().png != marked


def test_tab_into_the_browser(leaky):
    """Attack: walk with Tab out of the page into the browser's own bars, and press Enter there."""
    pictures = [leaky.client.key("Tab").png for _ in range(6)]
    assert leaky.client.key("Enter").png[:8] == pictures[0][:8] == b"\x89PNG\r\n\x1a\n"
    assert leaky.client.click(20, 60).png != pictures[-1]  # the game still takes clicks


def test_caret_and_search(leaky):
    """Attack: search within the page with Slash and Quote, zoom with Equal and Minus, and see other pixels."""
    plain = after(leaky, "Slash", "Quote")
    assert after(leaky, "ControlLeft", "Slash", "ControlRight", "Quote") == plain
    assert after(leaky, "ControlLeft", "Equal") == after(leaky, "Equal")
