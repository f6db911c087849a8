"""What each path answers."""

from collections.abc import Callable
from functools import cached_property, partial
from typing import Any, NamedTuple, TypeAlias

from ..errors import InputError, ResourceError, TeslaError, UsageError
from ..files.schema import MisfitError
from .answering import explain_segment, report_systems, score_systems
from .asking import ask_explain, ask_score
from .bounds import Bounds
from .monitor import OTHER, PROMETHEUS, Monitor
from .openapi import describe
from .page import html_reply, live_page
from .reply import TEXT, RefusedError, Reply, json_bytes, json_reply
from .scorers import Scorers
from .shelf import FOLDER, Shelf
from .workers import Deadline, Staff, Workers

# Seconds: nobody waits.
_WARM = 3600.0
# Bytes of a body: a sentence or two, whatever the script, which take less than a second.
_SMALL = 4096
Answer: TypeAlias = Callable[[bytes, Deadline], Reply]


class Route(NamedTuple):
    """A path.

    method      what it takes
    workers     who works on it (nobody: it takes no time)
    open        whether it needs no token
    large       who works on large bodies, where these are others
    """

    method: str
    answer: Answer
    workers: Workers | None = None
    open: bool = False
    large: Workers | None = None

    def workers_for(self, length: int) -> Workers | None:
        """Of a body of that many bytes: who asks little does not wait for who asks much."""
        return self.large if self.large is not None and length > _SMALL else self.workers


class Routes:
    """All paths there are."""

    def __init__(self, bounds: Bounds, monitor: Monitor, staff: Staff) -> None:
        self._bounds, self._monitor = bounds, monitor
        self._scorers, self._shelf = Scorers(), Shelf()
        self.all = {
            "/": Route("GET", self._page, open=True),
            "/healthz": Route("GET", self._health, open=True),
            "/openapi.json": Route("GET", self._description, open=True),
            "/metrics": Route("GET", self._metrics),
            "/score": Route("POST", partial(_guarded, self._score), staff.small, large=staff.large),
            "/explain": Route(
                "POST", partial(_guarded, self._explain), staff.small, large=staff.large
            ),
            "/report": Route("POST", partial(_guarded, self._report), staff.reports),
        }

    def find(self, method: str, path: str) -> Route:
        """The route of a request; HEAD is GET without the body."""
        if (route := self.all.get(path) or self._of_report(path)) is None:
            raise RefusedError(404, f"there is nothing here: ask {', '.join(self.all)}")
        if ("GET" if method == "HEAD" else method) != route.method:
            raise RefusedError(405, f"{path} takes {route.method} only", Allow=route.method)
        return route

    def _of_report(self, path: str) -> Route | None:
        if not path.startswith(FOLDER):
            return None
        return Route("GET", lambda body, deadline: self._shelf.get(path), open=True)

    def called(self, path: str) -> str:
        """A path as it is counted: clients choose theirs, and could choose ever new ones."""
        if path.startswith(FOLDER):
            return FOLDER
        return path if path in self.all else OTHER

    def warm(self, langs: list[str]) -> None:
        """Loads what tesla-x needs of these languages, before anybody waits for it."""
        for lang in langs:
            question = {"lang": lang, "hypotheses": ["a 1 ."], "references": ["a 1 ."]}
            asked = ask_score(json_bytes(question), self._bounds)
            score_systems(asked, self._bounds, self._scorers, Deadline(_WARM))

    def _page(self, body: bytes, deadline: Deadline) -> Reply:
        return live_page()

    def _health(self, body: bytes, deadline: Deadline) -> Reply:
        return Reply(200, b"ok\n", TEXT)

    @cached_property
    def _openapi(self) -> Reply:
        return json_reply(describe(self._bounds))

    def _description(self, body: bytes, deadline: Deadline) -> Reply:
        return self._openapi

    def _metrics(self, body: bytes, deadline: Deadline) -> Reply:
        return Reply(200, self._monitor.render().encode(), PROMETHEUS)

    def _score(self, body: bytes, deadline: Deadline) -> Reply:
        asked = ask_score(body, self._bounds)
        records = score_systems(asked, self._bounds, self._scorers, deadline)
        self._monitor.scored(sum(map(len, asked.systems.values())) * len(asked.metrics))
        return json_reply(records)

    def _explain(self, body: bytes, deadline: Deadline) -> Reply:
        asked = ask_explain(body, self._bounds)
        explanation: dict[str, Any] = explain_segment(asked, self._bounds, self._scorers, deadline)
        self._monitor.scored(1)
        return json_reply(explanation)

    def _report(self, body: bytes, deadline: Deadline) -> Reply:
        asked = ask_score(body, self._bounds)
        made = report_systems(asked, self._bounds, deadline)
        self._monitor.scored(sum(map(len, asked.systems.values())) * len(asked.metrics))
        told = {"warnings": made.warnings} if made.warnings else {}
        return json_reply({"path": self._shelf.put(html_reply(made.page)), **told})


def _guarded(answer: Answer, body: bytes, deadline: Deadline) -> Reply:
    """What is wrong with a question is told in our own words; all else is a fault of ours."""
    deadline.check()
    try:
        return answer(body, deadline)
    except (MisfitError, UsageError, InputError, ResourceError) as error:
        raise RefusedError(422, str(error)) from error
    except TeslaError as error:
        raise RefusedError(500, str(error)) from error
    except MemoryError as error:
        raise RefusedError(503, "out of memory: send fewer or shorter texts") from error
