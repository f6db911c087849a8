"""The routes of the server, the live page and the store of reports."""

import secrets
from collections import OrderedDict
from collections.abc import Callable, Mapping
from functools import cache, cached_property, partial
from threading import Lock
from typing import Any, NamedTuple, TypeAlias

from ...errors import InputError, ResourceError, TeslaError, UsageError
from ...explanation.page.document import render_page
from ...explanation.page.explanations import VIEW_ASSETS
from ...files.schema import SchemaError
from ...metrics.registry import DEFAULT, load_plugins, loaded_names, metric_class
from ...metrics.segment_metric import can_explain
from ...resources.contextual.encoder_file import is_installed
from ...text.languages.codes import language_name
from ...text.loading import known_languages
from .answering import ScorerCache, explain_segment, report_systems, score_systems
from .limits import OTHER, PROMETHEUS_CONTENT_TYPE, Monitor, ServerLimits
from .openapi import describe
from .reply import HTML, TEXT, RefusedError, Reply, json_bytes, json_reply
from .request_schema import parse_explain_request, parse_score_request
from .workers import Deadline, WorkerGroups, WorkerPool

_EXAMPLE = {
    "references": "The doctor forgot his keys on the kitchen table.",
    "hypotheses": "The physician left his keys on the table in the kitchen.\n"
    "The doctor forgot her key on a kitchen chair.\n"
    "His keys, the doctor never forgot.",
}


def render_live(
    metrics: Mapping[str, bool],
    languages: Mapping[str, str],
    default: str,
    against: Mapping[str, str],
) -> str:
    """Return the HTML document of the live page.

    metrics     whether each metric explains its scores
    languages   names by language code
    default     the metric that is selected first
    against     what each metric compares texts with: reference, source or nothing
    """
    return render_page(
        "tesla, live",
        parts=(*VIEW_ASSETS, "asking", "contest", "dropping", "live"),
        data={
            "metrics": metrics,
            "languages": languages,
            "against": against,
            "start": {**_EXAMPLE, "metric": default, "lang": "en"},
        },
        body="<noscript><p>This page scores while you type, for which it needs scripts.</p>"
        "</noscript>",
        live=True,
    )


# Metrics that need files, which a server does not read.
_FILE_METRICS = ("tesla-b", "tesla-f", "cremer")
# A metric that needs an optional package.
_ENCODER_METRIC = "tesla-n"
# The page has its policy in its head, except for the part that only a header can set.
_PAGE_POLICY = {"Content-Security-Policy": "frame-ancestors 'none'"}


@cache
def live_page() -> Reply:
    """Return the live page, which is the same for all clients."""
    excluded = _FILE_METRICS if is_installed() else (*_FILE_METRICS, _ENCODER_METRIC)
    load_plugins()
    names = [name for name in loaded_names() if name not in excluded]
    metrics = {name: can_explain(metric_class(name)) for name in names}
    languages = {code: language_name(code) for code in known_languages()}
    against = {name: metric_class(name).against for name in names}
    return html_reply(render_live(metrics, languages, DEFAULT, against))


def html_reply(page: str) -> Reply:
    """Return the reply for a page of this package, which contains its own security policy."""
    return Reply(200, page.encode(), HTML, _PAGE_POLICY)


REPORTS_PATH = "/reports/"
_MAX_REPORTS, _MAX_REPORT_BYTES = 8, 100 << 20


class ReportStore:
    """Reports in memory. The path is the only protection, since browsers send no token."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._reports: OrderedDict[str, Reply] = OrderedDict()

    def put(self, page: Reply) -> str:
        """Store a report; return its path, which cannot be guessed."""
        path = REPORTS_PATH + secrets.token_urlsafe(24)
        with self._lock:
            self._reports[path] = page
            while len(self._reports) > 1 and self._is_full:
                self._reports.popitem(last=False)
        return path

    @property
    def _is_full(self) -> bool:
        size = sum(len(page.body) for page in self._reports.values())
        return len(self._reports) > _MAX_REPORTS or size > _MAX_REPORT_BYTES

    def get(self, path: str) -> Reply:
        """Return the report with this path."""
        with self._lock:
            if (page := self._reports.get(path)) is None:
                raise RefusedError(404, "this report is no longer available: create it again")
            return page


# Time limit, in seconds, of loading languages at the start.
_WARM_SECONDS = 3600.0
# Maximum bytes of a small body: one or two sentences, which take less than a second.
_SMALL_BODY_BYTES = 4096
Handler: TypeAlias = Callable[[bytes, Deadline], Reply]


class Route(NamedTuple):
    """Method and handler of a path.

    method      HTTP method
    workers     workers for the requests; None: answer in the event loop
    is_public   whether requests need no token
    large       separate workers for large bodies; None: use `workers`
    """

    method: str
    handler: Handler
    workers: WorkerPool | None = None
    is_public: bool = False
    large: WorkerPool | None = None

    def workers_for(self, length: int) -> WorkerPool | None:
        """Return the workers for a body of `length` bytes: small bodies do not wait for large."""
        return self.large if self.large is not None and length > _SMALL_BODY_BYTES else self.workers


class Routes:
    """All routes of the server."""

    def __init__(self, bounds: ServerLimits, monitor: Monitor, worker_groups: WorkerGroups) -> None:
        self._bounds, self._monitor = bounds, monitor
        self._scorers, self._report_store = ScorerCache(), ReportStore()
        self.all = {
            "/": Route("GET", self._page, is_public=True),
            "/healthz": Route("GET", self._health, is_public=True),
            "/openapi.json": Route("GET", self._description, is_public=True),
            "/metrics": Route("GET", self._metrics),
            "/score": Route(
                "POST",
                partial(_run_handler, self._score),
                worker_groups.small,
                large=worker_groups.large,
            ),
            "/explain": Route(
                "POST",
                partial(_run_handler, self._explain),
                worker_groups.small,
                large=worker_groups.large,
            ),
            "/report": Route("POST", partial(_run_handler, self._report), worker_groups.reports),
        }

    def find(self, method: str, path: str) -> Route:
        """Return the route of a request; HEAD is handled as GET without the body."""
        if (route := self.all.get(path) or self._report_route(path)) is None:
            raise RefusedError(404, f"this path does not exist: use {', '.join(self.all)}")
        if ("GET" if method == "HEAD" else method) != route.method:
            raise RefusedError(405, f"{path} takes {route.method} only", Allow=route.method)
        return route

    def _report_route(self, path: str) -> Route | None:
        if not path.startswith(REPORTS_PATH):
            return None
        return Route("GET", lambda body, deadline: self._report_store.get(path), is_public=True)

    def label(self, path: str) -> str:
        """Return the path under which a request is counted; unknown paths are counted together."""
        if path.startswith(REPORTS_PATH):
            return REPORTS_PATH
        return path if path in self.all else OTHER

    def warm(self, langs: list[str]) -> None:
        """Load the resources of tesla-x for these languages before the first request."""
        for lang in langs:
            request = {"lang": lang, "hypotheses": ["a 1 ."], "references": ["a 1 ."]}
            score_request = parse_score_request(json_bytes(request), self._bounds)
            score_systems(score_request, self._bounds, self._scorers, Deadline(_WARM_SECONDS))

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
        return Reply(200, self._monitor.render().encode(), PROMETHEUS_CONTENT_TYPE)

    def _score(self, body: bytes, deadline: Deadline) -> Reply:
        request = parse_score_request(body, self._bounds)
        records = score_systems(request, self._bounds, self._scorers, deadline)
        self._monitor.count_segments(sum(map(len, request.systems.values())) * len(request.metrics))
        return json_reply(records)

    def _explain(self, body: bytes, deadline: Deadline) -> Reply:
        request = parse_explain_request(body, self._bounds)
        explanation: dict[str, Any] = explain_segment(
            request, self._bounds, self._scorers, deadline
        )
        self._monitor.count_segments(1)
        return json_reply(explanation)

    def _report(self, body: bytes, deadline: Deadline) -> Reply:
        request = parse_score_request(body, self._bounds)
        report = report_systems(request, self._bounds, deadline)
        self._monitor.count_segments(sum(map(len, request.systems.values())) * len(request.metrics))
        warnings = {"warnings": report.warnings} if report.warnings else {}
        return json_reply({"path": self._report_store.put(html_reply(report.page)), **warnings})


def _run_handler(answer: Handler, body: bytes, deadline: Deadline) -> Reply:
    """Run a handler and translate errors into HTTP statuses."""
    deadline.check()
    try:
        return answer(body, deadline)
    except (SchemaError, UsageError, InputError, ResourceError) as error:
        raise RefusedError(422, str(error)) from error
    except TeslaError as error:
        raise RefusedError(500, str(error)) from error
    except MemoryError as error:
        raise RefusedError(503, "out of memory: send fewer or shorter texts") from error
