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
from ...metrics.registry import (
    DEFAULT_METRIC,
    get_loaded_names,
    get_metric_class,
    load_plugins,
)
from ...metrics.segment_metric import can_explain
from ...resources.contextual.encoder_file import is_default_installed
from ...text.languages.codes import get_language_name
from ...text.loading import list_known_languages
from .answering import ScorerCache, explain_segment, report_systems, score_systems
from .limits import OTHER_PATH, PROMETHEUS_CONTENT_TYPE, Monitor, ServerLimits
from .openapi import build_openapi
from .reply import HTML, TEXT, RefusedError, Reply, encode_json, make_json_reply
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
    default_metric: str,
    counterpart_kinds: Mapping[str, str],
) -> str:
    """Return the HTML document of the live page.

    metrics             by name of the metric: whether it can explain its scores
    languages           names of languages by code
    default_metric      the metric that is selected first
    counterpart_kinds   by name of the metric: what texts are compared with (reference, source or
                        nothing)
    """
    return render_page(
        "tesla, live",
        assets=(*VIEW_ASSETS, "asking", "contest", "dropping", "live"),
        data={
            "metrics": metrics,
            "languages": languages,
            "against": counterpart_kinds,
            "start": {**_EXAMPLE, "metric": default_metric, "lang": "en"},
        },
        body="<noscript><p>This page scores while you type, for which it needs scripts.</p>"
        "</noscript>",
        allow_requests=True,
    )


# Metrics that need files of the user, which the server does not read.
_FILE_METRICS = ("tesla-b", "tesla-f", "cremer")
# The metric that needs an encoder, which is an optional package.
_ENCODER_METRIC = "tesla-n"
# Pages contain their content security policy, except for the part that only a header can set.
_PAGE_POLICY = {"Content-Security-Policy": "frame-ancestors 'none'"}


@cache
def make_live_page() -> Reply:
    """Return the reply with the live page, which is the same for all clients."""
    excluded_metrics = (
        _FILE_METRICS if is_default_installed() else (*_FILE_METRICS, _ENCODER_METRIC)
    )
    load_plugins()
    names = [name for name in get_loaded_names() if name not in excluded_metrics]
    metrics = {name: can_explain(get_metric_class(name)) for name in names}
    languages = {code: get_language_name(code) for code in list_known_languages()}
    counterpart_kinds = {name: get_metric_class(name).against for name in names}
    return make_html_reply(render_live(metrics, languages, DEFAULT_METRIC, counterpart_kinds))


def make_html_reply(page: str) -> Reply:
    """Return the reply with an HTML page, which contains its own content security policy."""
    return Reply(200, page.encode(), HTML, _PAGE_POLICY)


REPORTS_PATH = "/reports/"
_MAX_REPORTS, _MAX_REPORT_BYTES = 8, 100 << 20


class ReportStore:
    """Reports in memory, by path; the oldest are dropped.

    A path cannot be guessed. This is the only protection, because browsers send no token.
    """

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
        """Return the report with this path; refuse with status 404 if it has been dropped."""
        with self._lock:
            if (page := self._reports.get(path)) is None:
                raise RefusedError(404, "this report is no longer available: create it again")
            return page


# Time limit, in seconds, for loading languages when the server starts.
_LOADING_SECONDS = 3600.0
# Maximum bytes of a small body. It has one or two sentences, which take less than a second.
_SMALL_BODY_BYTES = 4096
# Function that returns the reply for a body, within a time limit.
Handler: TypeAlias = Callable[[bytes, Deadline], Reply]


class Route(NamedTuple):
    """The HTTP method and the handler of a path.

    workers             threads that run the handler; None: run it in the event loop
    is_public           whether requests need no token
    large_body_workers  separate threads for large bodies; None: use `workers` for all
    """

    method: str
    handler: Handler
    workers: WorkerPool | None = None
    is_public: bool = False
    large_body_workers: WorkerPool | None = None

    def get_workers(self, length: int) -> WorkerPool | None:
        """Return the workers for a body of `length` bytes; small bodies do not wait for large."""
        if self.large_body_workers is not None and length > _SMALL_BODY_BYTES:
            return self.large_body_workers
        return self.workers


class Routes:
    """All routes of the server, and their handlers."""

    def __init__(self, limits: ServerLimits, monitor: Monitor, worker_groups: WorkerGroups) -> None:
        self._limits, self._monitor = limits, monitor
        self._scorers, self._report_store = ScorerCache(), ReportStore()
        self.routes_by_path = {
            "/": Route("GET", self._get_page, is_public=True),
            "/healthz": Route("GET", self._get_health, is_public=True),
            "/openapi.json": Route("GET", self._get_description, is_public=True),
            "/metrics": Route("GET", self._get_metrics),
            "/score": Route(
                "POST",
                partial(_run_handler, self._post_score),
                worker_groups.small,
                large_body_workers=worker_groups.large,
            ),
            "/explain": Route(
                "POST",
                partial(_run_handler, self._post_explain),
                worker_groups.small,
                large_body_workers=worker_groups.large,
            ),
            "/report": Route(
                "POST", partial(_run_handler, self._post_report), worker_groups.reports
            ),
        }

    def find(self, method: str, path: str) -> Route:
        """Return the route of a request; HEAD is handled as GET without the body."""
        if (route := self.routes_by_path.get(path) or self._find_report_route(path)) is None:
            raise RefusedError(
                404, f"this path does not exist: use {', '.join(self.routes_by_path)}"
            )
        if ("GET" if method == "HEAD" else method) != route.method:
            raise RefusedError(405, f"{path} takes {route.method} only", Allow=route.method)
        return route

    def _find_report_route(self, path: str) -> Route | None:
        if not path.startswith(REPORTS_PATH):
            return None
        return Route("GET", lambda body, deadline: self._report_store.get(path), is_public=True)

    def get_path_label(self, path: str) -> str:
        """Return the path for the statistics of requests; all unknown paths have the same label."""
        if path.startswith(REPORTS_PATH):
            return REPORTS_PATH
        return path if path in self.routes_by_path else OTHER_PATH

    def load_languages(self, langs: list[str]) -> None:
        """Load the resources of tesla-x for these languages before the first request."""
        for lang in langs:
            fields = {"lang": lang, "hypotheses": ["a 1 ."], "references": ["a 1 ."]}
            request = parse_score_request(encode_json(fields), self._limits)
            score_systems(request, self._limits, self._scorers, Deadline(_LOADING_SECONDS))

    def _get_page(self, body: bytes, deadline: Deadline) -> Reply:
        return make_live_page()

    def _get_health(self, body: bytes, deadline: Deadline) -> Reply:
        return Reply(200, b"ok\n", TEXT)

    @cached_property
    def _openapi(self) -> Reply:
        return make_json_reply(build_openapi(self._limits))

    def _get_description(self, body: bytes, deadline: Deadline) -> Reply:
        return self._openapi

    def _get_metrics(self, body: bytes, deadline: Deadline) -> Reply:
        return Reply(200, self._monitor.render().encode(), PROMETHEUS_CONTENT_TYPE)

    def _post_score(self, body: bytes, deadline: Deadline) -> Reply:
        request = parse_score_request(body, self._limits)
        records = score_systems(request, self._limits, self._scorers, deadline)
        self._monitor.count_segments(sum(map(len, request.systems.values())) * len(request.metrics))
        return make_json_reply(records)

    def _post_explain(self, body: bytes, deadline: Deadline) -> Reply:
        request = parse_explain_request(body, self._limits)
        explanation: dict[str, Any] = explain_segment(
            request, self._limits, self._scorers, deadline
        )
        self._monitor.count_segments(1)
        return make_json_reply(explanation)

    def _post_report(self, body: bytes, deadline: Deadline) -> Reply:
        request = parse_score_request(body, self._limits)
        report = report_systems(request, self._limits, deadline)
        self._monitor.count_segments(sum(map(len, request.systems.values())) * len(request.metrics))
        warnings = {"warnings": report.warnings} if report.warnings else {}
        return make_json_reply(
            {"path": self._report_store.put(make_html_reply(report.page)), **warnings}
        )


def _run_handler(handler: Handler, body: bytes, deadline: Deadline) -> Reply:
    """Run a handler and translate errors into HTTP statuses."""
    deadline.check()
    try:
        return handler(body, deadline)
    except (SchemaError, UsageError, InputError, ResourceError) as error:
        raise RefusedError(422, str(error)) from error
    except TeslaError as error:
        raise RefusedError(500, str(error)) from error
    except MemoryError as error:
        raise RefusedError(503, "out of memory: send fewer or shorter texts") from error
