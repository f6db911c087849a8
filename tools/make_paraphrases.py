"""Make the tables of paraphrases that ship with the package, for the similarity of TESLA-X.

    python tools/make_paraphrases.py BITEXT WORK [LANG ...] [-o FOLDER]

BITEXT is a folder of tab-separated files (gzip) whose header names the languages: Europarl, the WMT
news test sets of 2008 to 2011 and 2015, and Tatoeba. Phrase tables into every other language are
built in the folder WORK, or taken from there; they take minutes each. What ships are pairs of words
with a number, no sentence. See NOTICE for sources and licences.
"""

import argparse
from pathlib import Path

from tesla_metrics.app.cli.main import main as tesla
from tesla_metrics.files.resource import write_resource
from tesla_metrics.resources.pivot.paraphrases import find_word_pairs
from tesla_metrics.resources.pivot.phrase_table import open_phrase_table
from tesla_metrics.text.related_words import build_paraphrase_resource

FOLDER = Path(__file__).parents[1] / "src" / "tesla_metrics" / "data" / "paraphrases"
LANGUAGES = ("en", "de", "fr", "es", "cs")
NEWS = "news.en-cs-de-es-fr"
LONGEST = 3  # words of a phrase


def sources(target: str, pivot: str) -> list[str]:
    """The texts that have both languages."""
    if "cs" not in (target, pivot):
        return ["europarl.en-fr-de-es", NEWS]
    return [NEWS, "news2015.en-cs", "tatoeba.en-cs"] if "en" in (target, pivot) else [NEWS]


def make_table(bitext: Path, work: Path, target: str, pivot: str, longest: int = LONGEST) -> Path:
    """A phrase table, unless it is there."""
    path = work / f"{target}-{pivot}.{longest}.table"
    if not path.exists():
        texts = [str(bitext / f"{name}.tsv.gz") for name in sources(target, pivot)]
        options = ["--target", target, "--pivot", pivot, "--max-phrase", str(longest)]
        if tesla(["build", "phrase-table", *texts, *options, "-o", str(path)]):
            raise SystemExit(f"{path} could not be built")
    return path


def main() -> None:
    """Write the files."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("bitext", type=Path)
    parser.add_argument("work", type=Path)
    parser.add_argument("langs", nargs="*", default=list(LANGUAGES))
    parser.add_argument("-o", "--output", type=Path, default=FOLDER)
    args = parser.parse_args()
    args.output.mkdir(parents=True, exist_ok=True)
    for lang in args.langs:
        pivots = [pivot for pivot in LANGUAGES if pivot != lang]
        tables = [make_table(args.bitext, args.work, lang, pivot) for pivot in pivots]
        pairs = find_word_pairs([open_phrase_table(path) for path in tables])
        names = sorted({name for pivot in pivots for name in sources(lang, pivot)})
        path = args.output / f"{lang}.paraphrases"
        write_resource(path, build_paraphrase_resource(pairs, lang, names))
        print(f"{path.name}: {len(pairs)} pairs, {path.stat().st_size} bytes", flush=True)


if __name__ == "__main__":
    main()
