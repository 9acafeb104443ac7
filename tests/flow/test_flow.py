import json
import shutil
from pathlib import Path
from typing import Any

import pytest

from games.beacon.desk import REFERENCE, plan_of, variant
from playproof.cli.evaluation import Outcome, grade_again, read_outcome
from playproof.cli.tracks.build import again as judged_again
from playproof.errors import SpecError
from playproof.pipeline import Progress
from playproof.records.run import Timing
from playproof.records.score import BuildScore
from playproof.store.run_folder import LEFT_OUT_OF_DIGEST, RunFolder

SOME = ("d1.boot", "d1.interface", "d2.start.by_confirm", "d3.lift.refused", "d3.lift.last", "d4.best.reopen", "d5.lift.heard", "d6.menu", "d6.level")


def files_of(folder: RunFolder, *names: str) -> dict[str, bytes]:
    """What a run has written, but for what the digest leaves out."""
    kept = [path for path in folder.path.rglob("*") if path.is_file() and (not names or path.name in names)]
    left_out = {"timings.jsonl", "driver.json", "run.json", "report.html"}
    return {str(path.relative_to(folder.path)): path.read_bytes() for path in kept if path.name not in left_out}


def test_a_whole_run_is_scored(flow: Any):
    """A game without a fault gets all 90 points, full coverage, every flag, and each play is made once."""
    outcome: Outcome = flow.run()
    assert (outcome.score.F, outcome.score.coverage, outcome.score.solved.value, outcome.faults) == (90.0, 1.0, True, ())
    assert len(set(flow.played())) == len(flow.played())
    assert flow.trouble.closed >= flow.trouble.drivers
    assert read_outcome(flow.folder, BuildScore) == outcome


def test_workers_change_nothing(flow: Any, tmp_path: Path):
    """One worker or four: the same evidence, the same verdicts, the same digest."""
    one = flow.run()
    flow.folder = RunFolder(tmp_path / "other")
    four = flow.run(count=4)
    assert (one.digest, one.score) == (four.digest, four.score)
    assert files_of(RunFolder(tmp_path / "run")) == files_of(flow.folder)


def test_grading_again_is_the_same_byte_for_byte(flow: Any):
    """`grade` needs no engine: from the evidence alone it writes the verdicts and the score that `play` wrote, with the same digest."""
    outcome = flow.run()
    before = files_of(flow.folder)
    (flow.folder.path / "verdicts.jsonl").unlink()
    (flow.folder.path / "score.json").unlink()
    shutil.rmtree(flow.folder.artifact_path)
    openings = flow.trouble.openings
    again = grade_again(flow.folder, judged_again(flow.folder))
    assert (again.digest, again.score, again.verdicts) == (outcome.digest, outcome.score, outcome.verdicts)
    assert {name: content for name, content in before.items() if not name.startswith("artifact/")} == files_of(flow.folder)
    assert flow.trouble.openings == openings


@pytest.mark.parametrize("count", [1, 2])
def test_an_interrupted_run_goes_on_where_it_was(flow: Any, tmp_path: Path, count: int):
    """Interrupted after any of its plays, a run that is started again makes the rest and nothing twice, and ends with the same digest."""
    flow.plan = plan_of(SOME)
    whole = flow.run()
    jobs = len(flow.played())
    for stop in range(1, jobs):
        flow.folder = RunFolder(tmp_path / f"stopped-{stop}")

        def watch(step: Progress, stop: int = stop) -> None:
            if step.done == stop and not step.was_kept:
                raise KeyboardInterrupt

        with pytest.raises(KeyboardInterrupt):
            flow.run(count=count, watch=watch)
        assert not (flow.folder.path / "verdicts.jsonl").exists()
        kept = {path.stem for path in (flow.folder.path / "plays").glob("*.json")} - {"static"}
        assert len(kept) == stop
        assert flow.trouble.closed >= flow.trouble.drivers
        before = flow.played()
        again = flow.run(count=count)
        assert again.digest == whole.digest
        assert not kept.intersection(flow.played()[len(before) :])


def test_a_finished_run_is_not_played_again(flow: Any):
    """The same command once more plays nothing, and the answer is the same, engine and mode included."""
    one = flow.run()
    drivers, played = flow.trouble.drivers, flow.played()
    assert flow.run() == one
    assert (flow.trouble.drivers, flow.played()) == (drivers, played)
    assert one.sheet is not None


def test_a_folder_of_another_run_is_refused(flow: Any, tmp_path: Path):
    """A folder that holds a run of another artifact, task or seed is refused with what differs, and nothing in it changes."""
    flow.run()
    before = files_of(flow.folder)
    flow.artifact = variant([("game.js", "game.score += 10", "game.score += 11")], tmp_path / "other")
    with pytest.raises(SpecError, match=r"holds another run \(different: artifact_sha256\)"):
        flow.run()
    flow.artifact, flow.plan = REFERENCE, plan_of(SOME)
    with pytest.raises(SpecError, match=r"different: task_sha256\)\n  expected an empty folder or the same run; choose another with --out"):
        flow.run()
    assert files_of(flow.folder) == before


def test_a_run_is_not_continued_in_another_mode(flow: Any):
    """What one mode has played does not go together with what another plays: the run is refused, what was played stays."""

    def stop(_: Progress) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        flow.run(watch=stop)
    flow.mode = "real-time"
    with pytest.raises(SpecError, match="was begun with Pocket 1, frame-controlled"):
        flow.run()
    flow.mode = "frame-controlled"
    assert flow.run().score.F == 90.0


def test_a_folder_that_holds_something_else_is_refused(flow: Any, tmp_path: Path):
    """A folder with files that are no run, a file, and a path below a file are each refused; nothing is overwritten."""
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "diary.txt").write_text("dear diary")
    for path, said in ((tmp_path / "mine", "is not empty and holds no run"), (tmp_path / "mine" / "diary.txt", "is a file")):
        flow.folder = RunFolder(path)
        with pytest.raises(SpecError, match=said):
            flow.run()
    flow.folder = RunFolder(tmp_path / "mine" / "diary.txt" / "run")
    with pytest.raises(SpecError, match="cannot be written"):
        flow.run()
    assert [path.name for path in (tmp_path / "mine").iterdir()] == ["diary.txt"]
    assert (tmp_path / "mine" / "diary.txt").read_text() == "dear diary"


def change_play(folder: RunFolder, *, what: str) -> None:
    """Change one thing in the evidence of one play."""
    path = folder.path / "plays" / "d5.lift.heard#1.json"
    play = json.loads(path.read_bytes())
    match what:
        case "event":
            play["takes"][0]["events"][0]["text"] += "!"
        case "reading":
            play["takes"][0]["marks"][0]["observation"]["readings"]["score"]["value"] += 1
        case "hud":
            play["takes"][0]["marks"][0]["observation"]["hud"]["score"]["text"] += "!"
        case "input":
            play["takes"][0]["inputs"].pop()
        case "frame hash":
            play["takes"][0]["marks"][0]["frame"] = play["takes"][0]["marks"][1]["frame"]
    path.write_text(json.dumps(play))


@pytest.mark.parametrize("what", ["event", "reading", "hud", "input", "frame hash"])
def test_the_digest_covers_every_play(flow: Any, what: str):
    """One changed event, reading, HUD text, input or frame of one play is another digest."""
    flow.plan, flow.has_journey = plan_of(["d5.lift.heard"]), False
    digest = flow.run().digest
    change_play(flow.folder, what=what)
    assert flow.folder.digest() != digest


def test_the_digest_covers_frames_and_verdicts(flow: Any):
    """So is one changed or missing picture, one more play, one changed verdict; layout of the JSON is nothing."""
    flow.plan, flow.has_journey = plan_of(["d5.lift.heard"]), False
    digest = flow.run().digest
    frames = sorted((flow.folder.path / "frames").iterdir())
    picture = frames[0].read_bytes()
    frames[0].write_bytes(picture + b"\0")
    assert flow.folder.digest() != digest
    frames[0].unlink()
    assert flow.folder.digest() != digest
    frames[0].write_bytes(picture)
    path = flow.folder.path / "verdicts.jsonl"
    verdicts = path.read_bytes()
    path.write_bytes(verdicts.replace(b'"pass"', b'"fail_observed"', 1))
    assert flow.folder.digest() != digest
    path.write_bytes(verdicts)
    play = flow.folder.path / "plays" / "d5.lift.heard#1.json"
    play.write_text(json.dumps(json.loads(play.read_bytes()), indent=3))
    assert flow.folder.digest() == digest


def test_the_digest_leaves_out_what_it_says(flow: Any, tmp_path: Path):
    """Wall times, engine, versions, the report and the place of the folder are all that the digest does not cover; the list says so."""
    flow.plan, flow.has_journey = plan_of(["d5.lift.heard"]), False
    digest = flow.run().digest
    flow.folder.note_timing(Timing(job="d1.boot#1", wall_s=99.0, worker=7))
    for name in ("driver.json", "run.json", "report.html"):
        (flow.folder.path / name).write_text("{}")
    moved = flow.folder.path.rename(tmp_path / "elsewhere")
    assert RunFolder(moved).digest() == digest
    assert [text.split(" ")[0] for text in LEFT_OUT_OF_DIGEST] == ["timings.jsonl", "driver.json", "run.json", "paths", "report.html"]


def test_missing_and_changed_evidence_is_told(flow: Any):
    """A picture that grading needs and that is gone or changed is named; it is never taken for a failure of the game."""
    flow.plan, flow.has_journey = plan_of(["d5.lift.gone"]), False
    flow.run()
    frame = min((flow.folder.path / "frames").iterdir())
    content = frame.read_bytes()
    frame.write_bytes(content + b"\0")
    with pytest.raises(SpecError, match="this frame of the evidence was changed"):
        flow.folder.frames.read(frame.stem)
    frame.unlink()
    with pytest.raises(SpecError, match="this frame of the evidence is missing"):
        flow.folder.frames.read(frame.stem)
    with pytest.raises(SpecError, match="is not a run folder"):
        judged_again(RunFolder(flow.folder.path / "frames"))
