"""The HTTP server: listening socket, connections and worker threads."""

import asyncio
import ipaddress
import socket
from collections.abc import Sequence
from contextlib import suppress
from threading import Event, Thread
from time import monotonic
from typing import NamedTuple

from ...errors import TeslaError, UsageError
from .authentication import MAX_HEAD_BYTES, RequestGuard
from .connection import Connection, Service
from .limits import Monitor, ServerLimits
from .reply import RefusedError
from .routes import Routes
from .workers import WorkerGroups, WorkerPool

_MAX_PENDING_CONNECTIONS = 128
# Seconds to wait for connections that are cancelled at the end.
_CANCEL_SECONDS = 1.0


class ListeningAddress(NamedTuple):
    """The address and socket of a server; `local` if other machines cannot reach it."""

    host: str
    port: int
    local: bool
    socket: socket.socket

    @property
    def url(self) -> str:
        host_text = f"[{self.host}]" if ":" in self.host else self.host
        return f"http://{host_text}:{self.port}/"


def listen_on(host: str, port: int) -> ListeningAddress:
    """Open a listening socket; port 0 chooses any free port."""
    if not 0 <= port <= 65535:
        raise UsageError(f"port {port}: give a number from 0 to 65535, 0 for any free port")
    try:
        addresses = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)
    except (OSError, UnicodeError) as error:
        raise UsageError(f"host {host!r} is not an address of this machine: {error}") from error
    # Prefer IPv4, where clients expect localhost.
    family, _, _, _, address = min(addresses, key=lambda entry: entry[0] != socket.AF_INET)
    try:
        listener = socket.create_server(
            address[:2], family=family, backlog=_MAX_PENDING_CONNECTIONS
        )
    except OSError as error:
        raise TeslaError(
            # Remove the detail that Python adds, since this message has it already.
            f"cannot listen on port {port} of {host}: "
            f"{(error.strerror or str(error)).partition(' (while')[0]}; give another "
            "--port, or 0 for any free port"
        ) from error
    is_local = ipaddress.ip_address(str(address[0]).partition("%")[0]).is_loopback
    return ListeningAddress(host, listener.getsockname()[1], is_local, listener)


class Server:
    """HTTP server in a thread: `start` returns at once, `stop` finishes running requests."""

    def __init__(
        self, address: ListeningAddress, service: Service, workers: Sequence[WorkerPool]
    ) -> None:
        self._address, self._service, self._workers = address, service, workers
        self._open_connections: dict[asyncio.Task[None], Connection] = {}
        self._thread = Thread(target=self._run, name="tesla-serve", daemon=True)
        # Before Python 3.13, a `join` that a signal interrupts treats the thread as ended.
        self._started, self._ended = Event(), Event()

    @property
    def connections(self) -> int:
        """Number of open connections."""
        return len(self._open_connections)

    def start(self) -> None:
        """Start to answer requests."""
        self._thread.start()
        self._started.wait()

    def wait(self, seconds: float) -> bool:
        """Wait; return whether the server ended by itself, which is an error."""
        return self._ended.wait(seconds)

    def stop(self, max_seconds: float) -> bool:
        """Accept no new requests; return whether the others ended within `max_seconds` seconds."""
        self._service.closing = True
        with suppress(RuntimeError):  # the loop has ended already
            self._loop.call_soon_threadsafe(self._stopping.set)
        deadline = monotonic() + max_seconds
        self._ended.wait(max_seconds)
        with suppress(RuntimeError):
            self._loop.call_soon_threadsafe(self._cancelling.set)
        self._thread.join(_CANCEL_SECONDS)
        have_stopped = [workers.stop(deadline - monotonic()) for workers in self._workers]
        return all(have_stopped)

    def _run(self) -> None:
        try:
            asyncio.run(self._serve())
        finally:
            self._ended.set()

    async def _serve(self) -> None:
        self._loop = asyncio.get_running_loop()
        self._stopping, self._cancelling = asyncio.Event(), asyncio.Event()
        listener = await asyncio.start_server(
            self._accept,
            sock=self._address.socket,
            limit=MAX_HEAD_BYTES,
            backlog=_MAX_PENDING_CONNECTIONS,
        )
        self._started.set()
        await self._stopping.wait()
        listener.close()
        for task, connection in list(self._open_connections.items()):
            if connection.idle:
                task.cancel()
        end_task = asyncio.create_task(self._cancelling.wait())
        while self._open_connections and not end_task.done():
            await asyncio.wait(
                [end_task, *self._open_connections], return_when=asyncio.FIRST_COMPLETED
            )
        end_task.cancel()

    async def _accept(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        assert task is not None
        connection = Connection(self._service, reader, writer)
        is_full = (
            len(self._open_connections) >= self._service.limits.connections
            and not self._close_idle()
        )
        self._open_connections[task] = connection
        try:
            if is_full:
                connection.idle = False
                await connection.refuse(
                    RefusedError(503, "too many connections: try again later", Retry_After="1")
                )
            else:
                await connection.run()
        except (OSError, EOFError, asyncio.CancelledError):
            pass  # the client or the server closed the connection
        finally:
            del self._open_connections[task]
            writer.close()

    def _close_idle(self) -> bool:
        """Close the oldest idle connection; return whether there was one."""
        for task, connection in self._open_connections.items():
            if connection.idle and not task.cancelling():
                return task.cancel()
        return False


# Reports that may wait, and their time limit as a multiple of that of other requests.
_MAX_WAITING_REPORTS, _REPORT_TIME_FACTOR = 2, 10


def make_server(
    address: ListeningAddress,
    guard: RequestGuard,
    limits: ServerLimits,
    jobs: int,
    langs: Sequence[str] = (),
) -> Server:
    """Create a server that is ready to start; load the languages `langs`."""
    worker_groups = WorkerGroups(
        WorkerPool(jobs, limits.waiting, limits.seconds),
        WorkerPool(jobs, limits.waiting, limits.seconds),
        WorkerPool(1, _MAX_WAITING_REPORTS, _REPORT_TIME_FACTOR * limits.seconds),
    )
    monitor = Monitor(
        {
            "tesla_requests_in_flight": (
                "Requests in progress or waiting.",
                lambda: worker_groups.active,
            ),
            "tesla_connections": ("Open connections.", lambda: server.connections),
        }
    )
    routes = Routes(limits, monitor, worker_groups)
    routes.warm(list(langs))
    server = Server(address, Service(routes, guard, monitor, limits), worker_groups)
    return server
