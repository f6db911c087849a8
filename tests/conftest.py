"""What all tests share: the oracles' folder, the shared corpora, quick and thorough hypothesis."""

import signal
import sys
from pathlib import Path

import pytest
from hypothesis import settings

from tesla_metrics.metrics import registry

HERE = Path(__file__).parent
sys.path.insert(0, str(HERE))

# A shell's job in the background ignores Ctrl-C, and so would all that tests start and interrupt.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)

settings.register_profile("tesla", deadline=None, derandomize=True, print_blob=True)
settings.load_profile("tesla")


def pytest_make_parametrize_id(config: pytest.Config, val: object, argname: str) -> str | None:
    """Bytes are called by their number: gzip puts the time into them, and processes that share the
    tests must know these by the same names."""
    del config
    return argname if isinstance(val, bytes) else None


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
    monkeypatch.setattr("tesla_metrics.languages.registry._REGISTERED", {})
    monkeypatch.setattr("tesla_metrics.metrics.registry._METRICS", dict(registry._METRICS))
