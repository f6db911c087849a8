"""The package's face: its names, and its version."""

import ast
import importlib.metadata
import os
import pydoc
import subprocess
import sys
from importlib import import_module
from pathlib import Path
from zipfile import ZipFile

import pytest

import tesla_metrics

ALL: list[str] = getattr(tesla_metrics, "__all__")  # noqa: B009
OPTIONAL = {
    *("EvaluateMetric", "MbrsMetric", "SacrebleuMetric", "TextScore", "TorchMetric"),
    *("aggregate", "open_spark", "score_frame", "text_scorer"),
}


def test_names_are_declared_once_in_the_stub() -> None:
    stub = ast.parse(Path(tesla_metrics.__file__).with_suffix(".pyi").read_text("utf-8"))
    imports = [node for node in stub.body if isinstance(node, ast.ImportFrom)]
    names = [alias.asname for node in imports for alias in node.names]
    assert len(set(names)) == len(names)
    assert set(names) == {*ALL, *OPTIONAL}
    assert dir(tesla_metrics) == ALL == sorted(ALL)
    assert all(node.level == 1 and len(node.names) == 1 for node in imports)


def test_every_name_is_what_its_module_has() -> None:
    for name, home in tesla_metrics._get_module_by_name().items():  # type: ignore[attr-defined]
        if name not in OPTIONAL:
            module = import_module(home, "tesla_metrics")
            assert getattr(tesla_metrics, name) is getattr(module, name)


def test_all_names_can_be_imported_at_once() -> None:
    names: dict[str, object] = {}
    exec("from tesla_metrics import *", names)
    assert set(ALL) <= set(names)
    assert not OPTIONAL & set(names)


def test_help_needs_no_optional_package(monkeypatch: pytest.MonkeyPatch) -> None:
    for package in ("datasets", "evaluate", "mbrs", "torch", "torchmetrics", "pyspark"):
        monkeypatch.setitem(sys.modules, package, None)
    assert "TeslaX" in pydoc.render_doc(tesla_metrics)


def test_it_works_inside_a_zip_file(tmp_path: Path) -> None:
    package = Path(tesla_metrics.__file__).parent
    archive = tmp_path / "package.zip"
    with ZipFile(archive, "w") as zipped:
        for path in [*package.rglob("*.py"), *package.glob("*.pyi")]:
            zipped.write(path, Path("tesla_metrics") / path.relative_to(package))
    code = "from tesla_metrics import Bleu; print(Bleu().score(['a b c d'], ['a b c d']).score)"
    result = subprocess.run(
        [sys.executable, "-c", code], env={**os.environ, "PYTHONPATH": str(archive)},
        capture_output=True, text=True, check=True, cwd=tmp_path,
    )  # fmt: skip
    assert float(result.stdout) == pytest.approx(100)


def test_an_unknown_name_is_an_attribute_error() -> None:
    with pytest.raises(AttributeError, match="no attribute 'comet'"):
        tesla_metrics.comet  # type: ignore[attr-defined]  # noqa: B018


def test_there_is_one_version() -> None:
    assert importlib.metadata.version("tesla-metrics") == tesla_metrics.__version__
