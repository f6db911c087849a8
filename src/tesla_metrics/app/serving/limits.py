"""Limits on the size and the work of requests, and statistics for Prometheus."""

import os
import re
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, fields
from itertools import accumulate
from pathlib import Path
from threading import Lock
from typing import TypeAlias

from ..._version import __version__
from ...errors import UsageError
from ...files.item import ReferenceSet, Segment, get_text
from ...native import core_name
from .reply import RefusedError


@dataclass(frozen=True)
class ServerLimits:
    """Maximum sizes and times of requests; other requests are refused with an HTTP status.

    body            bytes of a request's body
    segments        segments of all systems, times metrics and references, in one request
    characters      characters of one text
    work            work for one segment with all its references, in the units of `CostFunction`
    seconds         seconds to receive a request, to answer it, and to send the answer
    connections     open connections
    waiting         requests that wait for a thread
    """

    body: int = 8 << 20
    segments: int = 50_000
    characters: int = 10_000
    work: int = 6_000_000
    seconds: float = 30.0
    connections: int = 100
    waiting: int = 64

    def __post_init__(self) -> None:
        for limit in fields(self):
            if not 0 < getattr(self, limit.name) <= 10**9:
                raise UsageError(
                    f"{limit.name} {getattr(self, limit.name)}: give a number above 0, to {10**9}"
                )

    @property
    def total_body_bytes(self) -> int:
        """Maximum total bytes of the bodies that are in memory."""
        return 8 * self.body


# Function that returns the cost of a pair of texts from their numbers of words. The unit is chosen
# so that a slow processor performs about a million units per second.
CostFunction: TypeAlias = Callable[[int, int], int]
# Scripts that write no spaces between words. Each of their characters counts as a word, which is
# the worst case.
_NO_SPACE_SCRIPTS = r"\u0e00-\u109f\u1780-\u17ff\u2e80-\ua4cf\uf900-\ufaff\U0001b000-\U0003ffff"
# Texts with longer words on average are counted as if their words had this many characters.
_MEAN_WORD_LENGTH = 5
_WORD = re.compile(rf"[{_NO_SPACE_SCRIPTS}]|[^\W{_NO_SPACE_SCRIPTS}]+|[^\w\s]")


def score_cost(n_hypothesis_words: int, n_reference_words: int) -> int:
    """Return the cost of scoring: 100 for the analysis of a word, and 1 per pair of words."""
    n_pairs = n_hypothesis_words * n_reference_words
    return n_pairs + 100 * (n_hypothesis_words + n_reference_words)


def explain_cost(n_hypothesis_words: int, n_reference_words: int) -> int:
    """Return the cost of an explanation: 1500 for the description of a word, and 1 per pair."""
    n_pairs = n_hypothesis_words * n_reference_words
    return n_pairs + 1500 * (n_hypothesis_words + n_reference_words)


def ter_cost(n_hypothesis_words: int, n_reference_words: int) -> int:
    """Return the cost of TER by sacreBLEU, which tries to move every span of words."""
    n_pairs = n_hypothesis_words * n_reference_words
    return 4 * n_pairs * (n_hypothesis_words + n_reference_words)


def check_cost(
    hypotheses: Sequence[Segment],
    reference_sets: Sequence[ReferenceSet],
    cost_function: CostFunction,
    limits: ServerLimits,
) -> list[int]:
    """Return the cost of each segment with all its references.

    A segment with a cost above `limits.work` is refused with status 413.
    """
    costs = [0] * len(hypotheses)
    word_counts = list(map(_count_words, hypotheses))
    # Without references or sources, a text is counted as if it were its own reference.
    for reference_set in reference_sets or [hypotheses]:
        for index, reference in enumerate(reference_set):
            if reference is not None:
                costs[index] += cost_function(word_counts[index], _count_words(reference))
    for index, segment_cost in enumerate(costs):
        if segment_cost > limits.work:
            n_references = len(reference_sets)
            noun = "references" if n_references > 1 else "reference"
            raise RefusedError(
                413,
                f"segment {index + 1} has {word_counts[index]} words and {n_references} {noun}, "
                "which takes too long: send shorter texts or fewer references, or use the command "
                "line",
            )
    return costs


def _count_words(segment: Segment) -> int:
    """Return the number of words for the cost, at least 1; very long words count several times."""
    text = get_text(segment)
    return max(len(_WORD.findall(text)), len(text) // _MEAN_WORD_LENGTH, 1)


def read_resident_memory() -> int | None:
    """Return the resident memory of the process in bytes; None if the system has no /proc."""
    try:
        pages = int(Path("/proc/self/statm").read_text("ascii").split()[1])
    except (OSError, ValueError, IndexError):
        return None
    return pages * os.sysconf("SC_PAGE_SIZE")


PROMETHEUS_CONTENT_TYPE = "text/plain; version=0.0.4; charset=utf-8"
# Upper bounds, in seconds, of the intervals in the histogram of request times.
_BUCKET_SECONDS = (
    *(0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5),
    *(1.0, 2.5, 5.0, 10.0, 30.0),
)
# Label for all unknown paths, so that clients cannot create any number of labels.
OTHER_PATH = "other"


class Monitor:
    """Statistics for Prometheus: requests by path and status, request times and gauges.

    `gauges` maps the name of a gauge to its help text and a function that returns its value.
    """

    def __init__(self, gauges: dict[str, tuple[str, Callable[[], int]]]) -> None:
        self._gauges = gauges
        self._lock = Lock()
        self._request_counts: Counter[tuple[str, int]] = Counter()  # by path and status
        self._bucket_counts: dict[str, list[int]] = {}  # by path; one count per interval
        self._total_seconds: Counter[str] = Counter()  # by path
        self._n_segments = 0

    def count_request(self, path: str, status: int, seconds: float) -> None:
        """Count one request; `path` is a known path or `OTHER_PATH`, `seconds` its duration."""
        with self._lock:
            self._request_counts[path, status] += 1
            bucket_counts = self._bucket_counts.setdefault(path, [0] * (len(_BUCKET_SECONDS) + 1))
            bucket_index = sum(seconds > upper_bound for upper_bound in _BUCKET_SECONDS)
            bucket_counts[bucket_index] += 1
            self._total_seconds[path] += seconds  # type: ignore[assignment]

    def count_segments(self, n_segments: int) -> None:
        """Count scored segments."""
        with self._lock:
            self._n_segments += n_segments

    def render(self) -> str:
        """Return all statistics in the text format of Prometheus."""
        with self._lock:
            return "".join(f"{line}\n" for line in self._format_lines())

    def _format_lines(self) -> Iterator[str]:
        yield from _format_help_lines("tesla_info", "gauge", "Version and core.")
        yield f'tesla_info{{version="{__version__}",core="{core_name()}"}} 1'
        yield from _format_help_lines(
            "tesla_requests_total", "counter", "Requests by path and status."
        )
        for (path, status), count in sorted(self._request_counts.items()):
            yield f'tesla_requests_total{{path="{path}",status="{status}"}} {count}'
        yield from _format_help_lines(
            "tesla_request_seconds", "histogram", "Seconds from request to answer."
        )
        for path, bucket_counts in sorted(self._bucket_counts.items()):
            upper_bounds = (*map(str, _BUCKET_SECONDS), "+Inf")
            for upper_bound, count in zip(upper_bounds, accumulate(bucket_counts), strict=True):
                yield f'tesla_request_seconds_bucket{{path="{path}",le="{upper_bound}"}} {count}'
            yield f'tesla_request_seconds_sum{{path="{path}"}} {self._total_seconds[path]:.6f}'
            yield f'tesla_request_seconds_count{{path="{path}"}} {sum(bucket_counts)}'
        yield from _format_help_lines(
            "tesla_segments_scored_total", "counter", "Scored segments, times metrics."
        )
        yield f"tesla_segments_scored_total {self._n_segments}"
        for name, (help_text, read_value) in self._gauges.items():
            yield from _format_help_lines(name, "gauge", help_text)
            yield f"{name} {read_value()}"
        if (memory := read_resident_memory()) is not None:
            yield from _format_help_lines(
                "process_resident_memory_bytes", "gauge", "Memory in use."
            )
            yield f"process_resident_memory_bytes {memory}"


def _format_help_lines(name: str, kind: str, help_text: str) -> Iterator[str]:
    """Yield the lines before the values of a statistic; `kind` is its type in Prometheus."""
    yield f"# HELP {name} {help_text}"
    yield f"# TYPE {name} {kind}"
