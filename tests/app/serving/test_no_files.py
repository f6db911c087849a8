"""Whatever a request says, no file is read for it but those that ship."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from served import PAIR, Served

from tesla_metrics.metrics.options import DeclaredOption, get_declared_options
from tesla_metrics.metrics.registry import get_metric_class, metric_names

_opened: list[str] | None = None


def _listen(event: str, args: tuple[object, ...]) -> None:
    if _opened is not None and event in ("open", "os.listdir", "os.scandir"):
        _opened.append(str(args[0]))


@contextmanager
def opened() -> Iterator[list[str]]:
    """Paths that this process opens meanwhile."""
    global _opened
    found: list[str] = []
    _opened = found
    try:
        yield found
    finally:
        _opened = None


sys.addaudithook(_listen)


def texts() -> Iterator[tuple[str, DeclaredOption]]:
    """Every option that takes a text, once: metrics share some."""
    seen = set()
    for metric in metric_names():
        for one in get_declared_options(get_metric_class(metric)):
            if one.option.kind in ("text", "file", "files") and id(one.option) not in seen:
                seen.add(id(one.option))
                yield metric, one


OPTIONS = list(texts())
# What any option takes as a word; tokenisers are never looked for as files of their name.
WORDS = sorted(
    {"mythes", "spm"}.union(
        *(one.option.plain_values for _, one in OPTIONS if not one.option.choices)
    )
)


@pytest.mark.parametrize(
    ("metric", "option"), [(m, one.name) for m, one in OPTIONS], ids=lambda name: str(name)
)
def test_files_of_the_working_folder_are_not_read(
    server: Served,
    metric: str,
    option: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Not even where one has the name of a word that another option takes."""
    monkeypatch.chdir(tmp_path)
    for word in WORDS:
        (tmp_path / word).write_text("x\n", "utf-8")
    for value in (*WORDS, WORDS[:1]):
        with opened() as paths:
            answer = server.post("/score", {**PAIR, "metric": metric, "options": {option: value}})
        near = [path for path in paths if not Path(path).is_absolute() or str(tmp_path) in path]
        assert not near, (value, near)
        assert str(tmp_path).encode() not in answer.body
        assert answer.status in (200, 422), answer
