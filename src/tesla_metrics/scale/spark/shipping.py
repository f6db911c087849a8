"""Send metrics and files to Spark workers."""

import atexit
import json
import pickle
import secrets
import shutil
import tempfile
from collections import OrderedDict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, is_dataclass, replace
from functools import lru_cache
from pathlib import Path
from typing import Any, TypeVar

from ...core.encoding.session import Session
from ...files.long_runs import file_stamp
from ...metrics.base import Metric
from ...metrics.options import DeclaredOption, declared_options
from ...text.languages import Language, find_language, parse_language, register
from ...text.languages.registry import is_registered


def new_file(name: str) -> Path:
    """Return a path with a unique name for a file to send to workers.

    The file must stay as long as this process: each new worker fetches it.
    """
    return _outgoing_folder() / f"{secrets.token_hex(6)}-{name}"


def ship(spark: Any, path: Path) -> str:
    """Send a file at a path from `new_file`; return the name for `find_shipped`."""
    context = spark.sparkContext
    if context.master.startswith("local"):
        return str(path)  # workers run on this machine
    # With a scheme in the path, Spark keeps the name of a link instead of its target's.
    context.addFile(f"file:{path}")
    return path.name


def ship_file(spark: Any, path: Path, name: str) -> str:
    """Send a file at any path under the name `name`; return the name for `find_shipped`."""
    link = new_file(name)
    link.symlink_to(path.resolve())
    return ship(spark, link)


def find_shipped(name: str) -> Path:
    """Return the path of a shipped file in a worker."""
    from pyspark import SparkFiles

    return Path(name if Path(name).is_absolute() else SparkFiles.get(name))


@lru_cache(maxsize=1)
def _outgoing_folder() -> Path:
    folder = tempfile.mkdtemp(prefix="tesla-spark-")
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    return Path(folder)


# Metrics are sent once, together with the files that they name, and opened once per process.
#
# Workers find the files of a metric in folders of links, under their original names and next to
# the other files that a model needs. The files themselves exist once per machine, so that
# memory-mapped tables are in memory once too.

T = TypeVar("T")
Metrics = Sequence[Metric[Any]]
# Maximum number of objects that a process keeps open (one per data frame); the least recently used
# object is dropped first.
_MAX_OPEN = 4
_open_objects: OrderedDict[str, Any] = OrderedDict()


@dataclass(frozen=True)
class PlacedFile:
    """A file for workers: index of its folder, its name there, and the name it was shipped by."""

    folder: int
    name: str
    shipped: str


@dataclass(frozen=True)
class _MetricBundle:
    """Contents of the broadcast.

    options     per metric, the options that name files: text before the path and index in `placed`
    """

    metrics: tuple[Metric[Any], ...]
    languages: tuple[Language, ...]
    placed: tuple[PlacedFile, ...]
    options: tuple[Mapping[str, Any], ...]
    core: str
    memory: int


class ShippedMetrics:
    """Handle of metrics for workers: pickled with each task, while the metrics are sent once."""

    def __init__(self, spark: Any, metrics: Metrics, session: Session) -> None:
        from pyspark import cloudpickle

        self.token = secrets.token_hex(8)
        placed: list[PlacedFile] = []
        options = tuple(_place_options(spark, metric, placed) for metric in metrics)
        bundle = _MetricBundle(
            tuple(metrics), _languages(metrics), tuple(placed), options, session.core,
            session.memory,
        )  # fmt: skip
        # The standard pickle, which Spark uses, cannot handle classes of a notebook.
        self._broadcast = spark.sparkContext.broadcast(cloudpickle.dumps(bundle))

    def open(self) -> tuple[tuple[Metric[Any], ...], Session]:
        """Return, in a worker, the metrics with local paths and the session to open them in."""
        return process_cached(self.token, self._load)

    def _load(self) -> tuple[tuple[Metric[Any], ...], Session]:
        bundle: _MetricBundle = pickle.loads(self._broadcast.value)
        for language in bundle.languages:
            if find_language(language.code).revision != language.revision:
                register(language)
        paths = _link(bundle.placed, self.token)
        metrics = tuple(
            _with_files(metric, options, paths)
            for metric, options in zip(bundle.metrics, bundle.options, strict=True)
        )
        return metrics, shared_session(bundle.core, bundle.memory)


def process_cached(token: str, make: Callable[[], T]) -> T:
    """Return the object of this token, which a worker process keeps from task to task."""
    if token not in _open_objects:
        _open_objects[token] = make()
        if len(_open_objects) > _MAX_OPEN:
            _open_objects.popitem(last=False)
    _open_objects.move_to_end(token)
    value: T = _open_objects[token]
    return value


@lru_cache(maxsize=2)
def shared_session(core: str, memory: int) -> Session:
    """Return the session of this process, in which metrics share tables and analysers."""
    return Session(core=core, memory=memory)


def _languages(metrics: Metrics) -> tuple[Language, ...]:
    """Return the languages of the metrics that the user registered in this process."""
    codes = {parse_language(code) for metric in metrics if (code := getattr(metric, "lang", ""))}
    return tuple(find_language(code) for code in sorted(codes) if is_registered(code))


# The text before a file name in an option, and the index of the file among the placed files.
_FileOption = tuple[str, int]


def _place_options(
    spark: Any, metric: Metric[Any], placed: list[PlacedFile]
) -> dict[str, list[_FileOption]]:
    """Return the options that name files and append these files to `placed`."""
    options: dict[str, list[_FileOption]] = {}
    declarations: Iterable[DeclaredOption] = (
        declared_options(metric) if is_dataclass(metric) else ()
    )
    for declaration in declarations:
        value = getattr(metric, declaration.name)
        matches = [
            _named_file(declaration, item)
            for item in (value if isinstance(value, tuple) else [value])
        ]
        if not any(matches):
            continue
        options[declaration.name] = []
        for match, text in zip(
            matches, value if isinstance(value, tuple) else [value], strict=True
        ):
            if match is None:
                options[declaration.name].append((str(text), -1))
                continue
            prefix, path = match
            options[declaration.name].append((prefix, len(placed)))
            folder = len(placed)
            placed.append(_place(spark, folder, path, path.name))
            placed += [
                _place(spark, folder, *model_file)
                for model_file in _files_of_model(declaration, path)
            ]
    return options


def _named_file(declaration: DeclaredOption, value: object) -> tuple[str, Path] | None:
    """Return the file or folder that an option names and the text before it, as `builtin:`."""
    if (
        not isinstance(value, str)
        or not value
        or declaration.option.choices
        or value in declaration.option.plain_values
    ):
        return None
    if declaration.option.kind not in ("file", "files", "text"):
        return None
    prefix, colon, rest = value.partition(":")
    for text_before, name in (("", value), (prefix + colon, rest)):
        if name and Path(name).exists():
            return text_before, Path(name)
    return None


def _files_of_model(declaration: DeclaredOption, path: Path) -> Iterator[tuple[Path, str]]:
    """Yield the path and the name of each file that a model names."""
    if not declaration.option.model or not path.is_file():
        return
    with suppress(ValueError, OSError):  # opening the model reports what is wrong with it
        for name in sorted(set(_named_files(json.loads(path.read_bytes())))):
            for candidate in (Path(name), path.parent / Path(name).name):
                if candidate.is_file():
                    yield candidate, candidate.name
                    break


def _named_files(description: Any) -> Iterator[str]:
    """Yield the file names in the description of a model."""
    if isinstance(description, dict):
        if isinstance(description.get("file"), str) and "sha256" in description:
            yield description["file"]
        description = list(description.values())
    if isinstance(description, list):
        for value in description:
            yield from _named_files(value)


# Shipped names by Spark application, path and file stamp: a file is sent once per application.
_shipped_names: dict[tuple[str, str, object], str] = {}


def _place(spark: Any, folder: int, path: Path, name: str) -> PlacedFile:
    path = path.resolve()
    context = spark.sparkContext
    if context.master.startswith("local"):
        return PlacedFile(folder, name, str(path))  # workers run on this machine
    key = (context.applicationId, str(path), file_stamp(path))
    if key not in _shipped_names:
        send = _ship_folder if path.is_dir() else ship_file
        _shipped_names[key] = send(spark, path, path.name)
    return PlacedFile(folder, name, _shipped_names[key])


def _ship_folder(spark: Any, path: Path, name: str) -> str:
    """Send a folder as an archive, which Spark unpacks on the workers."""
    archive = Path(shutil.make_archive(str(new_file(name)), "zip", path))
    spark.sparkContext.addArchive(f"file:{archive}#{archive.stem}")
    return archive.stem


def _link(placed: Sequence[PlacedFile], token: str) -> list[str]:
    """Create the folders of links in a worker; return the path of each file."""
    from pyspark import SparkFiles

    paths = []
    for placed_file in placed:
        path = (
            Path(SparkFiles.getRootDirectory())
            / f"tesla-{token}"
            / str(placed_file.folder)
            / placed_file.name
        )
        path.parent.mkdir(parents=True, exist_ok=True)
        with suppress(FileExistsError):  # another process of this machine was first
            path.symlink_to(find_shipped(placed_file.shipped))
        paths.append(str(path))
    return paths


def _with_files(
    metric: Metric[Any], options: Mapping[str, Sequence[_FileOption]], paths: Sequence[str]
) -> Metric[Any]:
    """Return the metric with the local paths of its files in the options."""
    changed: dict[str, Any] = {}
    for name, values in options.items():
        local = tuple(text + (paths[index] if index >= 0 else "") for text, index in values)
        changed[name] = local if isinstance(getattr(metric, name), tuple) else local[0]
    return replace(metric, **changed) if changed else metric  # type: ignore[type-var]
