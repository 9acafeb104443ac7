"""What a tool call did, told from its name and arguments: which endpoints of the observation service it called, which files it wrote, read or rendered.

Runtimes give their agents a shell, so most is told from commands: an address with an endpoint in it, a redirection, a patch, a browser that is started on a
page. A script that was written earlier does what stands in it. It is a reading of words, not a trace of the system: the log of the service is exact.
"""

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from playproof.records.calls import ENDPOINTS, Endpoint
from playproof.records.trace import EventKind

MOST_COMMAND = 100_000
"""Characters of a command that are looked through (ours)."""
MOST_SCRIPTS = 200
"""Scripts that are remembered (ours)."""
VERBS: tuple[Endpoint, ...] = tuple(name for name in ENDPOINTS if name not in ("openapi", "unknown"))
"""Endpoints that are tools of the service too."""
_SHELLS = frozenset(
    {"bash", "shell", "exec_command", "exec", "local_shell", "container.exec", "shell_command", "python", "run_command", "terminal", "write_stdin"}
)
_WRITERS = frozenset(
    {"write", "edit", "multiedit", "notebookedit", "write_file", "create_file", "str_replace", "insert", "create", "apply_diff", "edit_file"}
)
_READERS = frozenset({"read", "view", "read_file", "view_image", "open_file", "cat"})
_EDITORS = frozenset({"text_editor", "str_replace_editor", "str_replace_based_edit_tool"})
_BROWSERS = frozenset({"browser_navigate", "web_browser_go", "navigate", "goto", "new_page", "navigate_page", "open_page"})
_PATHS = ("file_path", "path", "filename", "file", "notebook_path", "target_file")
_ADDRESS = re.compile(r"""(?:/|\bpath=|["'])(reset|click|drag|key|wait|screenshot|status|openapi\.json)(?=["'\s?,)}\]]|$)""")
_SERVICE = re.compile(r"https?://|localhost|127\.0\.0\.1|PLAYPROOF_GAME|game-server|\b(?:requests|httpx|urllib|fetch|curl|wget)\b")
# Each of these reads a command about once, however it is made: a command may be hostile.
_REDIRECT = re.compile(r"(?<![0-9&<>=-])>{1,2}\s*(?P<path>[\w~$-]{0,80}[./][\w./~$-]+)|\btee\s+(?:-a\s+)?(?P<tee>[\w./~$-]+)")
_IN_PLACE = re.compile(r"\bsed\s+-i")
_FILE = re.compile(r"(?<![\w./-])[\w./-]{1,200}\.(?:html?|m?js|py|sh|json|md|css|txt)\b")
_HERE = re.compile(r"<<-?\s*['\"]?(\w+)['\"]?")
_OPENED = re.compile(
    r"""open\(\s*["'](?P<path>[^"'\n]+)["']\s*,\s*["'](?:w|a|x|wb|wt|ab)|["'](?P<other>[\w./-]+\.\w+)["']\s*\)\.write_(?:text|bytes)|writeFileSync\(\s*["'](?P<node>[^"'\n]+)["']"""
)
_PATCHED = re.compile(r"^\*\*\* (?:Add File|Update File|Move to): (?P<path>\S.*)$", re.MULTILINE)
_RENDERS = re.compile(
    r"\b(?:playwright|puppeteer|chromium|chrome|headless_shell|firefox|selenium|webkit|jsdom|sync_playwright|page\.goto|wkhtmltoimage)\b|file://",
    re.IGNORECASE,
)
_PAGE = re.compile(r"(?<![\w./-])[\w./-]{1,200}\.html?\b")


@dataclass(frozen=True, slots=True, kw_only=True)
class Effect:
    """One thing that a call did."""

    kind: EventKind
    endpoint: Endpoint | None = None
    path: str = ""


@dataclass(slots=True, kw_only=True)
class EffectReader:
    """Tells what calls do, one after the other; remembers the scripts that were written."""

    _scripts: dict[str, tuple[Effect, ...]] = field(default_factory=dict)
    """Name of a script -> what running it does."""

    def effects(self, tool: str, arguments: Mapping[str, object] | str) -> tuple[Effect, ...]:
        """The effects of one call, in order.

        Args:
            tool: Its name, as the runtime has it; `mcp__server__click` and `server.click` are `click`.
            arguments: Named arguments, or the text of a tool that takes one.
        """
        name = re.split(r"__|[.:/]", tool)[-1].lower() if tool != "container.exec" else tool
        named = arguments if isinstance(arguments, Mapping) else {}
        is_runtimes_own = tool.lower() == "wait" and "ms" not in named  # some runtimes wait for their own children by that name
        if name in VERBS and not is_runtimes_own and not _has_command(named):
            return (Effect(kind="observe", endpoint=_verb(name)),)
        path = next((str(named[key]) for key in _PATHS if isinstance(named.get(key), str)), "")
        if name == "apply_patch" or (isinstance(arguments, str) and "*** Begin Patch" in arguments):
            text = arguments if isinstance(arguments, str) else str(named.get("input") or named.get("patch") or "")
            return self._patched(text)
        if name in _BROWSERS:
            return (Effect(kind="render", path=str(named.get("url", ""))[:300]),)
        if name in _EDITORS:
            is_view = named.get("command") == "view"
            return (Effect(kind="read" if is_view else "write", path=path),)
        if name in _WRITERS and path:
            self._remember(path, str(named.get("content") or named.get("new_string") or named.get("new_str") or ""))
            return (Effect(kind="write", path=path),)
        if name in _READERS and path:
            return (Effect(kind="read", path=path),)
        command = command_of(arguments)
        return self._ran(command) if command and (name in _SHELLS or _has_command(named)) else ()

    def _ran(self, command: str) -> tuple[Effect, ...]:
        """What a command of a shell, or a piece of a program, does."""
        text = command[:MOST_COMMAND]
        if "*** Begin Patch" in text:
            return self._patched(text)
        rest, bodies = _split_documents(text)
        written = [path for path in map(_pathed, _REDIRECT.finditer(rest)) if path and not path.startswith("/dev/")]
        for line in rest.split("\n"):
            edited = _IN_PLACE.search(line)
            written += _FILE.findall(line, edited.end()) if edited else []
        for path, body in zip(written, bodies, strict=False):
            self._remember(path, body)
        # What is fed to a program, and not into a file, is run.
        run = _REDIRECT.sub(" ", rest) if written else "\n".join((rest, *bodies))
        return (*self._done(run), *(Effect(kind="write", path=path) for path in written))

    def _done(self, text: str) -> tuple[Effect, ...]:
        called = [effect for name, effects in self._scripts.items() if re.search(rf"(?<![\w.]){re.escape(name)}\b", text) for effect in effects]
        return (*dict.fromkeys(called), *_direct(text))

    def _patched(self, text: str) -> tuple[Effect, ...]:
        paths = [match["path"].strip() for match in _PATCHED.finditer(text[:MOST_COMMAND])]
        for path in paths:
            self._remember(path, text)
        return tuple(Effect(kind="write", path=path) for path in paths)

    def _remember(self, path: str, content: str) -> None:
        name = path.rpartition("/")[2]
        if name.endswith((".py", ".js", ".mjs", ".sh", ".ts")) and (name in self._scripts or len(self._scripts) < MOST_SCRIPTS):
            found = tuple(dict.fromkeys((*self._scripts.get(name, ()), *_direct(content[:MOST_COMMAND]))))
            self._scripts[name] = found


def _split_documents(text: str) -> tuple[str, tuple[str, ...]]:
    """A command without its here-documents, and their contents."""
    rest: list[str] = []
    bodies: list[str] = []
    end, body = "", list[str]()
    for line in text.split("\n"):
        if end:
            if line.strip() == end:
                bodies.append("\n".join(body))
                end, body = "", []
            else:
                body.append(line)
            continue
        rest.append(line)
        opening = _HERE.search(line)
        end = opening[1] if opening else ""
    return "\n".join(rest), (*bodies, *(["\n".join(body)] if end else []))


def command_of(arguments: Mapping[str, object] | str) -> str:
    """The command in the arguments of a shell tool: a text, or a list of words."""
    if isinstance(arguments, str):
        return arguments
    found = next((arguments[key] for key in ("command", "cmd", "code", "script", "chars") if arguments.get(key)), "")
    if isinstance(found, list):
        words = [str(word) for word in found]
        return words[-1] if len(words) > 1 and words[-2] in ("-lc", "-c") else " ".join(words)
    return found if isinstance(found, str) else ""


def read_arguments(text: object) -> Mapping[str, object] | str:
    """Arguments that a log keeps as JSON in a text; the text itself where it is none."""
    if isinstance(text, Mapping):
        return text
    if not isinstance(text, str):
        return {}
    try:
        content = json.loads(text)
    except (ValueError, RecursionError):
        return text
    return content if isinstance(content, dict) else text


def _direct(text: str) -> Iterator[Effect]:
    """Calls of the service, pages opened and files written by a program's own words."""
    is_browser = _RENDERS.search(text) is not None
    if _SERVICE.search(text):
        for match in _ADDRESS.finditer(text):
            if is_browser and not match[0].startswith("/"):
                continue  # a browser is driven, on a page of the agent's own
            yield Effect(kind="observe", endpoint="openapi" if match[1] == "openapi.json" else _verb(match[1]))
    for match in _OPENED.finditer(text):
        yield Effect(kind="write", path=next(path for path in match.groups() if path))
    if is_browser:
        page = _PAGE.search(text)
        if page:
            yield Effect(kind="render", path=re.sub("^/+", "/", page[0]))


def _verb(name: str) -> Endpoint:
    return next(verb for verb in VERBS if verb == name)


def _has_command(named: Mapping[str, object]) -> bool:
    return any(named.get(key) for key in ("command", "cmd"))


def _pathed(match: re.Match[str]) -> str:
    return next((path for path in match.groups() if path), "")
