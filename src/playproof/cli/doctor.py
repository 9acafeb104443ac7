"""`playproof doctor`: can this machine make a score? What is there, what is missing, and the exact command that helps."""

import json
import os
import platform
import shutil
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from pathlib import Path

import click

from playproof.drivers.web.chrome import REMEDY, Browser, find_browser
from playproof.drivers.web.driver import WebDriver
from playproof.errors import PlayproofError
from playproof.protocols import Opening
from playproof.sandbox.jail import isolation_problem

MEMORY_BYTES = 2 << 30
"""What a full evaluation needs at most on two cores (1.2 GB measured), with some air. Our own choice."""
DISK_BYTES = 1 << 30
"""Room for the evidence of a few runs. Our own choice."""
NOT_READY = 2

_GAME = """<!doctype html><title>doctor</title><body style="margin:0;background:#fff"><canvas width=320 height=240></canvas><script>
const pen = document.querySelector("canvas").getContext("2d");
pen.fillStyle = "#d00"; pen.fillRect(40, 40, 240, 160);
</script>"""


@dataclass(frozen=True, slots=True, kw_only=True)
class Finding:
    """One thing that was looked at."""

    name: str
    is_good: bool
    said: str
    """What was found."""
    remedy: str = ""
    """The command that helps, when it is not good."""
    is_needed: bool = True
    """Without it no score can be made."""


@click.command("doctor")
@click.option(
    "--browser", "browser_path", type=click.Path(path_type=Path), envvar="PLAYPROOF_BROWSER", help="The browser to look at. [default: the best found]"
)
@click.option("--unsafe", is_flag=True, help="Be content without namespaces: for games that you trust.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON document.")
def command(browser_path: Path | None, unsafe: bool, as_json: bool) -> int:
    """Say whether this machine can score games, and what to install if not.

    A test picture is played in the browser that was found, so the mode that is named is one that works here.
    Exit status: 0 a score can be made, 2 something that is needed is missing.
    """
    findings = tuple(examine(browser_path, is_content_without_isolation=unsafe))
    is_ready = all(finding.is_good for finding in findings if finding.is_needed)
    if as_json:
        click.echo(json.dumps({"ready": is_ready, "findings": [_answer(finding) for finding in findings]}, indent=2))
    else:
        _print(findings, is_ready=is_ready)
    return 0 if is_ready else NOT_READY


def examine(browser_path: Path | None, *, is_content_without_isolation: bool) -> Iterator[Finding]:
    """Look at everything that a score needs, and at what makes it better."""
    version = platform.python_version()
    yield Finding(name="python", is_good=sys.version_info >= (3, 11), said=f"{version} at {sys.executable}", remedy="install Python 3.11 or newer")
    yield _system()
    problem = isolation_problem()
    yield _namespaces(problem, is_needed=not is_content_without_isolation)
    try:
        browser = find_browser(browser_path)
    except PlayproofError as error:
        said, _, remedy = str(error).partition("\n")
        yield Finding(name="browser", is_good=False, said=said, remedy=remedy.strip().removeprefix("to install it: "))
    else:
        yield _browser(browser)
        if problem is None or is_content_without_isolation:
            yield _mode(browser, is_isolated=problem is None)
    yield _cores()
    yield _memory()
    yield _fonts()
    yield from (_folder("output", Path.cwd()), _folder("temporary files", Path(tempfile.gettempdir())))


def _system() -> Finding:
    """The operating system; only Linux has been run."""
    try:
        name = platform.freedesktop_os_release()["PRETTY_NAME"]
    except (OSError, KeyError):
        name = platform.platform()
    is_good = platform.system() == "Linux"
    return Finding(
        name="system", is_good=is_good, said=f"{name}, {platform.machine()}", remedy="use Linux (Debian or Ubuntu are tested), e.g. in a container"
    )


def _namespaces(problem: str | None, *, is_needed: bool) -> Finding:
    """Whether games can be jailed."""
    if problem is None:
        return Finding(name="isolation", is_good=True, said="namespaces work: games are jailed", is_needed=is_needed)
    said, _, remedy = problem.partition("\n")
    remedy = f"{remedy.strip().removeprefix('to install it: ')}\n  or play games that you trust with --unsafe"
    return Finding(name="isolation", is_good=False, said=said.removeprefix("namespaces: "), remedy=remedy, is_needed=is_needed)


def _browser(browser: Browser) -> Finding:
    """Which browser plays."""
    what = "headless shell" if browser.kind == "headless-shell" else "full Chromium (a headless shell is faster and draws frame by frame)"
    return Finding(name="browser", is_good=True, said=f"{what} {browser.version} at {browser.path}")


def _mode(browser: Browser, *, is_isolated: bool) -> Finding:
    """Play a test picture for real, in the mode that the driver chooses as it does for every play."""
    try:
        mode, size_bytes = _play_picture(WebDriver(browser, is_isolated=is_isolated))
    except PlayproofError as error:
        return Finding(name="mode", is_good=False, said=f"the browser draws no picture: {error}", remedy=REMEDY)
    said = f"{mode}; a test picture of {size_bytes} bytes was drawn"
    if mode != "frame-controlled":
        said += "; slower, and pictures of moving pages may differ between plays"
    return Finding(name="mode", is_good=True, said=said)


def _play_picture(driver: WebDriver) -> tuple[str, int]:
    """Open a tiny game, let it run, look at it; returns the mode and the size of the picture in bytes."""
    try:
        with tempfile.TemporaryDirectory(prefix="playproof-doctor-") as folder:
            (Path(folder) / "index.html").write_text(_GAME)
            session = driver.open(Opening(artifact_path=Path(folder), entry="index.html", width_px=320, height_px=240, seed=1))
            session.step(100)
            return driver.sheet().mode, len(session.frame().png)
    finally:
        driver.close()


def _cores() -> Finding:
    """How many plays run at once."""
    count = len(os.sched_getaffinity(0))
    return Finding(name="cores", is_good=count > 1, said=f"{count} to use", remedy="none: one core works, twice as slowly", is_needed=False)


def _memory() -> Finding:
    """What a run may take."""
    fields = dict(line.split(":", 1) for line in Path("/proc/meminfo").read_text().splitlines())
    free_bytes = int(fields["MemAvailable"].split()[0]) * 1024
    said = f"{free_bytes / 2**30:.1f} GiB free"
    return Finding(name="memory", is_good=free_bytes >= MEMORY_BYTES, said=said, remedy="free 2 GiB, or play with --jobs 1", is_needed=False)


def _fonts() -> Finding:
    """Whether text is drawn as text; without fonts it is boxes."""
    folders = (Path("/usr/share/fonts"), Path("/usr/local/share/fonts"))
    count = sum(1 for folder in folders for path in folder.rglob("*") if path.suffix.lower() in (".ttf", ".otf", ".ttc", ".pfb"))
    return Finding(name="fonts", is_good=count > 0, said=f"{count} font files", remedy="sudo apt-get install fonts-dejavu-core", is_needed=False)


def _folder(name: str, path: Path) -> Finding:
    """Whether runs can be written."""
    try:
        with tempfile.TemporaryFile(dir=path):
            free_bytes = shutil.disk_usage(path).free
    except OSError as error:
        return Finding(
            name=name,
            is_good=False,
            said=f"{str(path)!r} cannot be written: {error.strerror}",
            remedy="work in a folder of yours, or name one with --out",
        )
    said = f"{path} can be written, {free_bytes / 2**30:.1f} GiB free"
    return Finding(name=name, is_good=free_bytes >= DISK_BYTES, said=said, remedy="free 1 GiB", is_needed=False)


def _answer(finding: Finding) -> dict[str, str | bool]:
    """For programs; what is good needs no remedy."""
    return {**asdict(finding), "remedy": "" if finding.is_good else finding.remedy}


def _print(findings: tuple[Finding, ...], *, is_ready: bool) -> None:
    """For people."""
    width = max(len(finding.name) for finding in findings)
    for finding in findings:
        sign, colour = ("ok", "green") if finding.is_good else ("MISSING", "red") if finding.is_needed else ("note", "yellow")
        click.echo(f"{click.style(f'{sign:>7}', fg=colour)}  {finding.name:<{width}}  {finding.said}")
        if not finding.is_good and finding.remedy:
            click.echo("\n".join(f"{'':>{width + 11}}{line.strip()}" for line in finding.remedy.splitlines()))
    click.echo("Ready: games can be scored here." if is_ready else "Not ready: see what is MISSING above.")
