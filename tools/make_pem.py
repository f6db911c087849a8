"""Make what PEM ships for English: phrase tables through French and Czech, and a language model.

    python tools/make_pem.py BITEXT WORK [-o FOLDER]

BITEXT is a folder of tab-separated files (gzip) whose header names the languages, as for
make_paraphrases.py, with more English text in mono/. The whole phrase tables are built in the
folder WORK, or taken from there; that takes minutes. What ships are counts of phrases and n-grams,
no sentence: pairs below the probability that PEM asks for go, and so do phrases and n-grams that
were met seldom. See NOTICE for sources and licences.
"""

import argparse
import gzip
from collections.abc import Iterator
from pathlib import Path

import numpy as np

from tesla_metrics.app.cli.main import main as tesla
from tesla_metrics.arrays import Array
from tesla_metrics.files.resource import Resource, write_resource
from tesla_metrics.resources.lm import NgramCounter, TextSettings, estimate_model
from tesla_metrics.resources.lm.packed_model import pack_model
from tesla_metrics.resources.pivot.packed_table import pack_table
from tesla_metrics.resources.pivot.phrase_table import PhraseTable, open_phrase_table

FOLDER = Path(__file__).parents[1] / "src" / "tesla_metrics" / "data" / "pem" / "en"
TARGET = "en"
EUROPARL, NEWS = "europarl.en-fr-de-es", "news.en-cs-de-es-fr"
MORE_CZECH = ("news2015.en-cs", "tatoeba.en-cs")
# Parliament's language by way of French, everyday language by way of Czech.
ALIGNED = {"fr": (EUROPARL, NEWS), "cs": (NEWS, *MORE_CZECH)}
READ = (EUROPARL, NEWS, *MORE_CZECH, "tatoeba.en-zh", "tico19.en-zh")
MONOLINGUAL = "mono/europarl.en"
LEAST_PROBABILITY = 0.1  # of pivot phrases, as PEM has it
LEAST_COUNT = 4  # of target phrases; single words all stay
ORDER, PRUNE = 4, (0, 1, 1, 2)


def make_table(bitext: Path, work: Path, pivot: str) -> PhraseTable:
    """The whole phrase table, unless it is there."""
    path = work / f"pem.{TARGET}-{pivot}.table"
    if not path.exists():
        texts = [str(bitext / f"{name}.tsv.gz") for name in ALIGNED[pivot]]
        how = ["--target", TARGET, "--pivot", pivot, "--key", "stem", "--keep-punctuation"]
        if tesla(["build", "phrase-table", *texts, *how, "-o", str(path)]):
            raise SystemExit(f"{path} could not be built")
    return open_phrase_table(path)


def kept_pairs(table: PhraseTable) -> Array:
    """Of common phrases and of all words those probable enough, and the best of each."""
    first = np.zeros(len(table.pair_counts), bool)
    first[table.starts[:-1]] = True
    pairs = np.diff(table.starts)
    probable = table.pair_counts / np.repeat(table.counts, pairs) >= LEAST_PROBABILITY
    single = np.count_nonzero(table.phrases, axis=1) == 1
    common = np.repeat((table.counts >= LEAST_COUNT) | single, pairs)
    kept: Array = common & (probable | first)
    return kept


def english(bitext: Path) -> Iterator[str]:
    """All sentences."""
    for name in READ:
        with gzip.open(bitext / f"{name}.tsv.gz", "rt", encoding="utf-8", newline="\n") as lines:
            column = next(lines).rstrip("\n").split("\t").index(TARGET)
            for line in lines:
                yield line.rstrip("\n").split("\t")[column]
    with gzip.open(bitext / f"{MONOLINGUAL}.txt.gz", "rt", encoding="utf-8", newline="\n") as lines:
        for line in lines:
            yield line.rstrip("\n")


def make_lm(bitext: Path) -> Resource:
    """From each sentence once."""
    text = TextSettings(TARGET, "builtin")
    counter = NgramCounter(ORDER)
    for sentence in dict.fromkeys(english(bitext)):
        counter.add(text.words(sentence))
    settings = {**text.to_dict(), "sources": [*READ, MONOLINGUAL]}
    return pack_model(estimate_model(counter.finish(), prune=PRUNE, settings=settings))


def main() -> None:
    """Write the files."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("bitext", type=Path)
    parser.add_argument("work", type=Path)
    parser.add_argument("-o", "--output", type=Path, default=FOLDER)
    args = parser.parse_args()
    args.output.mkdir(parents=True, exist_ok=True)
    pruning = {"least_count": LEAST_COUNT, "least_probability": LEAST_PROBABILITY}
    for pivot in ALIGNED:
        table = make_table(args.bitext, args.work, pivot)
        settings = {**table.settings, "pruning": pruning}
        packed = pack_table(settings, table.sections, kept_pairs(table))
        finish(args.output / f"{pivot}.table", packed)
    finish(args.output / f"{ORDER}gram.lm", make_lm(args.bitext))


def finish(path: Path, resource: Resource) -> None:
    """Write it and say how large it is."""
    write_resource(path, resource)
    print(f"{path.name}: {path.stat().st_size} bytes", flush=True)


if __name__ == "__main__":
    main()
