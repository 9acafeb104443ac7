import ast
import re
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parent.parent.parent
SOURCE = ROOT / "src" / "playproof"
MODULES = sorted(SOURCE.rglob("*.py"))
TESTS = sorted((ROOT / "tests").rglob("*.py"))
MOST_LINES = 500
MOST_FUNCTION_LINES = 60
FORBIDDEN_NAMES = {"utils", "util", "helper", "helpers", "manager", "base", "data", "info", "common", "misc", "extra"}
FORBIDDEN_CLASSES = {"utils", "util", "helper", "helpers", "manager"}
SUFFIXES = {".py", ".js", ".mjs", ".html", ".css", ".j2", ".md", ".yaml", ".yml", ".toml", ".json", ".txt", ".lock", ""}
# Text that belongs to a machine or a registry and not to the product. Written in parts, so that this file does not hold them.
FOREIGN = [
    "py" + "pi.org",
    "python" + "hosted.org",
    "registry.npm" + "js.org",
    "deb.debian" + ".org",
    "/ro" + "ot/",
    "/ho" + "me/",
    "/work" + "/main",
    "/work" + "/shared",
]


def name_of(path: Path) -> str:
    """How a file is called in the list of tests."""
    return str(path.relative_to(ROOT))


def tree_of(path: Path) -> ast.Module:
    """The syntax of a module."""
    return ast.parse(path.read_text(), filename=str(path))


def shipped_files() -> Iterator[Path]:
    """Every text file that git knows of, or would."""
    listed = subprocess.run(
        ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"], cwd=ROOT, capture_output=True, text=True, check=True
    )
    for name in listed.stdout.split("\0"):
        path = ROOT / name
        if name and path.suffix in SUFFIXES and path.is_file() and not path.is_symlink():
            yield path


def functions(tree: ast.Module) -> Iterator[ast.FunctionDef | ast.AsyncFunctionDef]:
    """Every function of a module, methods and inner functions included."""
    return (node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef))


def imported(node: ast.AST) -> list[str]:
    """The modules that a statement imports; a relative one counts as ours."""
    if isinstance(node, ast.Import):
        return [alias.name for alias in node.names]
    if isinstance(node, ast.ImportFrom):
        return ["playproof" if node.level else node.module or ""]
    return []


def test_our_own_package_is_imported_at_the_top():
    """A module's needs are in its head: no circle is hidden by an import inside a function."""
    found = [
        f"{name_of(path)}:{node.lineno}"
        for path in MODULES
        for function in functions(tree_of(path))
        for node in ast.walk(function)
        if any(name.split(".")[0] == "playproof" for name in imported(node))
    ]
    assert found == []


def test_modules_and_functions_can_be_read_at_once():
    """No module has more than 500 lines, no function more than 60."""
    long_modules = [name_of(path) for path in (*MODULES, *TESTS) if len(path.read_text().splitlines()) > MOST_LINES]
    long_functions = [
        f"{name_of(path)}:{function.lineno} {function.name}"
        for path in (*MODULES, *TESTS)
        for function in functions(tree_of(path))
        if (function.end_lineno or 0) - function.lineno >= MOST_FUNCTION_LINES
    ]
    assert (long_modules, long_functions) == ([], [])


def test_every_module_says_what_it_is_for():
    """A reader who opens a file learns first what it is for."""
    assert [name_of(path) for path in MODULES if not ast.get_docstring(tree_of(path))] == []


def test_names_say_something():
    """No module, folder or class is called after nothing in particular."""
    found = []
    for path in MODULES:
        found += [name_of(path) for part in path.relative_to(SOURCE).parts if part.removesuffix(".py") in FORBIDDEN_NAMES]
        classes = [node.name for node in ast.walk(tree_of(path)) if isinstance(node, ast.ClassDef)]
        found += [f"{name_of(path)} {name}" for name in classes if {word.lower() for word in re.findall(r"[A-Z][a-z]*", name)} & FORBIDDEN_CLASSES]
    assert found == []


def test_nothing_is_faked():
    """No mock and no patched attribute anywhere: what a test sees is what users get. Environment and current folder may be set."""
    found = []
    for path in (*MODULES, *TESTS):
        for node in ast.walk(tree_of(path)):
            is_mock = any(name.split(".")[0] in ("unittest", "mock", "pytest_mock") for name in imported(node))
            is_patch = isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id == "monkeypatch"
            if is_mock or (is_patch and node.attr not in ("setenv", "delenv", "chdir")):
                found.append(f"{name_of(path)}:{node.lineno}")
    assert found == []


def test_only_the_command_line_reads_the_environment():
    """What a function does depends on its arguments; a script that starts a program may pass the environment on whole."""
    found = []
    for path in MODULES:
        for node in ast.walk(tree_of(path)) if path.relative_to(SOURCE).parts[0] != "cli" else ():
            is_call = isinstance(node, ast.Attribute) and node.attr in ("getenv", "putenv")
            inner = node.value if isinstance(node, ast.Subscript | ast.Attribute) else None
            if is_call or (isinstance(inner, ast.Attribute) and inner.attr == "environ"):
                found.append(f"{name_of(path)}:{node.lineno}")
    assert found == []


def test_help_does_not_wait_for_heavy_packages():
    """`playproof --help` imports click and nothing that takes long; so does a wrong command."""
    code = """
import sys
from playproof.cli.main import run
assert run(["--help"]) == 0
print([name for name in ("pydantic", "PIL", "numpy", "rich", "jinja2", "playwright", "ruamel") if name in sys.modules])
"""
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, env={"PYTHONPATH": str(ROOT / "src")})
    assert "Usage: playproof" in ran.stdout
    assert ran.stdout.splitlines()[-1] == "[]"


def test_no_file_speaks_of_a_machine_or_a_registry():
    """What is shipped is valid on every machine: no home folder, no host of a package registry."""
    found = []
    for path in shipped_files():
        try:
            text = path.read_text()
        except UnicodeDecodeError:
            continue
        found += [f"{name_of(path)}: {word!r}" for word in FOREIGN if word in text]
    assert found == []


def test_links_in_the_documentation_lead_somewhere():
    """Every link to a file of the repository names one that exists."""
    broken = []
    for path in shipped_files():
        if path.suffix != ".md" or "suites" in path.parts:
            continue
        text = re.sub(r"```.*?```", "", path.read_text(), flags=re.DOTALL)
        for target in re.findall(r"\]\(([^)\s]+)", text):
            if not re.match(r"[a-z]+:|#", target) and not (path.parent / target.split("#")[0]).exists():
                broken.append(f"{name_of(path)}: {target}")  # noqa: PERF401 - three conditions read better so
    assert broken == []


def test_the_lock_holds_everything_with_hashes():
    """What is installed is exactly what was tested: every dependency is pinned, every pin has a hash."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())
    wanted = [*project["project"]["dependencies"], *project["dependency-groups"]["dev"]]
    lock = (ROOT / "requirements.lock").read_text()
    pins = dict(re.findall(r"^([\w.-]+)==(\S+)", lock, flags=re.MULTILINE))
    assert {re.match(r"[\w.-]+", one)[0].replace(".", "-").lower() for one in wanted} <= {name.replace(".", "-") for name in pins}
    blocks = re.split(r"^(?=[\w.-]+==)", lock, flags=re.MULTILINE)[1:]
    assert all("--hash=sha256:" in block for block in blocks)
