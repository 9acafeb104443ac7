"""The page in a real browser, as a reader uses it."""

import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

from playproof.report.page import write_report

pytestmark = pytest.mark.browser

LEAF = "#leaf-d3\\.movement\\.leaf_1"


@pytest.fixture(scope="module")
def small(build, tmp_path_factory) -> Path:
    """A page with one leaf of every family."""
    return write_report(build(tmp_path_factory.mktemp("small") / "run", leaves=16))


@pytest.mark.parametrize(("size", "scheme"), [((1280, 900), "light"), ((375, 800), "dark")], ids=["desktop", "phone"])
def test_anyone_can_read_it(read, small, size, scheme):
    """No accessibility rule is broken, with everything opened, in both themes and sizes."""
    reader = read(small, width=size[0], height=size[1], scheme=scheme)
    reader.page.evaluate("for (const one of document.querySelectorAll('details')) one.open = true")
    rules = {"runOnly": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]}
    found = Axe().run(reader.page, options=rules).response["violations"]
    assert [(one["id"], one["nodes"][0]["html"][:200], one["nodes"][0]["failureSummary"]) for one in found] == []
    assert reader.said == []


def test_it_opens_without_a_word(read, report):
    """No error, no warning, no request, whatever is opened."""
    reader = read(report)
    reader.page.click("#open-all")
    reader.page.evaluate("for (const one of document.querySelectorAll('details')) one.open = true")
    reader.page.locator(f"{LEAF} .shots").first.scroll_into_view_if_needed()
    reader.page.wait_for_function("() => [...document.querySelectorAll('img[data-picture]')].some((one) => one.naturalWidth > 0)")
    assert reader.said == []


def test_an_attack_stays_text(read, build, tmp_path):
    """Attack: every text of the game is markup with scripts and handlers; nothing runs, nothing is loaded, no dialog opens."""
    says = "</script><script>window.pwned=1;alert(1)</script><img src=x onerror='window.pwned=2'><svg onload=alert(3)>\"' onmouseover=alert(4) x='"
    reader = read(write_report(build(tmp_path / "run", leaves=16, says=says, title=says)))
    page = reader.page
    page.evaluate("for (const one of document.querySelectorAll('details')) one.open = true")
    page.fill("[name=words]", says)
    page.fill("[name=words]", "")
    page.click("#film-on")
    for one in page.locator(".leaf > summary").all()[:3]:
        one.hover()
    assert page.evaluate("window.pwned") is None
    assert page.locator("script:not([type])").count() == 1
    assert reader.said == []


def test_the_policy_holds_in_the_browser(read, report, listener):
    """Attack: markup that got in by some way still could not run or phone home."""
    reader = read(report)
    reader.page.evaluate(
        """(address) => {
            const script = document.createElement("script");
            script.textContent = "window.pwned = 1";
            document.body.append(script);
            document.body.insertAdjacentHTML("beforeend", `<img src="${address}" onerror="window.pwned = 2"><iframe src="${address}"></iframe>`);
            return fetch(address).catch(() => null);
        }""",
        f"http://127.0.0.1:{listener.server_port}/",
    )
    assert reader.page.evaluate("window.pwned") is None
    assert sum("Content Security Policy" in line for line in reader.said) >= 3
    assert listener.visits == []


class Listener(ThreadingHTTPServer):
    """Notes who comes by."""

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), BaseHTTPRequestHandler)
        self.visits: list[object] = []

    def verify_request(self, request, client_address):  # noqa: ARG002 - the server's own signature
        """Note it, and serve nothing."""
        self.visits.append(client_address)
        return False


@pytest.fixture
def listener() -> Iterator[Listener]:
    """A server outside the page that nobody should reach."""
    with Listener() as server:
        thread = threading.Thread(target=server.serve_forever, daemon=True)
        thread.start()
        yield server
        server.shutdown()
        thread.join()


@pytest.mark.parametrize("width", [375, 768, 1280])
def test_no_width_needs_sideways_scrolling(read, report, width):
    """Wide tables scroll in themselves, not the page."""
    reader = read(report, width=width)
    reader.page.evaluate("for (const one of document.querySelectorAll('details')) one.open = true")
    assert reader.page.evaluate("document.documentElement.scrollWidth") <= width


def test_filters_together_narrow_the_list(read, report):
    """State, dimension and words all have to fit, and the number is said."""
    page = read(report).page
    page.select_option("[name=dimension]", "3")
    three = page.locator(".leaf-item:visible").count()
    page.fill("[name=words]", "MOVEMENT")
    assert 0 < page.locator(".leaf-item:visible").count() < three
    for state in page.locator("[name=state]").all():
        state.set_checked(False, force=True)
    assert page.locator(".leaf-item:visible").count() == 0
    assert page.locator("#nothing").is_visible()
    assert page.locator("#shown").inner_text() == "0 of 65 leaves"
    page.click("button[type=reset]")
    expect(page.locator("#shown")).to_have_text("65 of 65 leaves")
    assert page.locator(".leaf-item:visible").count() == 65


def test_failures_can_come_first(read, report):
    """The order can put what went wrong on top, and back."""
    page = read(report).page
    page.select_option("[name=order]", "trouble")
    assert page.locator(".leaf-item").first.get_attribute("data-state") == "fail_observed"
    page.select_option("[name=order]", "task")
    assert page.locator(".leaf-item").first.get_attribute("data-order") == "1"


def test_a_link_to_a_leaf_opens_it_even_when_it_is_filtered_out(read, report):
    """A precondition can be followed from any leaf, and an address with a leaf can be passed on."""
    page = read(report, anchor="#leaf-d3.movement.leaf_1").page
    assert page.locator(LEAF).get_attribute("open") is not None
    page.fill("[name=words]", "movement.leaf_1")
    page.locator(f"{LEAF} a[href='#leaf-d1.boot.leaf_1']").click()
    expect(page.locator("#leaf-d1\\.boot\\.leaf_1")).to_have_attribute("open", "")
    assert page.locator("#leaf-d1\\.boot\\.leaf_1").is_visible()


def test_the_keyboard_is_enough(read, report):
    """Skip link, filters, a leaf, its enlarged picture, its difference and back: no mouse."""
    page = read(report).page
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.className") == "skip"
    page.keyboard.press("Enter")
    assert page.evaluate("document.activeElement.id") == "main"
    page.locator(f"{LEAF} > summary").focus()
    page.keyboard.press("Enter")
    page.locator(f"{LEAF} .shot button").first.focus()
    page.keyboard.press("Enter")
    viewer = page.locator("#viewer")
    assert viewer.is_visible()
    assert "before" in page.locator("#viewer-title").inner_text()
    page.keyboard.press("ArrowRight")
    assert "after" in page.locator("#viewer-title").inner_text()
    page.keyboard.press("ArrowRight")
    page.wait_for_function("() => document.querySelector('#viewer-title').textContent.includes('%')")
    page.keyboard.press("Escape")
    assert not viewer.is_visible()
    assert page.evaluate("document.activeElement.dataset.enlarge !== undefined")


def test_the_difference_is_that_of_the_frames(read, report):
    """A walk and a dash change part of the picture; a twin that does nothing changes only what moves by itself."""
    page = read(report, anchor="#leaf-d3.movement.leaf_1").page
    shares = []
    for role in ("act", "twin"):
        caption = page.locator(f"{LEAF} .take-{role} .changes figcaption")
        caption.scroll_into_view_if_needed()
        page.wait_for_function("(one) => one.textContent.includes('%')", arg=caption.element_handle())
        shares.append(float(caption.inner_text().split(" ")[0]))
    assert shares[0] > 2 > shares[1] > 0


def test_the_film_goes_by_slider_key_button_and_action(read, report):
    """The place in the film, its caption and the marked action go together."""
    page = read(report).page
    page.locator("#film").scroll_into_view_if_needed()
    page.wait_for_function("() => document.querySelector('#film-picture').naturalWidth > 0")
    first = page.locator("#film-picture").get_attribute("src")
    page.focus("#film-place")
    for _ in range(4):
        page.keyboard.press("ArrowRight")
    assert page.locator("#film-place").input_value() == "4"
    assert page.locator("#film-picture").get_attribute("src") != first
    assert page.locator(".action.now").count() == 1
    assert "choose Start" in page.locator("#film-place").get_attribute("aria-valuetext") or page.locator("#film-says").inner_text()
    page.locator(".strip button").last.click()
    assert "stalled" in page.locator(".action.now").get_attribute("class")
    page.focus("#film-play")
    page.keyboard.press("Enter")
    page.wait_for_function(
        "() => Number(document.querySelector('#film-place').value) > 0 && Number(document.querySelector('#film-place').value) < 10"
    )
    page.keyboard.press("Enter")
    assert page.locator("#film-play").inner_text() == "Play"


def test_the_theme_follows_the_system_until_the_reader_chooses(read, report):
    """Dark when the system is dark; the button turns it and says what it will do next."""
    page = read(report, scheme="dark").page
    ground = "getComputedStyle(document.body).backgroundColor"
    dark = page.evaluate(ground)
    assert page.locator("#theme").inner_text() == "Light"
    page.click("#theme")
    assert page.evaluate(ground) != dark
    assert page.locator("#theme").inner_text() == "Dark"


def test_without_scripts_every_word_is_still_there(chromium, report):
    """A viewer that runs no script shows all leaves, verdicts, readings and actions."""
    context = chromium.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto(report.as_uri())
    page.locator(f"{LEAF} > summary").click()
    assert page.locator(f"{LEAF} .verdict").is_visible()
    assert page.locator(f"{LEAF} .readings").first.is_visible()
    assert page.locator(".action").first.is_visible()
    context.close()


def test_it_can_be_printed(read, report):
    """On paper the controls are gone, and an opened leaf keeps its pictures."""
    page = read(report, anchor="#leaf-d3.movement.leaf_1").page
    page.emulate_media(media="print")
    assert not page.locator(".bar").is_visible()
    assert not page.locator("#filters").is_visible()
    page.evaluate("dispatchEvent(new Event('beforeprint'))")
    page.wait_for_function(
        "(one) => [...one.querySelectorAll('img')].every((image) => image.naturalWidth > 0)", arg=page.locator(LEAF).element_handle()
    )
