"""The public smoke checks: what an agent may ask of its own game before it stops (CEGame-Bench section 9). They carry no score.

Made from the public contract alone: no hidden file is read, so they can run where an agent works.
"""

from collections.abc import Sequence

from playproof.records.contract import Contract
from playproof.records.leaf import (
    AssetsCheck,
    BuildPlan,
    Check,
    CleanBootCheck,
    DrawnCheck,
    EntryCheck,
    Family,
    Fixture,
    FixtureFile,
    HandshakeCheck,
    JourneyAction,
    JourneyFile,
    Leaf,
    LeafFile,
    SelfContainedCheck,
)
from playproof.records.plan import Wait


def smoke_plan(contract: Contract) -> BuildPlan:
    """A plan whose leaves are the smoke checks: files, a clean boot that paints, the handshake, every loadable state."""
    states = [state.state for state in contract.states if state.is_loadable]
    boot = Fixture(fixture="boot", chain="game", ready=f"now.{contract.state_key} == {contract.entry_state!r}", timeout_ms=contract.boot_ms)
    fixtures = (boot, *(Fixture(fixture=state, chain=state, load=state) for state in states))
    head = {"schema_version": 1, "task": contract.task, "canary": contract.canary}
    family = Family(family="smoke", dimension=1, budget=10, meaning="public smoke checks")
    nothing = JourneyAction(id="wait", says="nothing", steps=(Wait(do="wait", ms=0),), post=f"now.{contract.state_key} == now.{contract.state_key}")
    return BuildPlan(
        task=contract.task,
        title=f"{contract.title}: smoke checks",
        contract=contract,
        leaves=LeafFile.model_validate(head | {"families": (family,), "leaves": _checks(states)}),
        fixtures=FixtureFile.model_validate(head | {"fixtures": fixtures}),
        journey=JourneyFile.model_validate(head | {"reference_input_steps": 1, "actions": (nothing,)}),
    )


def _checks(states: Sequence[str]) -> tuple[Leaf, ...]:
    handshake, drawn = HandshakeCheck(check="handshake"), DrawnCheck(check="drawn")
    return (
        _static("d1.files.entry", "the entry exists and its references lead to files", EntryCheck(check="entry")),
        _static("d1.files.assets", "every asset of the manifest is there and can be decoded", AssetsCheck(check="assets")),
        _static("d1.files.offline", "no file refers to the network", SelfContainedCheck(check="self_contained")),
        _played("d1.boot", "opens without error and paints", "boot", (CleanBootCheck(check="clean"), drawn)),
        _played("d1.handshake", "the state interface answers every declared key with its type", "boot", (handshake,), pre=("d1.boot",)),
        *(_played(f"d1.load.{state}", f"LoadState({state!r}) enters it", state, (handshake, drawn), pre=("d1.handshake",)) for state in states),
    )


def _static(name: str, requirement: str, check: Check) -> Leaf:
    return Leaf(id=name, dimension=1, family="smoke", weight=1, route="static", requirement=requirement, section="15", checks=(check,))


def _played(name: str, requirement: str, fixture: str, checks: tuple[Check, ...], pre: tuple[str, ...] = ()) -> Leaf:
    return Leaf(
        id=name,
        dimension=1,
        family="smoke",
        weight=1,
        route="lifecycle",
        requirement=requirement,
        section="15",
        fixture=fixture,
        checks=checks,
        pre=pre,
        chain="game",
    )
