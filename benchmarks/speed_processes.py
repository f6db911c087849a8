"""Whole processes: both packages' commands, one line of German, first lines, start-up."""

import os
import random
import subprocess
import sys
import time
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

from pairs import REFERENCES, WMT, disturb, made_pairs
from timing import draw, measure, sentence_bleu

SYSTEMS, LINES = 15, 975
TESLA = [sys.executable, "-m", "tesla_metrics"]
SACREBLEU = [sys.executable, "-m", "sacrebleu"]
# Compiled modules are kept, as those of an installed package are.
ENVIRONMENT = {k: v for k, v in os.environ.items() if k != "PYTHONDONTWRITEBYTECODE"}
# An output and its reference.
LINES_OF = {
    "en": ("The dog sleeps in the garden today.", "Today the dog is sleeping in the garden."),
    "de": ("Der Hund schläft heute im Garten.", "Heute schläft der Hund im Garten."),
    "fr": ("Le chien dort aujourd'hui dans le jardin.", "Aujourd'hui le chien dort au jardin."),
    "es": ("El perro duerme hoy en el jardín.", "Hoy duerme el perro en el jardín."),
    "cs": ("Pes dnes spí na zahradě.", "Dnes pes spí v zahradě."),
    "zh": ("今天狗在花园里睡觉。", "狗今天在花园睡觉。"),
}


class Taken(NamedTuple):
    """Seconds of one process."""

    wall: float
    processor: float


def run(command: Sequence[str]) -> Taken:
    start = time.perf_counter()
    nothing = subprocess.DEVNULL
    with subprocess.Popen(command, stdout=nothing, stderr=nothing, env=ENVIRONMENT) as child:
        _, status, used = os.wait4(child.pid, 0)
        child.returncode = os.waitstatus_to_exitcode(status)
    if child.returncode:
        raise SystemExit(f"{' '.join(command)} ended with {child.returncode}")
    return Taken(time.perf_counter() - start, used.ru_utime + used.ru_stime)


def interleaved(commands: Sequence[Sequence[str]], rounds: int) -> list[Taken]:
    """The least of each; the first round, which finds no file in memory, does not count."""
    times = [[run(command) for command in commands] for _ in range(rounds + 1)][1:]
    return [Taken(*map(min, zip(*own, strict=True))) for own in zip(*times, strict=True)]


def systems(folder: Path) -> tuple[list[str], str]:
    """Outputs and their reference in files: WMT's where they are, else some that are made."""
    if WMT.is_dir():
        found = sorted((WMT / "systems").glob("*.txt"))[:SYSTEMS]
        return list(map(str, found)), str(REFERENCES)
    rng, texts = random.Random(SYSTEMS), made_pairs(22)
    lines = [next(texts)[1] for _ in range(LINES)]
    reference = folder / "reference.txt"
    reference.write_text("".join(f"{line}\n" for line in lines), "utf-8")
    files = [folder / f"system{number}.txt" for number in range(SYSTEMS)]
    for file in files:
        file.write_text("".join(f"{disturb(rng, line)}\n" for line in lines), "utf-8")
    return list(map(str, files)), str(reference)


def commands_times(rounds: int) -> dict[str, Taken]:
    """Of both packages' commands on 15 systems, by what they were told."""
    with TemporaryDirectory() as folder:
        outputs, reference = systems(Path(folder))
        ours = [*TESLA, "score", *outputs, "-r", reference, "-l", "en", "-q"]
        theirs = [*SACREBLEU, reference, "-i", *outputs]
        asked = {
            "tesla score": ours,
            "sacrebleu -m bleu": [*theirs, "-m", "bleu"],
            "tesla score -m bleu -m chrf": [*ours, "-m", "bleu", "-m", "chrf"],
            "sacrebleu -m bleu chrf": [*theirs, "-m", "bleu", "chrf"],
        }
        return dict(zip(asked, interleaved(list(asked.values()), rounds), strict=True))


def one_line(rounds: int) -> dict[str, Taken]:
    """Of `tesla score` with one line of each language."""
    with TemporaryDirectory() as folder:
        commands = []
        for lang, lines in LINES_OF.items():
            files = [Path(folder, f"{lang}.{name}") for name in ("output", "reference")]
            for file, line in zip(files, lines, strict=True):
                file.write_text(f"{line}\n", "utf-8")
            output, reference = map(str, files)
            commands.append([*TESLA, "score", output, "-r", reference, "-l", lang])
        return dict(zip(LINES_OF, interleaved(commands, rounds), strict=True))


def first_lines(metric: str, rounds: int) -> tuple[float, float]:
    """The processor's seconds for the first 1,000 lines of fresh processes, tables loaded: ours and
    sentence_bleu's, the least of each.
    """
    command = [sys.executable, str(Path(__file__)), metric]
    found = []
    for _ in range(rounds):
        said = subprocess.run(command, check=True, capture_output=True, text=True).stdout
        found.append(tuple(map(float, said.split())))
    ours, theirs = zip(*found, strict=True)
    return min(ours), min(theirs)


def measure_first_lines(name: str) -> None:
    """In a process of its own."""
    from tesla_metrics import make_metric

    (batch,) = draw(22, 1, 1000)
    metric = make_metric(name, lang="en")
    metric.score(["Load the tables."], ["Loads the table!"])
    ours = measure(partial(metric.score, *batch))
    print(ours, measure(partial(sentence_bleu, *batch)))


def print_start_up() -> None:
    commands = {
        "python -c pass": [sys.executable, "-c", "pass"],
        "import tesla_metrics": [sys.executable, "-c", "import tesla_metrics"],
        "tesla --help": [*TESLA, "--help"],
    }
    print("\nstart-up: seconds by the clock")
    for name, taken in zip(commands, interleaved(list(commands.values()), 5), strict=True):
        print(f"{name:22} {taken.wall:5.2f}")


if __name__ == "__main__":
    measure_first_lines(sys.argv[1])
