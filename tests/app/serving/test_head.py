"""Heads of requests, read strictly."""

from contextlib import suppress

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tesla_metrics.app.serving.authentication import parse_head
from tesla_metrics.app.serving.reply import RefusedError

GET = b"GET / HTTP/1.1\r\nHost: here\r\n"


def status(block: bytes) -> int:
    with pytest.raises(RefusedError) as refused:
        _ = parse_head(block).body_length
    assert "\n" not in refused.value.message
    return refused.value.status


def test_method_path_and_headers() -> None:
    head = parse_head(b"POST /score?x=1 HTTP/1.1\r\nHost: a:1\r\nContent-Length:  12\t\r\n\r\n")
    assert (head.method, head.path, head.body_length, head.keep_alive) == (
        "POST",
        "/score",
        12,
        True,
    )
    assert head.headers == {"host": "a:1", "content-length": "12"}


@pytest.mark.parametrize(
    ("more", "lasting"),
    [(b"", True), (b"Connection: close\r\n", False), (b"Connection: Keep-Alive\r\n", True)],
)
def test_who_goes_on(more: bytes, lasting: bool) -> None:
    assert parse_head(GET + more + b"\r\n").keep_alive is lasting


def test_an_empty_line_before_a_request() -> None:
    assert parse_head(b"\r\n" + GET + b"\r\n").path == parse_head(GET + b"\r\n").path


def test_http_1_0_ends_unless_it_says_otherwise() -> None:
    assert not parse_head(b"GET / HTTP/1.0\r\n\r\n").keep_alive
    assert parse_head(b"GET / HTTP/1.0\r\nConnection: keep-alive\r\n\r\n").keep_alive


@pytest.mark.parametrize(
    "start",
    [
        *(b"GET /\r\n", b"GET  / HTTP/1.1", b" GET / HTTP/1.1", b"GET / HTTP/1.1 ", b"", b"\r\n"),
        *(b"G\xc3T / HTTP/1.1", b"GET http://elsewhere/ HTTP/1.1", b"GET /a b HTTP/1.1"),
        *(b"GET /\x00 HTTP/1.1", b"GET /\xff HTTP/1.1", b"\x16\x03\x01\x02\x00\x01\x00"),
    ],
)
def test_malformed_first_lines(start: bytes) -> None:
    assert status(start + b"\r\nHost: here\r\n\r\n") == 400


@pytest.mark.parametrize("version", [b"2.0", b"0.9", b"1.2", b"3"])
def test_other_versions(version: bytes) -> None:
    assert status(b"GET / HTTP/" + version + b"\r\nHost: here\r\n\r\n") == 505


@pytest.mark.parametrize(
    "header",
    [
        *(b"X : 1", b" X: 1", b"X", b": 1", b"X: a\rb", b"X: a\nY: b", b"X: \x00", b"\tfolded"),
        *(b"Host: again", b"X\xe4: 1", b"(X): 1"),
    ],
)
def test_malformed_headers(header: bytes) -> None:
    assert status(GET + header + b"\r\n\r\n") == 400


@pytest.mark.parametrize("length", [b"-1", b"+1", b"0x10", b"1_0", b"1 0", b"", b"9" * 30, b"\xb2"])
def test_lengths_that_are_none(length: bytes) -> None:
    assert status(GET + b"Content-Length: " + length + b"\r\n\r\n") == 400


def test_two_ways_to_end_a_body() -> None:
    both = b"Content-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n"
    assert status(GET + both) == 400
    assert status(GET + b"Content-Length: 3\r\nContent-Length: 3\r\n\r\n") == 400
    assert status(GET + b"Transfer-Encoding: chunked\r\n\r\n") == 411
    assert status(GET + b"Transfer-Encoding: gzip, chunked\r\n\r\n") == 501


def test_too_much() -> None:
    assert status(b"GET /" + b"a" * 5000 + b" HTTP/1.1\r\nHost: here\r\n\r\n") == 414
    assert status(GET + b"X: 1\r\n" * 200 + b"\r\n") == 431


def test_http_1_1_names_a_host() -> None:
    assert status(b"GET / HTTP/1.1\r\n\r\n") == 400


@settings(max_examples=30)
@given(st.binary(max_size=200))
def test_whatever_comes_is_refused_or_read(noise: bytes) -> None:
    for block in (noise, GET + noise, noise + b" HTTP/1.1\r\nHost: here"):
        with suppress(RefusedError):
            _ = parse_head(block + b"\r\n\r\n").body_length
