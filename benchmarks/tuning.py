"""The whole story of the paper: one system, tuned on four metrics, judged by all of them.

    python benchmarks/tuning.py WORK [--pairs multi30k europarl] [--metrics bleu tesla-m ...]

Thot (the extra [smt]) is trained on a bitext of ../shared/data/bitext, its weights are tuned by the
loop on 500 sentences with each metric, and it translates 1,000 others with each set of weights.
Text is tokenised and lower-cased, as in the paper. tesla-f is trained on WMT 2012 with a table and
a language model of the news sets. Printed for each pair: a row a system, a column a metric (as in
the paper's Table 4), the outputs' words for each of the references', iterations and times; the
share of sentences that two systems translate differently; and differences to the system that
was tuned on bleu, with 95 % of 1,000 bootstrap samples. WORK keeps all that is done: a second run
goes on where the first one was interrupted. It takes an hour or two on one core; set
OMP_NUM_THREADS to say how many Thot may use.
"""

import argparse
import gzip
import json
import time
import warnings
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations
from pathlib import Path
from typing import Any

import numpy as np

from tesla_metrics.app.cli.main import main as tesla
from tesla_metrics.decoding.decoders.thot import SmtDescription, ThotDecoder
from tesla_metrics.decoding.decoders.thot_training import train_smt
from tesla_metrics.decoding.nbest.weights import Weights, read_weights
from tesla_metrics.decoding.tuning.loop import tune_decoder
from tesla_metrics.errors import TeslaWarning
from tesla_metrics.metrics.base import Metric
from tesla_metrics.metrics.registry import make_metric
from tesla_metrics.reporting.table import Cell, Table, render_table
from tesla_metrics.resampling import draw_bootstrap_counts

DATA = Path(__file__).parents[2] / "shared" / "data"
METRICS = ("bleu", "ter", "tesla-m", "tesla-f")
DEV, TEST = 500, 1000


@dataclass(frozen=True)
class Story:
    """A bitext, its languages, how many pairs to train on, how many tokens these may have."""

    file: str
    source: str
    target: str
    pairs: int
    longest: int


STORIES = {
    "multi30k": Story("multi30k.en-cs-de-fr.tsv.gz", "fr", "en", 27_000, 60),
    "europarl": Story("europarl.en-fr-de-es.tsv.gz", "es", "en", 16_000, 25),
}


def split(story: Story, folder: Path) -> None:
    """Files train.*, dev.* and test.*, the latter two from the end of the bitext."""
    with gzip.open(DATA / "bitext" / story.file, "rt", encoding="utf-8") as file:
        columns = file.readline().rstrip("\n").split("\t")
        places = [columns.index(story.source), columns.index(story.target)]
        cells = [line.rstrip("\n").split("\t") for line in file]
    rows = [(row[places[0]], row[places[1]]) for row in cells]
    plan = SmtDescription(story.source, story.target, True)
    rows = [
        (source, target)
        for source, target in rows
        if 0 < len(plan.tokenize_source(source)) <= story.longest
        and 0 < len(plan.tokenize_target(target)) <= story.longest
    ]
    held = len(rows) - 2 * TEST
    for name, part in (
        ("train", rows[:held][: story.pairs]),
        ("dev", rows[held : held + DEV]),
        ("test", rows[-TEST:]),
    ):
        for side, lang in enumerate((story.source, story.target)):
            text = "".join(f"{row[side]}\n" for row in part)
            (folder / f"{name}.{lang}").write_text(text, encoding="utf-8")


def lines(path: Path) -> list[str]:
    return path.read_text(encoding="utf-8").splitlines()


def train(story: Story, folder: Path) -> Path:
    system = folder / "smt"
    if not system.exists():
        split(story, folder)
        sides = (lines(folder / f"train.{lang}") for lang in (story.source, story.target))
        train_smt(zip(*sides, strict=True), (story.source, story.target), system, lowercase=True)
    return system


def train_tesla_f(folder: Path) -> dict[str, Any]:
    """Options of tesla-f: model, table and language model."""
    folder.mkdir(exist_ok=True)
    table, lm, model = (str(folder / name) for name in ("en-fr.table", "en.arpa.gz", "en.model"))
    news = str(DATA / "bitext" / "news.en-cs-de-es-fr.tsv.gz")
    judged = ["--judgments", str(DATA / "mt" / "wmt12"), "--pairs", "fr-en", "es-en", "-l", "en"]
    for output, command in (
        (table, ["build", "phrase-table", news, "--target", "en", "--pivot", "fr", "-q"]),
        (lm, ["build", "lm", str(DATA / "bitext/mono/news.en.txt.gz"), "-l", "en"]),
        (model, ["train", "tesla-f", *judged, "--table", table, "--lm", lm, "-q"]),
    ):
        if not Path(output).exists() and tesla([*command, "-o", output]):
            raise SystemExit(f"{output} could not be made")
    return {"model": model, "tables": [table], "lms": [lm]}


def options(name: str, work: Path) -> dict[str, Any]:
    """Texts are tokenised, and references as well."""
    if name == "tesla-f":
        return train_tesla_f(work / "tesla-f")
    return {"tokenize": "none"} if name == "bleu" else {}


def make(name: str, given: dict[str, Any], lang: str) -> Metric[Any]:
    language = {} if name in ("bleu", "ter") else {"lang": lang}
    found = {key: tuple(x) if isinstance(x, list) else x for key, x in given.items()}
    return make_metric(name, **language, **found)


def tune(name: str, story: Story, folder: Path, given: dict[str, Any], jobs: int) -> dict[str, Any]:
    """Run the loop, or take what it gave before; the time is that of the last part of it."""
    report = folder / f"{name}.json"
    if report.exists():
        found: dict[str, Any] = json.loads(report.read_text())
        return found
    config = folder / f"{name}.toml"
    language = "" if name in ("bleu", "ter") else f'lang = "{story.target}"\n'
    told = "".join(f"{key} = {json.dumps(value)}\n" for key, value in given.items())
    config.write_text(
        f'source = "dev.{story.source}"\nreferences = "dev.{story.target}"\nmetric = "{name}"\n'
        f"{language}nbest = 100\niterations = 5\n\n[metric_options]\n{told}\n"
        '[decoder]\nkind = "thot"\nmodel = "smt"\n',
        encoding="utf-8",
    )
    begin = time.perf_counter()
    result = tune_decoder(config, jobs=jobs, tell=lambda one: print(name, one, flush=True))
    facts = result.to_dict() | {"seconds": time.perf_counter() - begin}
    report.write_text(json.dumps(facts, indent=1))
    return facts


def translate(name: str, decoder: ThotDecoder, weights: Weights, folder: Path) -> list[str]:
    file = folder / f"{name}.test"
    if not file.exists():
        nbest = decoder.decode(weights, 1, folder, lambda more: None)
        file.write_text("".join(f"{text}\n" for text in nbest.texts), encoding="utf-8")
    return lines(file)


def resampled(metric: Metric[Any], outputs: Sequence[str], reference: Sequence[str]) -> Any:
    """System scores of 1,000 samples of segments, the same samples for every system."""
    scorer = metric.open()
    rows = np.array(scorer.statistics(list(outputs), [list(reference)]), dtype=float)
    weights = np.concatenate(list(draw_bootstrap_counts(len(rows), 1000, 1)))
    return scorer.metric.system_values(weights @ rows)


def tell_story(name: str, metrics: Sequence[str], work: Path, jobs: int) -> None:
    story, folder = STORIES[name], work / name
    folder.mkdir(exist_ok=True)
    system = train(story, folder)
    given = {metric: options(metric, work) for metric in metrics}
    tuned = {one: tune(one, story, folder, given[one], jobs) for one in metrics}
    decoder = ThotDecoder(system, lines(folder / f"test.{story.source}"))
    reference = decoder.normalise_references(lines(folder / f"test.{story.target}"))
    outputs = {"untuned": translate("untuned", decoder, decoder.start, folder)}
    for one in metrics:
        weights = read_weights(str(folder / f"{one}.weights"))
        outputs[one] = translate(one, decoder, weights, folder)
    judges = {one: make(one, given[one], story.target) for one in metrics}
    print(f"\n## {name}, {story.source}-{story.target}\n")
    print(scores(outputs, reference, judges, tuned))
    print(differing(outputs))
    print(differences(outputs, reference, judges))


def scores(
    outputs: dict[str, list[str]], reference: Sequence[str], judges: dict[str, Any], tuned: Any
) -> str:
    words = sum(len(text.split()) for text in reference)
    rows = []
    for system, texts in outputs.items():
        length = sum(len(text.split()) for text in texts) / words
        values = [judge.score(texts, reference).score for judge in judges.values()]
        facts = tuned.get(system, {"iterations": [], "seconds": 0})
        rows.append([system, *values, length, len(facts["iterations"]), round(facts["seconds"])])
    return render_table(Table(["tuned on", *judges, "length", "iterations", "s"], rows), "markdown")


def differing(outputs: dict[str, list[str]]) -> str:
    rows: list[list[Cell]] = []
    for one, other in combinations(outputs, 2):
        pairs = list(zip(outputs[one], outputs[other], strict=True))
        rows.append([one, other, sum(a != b for a, b in pairs) / len(pairs)])
    return render_table(Table(["system", "system", "differ"], rows), "markdown")


def differences(
    outputs: dict[str, list[str]], reference: Sequence[str], judges: dict[str, Any]
) -> str:
    """Of each system to the one tuned on bleu, by each metric."""
    rows = []
    if "bleu" not in outputs:
        return ""
    for system in outputs:
        if system == "bleu":
            continue
        cells = []
        for judge in judges.values():
            own, base = (resampled(judge, outputs[one], reference) for one in (system, "bleu"))
            low, high = np.percentile(own - base, [2.5, 97.5])
            cells.append(f"{np.mean(own - base):+.4f} [{low:+.4f}, {high:+.4f}]")
        rows.append([system, *cells])
    return render_table(
        Table(["tuned on", *(f"{one} to bleu's" for one in judges)], rows), "markdown"
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("work", type=Path)
    parser.add_argument("--pairs", nargs="+", choices=STORIES, default=list(STORIES))
    parser.add_argument("--metrics", nargs="+", choices=METRICS, default=list(METRICS))
    parser.add_argument("-j", "--jobs", type=int, default=1)
    args = parser.parse_args()
    args.work.mkdir(exist_ok=True)
    warnings.simplefilter("ignore", TeslaWarning)  # texts are tokenised, and that is meant
    for name in args.pairs:
        tell_story(name, args.metrics, args.work, args.jobs)


if __name__ == "__main__":
    main()
