"""Make the tables of frequencies that ship with the package, for the weights of TESLA-X.

    python tools/make_frequencies.py BITEXT [LANG ...] [-o FOLDER]

BITEXT is a folder of tab-separated files (gzip) whose header names the languages: Europarl, the WMT
news test sets of 2008 to 2011 and 2015, Tatoeba, TICO-19 and the captions of 3AM. What ships are
numbers of sentences, no sentence. See NOTICE for sources and licences.
"""

import argparse
import gzip
from collections.abc import Iterator
from pathlib import Path

from tesla_metrics.files.resource import write_resource
from tesla_metrics.files.sentence import Sentence
from tesla_metrics.text.frequencies import build_frequency_resource, count_sentences
from tesla_metrics.text.loading import load_analyzer

FOLDER = Path(__file__).parents[1] / "src" / "tesla_metrics" / "data" / "frequencies"
WESTERN = ("europarl.en-fr-de-es", "news.en-cs-de-es-fr")
SOURCES = {
    "en": (*WESTERN, "tatoeba.en-cs"),
    "de": WESTERN,
    "fr": WESTERN,
    "es": WESTERN,
    "cs": ("news.en-cs-de-es-fr", "news2015.en-cs", "tatoeba.en-cs"),
    "zh": ("tatoeba.en-zh", "tico19.en-zh", "captions3am.en-zh"),
}
# Chinese has more characters and fewer sentences here.
MIN_GRAMS = {"zh": 5}
BATCH = 1000


def texts(path: Path, lang: str) -> Iterator[str]:
    """The sentences of one language."""
    with gzip.open(path, "rt", encoding="utf-8") as stream:
        place = next(stream).rstrip("\n").split("\t").index(lang)
        for line in stream:
            yield line.rstrip("\n").split("\t")[place]


def sentences(folder: Path, lang: str) -> Iterator[Sentence]:
    """All that is counted, analysed."""
    analyzer = load_analyzer(lang, "builtin", compounds="auto")
    for source in SOURCES[lang]:
        batch = [text for text in texts(folder / f"{source}.tsv.gz", lang) if text.strip()]
        for start in range(0, len(batch), BATCH):
            yield from analyzer.analyze(batch[start : start + BATCH])


def main() -> None:
    """Write the files."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("bitext", type=Path)
    parser.add_argument("langs", nargs="*", default=list(SOURCES))
    parser.add_argument("-o", "--output", type=Path, default=FOLDER)
    args = parser.parse_args()
    args.output.mkdir(parents=True, exist_ok=True)
    for lang in args.langs:
        counts = count_sentences(sentences(args.bitext, lang))
        resource = build_frequency_resource(
            counts, lang, SOURCES[lang], min_gram_count=MIN_GRAMS.get(lang, 20)
        )
        path = args.output / f"{lang}.frequencies"
        write_resource(path, resource)
        print(
            f"{path.name}: {resource.settings['sentences']} sentences, {path.stat().st_size} bytes",
            flush=True,
        )


if __name__ == "__main__":
    main()
