"""Make the indexes of frequent forms that ship with the package, from which the core learns words.

    python tools/make_forms.py BITEXT [LANG ...] [-o FOLDER]

BITEXT is a folder as for make_frequencies.py. What ships, no sentence of it:

    forms           of its texts, sentences that are there twice read once: those met 3 times and
                    more, but for addresses of web pages and of mail; those in lower case with a
                    capital too
    labels          that a form can have, and how the tagger sees it: of the shipped one, made from
                    a treebank of Universal Dependencies (CC BY-SA 4.0)
    lemmas          of simplemma's lists (MIT; from lists under ODbL 1.0, and Wiktionary, CC BY-SA)
    synsets         of the lemmas: WordNet 3.0, under its own licence
    facts           what our own code says of numbers and negations

An index is used only with the analysers, the synonyms, the language and the code (RULES in
core/encoding/word_columns.py) it was made from: make it again when any of them has changed. NOTICE
names all sources and licences.
"""

import argparse
import re
from collections import Counter
from pathlib import Path

from make_frequencies import texts
from tesla_metrics.core.encoding.analysis import open_analysis
from tesla_metrics.core.encoding.forms_index import KIND, VERSION, forms_sections, index_settings
from tesla_metrics.core.encoding.session import Session
from tesla_metrics.files.mapped_arrays import write_mapped
from tesla_metrics.text.analyzer import WordByWordAnalyzer

FOLDER = Path(__file__).parents[1] / "src" / "tesla_metrics" / "data" / KIND
SOURCES = {
    "en": (
        "europarl.en-fr-de-es",
        "news.en-cs-de-es-fr",
        "news2015.en-cs",
        "tatoeba.en-cs",
        "tatoeba.en-zh",
        "tico19.en-zh",
        "captions3am.en-zh",
    ),
}
RAREST = 3
# Names of hosts end in a dot and two letters or more; abbreviations have a letter after each dot.
ADDRESS = re.compile(r"\w@\w|://|^www\.|\w\.[^\W\d_]{2,}", re.IGNORECASE)


def forms_of(folder: Path, lang: str, analyzer: WordByWordAnalyzer) -> list[str]:
    """What is written there often enough, sorted."""
    different = {
        text for source in SOURCES[lang] for text in texts(folder / f"{source}.tsv.gz", lang)
    }
    chunks = Counter(chunk for text in different for chunk in text.split())
    met: Counter[str] = Counter()
    for chunk, times in chunks.items():
        for form in analyzer.chunk(chunk):
            met[form] += times
    forms = {form for form, times in met.items() if times >= RAREST and not ADDRESS.search(form)}
    return sorted(forms | {form.capitalize() for form in forms if form.islower()})


def main() -> None:
    """Write the files."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("bitext", type=Path)
    parser.add_argument("langs", nargs="*", default=list(SOURCES))
    parser.add_argument("-o", "--output", type=Path, default=FOLDER)
    args = parser.parse_args()
    args.output.mkdir(parents=True, exist_ok=True)
    for lang in args.langs:
        analysis = open_analysis(Session(core="python"), lang)
        analyzer = analysis.analyzer
        assert isinstance(analyzer, WordByWordAnalyzer)
        sections = forms_sections(analysis, analyzer, forms_of(args.bitext, lang, analyzer))
        path = args.output / f"{lang}.{KIND}"
        write_mapped(path, KIND, VERSION, index_settings(analysis, analyzer), sections)
        print(f"{path.name}: {len(sections['words']) // 6} forms, {path.stat().st_size} bytes")


if __name__ == "__main__":
    main()
