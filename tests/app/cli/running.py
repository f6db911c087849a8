"""Runs the command in this process and hands back what it printed."""

import io
import json
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, redirect_stderr, redirect_stdout
from pathlib import Path
from typing import Any, NamedTuple
from unittest.mock import patch

import pytest
from cores import session_of, using

from tesla_metrics.app.cli.main import main
from tesla_metrics.native import load_native


class Run(NamedTuple):
    """Exit code and both outputs."""

    code: int
    out: str
    err: str


def run(*arguments: object, stdin: bytes = b"") -> Run:
    """`tesla ARGUMENTS`; argparse leaves by SystemExit, which is a code like any other."""
    out, err = io.StringIO(), io.StringIO()
    source = io.TextIOWrapper(io.BytesIO(stdin), encoding="utf-8")
    with patch("sys.stdin", source), redirect_stdout(out), redirect_stderr(err):
        try:
            code = main([str(argument) for argument in arguments])
        except SystemExit as leaving:
            code = leaving.code if isinstance(leaving.code, int) else 0
    return Run(code, out.getvalue(), err.getvalue())


def score(*arguments: object, stdin: bytes = b"") -> list[dict[str, Any]]:
    """The records of `tesla score … -f json --segments`, which must succeed."""
    result = run("score", *arguments, "-f", "json", "--segments", stdin=stdin)
    assert result.code == 0, result.err
    records: list[dict[str, Any]] = json.loads(result.out)
    return records


def core(name: str) -> Any:
    """`with core("python")`: which of the two cores does the work; skips where one is missing."""
    if name == "native" and load_native() is None:
        pytest.skip("the native core is not built, or TESLA_PURE is set")
    return _core(name)


@contextmanager
def _core(name: str) -> Iterator[None]:
    environment = {"TESLA_PURE": "1" if name == "python" else "0"}
    with patch.dict("os.environ", environment), using(session_of(name)):
        yield


def refused(result: Run, code: int, *facts: str) -> None:
    """One line on standard error that starts right and names the facts; nothing printed."""
    assert (result.code, result.out) == (code, ""), result
    assert result.err.startswith("tesla: error: "), result.err
    assert result.err.count("\n") == 1, result.err
    assert result.err.endswith("\n")
    for fact in facts:
        assert fact in result.err, result.err


def write(path: Path, lines: Iterable[str]) -> Path:
    """A text file of these lines."""
    path.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
    return path
