"""`playproof observe-mcp`: a running observation service as tools of the Model Context Protocol."""

import click

from playproof.errors import SpecError
from playproof.tracks.replica.service.client import ObserveClient
from playproof.tracks.replica.service.tools import tool_server


@click.command("observe-mcp")
@click.argument("address")
def command(address: str) -> None:
    """Give the observation service at ADDRESS (`http://host:port` or `unix:PATH`) to an agent as tools.

    Speaks the Model Context Protocol on standard input and output.
    """
    if not address.startswith(("http://", "https://", "unix:")):
        raise SpecError("ADDRESS", f"{address!r} is no address", expected="http://host:port, or unix:PATH")
    with ObserveClient(address) as client:
        tool_server(client).run("stdio")
