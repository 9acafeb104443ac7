"""A small client of the observation service, for agents and tools written in Python.

with ObserveClient("http://127.0.0.1:8377") as game:
picture = game.reset()
picture = game.click(120, 90)
print(picture.left, "actions left")
"""

from dataclasses import dataclass
from types import TracebackType
from typing import Self

import httpx

from playproof.errors import StageError
from playproof.records.calls import Refusal, ServiceStatus
from playproof.records.interface import Action, Click, Drag, Key, Reset, Wait

PATIENCE_S = 120.0
"""How long an answer may take (ours); a game that hangs is answered after 10 s."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Picture:
    """What an action answers."""

    png: bytes
    left: int
    """Actions that are left of the budget."""


class ServiceRefused(StageError):
    """The service refused a call; `refusal` says why. Raised for a spent budget too (`refusal.error` 'budget_spent')."""

    def __init__(self, refusal: Refusal) -> None:
        """Keep the refusal."""
        self.refusal = refusal
        super().__init__(f"the observation service refused: {refusal.message} ({refusal.left} of {refusal.budget} actions left)", kind=refusal.error)


class ObserveClient:
    """The verbs of the interface, over one connection that is kept."""

    def __init__(self, address: str) -> None:
        """Nothing is sent yet.

        Args:
            address: `http://host:port`, or `unix:PATH` for a unix socket.
        """
        self.address = address
        path = address.removeprefix("unix:") if address.startswith("unix:") else None
        transport = httpx.HTTPTransport(uds=path) if path else None
        self._http = httpx.Client(
            base_url="http://game-server" if path else address, transport=transport, timeout=PATIENCE_S, trust_env=False, follow_redirects=False
        )

    def __enter__(self) -> Self:
        """Use it as a context, so that the connection is closed."""
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        """Close the connection."""
        self.close()

    def close(self) -> None:
        """Close the connection."""
        self._http.close()

    def act(self, action: Action) -> Picture:
        """Do one action; the picture after it.

        Raises:
            ServiceRefused: The service did not do it.
            StageError: There is no such service, or it is gone.
        """
        return self._picture(self._call("POST", f"/{action.do}", action.model_dump_json()))

    def reset(self) -> Picture:
        """Open the game anew."""
        return self.act(Reset())

    def click(self, x: int, y: int) -> Picture:
        """Press and release the left mouse button at a point, in px."""
        return self.act(Click(x=x, y=y))

    def drag(self, start: tuple[int, int], end: tuple[int, int], *, ms: int = 200) -> Picture:
        """Press at one point, move evenly to another within `ms` of game time, release there."""
        return self.act(Drag(x1=start[0], y1=start[1], x2=end[0], y2=end[1], ms=ms))

    def key(self, code: str, *, hold_ms: int = 0) -> Picture:
        """Tap a key (W3C code, 'ArrowLeft'), or hold it for `hold_ms` of game time."""
        return self.act(Key(code=code, hold_ms=hold_ms))

    def wait(self, ms: int) -> Picture:
        """Let game time pass."""
        return self.act(Wait(ms=ms))

    def screenshot(self) -> Picture:
        """The picture as it is; free."""
        return self._picture(self._call("GET", "/screenshot"))

    def status(self) -> ServiceStatus:
        """What is left of the budget, and the size of the picture; free."""
        return ServiceStatus.model_validate_json(self._call("GET", "/status").content)

    @staticmethod
    def _picture(answer: httpx.Response) -> Picture:
        return Picture(png=answer.content, left=int(answer.headers["budget-left"]))

    def _call(self, method: str, path: str, content: str | None = None) -> httpx.Response:
        headers = {} if content is None else {"content-type": "application/json"}
        try:
            answer = self._http.request(method, path, content=content, headers=headers)
        except httpx.HTTPError as error:
            message = f"the observation service at {self.address} does not answer: {error}"
            raise StageError(message, kind="no_service") from error
        if answer.status_code == httpx.codes.OK:
            return answer
        try:
            refusal = Refusal.model_validate_json(answer.content)
        except ValueError:
            message = f"{self.address} answered {answer.status_code} and is no observation service"
            raise StageError(message, kind="no_service") from None
        raise ServiceRefused(refusal)
