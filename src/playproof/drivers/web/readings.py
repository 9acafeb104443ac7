"""What a page answers turned into records: state readings and HUD readings."""

from collections.abc import Sequence

from playproof.drivers.web.cdp import Json
from playproof.records.observation import HudReading, Reading, TextBox, Value


def state_readings(keys: Sequence[str], answers: Json) -> dict[str, Reading]:
    """Phi key -> reading, from the JSON of `control.read`."""
    return {key: _reading(answers.get(key, {"problem": "no answer"})) for key in keys}


def hud_readings(hud_ids: Sequence[str], answers: Json) -> dict[str, HudReading]:
    """HUD id -> reading, from the JSON of `reader.hud`."""
    return {hud_id: _hud(answers.get(hud_id)) for hud_id in hud_ids}


def text_boxes(answers: list[Json]) -> tuple[TextBox, ...]:
    """The boxes of `reader.texts`."""
    return tuple(
        TextBox(
            text=one["text"],
            x_px=round(one["x"], 2),
            y_px=round(one["y"], 2),
            width_px=round(one["width"], 2),
            height_px=round(one["height"], 2),
            source=one["source"],
            is_button=one["isButton"],
        )
        for one in answers
    )


def _reading(answer: Json) -> Reading:
    if answer.get("problem"):
        return Reading(problem=answer["problem"])
    value = answer.get("value")
    settled: Value = tuple(value) if isinstance(value, list) else value
    return Reading(value=settled)


def _hud(answer: Json | None) -> HudReading:
    if answer is None:
        return HudReading(is_present=False)
    return HudReading(
        is_present=True,
        is_visible=answer["isVisible"],
        text=answer["text"],
        x_px=answer["x"],
        y_px=answer["y"],
        width_px=answer["width"],
        height_px=answer["height"],
    )
