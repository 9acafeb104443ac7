"""What every report page is made with: templates in which each string shows itself, the packaged script and style, the page's policy.

Every string passes `visible` and HTML escaping on its way into the page; a content security policy allows the page's own script and style by hash and
nothing else.
"""

import base64
import hashlib
from functools import cache
from pathlib import Path

from jinja2 import Environment, PackageLoader, StrictUndefined, Template
from markupsafe import Markup

from playproof.report.text import duration, line, megabytes, number, percent, points, visible


def template(name: str) -> Template:
    """A template of the templates folder."""
    return _environment().get_template(name)


@cache
def _environment() -> Environment:
    environment = Environment(
        loader=PackageLoader("playproof.report", "templates"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        finalize=_shown,
    )
    environment.filters.update(percent=percent, points=points, duration=duration, megabytes=megabytes, number=number, line=line)
    return environment


def _shown(value: object) -> object:
    """What every expression of a template passes, so that none can be forgotten."""
    return visible(value) if isinstance(value, str) and not isinstance(value, Markup) else value


@cache
def packaged(name: str) -> str:
    """A file of the templates folder, as it goes into the page."""
    return (Path(__file__).parent / "templates" / name).read_text(encoding="utf-8")


def policy(script: str, style: str) -> str:
    """A content security policy that allows one script and one style, by hash, and pictures inside the page."""

    def sha256(text: str) -> str:
        return base64.b64encode(hashlib.sha256(text.encode()).digest()).decode("ascii")

    return "; ".join(
        (
            "default-src 'none'",
            f"script-src 'sha256-{sha256(script)}'",
            f"style-src 'sha256-{sha256(style)}'",
            "img-src data:",
            "base-uri 'none'",
            "form-action 'none'",
        )
    )
