"""Listens, in a thread of its own, until it is told to stop."""

import asyncio
import ipaddress
import socket
from collections.abc import Sequence
from contextlib import suppress
from threading import Event, Thread
from time import monotonic
from typing import NamedTuple

from ..errors import TeslaError, UsageError
from .connection import Connection, Service
from .head import LONGEST
from .reply import RefusedError
from .workers import Workers

_BACKLOG = 128
# Seconds to break off what did not end by itself.
_LAST = 1.0


class Place(NamedTuple):
    """Where a server listens; `local`: nobody else's machine gets there."""

    host: str
    port: int
    local: bool
    socket: socket.socket

    @property
    def url(self) -> str:
        shown = f"[{self.host}]" if ":" in self.host else self.host
        return f"http://{shown}:{self.port}/"


def listen_on(host: str, port: int) -> Place:
    """A socket that listens; port 0 is any that is free."""
    if not 0 <= port <= 65535:
        raise UsageError(f"port {port}: give a number from 0 to 65535, 0 for any free one")
    try:
        found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)
    except (OSError, UnicodeError) as error:
        raise UsageError(f"host {host!r} is none of this machine: {error}") from error
    # IPv4 first: what is called localhost is expected there.
    family, _, _, _, address = min(found, key=lambda one: one[0] != socket.AF_INET)
    try:
        own = socket.create_server(address[:2], family=family, backlog=_BACKLOG)
    except OSError as error:
        raise TeslaError(
            # Python adds what is said here already.
            f"cannot listen on port {port} of {host}: "
            f"{(error.strerror or str(error)).partition(' (while')[0]}; give another "
            "--port, or 0 for any free one"
        ) from error
    local = ipaddress.ip_address(str(address[0]).partition("%")[0]).is_loopback
    return Place(host, own.getsockname()[1], local, own)


class Server:
    """`start` returns at once; `stop` finishes what has begun."""

    def __init__(self, place: Place, service: Service, workers: Sequence[Workers]) -> None:
        self._place, self._service, self._workers = place, service, workers
        self._open: dict[asyncio.Task[None], Connection] = {}
        self._thread = Thread(target=self._run, name="tesla-serve", daemon=True)
        # `join`, interrupted by a signal, takes the thread for ended before Python 3.13.
        self._started, self._ended = Event(), Event()

    @property
    def connections(self) -> int:
        """Open ones."""
        return len(self._open)

    def start(self) -> None:
        """From here on requests are answered."""
        self._thread.start()
        self._started.wait()

    def wait(self, seconds: float) -> bool:
        """Whether it ended by itself meanwhile, which it should not."""
        return self._ended.wait(seconds)

    def stop(self, grace: float) -> bool:
        """No new requests, and `grace` seconds for the others; whether all of them ended."""
        self._service.closing = True
        with suppress(RuntimeError):  # it has ended already
            self._loop.call_soon_threadsafe(self._stopping.set)
        until = monotonic() + grace
        self._ended.wait(grace)
        with suppress(RuntimeError):
            self._loop.call_soon_threadsafe(self._ending.set)
        self._thread.join(_LAST)
        stopped = [workers.stop(until - monotonic()) for workers in self._workers]
        return all(stopped)

    def _run(self) -> None:
        try:
            asyncio.run(self._serve())
        finally:
            self._ended.set()

    async def _serve(self) -> None:
        self._loop = asyncio.get_running_loop()
        self._stopping, self._ending = asyncio.Event(), asyncio.Event()
        listener = await asyncio.start_server(
            self._accept, sock=self._place.socket, limit=LONGEST, backlog=_BACKLOG
        )
        self._started.set()
        await self._stopping.wait()
        listener.close()
        for task, connection in list(self._open.items()):
            if connection.idle:
                task.cancel()
        ending = asyncio.create_task(self._ending.wait())
        while self._open and not ending.done():
            await asyncio.wait([ending, *self._open], return_when=asyncio.FIRST_COMPLETED)
        ending.cancel()

    async def _accept(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        assert task is not None
        connection = Connection(self._service, reader, writer)
        full = len(self._open) >= self._service.bounds.connections and not self._make_room()
        self._open[task] = connection
        try:
            if full:
                connection.idle = False
                await connection.refuse(
                    RefusedError(503, "too many connections: ask again later", Retry_After="1")
                )
            else:
                await connection.run()
        except (OSError, EOFError, asyncio.CancelledError):
            pass  # the client has gone, or we go
        finally:
            del self._open[task]
            writer.close()

    def _make_room(self) -> bool:
        """Ends the connection that has been open for longest of those that ask for nothing."""
        for task, connection in self._open.items():
            if connection.idle and not task.cancelling():
                return task.cancel()
        return False
