"""The public smoke checks: what an agent may ask of its own game before it stops (CEGame-Bench section 9). They carry no score.

Made from the public contract alone: no hidden file is read, so they can run where an agent works.
"""

from playproof.records.contract import Contract
from playproof.records.leaf import (
    AssetsCheck,
    BuildPlan,
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

NOTHING = "now.{key} == now.{key}"


def smoke_plan(contract: Contract) -> BuildPlan:
    """A plan whose leaves are the smoke checks: files, a clean boot that paints, the handshake, every loadable state."""
    checks = [
        Leaf(
            id="d1.files.entry",
            dimension=1,
            family="smoke",
            weight=1,
            route="static",
            requirement="the entry exists and its references lead to files",
            section="15",
            checks=(EntryCheck(check="entry"),),
        ),
        Leaf(
            id="d1.files.assets",
            dimension=1,
            family="smoke",
            weight=1,
            route="static",
            requirement="every asset of the manifest is there and can be decoded",
            section="12",
            checks=(AssetsCheck(check="assets"),),
        ),
        Leaf(
            id="d1.files.offline",
            dimension=1,
            family="smoke",
            weight=1,
            route="static",
            requirement="no file refers to the network",
            section="12",
            checks=(SelfContainedCheck(check="self_contained"),),
        ),
        _played("d1.boot", "opens without error and paints", "boot", (CleanBootCheck(check="clean"), DrawnCheck(check="drawn"))),
        _played(
            "d1.handshake",
            "the state interface answers every declared key with its type",
            "boot",
            (HandshakeCheck(check="handshake"),),
            pre=("d1.boot",),
        ),
    ]
    fixtures = [Fixture(fixture="boot", chain="game", ready=f"now.{contract.state_key} == {contract.entry_state!r}", timeout_ms=contract.boot_ms)]
    for state in contract.states:
        if state.is_loadable:
            fixtures.append(Fixture(fixture=state.state, chain=state.state, load=state.state))
            checks.append(
                _played(
                    f"d1.load.{state.state}",
                    f"LoadState({state.state!r}) enters it",
                    state.state,
                    (HandshakeCheck(check="handshake"), DrawnCheck(check="drawn")),
                    pre=("d1.handshake",),
                )
            )
    return BuildPlan(
        task=contract.task,
        title=f"{contract.title}: smoke checks",
        contract=contract,
        leaves=LeafFile(
            schema_version=1,
            task=contract.task,
            canary=contract.canary,
            families=(Family(family="smoke", dimension=1, budget=10, meaning="public smoke checks"),),
            leaves=tuple(checks),
        ),
        fixtures=FixtureFile(schema_version=1, task=contract.task, canary=contract.canary, fixtures=tuple(fixtures)),
        journey=JourneyFile(
            schema_version=1,
            task=contract.task,
            canary=contract.canary,
            reference_input_steps=1,
            actions=(JourneyAction(id="wait", says="nothing", steps=(Wait(do="wait", ms=0),), post=NOTHING.format(key=contract.state_key)),),
        ),
    )


def _played(
    name: str, requirement: str, fixture: str, checks: tuple[HandshakeCheck | CleanBootCheck | DrawnCheck, ...], pre: tuple[str, ...] = ()
) -> Leaf:
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
