"""Optional packages that are not there."""

import importlib.metadata
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tesla_metrics import optional
from tesla_metrics.errors import ResourceError
from tesla_metrics.optional import get_install_command, requires_extra, requires_package


class Installed:
    """A distribution that pip recorded so."""

    def __init__(self, facts: Any) -> None:
        self._facts = facts

    def read_text(self, name: str) -> str | None:
        assert name == "direct_url.json"
        return None if self._facts is None else json.dumps(self._facts)


@pytest.fixture(autouse=True)
def forgetful() -> Iterator[None]:
    """What was found of the package is kept, but not from test to test."""
    optional._find_installation_source.cache_clear()
    yield
    optional._find_installation_source.cache_clear()


def installed(monkeypatch: pytest.MonkeyPatch, facts: Any) -> None:
    monkeypatch.setattr(importlib.metadata, "distribution", lambda name: Installed(facts))


def test_a_missing_package_says_how_to_get_it(monkeypatch: pytest.MonkeyPatch) -> None:
    installed(monkeypatch, None)
    with pytest.raises(ResourceError) as caught, requires_extra("Frob", "frob", ", or do without"):
        import no_such_package_as_frob  # type: ignore[import-not-found]  # noqa: F401
    assert str(caught.value) == (
        "Frob is not installed: pip install 'tesla-metrics[frob]', or do without"
    )


def test_from_a_folder(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    folder = tmp_path / "a {folder}"
    folder.mkdir()
    installed(monkeypatch, {"url": folder.as_uri(), "dir_info": {}})
    assert get_install_command("zh") == "pip install '.[zh]'"  # the checkout is gone
    (folder / "pyproject.toml").touch()
    optional._find_installation_source.cache_clear()
    assert get_install_command("zh") == f"pip install '{folder}[zh]'"


def test_from_a_folder_in_which_one_works(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    (tmp_path / "pyproject.toml").touch()
    installed(monkeypatch, {"url": tmp_path.as_uri(), "dir_info": {"editable": True}})
    assert get_install_command("zh") == f"pip install -e '{tmp_path}[zh]'"


@pytest.mark.parametrize(
    ("facts", "address"),
    [
        (
            {"url": "https://example.org/t.whl", "archive_info": {}},
            "https://example.org/t.whl",
        ),
        (
            {"url": "https://example.org/t", "vcs_info": {"vcs": "git", "commit_id": "abc"}},
            "git+https://example.org/t@abc",
        ),
    ],
)
def test_from_an_address(monkeypatch: pytest.MonkeyPatch, facts: Any, address: str) -> None:
    installed(monkeypatch, facts)
    assert get_install_command("zh") == f"pip install 'tesla-metrics[zh] @ {address}'"


def test_never_installed(monkeypatch: pytest.MonkeyPatch) -> None:
    def missing(name: str) -> None:
        raise importlib.metadata.PackageNotFoundError(name)

    monkeypatch.setattr(importlib.metadata, "distribution", missing)
    root = Path(optional.__file__).parents[2]
    place = root if (root / "pyproject.toml").is_file() else "."
    assert get_install_command("zh") == f"pip install '{place}[zh]'"


def test_other_errors_pass() -> None:
    with pytest.raises(ValueError, match="other"), requires_extra("Frob", "frob"):
        raise ValueError("other")


def test_a_missing_package_without_an_extra() -> None:
    with (
        pytest.raises(ResourceError, match=r"frob cannot be imported .*: pip install frob"),
        requires_package("frob"),
    ):
        import no_such_package_as_frob  # noqa: F401
