"""Any sequence of edits, calls, kills and recoveries leaves books that the ledger explains, in which nothing stale or reused counts."""

import shutil
import tempfile
from pathlib import Path

import pytest
from auditor import AFTER, NAMES, Auditor, Disk
from desk import Desk
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, precondition, rule, run_state_machine_as_test
from workshop import Done, Workshop

PATHS = ("scripts/player.gd", "scripts/door.gd", "scenes/end.tscn", "project.godot", "notes/new.txt", "scripts/door.gd/x.txt")
# Kill before this writing operation; 0 is never. Small numbers are common, because most calls make few.
KILLS = st.one_of(st.just(0), st.just(0), st.integers(1, 12), st.integers(1, 60))
FOLDER = Path("/dev/shm") if Path("/dev/shm").is_dir() else Path(tempfile.gettempdir())


class Playtesting(RuleBasedStateMachine):
    """One project and its record; `workshop` is set by the test that runs the machine."""

    workshop: Workshop

    def __init__(self) -> None:
        super().__init__()
        self.folder = tempfile.mkdtemp(prefix="boost-any-", dir=FOLDER)
        self.desk = Desk(folder=self.folder)
        self.project = Path(self.desk.project)
        self.auditor = Auditor.begin(self.project, Path(self.desk.records))
        self.old: list[str] = []

    def teardown(self) -> None:
        """End what is pending, look a last time, remove everything."""
        if self.pending:
            self.recover_now()
        self.look()
        shutil.rmtree(self.folder)

    def recover_now(self) -> None:
        """A rollback that was interrupted anywhere can always be ended."""
        assert self.call("recover").status == 0

    def call(self, *arguments: str, kill: int = 0) -> Done:
        """Make a call, audit every line it wrote, and give how it ended."""
        before = Disk.look(self.project)
        done = self.workshop.call("--project", str(self.project), *arguments, kill_at=kill)
        assert done.status in {0, 1, -9}, done
        kinds = list(self.auditor.audit(before))
        if done.status == 1 and done.code not in {"restore-blocked", "disk-full"}:
            assert [kind for kind in kinds if kind != "tail-dropped"] == [], "a refused call wrote a line"
        if done.killed:
            self.look()
        return done

    @property
    def pending(self) -> bool:
        """Whether a rollback was decided and has not ended."""
        return self.auditor.repair is not None and bool(self.auditor.repair.pending)

    @property
    def clean(self) -> bool:
        """Whether nothing stands in the way of a call that writes."""
        return not self.pending and Disk.look(self.project).files == self.auditor.recorded

    @rule(path=st.sampled_from(PATHS), text=st.integers(0, 2), mode=st.sampled_from((0o644, 0o755)))
    def edit(self, path: str, text: int, mode: int) -> None:
        """Write a file, also where a folder was, or below what was a file."""
        place = self.project / path
        for parent in reversed(place.relative_to(self.project).parents):
            if (self.project / parent).is_file():
                (self.project / parent).unlink()
        if place.is_dir():
            shutil.rmtree(place)
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_text(f"text {text}\n")
        place.chmod(mode)

    @rule(path=st.sampled_from(PATHS))
    def delete(self, path: str) -> None:
        """Remove a file."""
        place = self.project / path
        if place.is_file():
            place.unlink()

    @rule(name=st.sampled_from(("a", "b/c")), mode=st.sampled_from((0o755, 0o700)))
    def make_folder(self, name: str, mode: int) -> None:
        """Make an empty folder."""
        place = self.project / name
        place.mkdir(parents=True, exist_ok=True)
        place.chmod(mode)

    @rule(kill=KILLS)
    def sync(self, kill: int) -> None:
        """Record what changed."""
        done = self.call("sync", kill=kill)
        assert done.killed or done.status == (1 if self.pending else 0)

    @rule(name=st.sampled_from(NAMES), outcome=st.sampled_from(("pass", "pass", "pass", "fail", "unverified", "blocked")), kill=KILLS)
    def observe(self, name: str, outcome: str, kill: int) -> None:
        """Observe anything, allowed or not."""
        auditor, clean = self.auditor, self.clean
        repair = auditor.repair
        early = repair is not None and name in repair.guarded and auditor.revision == repair.base_revision and outcome in {"pass", "fail"}
        ready = outcome != "pass" or all(other in auditor.passing for other in AFTER[name])
        parts = self.desk.observation(name, outcome)
        self.old += [option for options in parts.values() for option in options if option.endswith(".png")]
        if outcome == "pass":
            parts["reason"] = ["--reason", "seen again"]
        command = {"play": "journey", "again": "reopen"}.get(name, "record")
        done = self.call(command, name, "--outcome", outcome, *(option for options in parts.values() for option in options), kill=kill)
        allowed = clean and ready and not early
        if not done.killed:
            assert done.status == (0 if allowed else 1), (done, allowed)

    @precondition(lambda self: self.old)
    @rule(data=st.data(), name=st.sampled_from(NAMES), place=st.sampled_from(("before", "after")), aged=st.booleans())
    def observe_with_an_old_capture(self, data: st.DataObject, name: str, place: str, *, aged: bool) -> None:
        """Give a capture that was recorded before, or that is older than the newest change."""
        parts = self.desk.observation(name)
        path = data.draw(st.sampled_from(self.old))
        if aged:
            path = self.desk.shot()
            Desk.age(path, 60)
        if place not in parts:
            return
        parts[place] = [f"--{place}", path]
        known = self.auditor.captures
        count = len(known)
        command = {"play": "journey", "again": "reopen"}.get(name, "record")
        done = self.call(command, name, "--outcome", "pass", "--reason", "x", *(option for options in parts.values() for option in options))
        if aged:
            assert done.status == 1
        if done.status == 0:
            assert len(known) > count, "only a capture that a killed or refused call never recorded may still be used"

    @rule(name=st.sampled_from(NAMES), hypothesis=st.sampled_from(("one", "two", "three")), kill=KILLS)
    def begin_repair(self, name: str, hypothesis: str, kill: int) -> None:
        """Begin a repair, allowed or not."""
        auditor, clean = self.auditor, self.clean
        fresh = (name, hypothesis) not in auditor.hypotheses and auditor.rollbacks.get(name, 0) < 2
        allowed = clean and auditor.repair is None and name in auditor.failing and bool(auditor.passing) and fresh
        done = self.call("repair", "begin", name, "--hypothesis", hypothesis, kill=kill)
        assert done.killed or done.status == (0 if allowed else 1), done

    @precondition(lambda self: self.auditor.repair is not None)
    @rule(kill=KILLS)
    def keep_repair(self, kill: int) -> None:
        """Keep the repair, allowed or not."""
        auditor, repair = self.auditor, self.auditor.repair
        assert repair is not None
        fresh = all(auditor.passing.get(name) == auditor.revision for name in repair.guarded) and auditor.revision > repair.base_revision
        allowed = self.clean and fresh
        done = self.call("repair", "keep", kill=kill)
        assert done.killed or done.status == (0 if allowed else 1), done

    @precondition(lambda self: self.auditor.repair is not None)
    @rule(kill=KILLS)
    def abandon_repair(self, kill: int) -> None:
        """Give the repair up."""
        pending = self.pending
        done = self.call("repair", "abandon", "--reason", "x", kill=kill)
        assert done.killed or done.status == (1 if pending else 0), done

    @precondition(lambda self: self.pending)
    @rule(kill=KILLS)
    def recover(self, kill: int) -> None:
        """End a pending rollback."""
        done = self.call("recover", kill=kill)
        assert done.killed or done.status == 0, done

    @rule(kill=KILLS)
    def finish(self, kill: int) -> None:
        """Finish, allowed or not."""
        allowed = self.auditor.may_finish(Disk.look(self.project))
        done = self.call("finish", kill=kill)
        assert done.killed or done.status == (0 if allowed else 1), done

    def look(self) -> None:
        """The status agrees with the auditor."""
        status = self.call("status").facts
        assert status["complete"] == (self.auditor.finished and self.clean)
        assert status["recovery_pending"] == self.pending
        if not self.pending:
            assert status["sync_needed"] == (not self.clean)
        assert status["counts"].get("pass", 0) == len(self.auditor.passing)
        assert status["counts"].get("fail", 0) == len(self.auditor.failing)

    @precondition(lambda self: self.auditor.repair is None)
    @rule(names=st.integers(1, 5))
    def play_in_order(self, names: int) -> None:
        """Pass the first checks in order, so that deep states are reached often."""
        self.call("sync")
        for name in NAMES[:names]:
            if name not in self.auditor.passing:
                self.plainly(name, "pass")

    @precondition(lambda self: self.auditor.repair is None)
    @rule(kill=KILLS)
    def come_to_the_end(self, kill: int) -> None:
        """Play everything and finish."""
        self.play_in_order(5)
        self.finish(kill)

    def plainly(self, name: str, outcome: str, kill: int = 0) -> Done:
        """Make a right observation."""
        parts = self.desk.observation(name, outcome)
        command = {"play": "journey", "again": "reopen"}.get(name, "record")
        options = [option for options in parts.values() for option in options]
        return self.call(command, name, "--outcome", outcome, *(["--reason", "x"] if outcome == "pass" else []), *options, kill=kill)

    @precondition(lambda self: self.auditor.repair is None)
    @rule(number=st.integers(1, 4), hypothesis=st.sampled_from(("one", "two", "three", "four", "five")), kill=KILLS)
    def get_stuck(self, number: int, hypothesis: str, kill: int) -> None:
        """Pass some checks, see the next one fail, and begin its repair."""
        self.play_in_order(number)
        self.plainly(NAMES[number], "fail")
        self.begin_repair(NAMES[number], hypothesis, kill)

    @precondition(lambda self: self.auditor.repair is not None and not self.pending)
    @rule(paths=st.lists(st.sampled_from(PATHS), min_size=1, max_size=3), mode=st.sampled_from((0o644, 0o755)), failing=st.integers(0, 3), kill=KILLS)
    def try_candidate(self, paths: list[str], mode: int, failing: int, kill: int) -> None:
        """Edit, then observe what the repair guards in order; one of them may fail, and that call may be killed."""
        assert self.auditor.repair is not None
        for path in paths:
            self.desk.count += 1
            self.edit(path, self.desk.count, mode)
        self.call("sync")
        guarded = [name for name in NAMES if name in self.auditor.repair.guarded]
        for number, name in enumerate(guarded, start=1):
            if number == failing:
                self.plainly(name, "fail", kill)
                return
            self.plainly(name, "pass")
        self.keep_repair(kill)


def prove(workshop: Workshop, *, sequences: int, steps: int) -> None:
    """Run the machine."""
    Playtesting.workshop = workshop
    limits = settings(
        max_examples=sequences,
        stateful_step_count=steps,
        deadline=None,
        derandomize=False,
        suppress_health_check=list(HealthCheck),
        print_blob=True,
    )
    run_state_machine_as_test(Playtesting, settings=limits)


def test_any_sequence(workshop: Workshop) -> None:
    """Every line of the ledger is allowed, every allowed call is accepted, and rollbacks are exact, in random sequences with kills."""
    prove(workshop, sequences=30, steps=20)


@pytest.mark.heavy
def test_thousands_of_sequences(workshop: Workshop) -> None:
    """The same, two thousand times."""
    prove(workshop, sequences=2000, steps=20)
