"""Word F1 of the built-in tokenisers on Universal Dependencies, and their speed.

    python benchmarks/tokenizing.py [FOLDER with *.conllu.gz]

Gold and predicted words of a sentence are aligned as sequences (difflib, longest matching
blocks, no junk heuristic); a word is right if it lies in a matching block. F1 is over all
words of the file. Both sides have typographic apostrophes made plain, as the tokenisers do.
"""

import gzip
import sys
import time
from collections.abc import Iterator
from difflib import SequenceMatcher
from pathlib import Path

from tesla_metrics.text.tokenizers import Tokenizer, get_tokenizer

DEFAULT = Path(__file__).parents[1] / "../shared/data/tagging"
TREEBANKS = {
    "en": ("ewt", "pud"),
    "de": ("gsd", "pud"),
    "fr": ("gsd", "sequoia", "pud"),
    "es": ("gsd", "pud"),
    "cs": ("cac", "cltt", "pud"),
}


def sentences(path: Path) -> Iterator[tuple[str, list[str]]]:
    """The raw text and the syntactic words of each sentence."""
    text = ""
    words: list[str] = []
    with gzip.open(path, "rt", encoding="utf-8") as lines:
        for line in lines:
            if line.startswith("# text = "):
                text = line[9:].strip()
            elif line[:1].isdigit():
                number, form, _ = line.split("\t", 2)
                if number.isdigit():
                    words.append(form)
            elif not line.strip() and words:
                yield text, words
                words = []


def f1(tokenizer: Tokenizer, pairs: list[tuple[str, list[str]]]) -> float:
    """Twice the right words over gold and predicted words."""
    right = total = 0
    for text, gold in pairs:
        want = [word.replace("’", "'") for word in gold]
        got = [word.replace("’", "'") for word in tokenizer.tokenize(text)]
        total += len(want) + len(got)
        if want == got:
            right += len(want)
            continue
        blocks = SequenceMatcher(None, want, got, autojunk=False).get_matching_blocks()
        right += sum(block.size for block in blocks)
    return 200 * right / total


def microseconds(tokenizer: Tokenizer, texts: list[str]) -> float:
    """Time a line, over one pass."""
    start = time.perf_counter()
    for text in texts:
        tokenizer.tokenize(text)
    return (time.perf_counter() - start) * 1e6 / len(texts)


def main() -> None:
    """Prints one row a treebank."""
    folder = Path(sys.argv[1]) if len(sys.argv) > 1 else DEFAULT
    print(f"{'treebank':<12}{'words':>8}{'F1':>8}{'cold µs':>10}{'warm µs':>10}{'words/line':>12}")
    for treebank in (f"{lang}_{code}" for lang, codes in TREEBANKS.items() for code in codes):
        pairs = list(sentences(folder / f"{treebank}-test.conllu.gz"))
        texts = [text for text, _ in pairs]
        words = sum(len(gold) for _, gold in pairs)
        tokenizer = get_tokenizer(treebank[:2])
        tokenizer.clear_cache()
        cold = microseconds(tokenizer, texts)
        warm = min(microseconds(tokenizer, texts) for _ in range(3))
        print(
            f"{treebank:<12}{words:>8}{f1(tokenizer, pairs):>8.2f}{cold:>10.1f}{warm:>10.1f}"
            f"{words / len(pairs):>12.1f}"
        )


if __name__ == "__main__":
    main()
