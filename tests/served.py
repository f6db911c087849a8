"""A server in this process for tests, and plain ways to ask it."""

import json
import socket
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from http.client import HTTPConnection
from typing import Any, NamedTuple

from tesla_metrics.app.serving.authentication import RequestGuard
from tesla_metrics.app.serving.limits import ServerLimits
from tesla_metrics.app.serving.server import listen_on, make_server

PAIR = {
    "lang": "en",
    "hypotheses": ["The boat drifts past the mill."],
    "references": ["A boat is drifting past the old mill."],
}
WHY = {"lang": "en", "hypothesis": PAIR["hypotheses"][0], "references": PAIR["references"]}


class Answered(NamedTuple):
    """What came back."""

    status: int
    headers: Mapping[str, str]
    body: bytes

    @property
    def json(self) -> Any:
        return json.loads(self.body)


class Served:
    """The server's port, and who asks it."""

    def __init__(self, port: int) -> None:
        self.port = port
        self.url = f"http://127.0.0.1:{port}/"

    def ask(
        self, method: str, path: str, body: bytes | None = None, **headers: str
    ) -> Answered:  # fmt: skip
        """A well-behaved request; headers by names with underscores."""
        asking = HTTPConnection("127.0.0.1", self.port, timeout=30)
        try:
            named = {name.replace("_", "-"): value for name, value in headers.items()}
            asking.request(method, path, body, named)
            answer = asking.getresponse()
            return Answered(answer.status, dict(answer.getheaders()), answer.read())
        finally:
            asking.close()

    def post(self, path: str, question: object, **headers: str) -> Answered:
        """JSON."""
        body = json.dumps(question).encode()
        return self.ask("POST", path, body, **{"Content_Type": "application/json", **headers})

    def raw(self, sent: bytes, *, ends: bool = True) -> bytes:
        """All that comes back for these bytes; `ends`: nothing more will be sent."""
        with socket.create_connection(("127.0.0.1", self.port), timeout=30) as own:
            own.sendall(sent)
            if ends:
                own.shutdown(socket.SHUT_WR)
            return b"".join(iter(lambda: own.recv(1 << 16), b""))

    def status(self, sent: bytes, *, ends: bool = True) -> int:
        """Of the first answer; 0 where there is none."""
        back = self.raw(sent, ends=ends)
        return int(back.split(b" ", 2)[1]) if back else 0


@contextmanager
def serving(bounds: ServerLimits | None = None, token: str = "", jobs: int = 1) -> Iterator[Served]:
    """A server of its own on a free port."""
    place = listen_on("127.0.0.1", 0)
    with place.socket:
        keeper = RequestGuard(place.host, place.is_local, token)
        server = make_server(place, keeper, bounds or ServerLimits(), jobs)
        server.start()
        try:
            yield Served(place.port)
        finally:
            assert server.stop(5.0)
