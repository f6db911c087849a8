"""Client connections, which read requests and send the answers in the same order."""

import asyncio
import sys
import traceback
from contextlib import suppress
from time import perf_counter

from .authentication import RequestGuard, RequestHead, parse_head
from .limits import OTHER_PATH, Monitor, ServerLimits
from .reply import JSON, RefusedError, Reply
from .routes import Route, Routes
from .workers import Deadline

# Maximum seconds between two requests, and for receiving the head of a request.
_IDLE_SECONDS, _HEAD_SECONDS = 15.0, 10.0
# Maximum seconds and bytes to read and discard after the answer to a refused request. If the
# connection were closed while the client still sends, the client would not get the answer.
_LINGER_SECONDS, _LINGER_BYTES = 2.0, 16 << 20
# Answer to the header `Expect: 100-continue`: the client may send the body.
_CONTINUE = b"HTTP/1.1 100 Continue\r\n\r\n"


class BodyMemory:
    """Limit on the total bytes of request bodies in memory."""

    def __init__(self, max_bytes: int) -> None:
        self._max_bytes, self._used_bytes = max_bytes, 0

    def reserve(self, length: int) -> None:
        """Reserve memory for a body; refuse with status 503 if there is not enough."""
        if self._used_bytes + length > self._max_bytes:
            raise RefusedError(
                503, "too much data is being sent at once: try again later",
                Retry_After="1")  # fmt: skip
        self._used_bytes += length

    def release(self, length: int) -> None:
        """Release the memory of a body."""
        self._used_bytes -= length


class Service:
    """Routes, checks, limits and state that all connections share."""

    def __init__(
        self, routes: Routes, guard: RequestGuard, monitor: Monitor, limits: ServerLimits
    ) -> None:
        self.routes, self.guard = routes, guard
        self.monitor, self.limits = monitor, limits
        self.body_memory = BodyMemory(limits.total_body_bytes)
        self.is_closing = False  # whether the server stops and accepts no new requests


class Connection:
    """A client connection.

    `is_idle` is whether no part of the next request has arrived; then it can be closed.
    """

    def __init__(
        self, service: Service, reader: asyncio.StreamReader, writer: asyncio.StreamWriter
    ) -> None:
        self._service, self._reader, self._writer = service, reader, writer
        self.is_idle = True
        self._is_request_read = True  # whether the current request has been read completely

    async def run(self) -> None:
        """Answer requests until the client or the server closes the connection."""
        while not self._service.is_closing and await self._handle_request():
            pass

    async def refuse(self, refused: RefusedError) -> None:
        """Send an error without waiting for a request, and close the connection."""
        await self._send(refused.reply, closes_connection=True)

    async def _handle_request(self) -> bool:
        """Answer one request; return whether the connection stays open."""
        self.is_idle = True
        try:
            async with asyncio.timeout(_IDLE_SECONDS):
                first_byte = await self._reader.read(1)
        except TimeoutError:
            return False
        if not first_byte:
            return False
        self.is_idle = False
        start_time = perf_counter()
        path_label, head = OTHER_PATH, None
        try:
            head = await self._read_head(first_byte)
            self._is_request_read = not head.has_body
            path_label = self._service.routes.get_path_label(head.path)
            reply = await self._answer(head)
            closes_connection = not head.keep_alive
        except RefusedError as refused:
            reply = refused.reply
            # Close if a part of the request is unread: it must not be parsed as the next request.
            closes_connection = not (head and head.keep_alive and self._is_request_read)
        closes_connection = closes_connection or self._service.is_closing
        # Count before sending, so that /metrics includes all requests that have an answer.
        self._service.monitor.count_request(path_label, reply.status, perf_counter() - start_time)
        head_only = head is not None and head.method == "HEAD"
        return await self._send(reply, closes_connection=closes_connection, head_only=head_only)

    async def _read_head(self, first_byte: bytes) -> RequestHead:
        try:
            async with asyncio.timeout(_HEAD_SECONDS):
                return parse_head(first_byte + await self._reader.readuntil(b"\r\n\r\n"))
        except TimeoutError:
            raise _make_timeout_error("the head of the request", _HEAD_SECONDS) from None
        except asyncio.LimitOverrunError:
            raise RefusedError(431, "the headers are too long: send less") from None

    async def _answer(self, head: RequestHead) -> Reply:
        """Check the head, read the body and return the reply."""
        service = self._service
        service.guard.check_host(head)
        route = service.routes.find(head.method, head.path)
        if not route.is_public:
            service.guard.check_token(head)
        if route.method == "POST":
            service.guard.check_origin(head)
            _check_content_type(head)
        length = self._get_body_length(head, route)
        service.body_memory.reserve(length)
        try:
            body = await self._read_body(head, length)
            return await self._run_route(route, body)
        finally:
            service.body_memory.release(length)

    def _get_body_length(self, head: RequestHead, route: Route) -> int:
        """Return the number of bytes of the body; refuse a length that the route does not allow."""
        length, max_bytes = head.body_length, self._service.limits.body
        if route.method == "GET":
            if length:
                raise RefusedError(400, f"{head.path} takes no body")
            return 0
        if length is None:
            raise RefusedError(411, "the Content-Length header is missing")
        if length > max_bytes:
            raise RefusedError(
                413, f"a body of {length} bytes is too large: send at most {max_bytes}"
            )
        return length

    async def _read_body(self, head: RequestHead, length: int) -> bytes:
        if (expectation := head.headers.get("expect", "").lower()) and length:
            if expectation != "100-continue":
                raise RefusedError(417, f"Expect {expectation[:20]!r} is unknown")
            self._writer.write(_CONTINUE)
        seconds = self._service.limits.seconds
        try:
            async with asyncio.timeout(seconds):
                body = await self._reader.readexactly(length)
        except TimeoutError:
            raise _make_timeout_error("the body", seconds) from None
        self._is_request_read = True
        return body

    async def _run_route(self, route: Route, body: bytes) -> Reply:
        """Call the handler of the route, in a worker thread if it has workers."""
        service = self._service
        try:
            if (workers := route.get_workers(len(body))) is not None:
                return await workers.run(lambda deadline: route.handler(body, deadline))
            return route.handler(body, Deadline(service.limits.seconds))
        except (RefusedError, asyncio.CancelledError):
            raise
        except Exception:
            traceback.print_exc(file=sys.stderr)  # for the operator, not for the client
            raise RefusedError(500, "internal server error: see the log of the server") from None

    async def _send(
        self, reply: Reply, *, closes_connection: bool, head_only: bool = False
    ) -> bool:
        """Send a reply; return whether the connection stays open."""
        self._writer.write(reply.encode(closes_connection=closes_connection, head_only=head_only))
        try:
            async with asyncio.timeout(self._service.limits.seconds):
                await self._writer.drain()
        except TimeoutError:
            self._writer.transport.abort()  # the client does not read the answer
            return False
        if closes_connection:
            await self._discard_input()
        return not closes_connection

    async def _discard_input(self) -> None:
        """Announce the end of the answer, then read and discard further input for a while."""
        with suppress(TimeoutError, OSError):
            self._writer.write_eof()
            read_bytes = 0
            async with asyncio.timeout(_LINGER_SECONDS):
                while read_bytes < _LINGER_BYTES and (chunk := await self._reader.read(64 << 10)):
                    read_bytes += len(chunk)


def _check_content_type(head: RequestHead) -> None:
    content_type, _, parameters = head.headers.get("content-type", "").partition(";")
    charset = parameters.strip().lower().removeprefix("charset=").strip('"')
    if content_type.strip().lower() != JSON or charset not in ("", "utf-8"):
        raise RefusedError(415, f"send {JSON} in UTF-8, and declare it in Content-Type")


def _make_timeout_error(part_name: str, seconds: float) -> RefusedError:
    return RefusedError(408, f"{part_name} did not arrive within {seconds:g} s")
