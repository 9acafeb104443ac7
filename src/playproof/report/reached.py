"""Which states of the contract were reached, and which edges were taken, as the evidence has them.

A state is read from the state key at marks, in series and at the end of the journey's actions, and from the console where the contract has the game
announce it. A passage counts only between two neighbouring instants of one session, without a lifecycle command between them: `LoadState` is no edge.
"""

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from playproof.records.contract import Contract, LogRoute
from playproof.records.evidence import Input, JourneyEvidence, Take
from playproof.records.observation import Event, Observation
from playproof.report.gathered import Gathered


@dataclass(frozen=True, slots=True, kw_only=True)
class Reached:
    """What of the state graph was seen. Values: where, e.g. 'journey' or a play's id."""

    played: dict[str, tuple[str, ...]]
    """States entered by a player's input or by themselves."""
    loaded: dict[str, tuple[str, ...]]
    """States in which a play began, or which a lifecycle command brought about."""
    edges: dict[tuple[str, str], tuple[str, ...]]
    """Declared edges that were taken."""
    others: dict[tuple[str, str], tuple[str, ...]]
    """Passages between declared states that no edge declares; a state between two looks may have been missed."""


@dataclass(frozen=True, slots=True, kw_only=True)
class _Sight:
    at_ms: float
    state: str


def reached(run: Gathered) -> Reached:
    """The state graph as it was played."""
    contract = run.plan.contract
    declared = {(edge.source, edge.target) for edge in contract.edges}
    played, loaded = defaultdict[str, dict[str, None]](dict), defaultdict[str, dict[str, None]](dict)
    passages = defaultdict[tuple[str, str], dict[str, None]](dict)
    chains = [(play, _take_chains(take, contract)) for play, take in run.takes()]
    if run.journey is not None:
        film = _journey_chains(run.journey, contract)
        chains.append(("journey", film))
        played.update({chain[0].state: {"journey": None} for chain in film if chain})  # The journey starts at the real entry.
    for play, some in chains:
        for chain in some:
            if chain:
                loaded[chain[0].state][play] = None
            for one, other in pairwise(chain):
                if one.state != other.state:
                    played[other.state][play] = None
                    passages[one.state, other.state][play] = None
    return Reached(
        played=_tuples(played),
        loaded=_tuples(loaded),
        edges={passage: tuple(plays) for passage, plays in passages.items() if passage in declared},
        others={passage: tuple(plays) for passage, plays in passages.items() if passage not in declared},
    )


def _tuples(found: dict[str, dict[str, None]]) -> dict[str, tuple[str, ...]]:
    return {name: tuple(plays) for name, plays in found.items()}


def _take_chains(take: Take, contract: Contract) -> list[list[_Sight]]:
    observations = [mark.observation for mark in take.marks] + [one for series in take.series for one in series.observations]
    return _chains(_sights(observations, take.events, contract), take.inputs, began_ms=take.began_ms)


def _journey_chains(journey: JourneyEvidence, contract: Contract) -> list[list[_Sight]]:
    observations = [shot.observation for shot in journey.actions]
    return _chains(_sights(observations, journey.events, contract), journey.inputs, began_ms=0.0)


def _sights(observations: Iterable[Observation], events: Sequence[Event], contract: Contract) -> list[_Sight]:
    """All instants at which the state is known, by time; a console line comes before the reading of the same instant."""
    found = [_Sight(at_ms=event.at_ms, state=state) for event, state in _announced(events, contract)]
    for observation in observations:
        reading = observation.readings.get(contract.state_key)
        if reading is not None and not reading.problem and isinstance(reading.value, str):
            found.append(_Sight(at_ms=observation.at_ms, state=reading.value))
    return sorted((sight for sight in found if sight.state in contract.state_ids), key=lambda sight: sight.at_ms)


def _announced(events: Sequence[Event], contract: Contract) -> Iterator[tuple[Event, str]]:
    patterns = [re.compile(route.pattern) for route in contract.key(contract.state_key).routes if isinstance(route, LogRoute)]
    for event in events:
        if event.kind != "console":
            continue
        for pattern in patterns:
            match = pattern.search(event.text[:1000])
            if match and match.groups():
                yield event, match.group(1)


def _chains(sights: Sequence[_Sight], inputs: Sequence[Input], *, began_ms: float) -> list[list[_Sight]]:
    """Sights cut where a take begins and where a lifecycle command came between."""
    cuts = [one.at_ms for one in inputs if one.do in ("load_state", "restart", "reload", "reopen")]
    earlier = [sight for sight in sights if sight.at_ms <= began_ms]
    chains: list[list[_Sight]] = [earlier[-1:]]
    last_ms = began_ms
    for sight in sights[len(earlier) :]:
        if chains[-1] and any(last_ms <= cut <= sight.at_ms for cut in cuts):
            chains.append([])
        chains[-1].append(sight)
        last_ms = sight.at_ms
    return chains
