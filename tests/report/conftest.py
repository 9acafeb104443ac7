"""A finished run of a game that exists only here, its report, and a real browser to read it in."""

import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

import pytest
from playwright.sync_api import Browser as PlayedBrowser
from playwright.sync_api import Dialog, Page, Request, sync_playwright

from playproof.report.page import write_report
from playproof.store.run_folder import RunFolder

sys.path.insert(0, str(Path(__file__).parent))

from lantern_run import build_run


@pytest.fixture(scope="session")
def build() -> Callable[..., RunFolder]:
    """The builder itself, for runs with a hostile game or of another size."""
    return build_run


@pytest.fixture(scope="session")
def run(tmp_path_factory) -> RunFolder:
    """A finished run of a well-behaved game."""
    return build_run(tmp_path_factory.mktemp("lantern") / "run", leaves=65)


@pytest.fixture(scope="module")
def chromium(browser) -> Iterator[PlayedBrowser]:
    """A real browser that opens the page as a reader would."""
    with sync_playwright() as player:
        started = player.chromium.launch(executable_path=str(browser.path), args=["--no-sandbox"])
        yield started
        started.close()


@dataclass(kw_only=True)
class Reader:
    """A page in a browser, and everything suspicious that happened in it."""

    page: Page
    said: list[str] = field(default_factory=list)
    """Console lines, errors, dialogs and requests other than the page itself."""

    def watch(self) -> None:
        """Listen from before the page is opened."""
        self.page.on("console", lambda message: self.said.append(f"console: {message.text}"))
        self.page.on("pageerror", lambda error: self.said.append(f"error: {error}"))
        self.page.on("dialog", self._dialog)
        self.page.on("request", self._request)

    def _dialog(self, dialog: Dialog) -> None:
        self.said.append(f"dialog: {dialog.message}")
        dialog.dismiss()

    def _request(self, request: Request) -> None:
        if not request.url.startswith(("file:", "data:")):
            self.said.append(f"request: {request.url[:80]}")


@pytest.fixture
def read(chromium) -> Iterator[Callable[..., Reader]]:
    """Opens a report at a size and in a colour scheme."""
    contexts = []

    def opened(path: Path, *, width: int = 1280, height: int = 900, scheme: str = "light", anchor: str = "") -> Reader:
        context = chromium.new_context(viewport={"width": width, "height": height}, color_scheme=scheme, reduced_motion="reduce")
        contexts.append(context)
        reader = Reader(page=context.new_page())
        reader.watch()
        reader.page.goto(path.as_uri() + anchor)
        return reader

    yield opened
    for context in contexts:
        context.close()


@pytest.fixture(scope="session")
def report(run) -> Path:
    """The page of the finished run."""
    return write_report(run)
