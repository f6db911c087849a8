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

# Maximum number of connections that the operating system holds before they are accepted.
_MAX_PENDING_CONNECTIONS = 128
# Seconds to wait for connections that are cancelled when the server stops.
_CANCEL_SECONDS = 1.0


class ListeningAddress(NamedTuple):
    """The address and the socket of a server.

    `is_local` is whether only this machine can reach the server (loopback interface).
    """

    host: str
    port: int
    is_local: bool
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
    # Prefer IPv4, because clients expect localhost there.
    family, _, _, _, socket_address = min(addresses, key=lambda entry: entry[0] != socket.AF_INET)
    try:
        listener = socket.create_server(
            socket_address[:2], family=family, backlog=_MAX_PENDING_CONNECTIONS
        )
    except OSError as error:
        # Python appends " (while attempting to bind on address ...)", which is redundant here.
        reason = (error.strerror or str(error)).partition(" (while")[0]
        raise TeslaError(
            f"cannot listen on port {port} of {host}: {reason}; give another --port, or 0 for any "
            "free port"
        ) from error
    ip_address = str(socket_address[0]).partition("%")[0]  # without the zone of IPv6
    is_local = ipaddress.ip_address(ip_address).is_loopback
    return ListeningAddress(host, listener.getsockname()[1], is_local, listener)


class Server:
    """HTTP server that runs in a separate thread.

    `start` returns as soon as the server accepts connections; `stop` finishes running requests.
    """

    def __init__(
        self, address: ListeningAddress, service: Service, workers: Sequence[WorkerPool]
    ) -> None:
        self._address, self._service, self._workers = address, service, workers
        self._open_connections: dict[asyncio.Task[None], Connection] = {}
        self._thread = Thread(target=self._run, name="tesla-serve", daemon=True)
        # `wait` uses the event `_ended` instead of `Thread.join`: before Python 3.13, a thread
        # counts as ended after a signal has interrupted `join`.
        self._started, self._ended = Event(), Event()

    @property
    def n_connections(self) -> int:
        """Number of open connections."""
        return len(self._open_connections)

    def start(self) -> None:
        """Start to answer requests."""
        self._thread.start()
        self._started.wait()

    def wait(self, seconds: float) -> bool:
        """Wait for at most `seconds`; return whether the server ended, which is an error."""
        return self._ended.wait(seconds)

    def stop(self, max_seconds: float) -> bool:
        """Accept no new requests and finish running ones; cancel them after `max_seconds`.

        Return whether all worker threads have ended.
        """
        self._service.is_closing = True
        with suppress(RuntimeError):  # the loop has ended already
            self._loop.call_soon_threadsafe(self._stopping.set)
        deadline = monotonic() + max_seconds
        self._ended.wait(max_seconds)
        with suppress(RuntimeError):
            self._loop.call_soon_threadsafe(self._cancelling.set)
        self._thread.join(_CANCEL_SECONDS)
        # Stop all workers, also after one that has not stopped in time.
        have_stopped = [workers.stop(deadline - monotonic()) for workers in self._workers]
        return all(have_stopped)

    def _run(self) -> None:
        try:
            asyncio.run(self._serve())
        finally:
            self._ended.set()

    async def _serve(self) -> None:
        """Accept connections until `stop` is called, then wait for the open ones."""
        self._loop = asyncio.get_running_loop()
        # Set by `stop`: first to accept no more connections, later to cancel the open ones.
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
            if connection.is_idle:
                task.cancel()
        # Wait for the other connections; `asyncio.run` cancels those that are left.
        cancel_task = asyncio.create_task(self._cancelling.wait())
        while self._open_connections and not cancel_task.done():
            await asyncio.wait(
                [cancel_task, *self._open_connections], return_when=asyncio.FIRST_COMPLETED
            )
        cancel_task.cancel()

    async def _accept(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Run a new connection until it ends.

        If there are too many connections, close an idle one; refuse the new one if none is idle.
        """
        task = asyncio.current_task()
        assert task is not None
        connection = Connection(self._service, reader, writer)
        max_connections = self._service.limits.connections
        is_full = len(self._open_connections) >= max_connections and not self._close_idle()
        self._open_connections[task] = connection
        try:
            if is_full:
                connection.is_idle = False
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
            if connection.is_idle and not task.cancelling():
                return task.cancel()
        return False


# Maximum number of reports that wait for the worker thread of reports.
_MAX_WAITING_REPORTS = 2
# Time limit of a report, as a multiple of the time limit of other requests.
_REPORT_TIME_FACTOR = 10


def make_server(
    address: ListeningAddress,
    guard: RequestGuard,
    limits: ServerLimits,
    jobs: int,
    langs: Sequence[str] = (),
) -> Server:
    """Create a server that is ready to start; load the resources of the languages `langs`."""
    worker_groups = WorkerGroups(
        small=WorkerPool(jobs, limits.waiting, limits.seconds),
        large=WorkerPool(jobs, limits.waiting, limits.seconds),
        reports=WorkerPool(1, _MAX_WAITING_REPORTS, _REPORT_TIME_FACTOR * limits.seconds),
    )
    monitor = Monitor(
        {
            "tesla_requests_in_flight": (
                "Requests in progress or waiting.",
                lambda: worker_groups.n_active,
            ),
            "tesla_connections": ("Open connections.", lambda: server.n_connections),
        }
    )
    routes = Routes(limits, monitor, worker_groups)
    routes.load_languages(list(langs))
    server = Server(address, Service(routes, guard, monitor, limits), worker_groups)
    return server
