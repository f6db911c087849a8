"""What monitoring asks for, in the text format of Prometheus."""

from collections import Counter
from collections.abc import Callable, Iterator
from itertools import accumulate
from threading import Lock

from .._core.native import core_name
from .._version import __version__
from .memory import resident_memory

PROMETHEUS = "text/plain; version=0.0.4; charset=utf-8"
# Seconds.
_BUCKETS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0, 30.0)
# Clients choose paths, and could choose ever new ones: only those that exist have a name.
OTHER = "other"


class Monitor:
    """Requests by path and status, how long they took, and what is going on now."""

    def __init__(self, gauges: dict[str, tuple[str, Callable[[], int]]]) -> None:
        self._gauges = gauges
        self._lock = Lock()
        self._requests: Counter[tuple[str, int]] = Counter()
        self._times: dict[str, list[int]] = {}
        self._seconds: Counter[str] = Counter()
        self._segments = 0

    def answered(self, path: str, status: int, seconds: float) -> None:
        """One more request; `path` is one of ours, or OTHER."""
        with self._lock:
            self._requests[path, status] += 1
            own = self._times.setdefault(path, [0] * (len(_BUCKETS) + 1))
            own[sum(seconds > edge for edge in _BUCKETS)] += 1
            self._seconds[path] += seconds  # type: ignore[assignment]

    def scored(self, segments: int) -> None:
        """So many segments more."""
        with self._lock:
            self._segments += segments

    def render(self) -> str:
        """All of it."""
        with self._lock:
            return "".join(f"{line}\n" for line in self._lines())

    def _lines(self) -> Iterator[str]:
        yield from _about("tesla_info", "gauge", "Version and core.")
        yield f'tesla_info{{version="{__version__}",core="{core_name()}"}} 1'
        yield from _about("tesla_requests_total", "counter", "Requests by path and status.")
        for (path, status), count in sorted(self._requests.items()):
            yield f'tesla_requests_total{{path="{path}",status="{status}"}} {count}'
        yield from _about("tesla_request_seconds", "histogram", "From head to answer.")
        for path, counts in sorted(self._times.items()):
            edges = (*map(str, _BUCKETS), "+Inf")
            for edge, count in zip(edges, accumulate(counts), strict=True):
                yield f'tesla_request_seconds_bucket{{path="{path}",le="{edge}"}} {count}'
            yield f'tesla_request_seconds_sum{{path="{path}"}} {self._seconds[path]:.6f}'
            yield f'tesla_request_seconds_count{{path="{path}"}} {sum(counts)}'
        yield from _about("tesla_segments_scored_total", "counter", "Segments, times metrics.")
        yield f"tesla_segments_scored_total {self._segments}"
        for name, (help, value) in self._gauges.items():
            yield from _about(name, "gauge", help)
            yield f"{name} {value()}"
        if (memory := resident_memory()) is not None:
            yield from _about("process_resident_memory_bytes", "gauge", "Memory in use.")
            yield f"process_resident_memory_bytes {memory}"


def _about(name: str, kind: str, help: str) -> Iterator[str]:
    yield f"# HELP {name} {help}"
    yield f"# TYPE {name} {kind}"
