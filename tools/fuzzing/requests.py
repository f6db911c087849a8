"""Requests to a server: answered, or refused with a status and one line; never a fault of ours."""

import json
import random
from functools import cache
from typing import Any

from tesla_metrics.app.serving.authentication import parse_head
from tesla_metrics.app.serving.limits import Monitor, ServerLimits
from tesla_metrics.app.serving.reply import RefusedError
from tesla_metrics.app.serving.routes import Routes
from tesla_metrics.app.serving.workers import Deadline, WorkerGroups, WorkerPool
from tesla_metrics.metrics.registry import metric_names

from .damage import damaged
from .faults import check, check_message
from .json_damage import damaged_json, written
from .place import Place
from .texts import random_pairs

_HEAD = (
    b"POST /score?a=b HTTP/1.1\r\nHost: localhost:8080\r\nContent-Type: application/json\r\n"
    b"Content-Length: 12\r\nConnection: keep-alive\r\nOrigin: http://localhost:8080\r\n\r\n"
)
_OPTIONS: tuple[dict[str, Any], ...] = (
    *({}, {}, {"lowercase": True}, {"order": 2}, {"synonyms": "none"}, {"alpha": 0.5}),
    *({"multi": "max"}, {"frequencies": "references"}, {"tokenize": "char"}),
)


def fuzz_heads(rng: random.Random, place: Place) -> None:
    """Read, or refused."""
    place.watchdog.again()
    for _ in range(50):
        try:
            head = parse_head(damaged(rng, _HEAD))
            check(
                head.body_length is None or head.body_length >= 0, f"a length of {head.body_length}"
            )
        except RefusedError as refused:
            _check_refused(refused)
    place.count("requests/head", 50)


def fuzz_requests(rng: random.Random, place: Place) -> None:
    """Right questions, most of them with something wrong in them."""
    lang = rng.choice(place.languages)
    place.ready(lang)
    path, question = _question(rng, lang)
    if rng.random() < 0.7:
        question = damaged_json(rng, question)
    body = written(rng, question)
    if rng.random() < 0.1:
        body = damaged(rng, body)
    place.watchdog.again()
    try:
        reply = _routes().find("POST", path).handler(body, Deadline(9.0))
    except RefusedError as refused:
        _check_refused(refused)
    else:
        json.loads(reply.body, parse_constant=_no_number)
    place.count(f"requests{path}", 1)


@cache
def _routes() -> Routes:
    # Never asked: what they would do is called here.
    staff = WorkerGroups(*(WorkerPool(1, 1, 9.0) for _ in WorkerGroups._fields))
    return Routes(ServerLimits(segments=200, characters=2000), Monitor({}), staff)


def _question(rng: random.Random, lang: str) -> tuple[str, dict[str, Any]]:
    hypotheses, references = random_pairs(rng, lang, rng.choice((1, 1, 2, 5)))
    common = {
        "metric": rng.choice(metric_names()),
        "lang": lang,
        "options": dict(rng.choice(_OPTIONS)),
    }
    if rng.random() < 0.4:
        return "/explain", {**common, "hypothesis": hypotheses[0], "references": references}
    texts = rng.choice(({"hypotheses": hypotheses}, {"systems": {"a": hypotheses}}))
    segments = rng.random() < 0.5
    return "/score", {**common, **texts, "references": references, "segments": segments}


def _check_refused(refused: RefusedError) -> None:
    check(
        400 <= refused.status < 500 or refused.status in (501, 505), f"{refused.status}: {refused}"
    )
    check_message(refused.message)


def _no_number(name: str) -> None:
    check(False, f"{name} in JSON")
