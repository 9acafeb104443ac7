"""A script that gives a jailed program a way to one unix socket by TCP: `forward.py SOCKET PORT WORKSPACE PROGRAM ARG...`.

A jail has a network of its own with nothing on it. This script listens there on 127.0.0.1:PORT, carries bytes to and from SOCKET, runs the
program, and ends with its exit status. Standard library only: it runs with `-I -S` inside the jail.
"""

import asyncio
import sys


async def carry(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    """Bytes of one direction, until it ends."""
    try:
        while part := await reader.read(65_536):
            writer.write(part)
            await writer.drain()
    except ConnectionError:
        pass
    finally:
        writer.close()


async def main(path: str, port: int, workspace: str, argv: list[str]) -> int:
    """Carry until the program has ended; returns its exit status."""

    async def on_connection(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            there_reader, there_writer = await asyncio.open_unix_connection(path)
        except OSError:
            writer.close()
            return
        await asyncio.gather(carry(reader, there_writer), carry(there_reader, writer))

    server = await asyncio.start_server(on_connection, "127.0.0.1", port)
    async with server:
        program = await asyncio.create_subprocess_exec(*argv, cwd=workspace)
        return await program.wait()


if __name__ == "__main__":
    status = asyncio.run(main(sys.argv[1], int(sys.argv[2]), sys.argv[3], sys.argv[4:]))
    sys.exit(status if status >= 0 else 128 - status)
