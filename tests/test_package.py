"""The package's face: its names, and its version."""

import ast
import importlib.metadata
from importlib import import_module
from pathlib import Path

import tesla_metrics


def names_for_type_checkers() -> dict[str, list[str]]:
    """Names by module, as `if TYPE_CHECKING` imports them."""
    tree = ast.parse(Path(tesla_metrics.__file__).read_text("utf-8"))
    (block,) = [node for node in tree.body if isinstance(node, ast.If)]
    imports = [node for node in block.body if isinstance(node, ast.ImportFrom)]
    return {node.module or "": sorted(alias.name for alias in node.names) for node in imports}


def test_all_lists_of_names_are_the_same() -> None:
    homes = {home: names.split() for home, names in tesla_metrics._HOMES.items()}
    assert homes == names_for_type_checkers()
    lazy = [name for names in homes.values() for name in names]
    assert len(set(lazy)) == len(lazy)
    eager = {name for name in tesla_metrics.__all__ if name not in lazy}
    assert eager == {"__version__"}
    assert set(lazy) <= set(tesla_metrics.__all__)
    assert sorted(tesla_metrics.__all__) == tesla_metrics.__all__


def test_every_name_is_what_its_module_has() -> None:
    for name, home in tesla_metrics._HOME_OF.items():
        module = import_module(f"tesla_metrics.{home}")
        assert getattr(tesla_metrics, name) is getattr(module, name)


def test_what_there_is_can_be_listed() -> None:
    assert dir(tesla_metrics) == sorted([*tesla_metrics.__all__, "integrations", "languages"])
    for name in dir(tesla_metrics):
        assert getattr(tesla_metrics, name) is not None


def test_there_is_one_version() -> None:
    assert importlib.metadata.version("tesla-metrics") == tesla_metrics.__version__
