"""Who may ask."""

import pytest

from tesla_metrics.app.serving.authentication import (
    RequestGuard,
    RequestHead,
    make_request_guard,
    read_token,
)
from tesla_metrics.app.serving.reply import RefusedError
from tesla_metrics.errors import UsageError

TOKEN = "a-token-that-is-long"


def head(**headers: str) -> RequestHead:
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    return RequestHead("POST", "/score", {"host": "localhost:8080", **named}, True)


@pytest.mark.parametrize(
    "host", ["localhost", "LOCALHOST:1", "127.0.0.1:8080", "[::1]:8080", "[::1]", "127.0.0.2"]
)
def test_this_machine_by_any_name(host: str) -> None:
    RequestGuard("127.0.0.2", True).check_host(head(host=host))


@pytest.mark.parametrize(
    "host",
    [
        *("evil.example", "localhost.evil.example", "127.0.0.1.evil.example", "evil@", ""),
        *("[::1", "0.0.0.0", "localhost@evil.example", "evil.example#localhost"),
        *("evil.example@127.0.0.1", "localhost:x", "localhost:99999", "localhost:", "localhost/a"),
    ],
)
def test_another_name_that_leads_here(host: str) -> None:
    with pytest.raises(RefusedError) as refused:
        RequestGuard("127.0.0.1", True).check_host(head(host=host))
    assert refused.value.status == 403


def test_elsewhere_or_with_a_token_any_name_will_do() -> None:
    RequestGuard("127.0.0.1", True, TOKEN).check_host(head(host="scores.example"))
    RequestGuard("0.0.0.0", False, TOKEN).check_host(head(host="scores.example"))


@pytest.mark.parametrize("origin", ["http://localhost:8080", "https://LOCALHOST:8080"])
def test_our_own_pages_may_ask(origin: str) -> None:
    RequestGuard("127.0.0.1", True).check_origin(head(origin=origin, sec_fetch_site="same-origin"))
    RequestGuard("127.0.0.1", True).check_origin(head())


@pytest.mark.parametrize(
    "headers",
    [
        {"origin": "http://evil.example"},
        {"origin": "null"},
        {"origin": ""},
        {"origin": "http://localhost:8081"},
        {"origin": "file://localhost:8080"},
        {"origin": "http://[bad"},
        {"sec_fetch_site": "cross-site"},
        {"sec_fetch_site": "same-site"},
    ],
)
def test_other_pages_may_not(headers: dict[str, str]) -> None:
    with pytest.raises(RefusedError) as refused:
        RequestGuard("127.0.0.1", True).check_origin(head(**headers))
    assert refused.value.status == 403


def test_the_token() -> None:
    keeper = RequestGuard("0.0.0.0", False, TOKEN)
    keeper.check_token(head(authorization=f"Bearer {TOKEN}"))
    keeper.check_token(head(authorization=f"bearer {TOKEN}"))
    for wrong in ("", "Bearer", f"Basic {TOKEN}", f"Bearer {TOKEN}x", "Bearer \xe4", TOKEN):
        with pytest.raises(RefusedError) as refused:
            keeper.check_token(head(authorization=wrong))
        assert refused.value.status == 401
    RequestGuard("127.0.0.1", True).check_token(head())


def test_where_others_get_to_there_is_a_token() -> None:
    assert make_request_guard("127.0.0.1", True, "").token == ""
    assert make_request_guard("127.0.0.1", True, TOKEN).token == TOKEN
    assert make_request_guard("0.0.0.0", False, TOKEN).token == TOKEN
    made = make_request_guard("0.0.0.0", False, "").token
    assert read_token(made) == made
    assert made != make_request_guard("0.0.0.0", False, "").token


def test_the_environment_has_one(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("TESLA_TOKEN", raising=False)
    assert read_token(None) == ""
    monkeypatch.setenv("TESLA_TOKEN", TOKEN)
    assert read_token(None) == TOKEN
    assert read_token(f"another-{TOKEN}") == f"another-{TOKEN}"


def test_tokens_that_could_be_guessed() -> None:
    for weak in ("short", "with spaces in it, long", "schlüssel-ist-lang-genug"):
        with pytest.raises(UsageError, match="token must have 16"):
            read_token(weak)
