"""One connection: requests are read and answered one after the other, each within its time."""

import asyncio
import sys
import traceback
from contextlib import suppress
from time import perf_counter

from .bounds import Bounds
from .doorkeeper import Doorkeeper
from .head import Head, parse_head
from .monitor import OTHER, Monitor
from .reply import JSON, RefusedError, Reply
from .routes import Route, Routes
from .workers import Deadline

# Seconds that a client may be silent between two requests, and may take for a head.
_IDLE, _HEAD = 15.0, 10.0
# Seconds and bytes for a client that is still sending what nobody will read: closed at once it
# would not see why.
_LINGER, _LINGERING = 2.0, 16 << 20
_CONTINUE = b"HTTP/1.1 100 Continue\r\n\r\n"


class Bodies:
    """Bytes of bodies that are held at once."""

    def __init__(self, most: int) -> None:
        self._most, self._held = most, 0

    def take(self, length: int) -> None:
        """Room for one more, or 503."""
        if self._held + length > self._most:
            raise RefusedError(
                503, "too much is being sent at once: ask again later",
                Retry_After="1")  # fmt: skip
        self._held += length

    def give_back(self, length: int) -> None:
        """It was answered."""
        self._held -= length


class Service:
    """What all connections share."""

    def __init__(
        self, routes: Routes, doorkeeper: Doorkeeper, monitor: Monitor, bounds: Bounds
    ) -> None:
        self.routes, self.doorkeeper = routes, doorkeeper
        self.monitor, self.bounds = monitor, bounds
        self.bodies = Bodies(bounds.held)
        self.closing = False


class Connection:
    """`idle`: nothing of a request has come yet, so that it may be closed without harm."""

    def __init__(
        self, service: Service, reader: asyncio.StreamReader, writer: asyncio.StreamWriter
    ) -> None:
        self._own, self._reader, self._writer = service, reader, writer
        self.idle = True
        self._whole = True  # nothing of the request is left to be read

    async def run(self) -> None:
        """Until either side has enough."""
        while not self._own.closing and await self._one():
            pass

    async def refuse(self, refused: RefusedError) -> None:
        """One answer to nobody's question, and the end."""
        await self._send(refused.reply, closing=True)

    async def _one(self) -> bool:
        """A request; whether there may be another."""
        self.idle = True
        try:
            async with asyncio.timeout(_IDLE):
                first = await self._reader.read(1)
        except TimeoutError:
            return False
        if not first:
            return False
        self.idle, start, path, head = False, perf_counter(), OTHER, None
        try:
            head = await self._head(first)
            self._whole = not head.has_body
            path = self._own.routes.called(head.path)
            reply, closing = await self._answer(head), not head.lasting
        except RefusedError as refused:
            # What was not read must not be taken for the next request.
            reply, closing = refused.reply, not (head and head.lasting and self._whole)
        closing = closing or self._own.closing
        # Before it is sent: who has the answer finds it counted.
        self._own.monitor.answered(path, reply.status, perf_counter() - start)
        only = head is not None and head.method == "HEAD"
        return await self._send(reply, closing=closing, head_only=only)

    async def _head(self, first: bytes) -> Head:
        try:
            async with asyncio.timeout(_HEAD):
                return parse_head(first + await self._reader.readuntil(b"\r\n\r\n"))
        except TimeoutError:
            raise _slow("the head of the request", _HEAD) from None
        except asyncio.LimitOverrunError:
            raise RefusedError(431, "the headers are too long: send less") from None

    async def _answer(self, head: Head) -> Reply:
        own = self._own
        own.doorkeeper.check_host(head)
        route = own.routes.find(head.method, head.path)
        if not route.open:
            own.doorkeeper.check_token(head)
        if route.method == "POST":
            own.doorkeeper.check_origin(head)
            _check_kind(head)
        length = self._length(head, route)
        own.bodies.take(length)
        try:
            body = await self._body(head, length)
            return await self._work(route, body)
        finally:
            own.bodies.give_back(length)

    def _length(self, head: Head, route: Route) -> int:
        length, most = head.length, self._own.bounds.body
        if route.method == "GET":
            if length:
                raise RefusedError(400, f"{head.path} takes no body")
            return 0
        if length is None:
            raise RefusedError(411, "there is no Content-Length: give one")
        if length > most:
            raise RefusedError(
                413, f"a body of {length} bytes is too large: send {most} at the most"
            )
        return length

    async def _body(self, head: Head, length: int) -> bytes:
        if (expected := head.headers.get("expect", "").lower()) and length:
            if expected != "100-continue":
                raise RefusedError(417, f"Expect {expected[:20]!r} is unknown")
            self._writer.write(_CONTINUE)
        seconds = self._own.bounds.seconds
        try:
            async with asyncio.timeout(seconds):
                body = await self._reader.readexactly(length)
        except TimeoutError:
            raise _slow("the body", seconds) from None
        self._whole = True
        return body

    async def _work(self, route: Route, body: bytes) -> Reply:
        own = self._own
        try:
            if (workers := route.workers_for(len(body))) is not None:
                return await workers.run(lambda deadline: route.answer(body, deadline))
            return route.answer(body, Deadline(own.bounds.seconds))
        except (RefusedError, asyncio.CancelledError):
            raise
        except Exception:
            traceback.print_exc(file=sys.stderr)  # for whoever runs it, not for the client
            raise RefusedError(500, "a fault of the server: it has written down which") from None

    async def _send(self, reply: Reply, *, closing: bool, head_only: bool = False) -> bool:
        """Whether the connection goes on."""
        self._writer.write(reply.encode(closing=closing, head_only=head_only))
        try:
            async with asyncio.timeout(self._own.bounds.seconds):
                await self._writer.drain()
        except TimeoutError:
            self._writer.transport.abort()  # it does not take what it asked for
            return False
        if closing:
            await self._linger()
        return not closing

    async def _linger(self) -> None:
        with suppress(TimeoutError, OSError):
            self._writer.write_eof()
            read = 0
            async with asyncio.timeout(_LINGER):
                while read < _LINGERING and (part := await self._reader.read(64 << 10)):
                    read += len(part)


def _check_kind(head: Head) -> None:
    kind, _, more = head.headers.get("content-type", "").partition(";")
    charset = more.strip().lower().removeprefix("charset=").strip('"')
    if kind.strip().lower() != JSON or charset not in ("", "utf-8"):
        raise RefusedError(415, f"send {JSON} in UTF-8, and say so in Content-Type")


def _slow(what: str, seconds: float) -> RefusedError:
    return RefusedError(408, f"{what} did not come within {seconds:g} s")
