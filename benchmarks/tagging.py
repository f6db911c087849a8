"""Accuracy and speed of the taggers, and of the lemmas, on Universal Dependencies.

    python benchmarks/tagging.py [DATA_DIR] [--lang en de ...] [--train]

Prints, on gold tokens, the percentage of right UPOS, XPOS (English) and function-or-content
decisions of the shipped weights, the microseconds a token takes cold and warm, and the percentage
of right lemmas given the gold part of speech. The shipped taggers of all languages but English have
seen PUD: their honest figures are those in the file's settings (printed as "held out"), which
--train makes again by training without it.
"""

import argparse
import sys
import time
from pathlib import Path

from tesla_metrics.files.sentence import Sentence
from tesla_metrics.text.lemmatizer import Lemmatizer
from tesla_metrics.text.tagging import Tagger

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "tools"))
from make_taggers import DATA, PLANS, SHIPPED, held_out, treebank
from model_training.tagger_accuracy import measure_accuracy

KEYS = ("upos", "xpos", "function")
REPEATS = 3


def microseconds(tagger: Tagger, sentences: list[Sentence]) -> float:
    """The time to tag a token, the words being as well known as they are."""
    forms = [[token.form for token in sentence.tokens] for sentence in sentences]
    start = time.process_time()
    for sentence in forms:
        tagger.tag(sentence)
    return (time.process_time() - start) / sum(map(len, forms)) * 1e6


def lemma_accuracy(lang: str, sentences: list[Sentence]) -> float:
    """Per cent of lemmas right, all in lower case."""
    lemma = Lemmatizer(lang).lemma
    tokens = [token for sentence in sentences for token in sentence.tokens]
    right = sum(lemma(token.form, token.upos) == token.lemma.lower() for token in tokens)
    return 100 * right / len(tokens)


def row(name: str, figures: dict[str, float], more: str = "") -> str:
    """One line of the table."""
    cells = (f"{figures[key]:6.2f}" if key in figures else "     -" for key in KEYS)
    return f"{name:28}{' '.join(cells)}{more}"


def show(data: Path, lang: str, retrain: bool) -> None:
    """The lines of one language."""
    path = SHIPPED / f"{lang}.tagger"
    for code in PLANS[lang].tests:
        sentences = treebank(data, code)
        tagger = Tagger.load(path)
        cold = microseconds(tagger, sentences)
        warm = min(microseconds(tagger, sentences) for _ in range(REPEATS))
        lemmas = lemma_accuracy(lang, sentences)
        figures = measure_accuracy(tagger, sentences)
        print(row(f"{code} shipped", figures, f" {cold:7.1f} {warm:6.2f} {lemmas:7.2f}"))
        print(row(f"{code} held out", tagger.settings["accuracy"][code]))
    if retrain:
        for code, figures in held_out(data, lang)[1].items():
            print(row(f"{code} retrained", figures))


def main() -> None:
    """The command."""
    parser = argparse.ArgumentParser(description="accuracy and speed of the taggers")
    parser.add_argument("data", nargs="?", type=Path, default=DATA)
    parser.add_argument("--lang", nargs="+", choices=sorted(PLANS), default=list(PLANS))
    parser.add_argument("--train", action="store_true", help="train without the test files, too")
    arguments = parser.parse_args()
    print(f"{'':28}{'upos':>6} {'xpos':>6} {'funct.':>6} {'µs cold':>7} {'warm':>6} {'lemmas':>7}")
    for lang in arguments.lang:
        show(arguments.data, lang, arguments.train)


if __name__ == "__main__":
    main()
