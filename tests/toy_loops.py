"""A run of the loop in a folder: the toy decoder, four sentences, a configuration."""

import shlex
import sys
import time
from pathlib import Path
from typing import Any

from tesla_metrics.decoding.tuning.loop import LoopResult, tune_decoder
from tesla_metrics.decoding.tuning.loop_config import read_config

PROGRAM = Path(__file__).parent / "toy_decoder.py"
SOURCE = "le chat dort\nle chien dort\nle chat noir dort\nle chien noir\n"
REFERENCE = "the cat sleeps\nthe dog sleeps\nthe black cat sleeps\nthe black dog\n"
FEATURES = "[features]\ntm_0 = 1.0\nlm_0 = 0.01\nwp_0 = 0.0\n"


def python(*words: object) -> str:
    """A command line that runs these by this Python; braces of placeholders stay."""
    return " ".join(shlex.quote(str(word)) for word in (sys.executable, *words)).replace("\\", "/")


def toy(*more: object) -> str:
    """The toy decoder's own."""
    return f"{python(PROGRAM)} {{source}} {{weights}} {{n}} {' '.join(map(str, more))}"


def write_config(folder: Path, command: str = "", **changed: Any) -> Path:
    """The configuration with these keys; `decoder` adds lines to its table."""
    (folder / "dev.fr").write_text(SOURCE, encoding="utf-8")
    (folder / "dev.en").write_text(REFERENCE, encoding="utf-8")
    features, decoder = changed.pop("features", FEATURES), changed.pop("decoder", "")
    facts = {"source": "dev.fr", "references": "dev.en", "metric": "chrf", "nbest": 3} | changed
    lines = [f"{key} = {value!r}" for key, value in facts.items() if value is not None]
    text = f"{command or toy('calls')}"
    table = f"[decoder]\nkind = 'command'\ncommand = '''{text}'''\n{decoder}"
    path = folder / "tune.toml"
    path.write_text("\n".join([*lines, features, table]), encoding="utf-8")
    return path


def run_in(folder: Path, command: str = "", *, restart: bool = False, **changed: Any) -> LoopResult:
    """Write the configuration, and run it."""
    return tune_decoder(read_config(write_config(folder, command, **changed)), restart=restart)


def pids_in(file: Path) -> list[int]:
    """Which processes a decoder says that there are, as soon as it does."""
    for _ in range(600):
        if file.exists():
            return list(map(int, file.read_text(encoding="utf-8").split()))
        time.sleep(0.05)
    raise AssertionError("the decoder was not started")


def calls(folder: Path) -> int:
    """How often the decoder ran."""
    file = folder / "calls"
    return len(file.read_text(encoding="utf-8").splitlines()) if file.exists() else 0
