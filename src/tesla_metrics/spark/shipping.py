"""Metrics on their way to workers: sent once, with the files that they name, opened once a process.

Where a metric names files, workers find them in folders of links, each under its own name and with
what a model asks for beside it. The files themselves are there once a machine, so that tables that
are mapped into memory are there once too.
"""

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

from ..encoding.session import MEMORY, Session
from ..files.stamp import stamp
from ..languages import Language, find_language, parse_language, register
from ..languages.registry import is_registered
from ..metrics.base import Metric
from ..metrics.options import Declared, declared

T = TypeVar("T")
Metrics = Sequence[Metric[Any]]
# What is opened in a process: a few frames at once, say. What is over is forgotten, the oldest
# first.
_MOST = 4
_opened: OrderedDict[str, Any] = OrderedDict()


@dataclass(frozen=True)
class Placed:
    """A file for workers: the folder that it stands in, its name there, and where Spark has it.

    shipped  Spark's name of it; none: it is on this machine, at `path`
    """

    folder: int
    name: str
    path: str
    shipped: str


@dataclass(frozen=True)
class _Parcel:
    """What is in the broadcast.

    options     of each metric: those that name files, with the file's folder and name
    """

    metrics: tuple[Metric[Any], ...]
    languages: tuple[Language, ...]
    placed: tuple[Placed, ...]
    options: tuple[Mapping[str, Any], ...]
    core: str
    memory: int


class Sent:
    """Metrics that workers may ask for; it goes to them by itself, and what it holds goes once."""

    def __init__(self, spark: Any, metrics: Metrics, session: Session) -> None:
        from pyspark import cloudpickle

        self.token = secrets.token_hex(8)
        placed: list[Placed] = []
        options = tuple(_place_options(spark, metric, placed) for metric in metrics)
        parcel = _Parcel(
            tuple(metrics), _languages(metrics), tuple(placed), options, session.core,
            session.memory,
        )  # fmt: skip
        # Spark's own pickles cannot have classes of a notebook.
        self._packed = spark.sparkContext.broadcast(cloudpickle.dumps(parcel))

    def open(self) -> tuple[tuple[Metric[Any], ...], Session]:
        """In a worker: the metrics as they are there, and the session that they are opened in."""
        return once(self.token, self._open)

    def _open(self) -> tuple[tuple[Metric[Any], ...], Session]:
        parcel: _Parcel = pickle.loads(self._packed.value)
        for language in parcel.languages:
            if find_language(language.code).revision != language.revision:
                register(language)
        paths = _link(parcel.placed, self.token)
        metrics = tuple(
            _with_files(metric, options, paths)
            for metric, options in zip(parcel.metrics, parcel.options, strict=True)
        )
        return metrics, _session(parcel.core, parcel.memory)


def once(token: str, make: Callable[[], T]) -> T:
    """What a worker's process keeps from task to task."""
    if token not in _opened:
        _opened[token] = make()
        if len(_opened) > _MOST:
            _opened.popitem(last=False)
    _opened.move_to_end(token)
    found: T = _opened[token]
    return found


@lru_cache(maxsize=2)
def _session(core: str, memory: int) -> Session:
    # All metrics of a process share one, and with it tables and analysers.
    return Session(core=core, memory=memory)


def _languages(metrics: Metrics) -> tuple[Language, ...]:
    """What a user has said of them, which other processes have not heard."""
    codes = {parse_language(code) for one in metrics if (code := getattr(one, "lang", ""))}
    return tuple(find_language(code) for code in sorted(codes) if is_registered(code))


# A file's number among those that are placed, and the text before it in the option.
_Named = tuple[str, int]


def _place_options(
    spark: Any, metric: Metric[Any], placed: list[Placed]
) -> dict[str, list[_Named]]:
    """Options that name files, which are put among those that are placed."""
    found: dict[str, list[_Named]] = {}
    known: Iterable[Declared] = declared(metric) if is_dataclass(metric) else ()
    for own in known:
        value = getattr(metric, own.name)
        named = [_named_file(own, one) for one in (value if isinstance(value, tuple) else [value])]
        if not any(named):
            continue
        found[own.name] = []
        for one, text in zip(named, value if isinstance(value, tuple) else [value], strict=True):
            if one is None:
                found[own.name].append((str(text), -1))
                continue
            before, path = one
            found[own.name].append((before, len(placed)))
            folder = len(placed)
            placed.append(_place(spark, folder, path, path.name))
            placed += [_place(spark, folder, *more) for more in _beside_model(own, path)]
    return found


def _named_file(own: Declared, value: object) -> tuple[str, Path] | None:
    """The file or folder that an option names, and what stands before it, `builtin:` say."""
    if not isinstance(value, str) or not value or own.option.choices or value in own.option.words:
        return None
    if own.option.kind not in ("file", "files", "text"):
        return None
    before, colon, after = value.partition(":")
    for start, name in (("", value), (before + colon, after)):
        if name and Path(name).exists():
            return start, Path(name)
    return None


def _beside_model(own: Declared, path: Path) -> Iterator[tuple[Path, str]]:
    """Files that a model names, where they are and what they are called beside it."""
    if not own.option.model or not path.is_file():
        return
    with suppress(ValueError, OSError):  # who opens the model says what is wrong with it
        for name in sorted(set(_used(json.loads(path.read_bytes())))):
            for there in (Path(name), path.parent / Path(name).name):
                if there.is_file():
                    yield there, there.name
                    break


def _used(facts: Any) -> Iterator[str]:
    """Names of files in what a model says of itself."""
    if isinstance(facts, dict):
        if isinstance(facts.get("file"), str) and "sha256" in facts:
            yield facts["file"]
        facts = list(facts.values())
    if isinstance(facts, list):
        for one in facts:
            yield from _used(one)


# By Spark's application and file: one that has gone out once is there.
_shipped: dict[tuple[str, str, object], str] = {}


def _place(spark: Any, folder: int, path: Path, name: str) -> Placed:
    path = path.resolve()
    context = spark.sparkContext
    if context.master.startswith("local"):
        return Placed(folder, name, str(path), "")
    key = (context.applicationId, str(path), stamp(path))
    if key not in _shipped:
        _shipped[key] = _ship(context, path)
    return Placed(folder, name, str(path), _shipped[key])


def _ship(context: Any, path: Path) -> str:
    """Hand a file or a folder to Spark, under a name that no other has."""
    # A scheme before the path keeps Spark from following the link, whose name is wanted.
    unique = f"{secrets.token_hex(6)}-{path.name}"
    if path.is_dir():
        archive = shutil.make_archive(str(_outbox() / unique), "zip", path)
        context.addArchive(f"file:{archive}#{unique}")
        return unique
    link = _outbox() / unique
    link.symlink_to(path)
    context.addFile(f"file:{link}")
    return unique


@lru_cache(maxsize=1)
def _outbox() -> Path:
    """Where files lie under the names that Spark has of them, as long as this process lives."""
    folder = tempfile.mkdtemp(prefix="tesla-spark-")
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    return Path(folder)


def _link(placed: Sequence[Placed], token: str) -> list[str]:
    """In a worker: the folders of links; the path of each file in them."""
    from pyspark import SparkFiles

    found = []
    for one in placed:
        path = Path(SparkFiles.getRootDirectory()) / f"tesla-{token}" / str(one.folder) / one.name
        path.parent.mkdir(parents=True, exist_ok=True)
        with suppress(FileExistsError):  # another process of this machine was first
            path.symlink_to(SparkFiles.get(one.shipped) if one.shipped else one.path)
        found.append(str(path))
    return found


def _with_files(
    metric: Metric[Any], options: Mapping[str, Sequence[_Named]], paths: Sequence[str]
) -> Metric[Any]:
    """The metric whose options name files as they are here."""
    changed: dict[str, Any] = {}
    for name, values in options.items():
        here = tuple(text + (paths[number] if number >= 0 else "") for text, number in values)
        changed[name] = here if isinstance(getattr(metric, name), tuple) else here[0]
    return replace(metric, **changed) if changed else metric  # type: ignore[type-var]
