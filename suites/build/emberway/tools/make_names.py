"""The naming tables of the starter, written from the contract. Run in the task's folder: python tools/make_names.py.

playproof-canary 6f1c2b0e-93d4-4a57-8a3e-emberway
"""

import json
from pathlib import Path
from typing import Any

from ruamel.yaml import YAML

HEAD = """// {canary}
// Names of the contract, generated from contract.yaml by tools/make_names.py. Nothing here is behaviour.
"""


def table(name: str, meaning: str, rows: dict[str, Any]) -> str:
    """One exported table, a row a line."""
    lines = "".join(f"  {key}: {json.dumps(value, ensure_ascii=False)},\n" for key, value in rows.items())
    return f"\n/** {meaning} */\nexport const {name} = {{\n{lines}}};\n"


def names(contract: dict[str, Any]) -> str:
    """The JavaScript module with all tables."""
    keys = {key["key"]: {part: key[part] for part in ("type", "unit", "minimum", "maximum", "values") if part in key} for key in contract["keys"]}
    return "".join(
        [
            HEAD.format(canary=contract["canary"]),
            table("VIEW", "Size of the picture, px.", contract["view"]),
            table("STATES", "State id -> what it is.", {state["state"]: state["meaning"] for state in contract["states"]}),
            table("KEYS", "Key of OmniState.Get -> its type and range.", keys),
            table("CONTROLS", "Action -> KeyboardEvent.code of its keys, the main one first.", {one["action"]: one["keys"] for one in contract["controls"]}),
            table("HUD", "HUD id (data-hud) -> the states in which it is visible.", {one["hud"]: one["states"] for one in contract["hud"]}),
            table("CONSTANTS", "Numbers of sections 6 to 8 and the entries of section 10.", contract["constants"]),
        ]
    )


if __name__ == "__main__":
    task = Path(__file__).parent.parent
    contract = YAML(typ="safe").load(task / "contract.yaml")
    (task / "web/starter/names.js").write_text(names(contract), encoding="utf-8")
