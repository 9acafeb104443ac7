"""The verbs as tools of the Model Context Protocol, so that any agent can observe the game without writing HTTP. Pictures are image content."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Annotated, Any, TypeVar

from pydantic import Field

from playproof.errors import StageError
from playproof.records.interface import MOST_HOLD_MS, MOST_PX, Action, Click, Drag, Key, KeyCode, Reset, Wait
from playproof.tracks.replica.service.client import ObserveClient, Picture

if TYPE_CHECKING:
    from mcp.server.mcpserver import MCPServer

T = TypeVar("T")
Px = Annotated[int, Field(ge=0, lt=MOST_PX, strict=True, description="px of the picture, origin top left")]
Ms = Annotated[int, Field(ge=0, le=MOST_HOLD_MS, strict=True, description="milliseconds of game time")]
_ABOUT = (
    "One running game, seen only through its pictures. Every action costs one of the budget and answers with the picture after it; game time stands "
    "still between calls. The same actions after a reset always give the same pictures."
)


def tool_server(client: ObserveClient) -> "MCPServer[Any]":
    """A server of the seven verbs over a connection to the service."""
    from mcp.server.mcpserver import Image, MCPServer  # noqa: PLC0415 - takes a second, and only tools need it
    from mcp.server.mcpserver.exceptions import ToolError  # noqa: PLC0415

    server: MCPServer[Any] = MCPServer("observe", instructions=_ABOUT, log_level="CRITICAL")

    def said(call: Callable[[], T]) -> T:
        try:
            return call()
        except StageError as error:
            raise ToolError(str(error)) from None

    def shown(call: Callable[[], Picture]) -> list[Image | str]:
        picture = said(call)
        return [Image(data=picture.png, format="png"), f"{picture.left} actions left"]

    def act(action: Action) -> list[Image | str]:
        return shown(lambda: client.act(action))

    @server.tool(structured_output=False)
    def reset() -> list[Image | str]:
        """Open the game anew, with nothing stored. Costs one action."""
        return act(Reset())

    @server.tool(structured_output=False)
    def click(x: Px, y: Px) -> list[Image | str]:
        """Press and release the left mouse button at a point. Costs one action."""
        return act(Click(x=x, y=y))

    @server.tool(structured_output=False)
    def drag(x1: Px, y1: Px, x2: Px, y2: Px, ms: Ms = 200) -> list[Image | str]:
        """Press at (x1, y1), move evenly to (x2, y2) within ms, release there. Costs one action."""
        return act(Drag(x1=x1, y1=y1, x2=x2, y2=y2, ms=ms))

    @server.tool(structured_output=False)
    def key(code: KeyCode, hold_ms: Ms = 0) -> list[Image | str]:
        """Tap a key by its W3C code ('ArrowLeft', 'KeyR', 'Space'), or hold it for hold_ms; it is always released. Costs one action."""
        return act(Key(code=code, hold_ms=hold_ms))

    @server.tool(structured_output=False)
    def wait(ms: Annotated[int, Field(ge=1, le=MOST_HOLD_MS, strict=True, description="milliseconds of game time")]) -> list[Image | str]:
        """Let game time pass. Costs one action."""
        return act(Wait(ms=ms))

    @server.tool(structured_output=False)
    def screenshot() -> list[Image | str]:
        """The picture as it is. Free."""
        return shown(client.screenshot)

    @server.tool(structured_output=False)
    def status() -> str:
        """What is left of the budget, and the size of the picture. Free."""
        return said(client.status).model_dump_json()

    return server
