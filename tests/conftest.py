"""What all tests share: the oracles' folder, the shared corpora, a browser, quick hypothesis."""

import os
import signal
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from hypothesis import settings

from tesla_metrics.metrics import registry

if TYPE_CHECKING:
    from browsing import Browser

HERE = Path(__file__).parent
sys.path[:0] = [str(HERE), str(HERE.parent / "tools")]

# A shell's job in the background ignores Ctrl-C, and so would all that tests start and interrupt.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)

# Nothing that a test made is found by the next, or in the user's own folder.
os.environ["TESLA_CACHE"] = ""

settings.register_profile("tesla", deadline=None, derandomize=True, print_blob=True)
settings.load_profile("tesla")


def pytest_make_parametrize_id(config: pytest.Config, val: object, argname: str) -> str | None:
    """Bytes are called by their number: gzip puts the time into them, and processes that share the
    tests must know these by the same names."""
    del config
    return argname if isinstance(val, bytes) else None


@pytest.hookimpl(tryfirst=True)  # before -m chooses
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Tests of a browser and of Spark are skipped unless they are asked for: they take long."""
    for name, folder in (("browser", HERE / "browser"), ("spark", HERE / "scale" / "spark")):
        asked = name in config.option.markexpr or any(name in arg for arg in config.args)
        for item in items:
            if folder in item.path.parents:
                item.add_marker(name)
                if not asked:
                    item.add_marker(pytest.mark.skip(reason=f"run apart: pytest -m {name}"))


@pytest.fixture(scope="session")
def one_browser() -> "Iterator[Browser]":
    from browsing import chromium

    with chromium() as found:
        yield found


@pytest.fixture
def browser(one_browser: "Browser") -> "Iterator[Browser]":
    """A browser at 1,000 pixels in light; after the test nothing must have been complained of."""
    one_browser.open("about:blank")
    one_browser.resize(1000)
    one_browser.choose_theme("light")
    one_browser.complaints()
    yield one_browser
    assert one_browser.complaints() == []


@pytest.fixture(scope="session")
def shared() -> Path:
    """The corpora beside the checkout; tests that need them are marked `data`."""
    path = HERE.parent.parent / "shared" / "data"
    if not path.is_dir():
        pytest.skip(f"no shared corpora at {path}")
    return path


@pytest.fixture
def own_names(monkeypatch: pytest.MonkeyPatch) -> None:
    """Languages and metrics that a test registers are gone after it."""
    monkeypatch.setattr("tesla_metrics.text.languages.registry._REGISTERED", {})
    monkeypatch.setattr("tesla_metrics.metrics.registry._METRICS", dict(registry._METRICS))
