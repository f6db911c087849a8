"""A server that is asked badly goes on answering."""

import json
import socket
import threading
import time
from collections.abc import Iterator
from contextlib import ExitStack

import pytest
from served import PAIR, WHY, Served, serving

from tesla_metrics.app.serving import connection
from tesla_metrics.app.serving.limits import ServerLimits
from tesla_metrics.app.serving.server import listen_on
from tesla_metrics.errors import TeslaError, UsageError

BODY = json.dumps(PAIR).encode()
HOST = b"Host: localhost\r\n"
TYPE = b"Content-Type: application/json\r\n"
TOKEN = "0123456789abcdef"


def post(body: bytes, *, length: int | None = None, more: bytes = b"") -> bytes:
    said = len(body) if length is None else length
    head = b"POST /score HTTP/1.1\r\n" + HOST + TYPE + more
    return head + f"Content-Length: {said}\r\n\r\n".encode() + body


@pytest.fixture(autouse=True)
def lives_on(server: Served) -> Iterator[None]:
    """After each test: another one than the test's own client is answered."""
    yield
    assert server.ask("GET", "/healthz").body == b"ok\n"


@pytest.mark.parametrize(
    ("sent", "status"),
    [
        (b"\x16\x03\x01\x00\xf4\x01\x00\r\n\r\n", 400),  # TLS
        (b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", 505),
        (b"GET /" + b"a" * 20_000 + b" HTTP/1.1\r\n\r\n", 431),
        (b"GET / HTTP/1.1\r\n" + HOST + b"X: " + b"a" * 20_000 + b"\r\n\r\n", 431),
        (b"GET / HTTP/1.1\r\n\r\n", 400),
        (b"GET / HTTP/1.1\r\nHost: evil.example\r\n\r\n", 403),
        (b"GET /../../etc/passwd HTTP/1.1\r\n" + HOST + b"\r\n", 404),
        (b"GET /%2e%2e/etc/passwd HTTP/1.1\r\n" + HOST + b"\r\n", 404),
        (b"DELETE /score HTTP/1.1\r\n" + HOST + b"\r\n", 405),
        (b"OPTIONS /score HTTP/1.1\r\n" + HOST + b"Origin: http://evil.example\r\n\r\n", 405),
        (b"POST /score HTTP/1.1\r\n" + HOST + TYPE + b"\r\n", 411),
        (b"POST /score HTTP/1.1\r\n" + HOST + TYPE + b"Transfer-Encoding: chunked\r\n\r\n0", 411),
        (b"POST /score HTTP/1.1\r\n" + HOST + b"Content-Length: 2\r\n\r\n{}", 415),
        (post(BODY, more=b"Origin: http://evil.example\r\n"), 403),
        (post(BODY, more=b"Sec-Fetch-Site: cross-site\r\n"), 403),
        (post(b"", length=10**9), 413),
        (post(b"x" * 200_000), 413),
        (post(BODY, more=b"Expect: a miracle\r\n"), 417),
        (b"GET /healthz HTTP/1.1\r\n" + HOST + b"Content-Length: 5\r\n\r\nhello", 400),
    ],
)
def test_bad_requests(server: Served, sent: bytes, status: int) -> None:
    back = server.raw(sent)
    assert back.startswith(f"HTTP/1.1 {status} ".encode()), back[:300]
    head, _, body = back.partition(b"\r\n\r\n")
    assert b"Connection: close" in head or not sent.endswith(b"}")
    assert sorted(json.loads(body)) == ["error", "status"]


def test_what_was_not_read_is_no_second_request(server: Served) -> None:
    hidden = b"GET /healthz HTTP/1.1\r\n" + HOST + b"\r\n"
    for start in (b"GET /nothing", b"GET /healthz", b"DELETE /score", b"POST /nothing"):
        head = start + b" HTTP/1.1\r\n" + HOST
        for length in (
            f"Content-Length: {len(hidden)}\r\n\r\n",
            "Transfer-Encoding: chunked\r\n\r\n",
        ):
            assert server.raw(head + length.encode() + hidden).count(b"HTTP/1.1 ") == 1


def test_requests_one_after_the_other_on_one_connection(server: Served) -> None:
    asked = b"GET /healthz HTTP/1.1\r\n" + HOST + b"\r\n"
    assert server.raw(post(BODY) + asked * 2).count(b"HTTP/1.1 200 OK") == 3


def test_a_client_that_goes_away(server: Served) -> None:
    for sent in (b"", b"G", b"GET / HTTP", post(BODY, length=1000), post(BODY)[:-3]):
        assert server.raw(sent) == b""


def test_head_only(server: Served) -> None:
    whole, bare = server.ask("GET", "/openapi.json"), server.ask("HEAD", "/openapi.json")
    assert bare.body == b""
    assert bare.headers["Content-Length"] == str(len(whole.body))


def test_continues_when_asked_to(server: Served) -> None:
    back = server.raw(post(BODY, more=b"Expect: 100-continue\r\n"))
    assert back.startswith(b"HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 OK\r\n")


def test_nobody_else_may_use_answers(server: Served) -> None:
    for path in ("/", "/metrics", "/nothing"):
        headers = server.ask("GET", path).headers
        assert headers["X-Content-Type-Options"] == "nosniff"
        assert "frame-ancestors 'none'" in headers["Content-Security-Policy"]
        assert headers["Cross-Origin-Resource-Policy"] == "same-origin"
        assert headers["Cache-Control"] == "no-store"
        assert not any(name.lower().startswith("access-control") for name in headers)


def test_a_body_that_is_too_large_is_told_of_while_it_is_sent(server: Served) -> None:
    """The client has its answer though it was still sending."""
    with socket.create_connection(("127.0.0.1", server.port), timeout=30) as own:
        own.sendall(post(b"", length=5_000_000))
        for _ in range(50):
            own.sendall(b"x" * 100_000)
        assert own.recv(100).startswith(b"HTTP/1.1 413 ")


def test_slow_heads_and_bodies(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connection, "_HEAD_SECONDS", 0.3)
    monkeypatch.setattr(connection, "_IDLE_SECONDS", 0.3)
    monkeypatch.setattr(connection, "_LINGER_SECONDS", 0.1)
    with serving(ServerLimits(seconds=0.5)) as slow:
        assert slow.raw(b"", ends=False) == b""  # said nothing, was told nothing
        assert slow.status(b"GET / HTTP/1.1\r\nX: ", ends=False) == 408
        assert slow.status(b"GET / HTTP/1.1\n" + HOST + b"\n\n", ends=False) == 408
        assert slow.status(post(BODY, length=1000), ends=False) == 408
        assert slow.ask("GET", "/healthz").status == 200


def test_a_byte_now_and_then_is_no_progress(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connection, "_HEAD_SECONDS", 0.4)
    with serving() as slow, socket.create_connection(("127.0.0.1", slow.port), timeout=30) as own:
        start = time.monotonic()
        own.settimeout(0.05)
        back = b""
        while not back and time.monotonic() - start < 20:
            own.sendall(b"G")
            try:
                back = own.recv(100)
            except TimeoutError:
                continue
        assert back.startswith(b"HTTP/1.1 408 ")


def test_silent_connections_give_way() -> None:
    with serving(ServerLimits(connections=5)) as small, ExitStack() as all_open:
        for _ in range(20):
            all_open.enter_context(socket.create_connection(("127.0.0.1", small.port), timeout=30))
        assert small.ask("GET", "/healthz").status == 200


def test_too_many_connections_that_are_all_busy() -> None:
    with serving(ServerLimits(connections=3)) as small, ExitStack() as all_open:
        for _ in range(3):
            own = socket.create_connection(("127.0.0.1", small.port), timeout=30)
            all_open.enter_context(own).sendall(b"GET / HT")
        time.sleep(0.2)
        refused = small.ask("GET", "/healthz")
        assert (refused.status, refused.headers["Retry-After"]) == (503, "1")


def test_too_much_is_sent_at_once() -> None:
    bounds = ServerLimits(body=1000)
    with serving(bounds) as small, ExitStack() as all_open:
        for _ in range(bounds.total_body_bytes // 1000):
            own = socket.create_connection(("127.0.0.1", small.port), timeout=30)
            all_open.enter_context(own).sendall(post(b"", length=1000))
        time.sleep(0.2)
        assert small.post("/score", PAIR).status == 503


def test_too_many_at_once_are_told_so(monkeypatch: pytest.MonkeyPatch) -> None:
    inside, go_on = threading.Event(), threading.Event()

    def wait(*_: object) -> list[object]:
        inside.set()
        assert go_on.wait(30)
        return []

    monkeypatch.setattr("tesla_metrics.app.serving.routes.score_systems", wait)
    with serving(ServerLimits(waiting=1)) as busy:
        statuses: list[int] = []
        ask = lambda: statuses.append(busy.post("/score", PAIR).status)  # noqa: E731
        threads = [threading.Thread(target=ask) for _ in range(2)]
        threads[0].start()
        assert inside.wait(30)
        threads[1].start()
        while busy.ask("GET", "/metrics").body.count(b"requests_in_flight 2") == 0:
            time.sleep(0.01)
        assert busy.post("/score", PAIR).status == 503
        assert busy.ask("GET", "/healthz").status == 200
        go_on.set()
        for thread in threads:
            thread.join(30)
        assert statuses == [200, 200]


def test_a_fault_of_ours_tells_the_client_nothing(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], server: Served
) -> None:
    def fail(*_: object) -> None:
        raise RuntimeError("a secret")

    monkeypatch.setattr("tesla_metrics.app.serving.routes.score_systems", fail)
    answer = server.post("/score", PAIR)
    assert answer.status == 500
    assert b"secret" not in answer.body
    assert "a secret" in capsys.readouterr().err


def test_a_token_is_asked_for() -> None:
    with serving(token=TOKEN) as guarded:
        right = f"Bearer {TOKEN}"
        for path, question in (("/score", PAIR), ("/explain", WHY)):
            refused = guarded.post(path, question)
            assert (refused.status, refused.headers["WWW-Authenticate"]) == (401, "Bearer")
            assert guarded.post(path, question, Authorization="Bearer wrong").status == 401
            assert guarded.post(path, question, Authorization=right).status == 200
        assert guarded.ask("GET", "/metrics").status == 401
        assert guarded.ask("GET", "/metrics", Authorization=right).status == 200
        assert guarded.ask("GET", "/").status == 200  # says nothing that is secret
        assert TOKEN.encode() not in guarded.ask("GET", "/").body


def test_counts_what_it_did(server: Served) -> None:
    def counted(name: bytes) -> int:
        lines = server.ask("GET", "/metrics").body.splitlines()
        found = [line for line in lines if line.startswith(name)]
        return int(found[0].split()[-1]) if found else 0

    names = (
        b'tesla_requests_total{path="/score",status="200"}',
        b'tesla_requests_total{path="other",status="404"}',
        b'tesla_request_seconds_count{path="/score"}',
        b"tesla_segments_scored_total",
    )
    before = list(map(counted, names))
    server.post("/score", PAIR)
    server.ask("GET", "/some/secret/path")
    assert [counted(name) - was for name, was in zip(names, before, strict=True)] == [1, 1, 1, 1]
    assert b"secret" not in server.ask("GET", "/metrics").body


def test_describes_itself(server: Served) -> None:
    answer = server.ask("GET", "/openapi.json").json
    assert answer["openapi"].startswith("3.")
    asked = answer["paths"]["/score"]["post"]["requestBody"]["content"]["application/json"]
    assert {*PAIR, "metrics", "systems", "options"} <= set(asked["schema"]["properties"])


def test_finishes_what_it_began() -> None:
    answers: list[int] = []
    with serving(jobs=2) as ending:
        texts = [f"Number {k} floats down the river." for k in range(200)]
        question = {"lang": "en", "hypotheses": texts, "references": texts[::-1]}
        asking = threading.Thread(
            target=lambda: answers.append(ending.post("/score", question).status)
        )
        asking.start()
        while b"requests_in_flight 1" not in ending.ask("GET", "/metrics").body and not answers:
            time.sleep(0.01)
    asking.join(30)
    assert answers == [200]


def test_where_nobody_can_listen() -> None:
    taken = listen_on("127.0.0.1", 0)
    with taken.socket, pytest.raises(TeslaError, match="give another --port"):
        listen_on("127.0.0.1", taken.port)
    with pytest.raises(UsageError, match="from 0 to 65535"):
        listen_on("127.0.0.1", 70_000)
    with pytest.raises(UsageError, match="is not an address of this machine"):
        listen_on("no host at all", 0)


def test_which_places_are_local() -> None:
    for host, local in (("127.0.0.1", True), ("localhost", True), ("0.0.0.0", False)):
        place = listen_on(host, 0)
        place.socket.close()
        assert place.is_local is local
