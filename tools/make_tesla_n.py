"""Make what tesla-n ships with again: src/tesla_metrics/data/context/en.adapter.

    python tools/make_tesla_n.py [DATA_DIR] [-o FILE] [--sets SET ...] [--runs N] [--device cuda]
    python tools/make_tesla_n.py --from ship-soup.npz [-o FILE]

Trained on the judged sets of WMT into English in DATA_DIR: rankings of 2012 and 2014, scores of
2016 and 2017. That takes some minutes on a GPU; what another machine learnt there comes in with
--from and is written by the same code. It must be made again whenever tesla-x's scores change: they
are one of its features. See NOTICE for the sources.
"""

import argparse
import time
from pathlib import Path

from gpu_adapter import read_npz
from tesla_metrics.evaluation.judgments import FaultCollector
from tesla_metrics.evaluation.tracks import read_tracks
from tesla_metrics.evaluation.training.train_tesla_n import DEVICES, train_tesla_n
from tesla_metrics.resources.contextual.encoder_file import ENCODER_SHA256
from tesla_metrics.resources.contextual.training.material import ContextSettings, write_parameters

ROOT = Path(__file__).resolve().parents[1]
SHIPPED = ROOT / "src/tesla_metrics/data/context/en.adapter"
DATA = ROOT.parent / "shared/data/mt"
LANG = "en"
SETS = (
    *(f"wmt12/{source}-en" for source in ("cs", "de", "es", "fr")),
    *(f"wmt14/{source}-en" for source in ("de", "fr")),
    *(f"wmt16da/{source}-en" for source in ("cs", "de", "fi", "ro", "ru", "tr")),
    *(f"wmt17/{source}-en" for source in ("cs", "de", "ru", "zh")),
)


def train(arguments: argparse.Namespace) -> None:
    """Learn it here."""
    folders = [arguments.data / one for one in arguments.sets]
    tracks = read_tracks(folders, faults=FaultCollector(skip_faults=False))
    settings = ContextSettings(runs=arguments.runs, seed=arguments.seed)
    start, done = time.monotonic(), 0

    def progress(more: int) -> None:
        nonlocal done
        done += more
        if done % 50 == 0:
            print(f"{done} steps in {time.monotonic() - start:.0f} s", flush=True)

    trained = train_tesla_n(tracks, settings, device=arguments.device, jobs=2, progress=progress)
    print(f"held out: tesla-n {trained.held_out}, tesla-x {trained.tesla_x}")
    trained.write(arguments.output)


def main() -> None:
    """The command."""
    parser = argparse.ArgumentParser(description="make the shipped adapter of tesla-n")
    parser.add_argument("data", nargs="?", type=Path, default=DATA)
    parser.add_argument("-o", "--output", type=Path, default=SHIPPED)
    parser.add_argument("--sets", nargs="+", default=SETS)
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--device", choices=DEVICES, default="auto")
    parser.add_argument("--from", type=Path, dest="npz", help="what was learnt elsewhere")
    arguments = parser.parse_args()
    arguments.output.parent.mkdir(parents=True, exist_ok=True)
    if arguments.npz is None:
        train(arguments)
    else:
        learnt, facts = read_npz(arguments.npz, ENCODER_SHA256, LANG)
        sets = {"judged sets": list(arguments.sets)}
        facts = facts._replace(training={**facts.training, **sets})
        write_parameters(arguments.output, learnt, facts)
    print(f"{arguments.output.name}: {arguments.output.stat().st_size:,} bytes")


if __name__ == "__main__":
    main()
