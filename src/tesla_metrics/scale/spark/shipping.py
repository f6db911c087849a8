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
from ...files.long_runs import get_file_stamp
from ...metrics.base import Metric
from ...metrics.options import DeclaredOption, get_declared_options
from ...text.languages import Language, find_language, parse_language, register
from ...text.languages.registry import is_registered


def make_shipping_path(name: str) -> Path:
    """Return a new, unique path for a file to send to workers.

    The file must exist as long as this process, because new workers fetch it.
    """
    return _get_outgoing_folder() / f"{secrets.token_hex(6)}-{name}"


def ship_path(spark: Any, path: Path) -> str:
    """Send a file at a path of `make_shipping_path`; return the name for `find_shipped`."""
    context = spark.sparkContext
    if context.master.startswith("local"):
        return str(path)  # workers run on this machine
    # With a scheme in the path, Spark uses the name of a link, not the name of its target.
    context.addFile(f"file:{path}")
    return path.name


def ship_file(spark: Any, path: Path, name: str) -> str:
    """Send a file at any path; return the name for `find_shipped`, which ends in `name`."""
    link = make_shipping_path(name)
    link.symlink_to(path.resolve())
    return ship_path(spark, link)


def find_shipped(name: str) -> Path:
    """Return the path of a shipped file in a worker."""
    from pyspark import SparkFiles

    return Path(name if Path(name).is_absolute() else SparkFiles.get(name))


@lru_cache(maxsize=1)
def _get_outgoing_folder() -> Path:
    """Return the temporary folder of this process for files to send."""
    folder = tempfile.mkdtemp(prefix="tesla-spark-")
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    return Path(folder)


# Metrics
#
# Metrics are sent once, together with the files that they name, and opened once per process.
# Workers find the files of a metric in folders of links, under their original names and next to the
# other files that a model needs. Each file exists only once per machine, so that memory-mapped
# tables are in memory only once.

T = TypeVar("T")
Metrics = Sequence[Metric[Any]]
# Maximum number of objects that a process keeps (one per data frame). The least recently used
# object is dropped first.
_MAX_OPEN_OBJECTS = 4
_open_objects: OrderedDict[str, Any] = OrderedDict()


@dataclass(frozen=True)
class LinkedFile:
    """A file for workers.

    folder      index of its folder of links
    name        name of its link in this folder
    shipped     name for `find_shipped`
    """

    folder: int
    name: str
    shipped: str


@dataclass(frozen=True)
class _MetricBundle:
    """Everything that workers need to open the metrics.

    languages   languages that the user registered
    linked_files      files of all metrics
    options     for each metric, the options that name files (`_FileOption`)
    core        core of the session: native or python
    memory      maximum bytes of each cache of the session
    """

    metrics: tuple[Metric[Any], ...]
    languages: tuple[Language, ...]
    linked_files: tuple[LinkedFile, ...]
    options: tuple[Mapping[str, Any], ...]
    core: str
    memory: int


class ShippedMetrics:
    """Handle of metrics for workers; it is pickled with each task, while metrics are sent once.

    token   unique name of these metrics
    """

    def __init__(self, spark: Any, metrics: Metrics, session: Session) -> None:
        from pyspark import cloudpickle

        self.token = secrets.token_hex(8)
        linked_files: list[LinkedFile] = []
        options = tuple(_collect_files(spark, metric, linked_files) for metric in metrics)
        bundle = _MetricBundle(
            tuple(metrics), _find_languages(metrics), tuple(linked_files), options, session.core,
            session.memory,
        )  # fmt: skip
        # The standard pickle, which Spark uses, cannot handle classes of a notebook.
        self._broadcast = spark.sparkContext.broadcast(cloudpickle.dumps(bundle))

    def open(self) -> tuple[tuple[Metric[Any], ...], Session]:
        """Return, in a worker, the metrics with local paths and the session to open them in."""
        return get_cached(self.token, self._load)

    def _load(self) -> tuple[tuple[Metric[Any], ...], Session]:
        bundle: _MetricBundle = pickle.loads(self._broadcast.value)
        for language in bundle.languages:
            if find_language(language.code).revision != language.revision:
                register(language)
        paths = _create_links(bundle.linked_files, self.token)
        metrics = tuple(
            _replace_files(metric, options, paths)
            for metric, options in zip(bundle.metrics, bundle.options, strict=True)
        )
        return metrics, get_shared_session(bundle.core, bundle.memory)


def get_cached(token: str, make: Callable[[], T]) -> T:
    """Return the object of a token; call `make` if this process does not have it yet.

    A worker process keeps objects from task to task.
    """
    if token not in _open_objects:
        _open_objects[token] = make()
        if len(_open_objects) > _MAX_OPEN_OBJECTS:
            _open_objects.popitem(last=False)
    _open_objects.move_to_end(token)
    value: T = _open_objects[token]
    return value


@lru_cache(maxsize=2)
def get_shared_session(core: str, memory: int) -> Session:
    """Return the session of this process, in which metrics share tables and analysers."""
    return Session(core=core, memory=memory)


def _find_languages(metrics: Metrics) -> tuple[Language, ...]:
    """Return the languages of the metrics that the user registered in this process."""
    codes = {parse_language(code) for metric in metrics if (code := getattr(metric, "lang", ""))}
    return tuple(find_language(code) for code in sorted(codes) if is_registered(code))


# The text before a file name in an option, and the index of the linked file. The index is -1 if the
# option names no file.
_FileOption = tuple[str, int]


def _collect_files(
    spark: Any, metric: Metric[Any], linked_files: list[LinkedFile]
) -> dict[str, list[_FileOption]]:
    """Return the options that name files and append these files to `linked_files`."""
    options: dict[str, list[_FileOption]] = {}
    declarations: Iterable[DeclaredOption] = (
        get_declared_options(metric) if is_dataclass(metric) else ()
    )
    for declaration in declarations:
        value = getattr(metric, declaration.name)
        values = value if isinstance(value, tuple) else [value]
        matches = [_find_named_file(declaration, text) for text in values]
        if not any(matches):
            continue
        file_options = options[declaration.name] = []
        for match, text in zip(matches, values, strict=True):
            if match is None:
                file_options.append((str(text), -1))
                continue
            prefix, path = match
            folder = len(linked_files)
            file_options.append((prefix, folder))
            linked_files.append(_make_linked_file(spark, folder, path, path.name))
            for model_path, name in _find_model_files(declaration, path):
                linked_files.append(_make_linked_file(spark, folder, model_path, name))
    return options


def _find_named_file(declaration: DeclaredOption, value: object) -> tuple[str, Path] | None:
    """Return the text before the file name in an option, such as "builtin:", and the path.

    Return None if the option names no file or folder.
    """
    if (
        not isinstance(value, str)
        or not value
        or declaration.option.choices
        or value in declaration.option.plain_values
    ):
        return None
    if declaration.option.kind not in ("file", "files", "text"):
        return None
    first_part, colon, second_part = value.partition(":")
    for prefix, name in (("", value), (first_part + colon, second_part)):
        if name and Path(name).exists():
            return prefix, Path(name)
    return None


def _find_model_files(declaration: DeclaredOption, path: Path) -> Iterator[tuple[Path, str]]:
    """Yield the path and the name of each file that a model names."""
    if not declaration.option.model or not path.is_file():
        return
    with suppress(ValueError, OSError):  # the error is reported when the model is opened
        for name in sorted(set(_find_file_names(json.loads(path.read_bytes())))):
            for candidate in (Path(name), path.parent / Path(name).name):
                if candidate.is_file():
                    yield candidate, candidate.name
                    break


def _find_file_names(description: Any) -> Iterator[str]:
    """Yield the file names in the description of a model."""
    if isinstance(description, dict):
        if isinstance(description.get("file"), str) and "sha256" in description:
            yield description["file"]
        description = list(description.values())
    if isinstance(description, list):
        for value in description:
            yield from _find_file_names(value)


# Shipped names by Spark application, path and file stamp: a file is sent once per application.
_shipped_names: dict[tuple[str, str, object], str] = {}


def _make_linked_file(spark: Any, folder: int, path: Path, name: str) -> LinkedFile:
    """Send a file, unless it was sent before."""
    path = path.resolve()
    context = spark.sparkContext
    if context.master.startswith("local"):
        return LinkedFile(folder, name, str(path))  # workers run on this machine
    key = (context.applicationId, str(path), get_file_stamp(path))
    if key not in _shipped_names:
        ship_any = _ship_folder if path.is_dir() else ship_file
        _shipped_names[key] = ship_any(spark, path, path.name)
    return LinkedFile(folder, name, _shipped_names[key])


def _ship_folder(spark: Any, path: Path, name: str) -> str:
    """Send a folder as an archive, which Spark unpacks on the workers."""
    archive = Path(shutil.make_archive(str(make_shipping_path(name)), "zip", path))
    spark.sparkContext.addArchive(f"file:{archive}#{archive.stem}")
    return archive.stem


def _create_links(linked_files: Sequence[LinkedFile], token: str) -> list[str]:
    """Create the folders of links in a worker; return the path of each file."""
    from pyspark import SparkFiles

    paths = []
    for linked_file in linked_files:
        folder = Path(SparkFiles.getRootDirectory()) / f"tesla-{token}" / str(linked_file.folder)
        path = folder / linked_file.name
        path.parent.mkdir(parents=True, exist_ok=True)
        with suppress(FileExistsError):  # another process of this machine has created it
            path.symlink_to(find_shipped(linked_file.shipped))
        paths.append(str(path))
    return paths


def _replace_files(
    metric: Metric[Any], options: Mapping[str, Sequence[_FileOption]], paths: Sequence[str]
) -> Metric[Any]:
    """Return the metric with the local paths of its files in the options."""
    changed_options: dict[str, Any] = {}
    for name, values in options.items():
        local_values = tuple(text + (paths[index] if index >= 0 else "") for text, index in values)
        is_tuple = isinstance(getattr(metric, name), tuple)
        changed_options[name] = local_values if is_tuple else local_values[0]
    return replace(metric, **changed_options) if changed_options else metric  # type: ignore[type-var]
