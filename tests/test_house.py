"""The shape of the source tree: packages, layers, sizes, and what imports what."""

import ast
import re
import sys
from collections import Counter
from collections.abc import Iterator
from functools import cache
from importlib.machinery import PathFinder
from pathlib import Path

import pytest

PACKAGE = "tesla_metrics"
TESTS = Path(__file__).parent
SRC = TESTS.parent / "src" / PACKAGE

# From top to bottom: a package imports only from itself and from packages below it, whether the
# import runs with the module, inside a function or for type checkers only.
LAYERS = """
app scale reporting decoding evaluation metrics explanation core parsing resources text files
""".split()
MOST_TOP_LEVEL_MODULES = 8
MOST_MODULES = 450
MOST_MODULES_IN_A_FOLDER = 25
LONGEST_FUNCTION = 50

# The public modules. They re-export names of all packages, so that they are above the layers, and
# no other module imports them.
PUBLIC = {PACKAGE, f"{PACKAGE}.sdk"}
ROOT = {*PUBLIC, f"{PACKAGE}.__main__"}  # may import anything


@cache
def modules() -> dict[str, Path]:
    """Return the path of every module by its dotted name."""
    paths = {}
    for path in sorted(SRC.rglob("*.py")):
        parts = (PACKAGE, *path.relative_to(SRC).with_suffix("").parts)
        paths[".".join(parts).removesuffix(".__init__")] = path
    return paths


@cache
def tree_of(path: Path) -> ast.Module:
    return ast.parse(path.read_text("utf-8"))


@cache
def imports() -> dict[str, frozenset[str]]:
    """Return which modules of the package each module imports, deferred imports included."""
    return {
        name: frozenset(target for target in targets(name, path) if target != name)
        for name, path in modules().items()
    }


def targets(name: str, path: Path) -> Iterator[str]:
    folder = name.split(".") if path.stem == "__init__" else name.split(".")[:-1]
    for node in ast.walk(tree_of(path)):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names if alias.name in modules())
        elif isinstance(node, ast.ImportFrom):
            above = folder[: len(folder) - node.level + 1] if node.level else []
            base = ".".join([*above, *([node.module] if node.module else [])])
            for alias in node.names:  # a module of a package, or a name of a module
                target = f"{base}.{alias.name}"
                if alias.name != "_native" and (target in modules() or base in modules()):
                    yield target if target in modules() else base


def package_of(module: str) -> str:
    """Return the package below the root, or "" for a module at the top level."""
    path = modules()[module]
    return path.relative_to(SRC).parts[0] if path.parent != SRC else ""


def test_every_package_is_a_layer() -> None:
    assert {package_of(name) for name in modules()} - {""} == set(LAYERS)


def test_imports_point_downwards() -> None:
    level = {name: number for number, name in enumerate([*LAYERS, ""])}
    upwards = [
        f"{source} -> {target}"
        for source, found in imports().items()
        for target in found
        if source not in ROOT and level[package_of(target)] < level[package_of(source)]
    ]
    assert upwards == []


def test_no_module_imports_a_public_one() -> None:
    """They find or import public names in all packages: importing them would be a cycle."""
    assert [name for name, found in imports().items() if PUBLIC & found] == []


def test_modules_are_imported_by_statements() -> None:
    """A module whose name is computed escapes the checks above: these few are known."""
    dynamic = {
        name
        for name, path in modules().items()
        if "import_module(f" in (text := path.read_text("utf-8")) or "__import__(" in text
    }
    registries = {"app.cli.main", "app.integrations", "metrics.registry", "text.languages.registry"}
    assert dynamic <= {f"{PACKAGE}.{name}" for name in registries}


def test_the_compiled_module_is_loaded_in_one_place() -> None:
    """`native.py` also makes it safe in forks."""
    loading = [
        name for name, path in modules().items() if "import _native" in path.read_text("utf-8")
    ]
    assert loading == [f"{PACKAGE}.native"]


def test_files_that_comments_name_exist() -> None:
    root = TESTS.parent
    files = [path for pattern in ("*.py", "*.[ch]pp") for path in root.rglob(pattern)]
    names = {path.name for path in files if ".venv" not in path.parts}
    names.add("__metadata__.py")  # of simplemma
    texts = [*modules().values(), *(root / "src" / "native").rglob("*.[ch]pp")]
    texts += [root / "NOTICE", root / "CONTRIBUTING.md", root / "docs" / "architecture.md"]
    stale = [
        f"{path.relative_to(root)}: {named}"
        for path in texts
        for named in re.findall(r"[\w/]*\w\.(?:py|hpp|cpp)\b", path.read_text("utf-8"))
        if named.rpartition("/")[2] not in names
    ]
    assert stale == []


def test_there_are_no_cycles() -> None:
    done: set[str] = set()

    def visit(name: str, way: tuple[str, ...]) -> None:
        assert name not in way, " -> ".join([*way[way.index(name) :], name])
        if name not in done:
            for target in imports()[name]:
                visit(target, (*way, name))
            done.add(name)

    for name in modules():
        visit(name, ())


def test_the_number_of_modules_is_bounded() -> None:
    top = [path.stem for path in SRC.glob("*.py") if not path.stem.startswith("__")]
    assert len(top) <= MOST_TOP_LEVEL_MODULES, top
    assert len(modules()) <= MOST_MODULES
    folders = Counter(path.parent.relative_to(SRC) for path in modules().values())
    assert {
        str(folder): count for folder, count in folders.items() if count > MOST_MODULES_IN_A_FOLDER
    } == {}


def test_every_module_has_a_docstring() -> None:
    silent = [name for name, path in modules().items() if not ast.get_docstring(tree_of(path))]
    assert silent == []


def test_no_function_is_long() -> None:
    long = [
        f"{path.relative_to(SRC)}: {node.name} has {length} lines"
        for path in modules().values()
        for node in ast.walk(tree_of(path))
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
        and (length := code_length(node)) > LONGEST_FUNCTION
    ]
    assert long == []


def code_length(node: ast.FunctionDef | ast.AsyncFunctionDef) -> int:
    """Return the number of lines of a function without its docstring."""
    length = (node.end_lineno or 0) - node.lineno + 1
    if ast.get_docstring(node) is not None:
        length -= (node.body[0].end_lineno or 0) - node.body[0].lineno + 1
    return length


def test_a_class_name_means_one_thing() -> None:
    homes: dict[str, list[str]] = {}
    for module, path in modules().items():
        for node in ast.walk(tree_of(path)):
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


@pytest.mark.parametrize("folder", sorted(path.name for path in TESTS.iterdir() if path.is_dir()))
def test_no_folder_of_tests_shadows_a_module(folder: str) -> None:
    """Tests are on sys.path: a folder named like another module would be imported instead of it."""
    assert folder not in sys.stdlib_module_names
    elsewhere = [path for path in sys.path if path and Path(path).resolve() != TESTS]
    found = PathFinder.find_spec(folder, [path for path in elsewhere if "site-packages" in path])
    assert found is None or found.origin is None, found
