import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.beacon.desk import beacon
from playproof.analysis.calibration import Calibration, Gate, MutantOutcome
from playproof.errors import SpecError
from playproof.records.artifact import Artifact, FileEntry
from playproof.records.evidence import (
    ActionShot,
    AssetFinding,
    Evidence,
    Input,
    JourneyEvidence,
    MarkShot,
    Series,
    StaticEvidence,
    Stretch,
    Take,
)
from playproof.records.fault import Fault
from playproof.records.leaf import BuildPlan
from playproof.records.observation import Event, FlowAnswer, HudReading, Observation, Reading
from playproof.records.record import Record
from playproof.records.run import DriverSheet, PlayFault, RunSheet, Timing
from playproof.records.score import BuildScore, DimensionScore, FamilyScore, Flag
from playproof.records.verdict import CheckResult, Verdict
from playproof.store.files import canonical_bytes, read_record, write_record

TEXT = st.text(max_size=12)
NUMBER = st.floats(allow_nan=False, allow_infinity=False)
SHARE = st.floats(0, 1)
SCALAR = st.none() | st.booleans() | st.integers(-(10**21), 10**21) | NUMBER | TEXT
NAMES = st.dictionaries(TEXT, st.builds(Reading, value=SCALAR | st.lists(SCALAR, max_size=3).map(tuple), problem=TEXT), max_size=3)
HUD = st.dictionaries(TEXT, st.builds(HudReading, is_present=st.booleans(), text=TEXT, x_px=NUMBER), max_size=2)
SEEN = st.builds(Observation, at_ms=NUMBER, readings=NAMES, hud=HUD)
EVENT = st.builds(Event, at_ms=NUMBER, kind=st.sampled_from(["console", "audio", "overflow"]), text=TEXT)
FAULT = st.builds(Fault, kind=TEXT, blame=st.sampled_from(["agent", "us"]), message=TEXT)
INPUT = st.builds(Input, at_ms=NUMBER, do=st.sampled_from(["press", "reopen"]), what=TEXT)


def some(one: st.SearchStrategy[Any]) -> st.SearchStrategy[tuple[Any, ...]]:
    """A few of them."""
    return st.lists(one, max_size=2).map(tuple)


TAKE = st.builds(
    Take,
    role=st.sampled_from(["act", "twin", "control", "control_twin"]),
    entered=st.builds(FlowAnswer, ok=st.booleans(), problem=TEXT),
    began_ms=NUMBER,
    ended_ms=NUMBER,
    inputs=some(INPUT),
    marks=some(st.builds(MarkShot, name=TEXT, observation=SEEN, frame=TEXT)),
    series=some(st.builds(Series, name=TEXT, observations=some(SEEN))),
    stretches=some(st.builds(Stretch, part=st.just("act"), step=st.integers(0, 9), began_ms=NUMBER, ended_ms=NUMBER)),
    events=some(EVENT),
    fault=st.none() | FAULT,
)
FLAG = st.builds(Flag, value=st.none() | st.booleans(), reason=TEXT)
FAMILY = st.builds(FamilyScore, family=TEXT, dimension=st.integers(1, 6), budget=NUMBER, value=st.none() | NUMBER, coverage=SHARE, floor=NUMBER)
DIMENSION = st.builds(
    DimensionScore,
    dimension=st.integers(1, 6),
    name=TEXT,
    weight=NUMBER,
    value=st.none() | NUMBER,
    coverage=SHARE,
    floor=NUMBER,
    status=st.sampled_from(["decided", "inconclusive", "unjudged"]),
    families=some(FAMILY),
)
VERDICT = st.builds(
    Verdict,
    criterion=TEXT,
    grader=TEXT,
    state=st.sampled_from(["pass", "inconclusive"]),
    value=st.none() | SHARE,
    reason=TEXT,
    plays=some(TEXT),
    checks=some(st.builds(CheckResult, check=TEXT, holds=st.none() | st.booleans(), twin=st.none() | st.booleans())),
)
SHOT = st.builds(
    ActionShot,
    action=TEXT,
    began_ms=NUMBER,
    ended_ms=NUMBER,
    input_steps=st.integers(0, 99),
    done=st.booleans(),
    reason=TEXT,
    frame=TEXT,
    observation=SEEN,
)
OUTCOME = st.builds(
    MutantOutcome,
    mutant=TEXT,
    kind=TEXT,
    expected=some(TEXT),
    breaks=some(TEXT),
    fallen=some(TEXT),
    undecided=some(TEXT),
    caught=st.booleans(),
    named_caught=some(TEXT),
    drift=NUMBER,
    journey=st.none() | st.booleans(),
    journey_as_expected=st.booleans(),
)
RECORDS: dict[str, st.SearchStrategy[Record]] = {
    "artifact": st.builds(Artifact, sha256=TEXT, files=some(st.builds(FileEntry, path=TEXT, size_bytes=st.integers(0), sha256=TEXT))),
    "calibration": st.builds(
        Calibration,
        task=TEXT,
        engine=TEXT,
        gates=some(st.builds(Gate, gate=TEXT, value=TEXT, wanted=TEXT, holds=st.booleans())),
        matrix=some(OUTCOME),
        mode=TEXT,
        kappa=st.none() | NUMBER,
        wall_s=NUMBER,
    ),
    "driver": st.builds(
        DriverSheet,
        engine=TEXT,
        version=TEXT,
        mode=st.sampled_from(["frame-controlled", "shimmed"]),
        isolation=st.sampled_from(["namespaces", "none"]),
    ),
    "evidence": st.builds(Evidence, play=TEXT, plan_sha256=TEXT, artifact_sha256=TEXT, seed=st.integers(), takes=some(TAKE)),
    "journey": st.builds(
        JourneyEvidence,
        artifact_sha256=TEXT,
        plan_sha256=TEXT,
        seed=st.integers(),
        actions=some(SHOT),
        inputs=some(INPUT),
        events=some(EVENT),
        film=some(TEXT),
        fault=st.none() | FAULT,
    ),
    "play fault": st.builds(PlayFault, job=TEXT, fault=FAULT),
    "run": st.builds(RunSheet, playproof=TEXT, task=TEXT, task_sha256=TEXT, artifact_sha256=TEXT, engine=TEXT, seed=st.integers()),
    "score": st.builds(
        BuildScore,
        F=st.none() | NUMBER,
        O=st.none() | NUMBER,
        coverage=SHARE,
        floor=NUMBER,
        dimensions=some(DIMENSION),
        J=FLAG,
        Lambda=FLAG,
        solved=FLAG,
    ),
    "static": st.builds(StaticEvidence, artifact_sha256=TEXT, assets=some(st.builds(AssetFinding, path=TEXT, problem=TEXT)), entry_problem=TEXT),
    "timing": st.builds(Timing, job=TEXT, wall_s=NUMBER, worker=st.integers(0, 9)),
    "verdict": VERDICT,
}


@pytest.mark.parametrize("kind", sorted(RECORDS))
@given(data=st.data())
def test_a_record_comes_back_from_its_file(kind: str, data: st.DataObject, tmp_path_factory: pytest.TempPathFactory):
    """Every kind of record is the same after writing and reading, with the same bytes, whatever texts and numbers a game put into it."""
    record = data.draw(RECORDS[kind])
    path = tmp_path_factory.mktemp("records") / "one.json"
    write_record(path, record)
    again = read_record(path, type(record))
    assert again == record
    assert canonical_bytes(again) == canonical_bytes(record)
    assert json.loads(path.read_bytes()) == json.loads(canonical_bytes(record))


def test_a_plan_comes_back_from_its_file(tmp_path: Path):
    """So does everything that a task says about playing and judging."""
    plan = beacon().plan()
    write_record(tmp_path / "plan.json", plan)
    assert read_record(tmp_path / "plan.json", BuildPlan) == plan


@given(text=st.text(st.characters(codec=None, categories=["Cs", "Lu", "Cc", "So"]), max_size=8))
def test_half_a_character_is_kept_as_a_question_mark(text: str):
    """The attack: JavaScript gives half of a surrogate pair, which no UTF-8 file can hold."""
    event = Event(at_ms=0, kind="console", text=text)
    reading = Reading(value=(text, 1))
    for record in (event, reading, HudReading(is_present=True, text=text), Fault(kind="hung", blame="agent", message=text)):
        assert type(record).model_validate_json(canonical_bytes(record)) == record
    assert len(event.text) == len(text)


@pytest.mark.parametrize("content", [b"", b"{", b'{"job": 1}', b'{"job": "a", "fault": null, "more": 1}', b"\xff\xfe"])
def test_a_broken_file_is_named(content: bytes, tmp_path: Path):
    """A file that is no record of its kind is refused with its path, a missing one too; nothing is guessed."""
    path = tmp_path / "fault.json"
    path.write_bytes(content)
    with pytest.raises(SpecError, match="is not a PlayFault of this version") as caught:
        read_record(path, PlayFault)
    assert str(path) in str(caught.value)
    with pytest.raises(SpecError, match="no such file"):
        read_record(tmp_path / "missing.json", PlayFault)
