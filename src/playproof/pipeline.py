"""One artifact, from frozen game to evidence and verdicts. Start reading here.

    task -> artifact -> jobs -> plays -> evidence -> verdicts -> score

A track names the jobs that can be played now; a pool of workers, each with an engine of its own, plays them; what a job gave is written down
before the track takes it in. A job that was played already is read back, so an interrupted run is resumed by starting it again. The same loop
without workers grades a run from its evidence alone.
"""

import time
from collections import deque
from collections.abc import Callable, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from dataclasses import dataclass, field, replace
from pathlib import Path
from queue import SimpleQueue
from threading import Lock

from playproof.errors import DriverError, SandboxError, StageError, boundary
from playproof.protocols import Desk, Driver, Job, Opening, Session, Track
from playproof.records.fault import Fault
from playproof.records.record import Record
from playproof.records.run import DriverSheet, Timing
from playproof.store.run_folder import RunFolder

TRIES = 2
"""How often a job is played when our own side fails, before it is left undecided for this run (ours)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Progress:
    """What just happened, for whoever watches."""

    job: Job
    done: int
    known: int
    """Jobs named so far; more may come."""
    was_kept: bool
    """Read back from an earlier start of this run."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Workers:
    """How to make engines, and how many at once."""

    make_driver: Callable[[], Driver]
    opening: Callable[[bool], Opening]
    """How the artifact is opened; the argument asks for a lasting profile."""
    count: int
    watch: Callable[[Progress], None] = field(default=lambda _: None)


def evaluate(track: Track, folder: RunFolder, workers: Workers) -> DriverSheet | None:
    """Play every job that the track names, in the order it names them. What our own side could not play before is tried again.

    Returns:
        The engine that played, or None when every job had been played before.

    Raises:
        KeyboardInterrupt: Passed on at once; what was played is kept.
    """
    folder.forget_faults()
    pool = _Pool(track=track, folder=folder, workers=workers)
    try:
        pool.run()
    finally:
        pool.close()
    return pool.sheet


def regrade(track: Track, folder: RunFolder) -> None:
    """Hand a track the evidence of a finished run again, without any engine."""
    waiting = deque(track.begin())
    while waiting:
        job = waiting.popleft()
        outcome = (
            folder.play(job.id, job.kind)
            or folder.fault(job.id)
            or Fault(kind="not_played", blame="us", message="the run was ended before this play")
        )
        waiting.extend(track.accept(job, outcome))


@dataclass(slots=True, kw_only=True)
class _Pool:
    track: Track
    folder: RunFolder
    workers: Workers
    sheet: DriverSheet | None = None
    _idle: "SimpleQueue[tuple[int, Driver | None]]" = field(default_factory=SimpleQueue)
    _all: list[Driver] = field(default_factory=list)
    _is_ending: bool = False
    _lock: Lock = field(default_factory=Lock)

    def run(self) -> None:
        for number in range(self.workers.count):
            self._idle.put((number, None))
        with ThreadPoolExecutor(max_workers=self.workers.count) as threads:
            try:
                self._loop(threads)
            except BaseException:
                threads.shutdown(wait=False, cancel_futures=True)
                self.close()
                raise

    def _loop(self, threads: ThreadPoolExecutor) -> None:
        waiting: deque[Job] = deque(self.track.begin())
        playing: dict[Future[Record | Fault], Job] = {}
        done, known = 0, len(waiting)
        while waiting or playing:
            while waiting and len(playing) < self.workers.count:
                job = waiting.popleft()
                kept = self.folder.play(job.id, job.kind)
                if kept is not None:
                    done, known = done + 1, known + self._extend(waiting, self.track.accept(job, kept))
                    self.workers.watch(Progress(job=job, done=done, known=known, was_kept=True))
                    continue
                playing[threads.submit(self._play, job)] = job
            if not playing:
                continue
            for future in wait(playing, return_when=FIRST_COMPLETED).done:
                job = playing.pop(future)
                outcome = future.result()
                if isinstance(outcome, Fault):
                    self.folder.keep_fault(job.id, outcome)
                else:
                    self.folder.keep_play(job.id, outcome)
                done, known = done + 1, known + self._extend(waiting, self.track.accept(job, outcome))
                self.workers.watch(Progress(job=job, done=done, known=known, was_kept=False))

    @staticmethod
    def _extend(waiting: deque[Job], jobs: Sequence[Job]) -> int:
        waiting.extend(jobs)
        return len(jobs)

    # -- in a worker's thread

    def _play(self, job: Job) -> Record | Fault:
        """Play a job; when the engine fails, find out whose fault it was."""
        number, driver = self._idle.get()
        began_s = time.monotonic()
        failure: StageError = DriverError("was not tried")
        try:
            for _ in range(TRIES):
                try:
                    driver = driver or self._start()
                    # Whatever a game makes our own code stumble over is tried again, and then held against the control game, like a dead browser.
                    with boundary(DriverError, f"play {job.id!r}"):
                        return self._play_on(driver, job)
                except (DriverError, SandboxError) as error:
                    failure = error
                    if driver is not None:
                        driver.close()
                    driver = None
                    if self._is_ending:
                        return Fault(kind="interrupted", blame="us", message="the run was interrupted")
            if self._control_plays():
                blamed = Fault(
                    kind=failure.kind, blame="agent", message=f"the engine failed {TRIES} times on this game and plays a known-good one: {failure}"
                )
                return self.track.blamed(job, blamed)
            return Fault.of(failure)
        finally:
            self.folder.note_timing(Timing(job=job.id, wall_s=round(time.monotonic() - began_s, 3), worker=number))
            self._idle.put((number, driver))

    def _start(self) -> Driver:
        if self._is_ending:
            message = "the run is ending"
            raise DriverError(message, kind="interrupted")
        driver = self.workers.make_driver()
        self._all.append(driver)
        with self._lock:
            if self.sheet is None:
                self.sheet = driver.sheet()
                self.folder.keep_driver_sheet(self.sheet)
        return driver

    def _play_on(self, driver: Driver, job: Job) -> Record:
        def open_session(is_lasting: bool) -> Session:  # noqa: FBT001 - the seam's own signature
            return driver.open(self.workers.opening(is_lasting))

        def open_other(path: Path, entry: str) -> Session:
            return driver.open(replace(self.workers.opening(False), artifact_path=path, entry=entry))  # noqa: FBT003 - the seam's own signature

        def open_seeded(shift: int) -> Session:
            opening = self.workers.opening(False)  # noqa: FBT003 - the same
            return driver.open(replace(opening, seed=opening.seed + shift))

        desk = Desk(open_session=open_session, open_seeded=open_seeded, keep_frame=self.folder.frames.keep, open_other=open_other)
        return self.track.play(job, desk)

    def _control_plays(self) -> bool:
        """Whether a fresh engine plays the known-good game."""
        driver: Driver | None = None
        try:
            with boundary(DriverError, "play the control game"):
                driver = self.workers.make_driver()
                session = driver.open(driver.control())
                session.step(500)
                session.frame()
                session.close()
        except StageError:
            return False
        else:
            return True
        finally:
            if driver is not None:
                driver.close()

    def close(self) -> None:
        """End every engine that was started."""
        self._is_ending = True
        while self._all:
            self._all.pop().close()
