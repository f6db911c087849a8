"""Golden outputs: texts and JSON that the package prints or writes, one file each.

An output is made anew in a folder of texts (`lay_out`) and compared with the stored one: text
exactly, JSON and tables (.tsv) with numbers to a tolerance.
"""

import json
import math
import os
import re
import shutil
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import chdir, contextmanager
from dataclasses import dataclass
from difflib import unified_diff
from functools import partial
from importlib.util import find_spec
from itertools import zip_longest
from pathlib import Path
from typing import Any
from unittest.mock import patch

from app.cli.running import run

from golden.numbers import why_not
from golden.texts import FILES, written
from tesla_metrics import __version__

OUTPUT = Path(__file__).parent / "output"
EXAMPLES = Path(__file__).parents[2] / "examples"
# Which Python made what depends on it: argparse and annotations change their looks.
PYTHON = OUTPUT / "python.txt"
TOLERANCE = 1e-12
_LANGUAGES = ("en", "de", "zh")
_ENVIRONMENT = {"COLUMNS": "100", "NO_COLOR": "1", "TESLA_CACHE": ""}
_MISSING = "(nothing)"


@dataclass(frozen=True)
class Output:
    """A file below `OUTPUT` and how it is made.

    `python`: it depends on the version of Python. `native`: several matchings are equally good,
    and the two cores choose different ones.
    """

    name: str
    make: Callable[[], str]
    python: bool = False
    native: bool = False
    packages: tuple[str, ...] = ()

    @property
    def path(self) -> Path:
        """Where it is stored."""
        return OUTPUT / self.name

    def stored(self) -> str | None:
        """None where there is none yet."""
        return self.path.read_text(encoding="utf-8") if self.path.is_file() else None

    def made_in(self, folder: Path) -> str:
        """As it is now, made in a folder of `lay_out`."""
        with _fixed_environment(), chdir(folder):
            return self.make()

    def why_not(self, stored: str) -> str:
        """Why it cannot be repeated here; nothing if it can."""
        if self.python and PYTHON.is_file():
            made_with = PYTHON.read_text(encoding="utf-8").strip()
            if made_with != this_python():
                return f"made with Python {made_with}, here is {this_python()}"
        if self.native and not is_native():
            return "made with the native core, which chooses another of equally good matchings"
        for package in self.packages:
            if find_spec(package) is None:
                return f"{package} is not installed"
        return why_not(stored)


def this_python() -> str:
    """Major and minor version."""
    return f"{sys.version_info.major}.{sys.version_info.minor}"


def is_native() -> bool:
    """Whether the native core is in use."""
    return "native core" in run("--version").out


def lay_out(folder: Path) -> Path:
    """What commands read, under fixed names: own texts, the examples and the golden files."""
    for lang in _LANGUAGES:
        for name in ("careful", "hasty", "reference"):
            lines = [getattr(segment, name) + "\n" for segment in written(lang)]
            (folder / f"{name}.{lang}.txt").write_text("".join(lines), encoding="utf-8")
    shutil.copytree(EXAMPLES, folder / "examples")
    shutil.copytree(FILES, folder / "files")
    (folder / "made").mkdir()
    return folder


def command(line: str, stdin: str = "") -> str:
    """What `tesla LINE` prints, which must succeed; quotes hold words together.

    Standard error follows the output under a line of its own, except with JSON.
    """
    words = [quoted or plain for quoted, plain in re.findall(r'"([^"]*)"|(\S+)', line)]
    result = run(*words, stdin=stdin.encode())
    if result.code != 0:
        raise AssertionError(f"tesla {line}: exit code {result.code}, {result.err}")
    shown = f"--- standard error\n{result.err}" if result.err and "json" not in words else ""
    return normalised(result.out + shown)


def normalised(text: str) -> str:
    """Without what may differ: the version of this package and the core in use."""
    text = text.replace(f"|version:{__version__}", "|version:*")
    return re.sub(r"\|core:\w+", "", text)


def as_json(value: Any) -> str:
    """As files have it."""
    return json.dumps(value, ensure_ascii=False, indent=1) + "\n"


def compact_json(text: str) -> str:
    """A list of records with a line for each of their fields: explanations are long."""
    records = []
    for record in json.loads(text):
        fields = [f"{json.dumps(key)}:{_dense(value)}" for key, value in record.items()]
        records.append("{\n" + ",\n".join(fields) + "\n}")
    return "[" + ",\n".join(records) + "]\n"


def _dense(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def differences(name: str, stored: str, found: str, tolerance: float = TOLERANCE) -> list[str]:
    """Lines that say what differs; none if nothing does."""
    if name.endswith(".json"):
        return list(_differences("", json.loads(stored), json.loads(found), tolerance))
    old, new = stored.splitlines(), found.splitlines()
    if name.endswith(".tsv") and len(old) == len(new):
        return list(_differences("", _cells(old), _cells(new), tolerance))
    return list(unified_diff(old, new, "stored", "found", n=1, lineterm=""))


def _cells(lines: list[str]) -> list[list[float | str]]:
    """Of a table, which has all digits of its numbers."""
    return [list(map(_cell, line.split("\t"))) for line in lines]


def _cell(text: str) -> float | str:
    return float(text) if re.fullmatch(r"-?\d+\.\d+(?:e-?\d+)?", text) else text


def _differences(place: str, stored: Any, found: Any, tolerance: float) -> Iterator[str]:
    if isinstance(stored, dict) and isinstance(found, dict):
        if list(stored) != list(found):
            yield f"{place}: keys {list(stored)}, found {list(found)}"
        for key in [key for key in stored if key in found]:
            yield from _differences(f"{place}/{key}", stored[key], found[key], tolerance)
    elif isinstance(stored, list) and isinstance(found, list):
        for number, (one, other) in enumerate(zip_longest(stored, found, fillvalue=_MISSING)):
            yield from _differences(f"{place}/{number}", one, other, tolerance)
    elif isinstance(stored, float) and isinstance(found, float):
        if not math.isclose(stored, found, rel_tol=tolerance, abs_tol=tolerance):
            yield f"{place}: {stored!r}, found {found!r}"
    elif type(stored) is not type(found) or stored != found:
        yield f"{place}: {stored!r}, found {found!r}"


@contextmanager
def _fixed_environment() -> Iterator[None]:
    """Width, no colours, no cache."""
    with patch.dict(os.environ, _ENVIRONMENT):
        for name in ("FORCE_COLOR", "PYTHON_COLORS", "CLICOLOR_FORCE"):
            os.environ.pop(name, None)
        yield


def of_commands(
    lines: Mapping[str, str], run_command: Callable[[str], str] = command, **more: Any
) -> list[Output]:
    """Outputs of commands, by the name of their file; `more` is what they depend on."""
    return [Output(name, partial(run_command, line), **more) for name, line in lines.items()]
