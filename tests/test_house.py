"""The house: what imports what, how long a function may be, how many files a folder may have."""

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

import pytest

PACKAGE = "tesla_metrics"
SRC = Path(__file__).parents[1] / "src" / PACKAGE

# From the ground up: a floor imports only from itself and from floors below it.
FLOORS = """
errors forks processes optional names watching notebooks page _version arrays resampling sums files
languages _core analysis syntax matching learning discourse coherence srl lm pivot tasks intake
testsets doubts context encoding comparing explaining metrics nbest judging training tuning reports
frames spark integrations serving cli
""".split()
# Faces of the package, which may import anything.
FACES = {"__init__", "__main__"}

LONGEST_FUNCTION = 50
# Python files in a folder itself.
MOST_FILES = {"analysis": 20, "metrics": 20, "encoding": 20, "comparing": 20}


class Arrow(NamedTuple):
    """One module imports another; `early` if that happens when it is imported itself."""

    source: str
    target: str
    early: bool


@cache
def modules() -> dict[str, Path]:
    found = {}
    for path in sorted(SRC.rglob("*.py")):
        parts = (PACKAGE, *path.relative_to(SRC).with_suffix("").parts)
        found[".".join(parts).removesuffix(".__init__")] = path
    return found


@cache
def arrows() -> tuple[Arrow, ...]:
    return tuple(arrow for name, path in modules().items() for arrow in arrows_of(name, path))


def arrows_of(name: str, path: Path) -> Iterator[Arrow]:
    folder = name.split(".") if path.stem == "__init__" else name.split(".")[:-1]
    for node, early in imports(ast.parse(path.read_text("utf-8")).body, early=True):
        if isinstance(node, ast.Import):
            targets = [alias.name for alias in node.names]
        else:
            above = folder[: len(folder) - node.level + 1] if node.level else []
            base = ".".join([*above, *([node.module] if node.module else [])])
            # What is imported from a package may be a module of it.
            targets = [f"{base}.{alias.name}" for alias in node.names]
            targets = [target if target in modules() else base for target in targets]
        for target in dict.fromkeys(targets):
            if target in modules() and target != name:
                yield Arrow(name, target, early)


def imports(
    body: list[ast.stmt], early: bool
) -> Iterator[tuple[ast.Import | ast.ImportFrom, bool]]:
    """Import statements at any depth, and whether they run with the module."""
    for node in body:
        if isinstance(node, ast.Import | ast.ImportFrom):
            yield node, early
            continue
        runs = early and not isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
        if isinstance(node, ast.If) and "TYPE_CHECKING" in ast.unparse(node.test):
            yield from imports(node.body, early=False)
            yield from imports(node.orelse, runs)
            continue
        for field in ("body", "orelse", "finalbody", "handlers"):
            below = getattr(node, field, [])
            if isinstance(below, list):
                for part in below:
                    whole = part.body if isinstance(part, ast.ExceptHandler) else [part]
                    yield from imports(whole, runs)


def floor(module: str) -> str:
    return module.split(".")[1] if "." in module else "__init__"


def test_every_file_is_on_a_floor() -> None:
    assert {floor(name) for name in modules()} - FACES <= set(FLOORS)


def test_no_arrow_points_upwards() -> None:
    level = {name: number for number, name in enumerate(FLOORS)}
    upwards = [
        f"{arrow.source} -> {arrow.target}"
        for arrow in arrows()
        if floor(arrow.source) not in FACES
        and floor(arrow.target) not in FACES
        and level[floor(arrow.target)] > level[floor(arrow.source)]
    ]
    assert upwards == []


def test_no_circles() -> None:
    """Among modules as they are imported; what waits for a call or a type checker is no circle."""
    below: dict[str, list[str]] = {name: [] for name in modules()}
    for arrow in arrows():
        if arrow.early:
            below[arrow.source].append(arrow.target)
    done: set[str] = set()

    def visit(name: str, way: tuple[str, ...]) -> None:
        assert name not in way, " -> ".join([*way[way.index(name) :], name])
        if name not in done:
            for target in below[name]:
                visit(target, (*way, name))
            done.add(name)

    for name in below:
        visit(name, ())


def test_no_function_is_long() -> None:
    long = [
        f"{path.relative_to(SRC)}: {node.name} has {length} lines"
        for path in modules().values()
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
        and (length := (node.end_lineno or 0) - node.lineno + 1) > LONGEST_FUNCTION
    ]
    assert long == []


@pytest.mark.parametrize("folder", MOST_FILES)
def test_no_folder_is_crowded(folder: str) -> None:
    assert len(list((SRC / folder).glob("*.py"))) <= MOST_FILES[folder]


def test_a_name_means_one_thing() -> None:
    homes: dict[str, list[str]] = {}
    for module, path in modules().items():
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
                homes.setdefault(node.name, []).append(module)
    assert {name: found for name, found in homes.items() if len(found) > 1} == {}


def test_no_group_is_repeated_possessively() -> None:
    """Before Python 3.11.5 such patterns match wrongly: a group is repeated in an atomic one."""
    wrong = re.compile(r"\)(?:[*+?]|\{\d*,?\d*\})\+")
    lines = (
        (path, number, line)
        for path in modules().values()
        for number, line in enumerate(path.read_text().splitlines(), 1)
        if "re.compile" in line or line.lstrip().startswith(('r"', 'rb"', 'rf"', "|", "(?"))
    )
    assert [f"{path.name}:{number}" for path, number, line in lines if wrong.search(line)] == []
