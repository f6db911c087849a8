"""A tiny encoder for tests of contextual words, which are skipped where the extra is missing."""

from pathlib import Path

import pytest
from tiny_encoder import make_folder, need_packages

HERE = Path(__file__).parent


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if HERE in item.path.parents:
            item.add_marker("context")


@pytest.fixture(scope="session")
def tiny(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Its folder."""
    need_packages()
    return make_folder(tmp_path_factory.mktemp("encoders") / "tiny")
