"""Words that share translations into English, or synonyms of translations: for make_wordnets.py."""

import gzip
from collections import Counter
from collections.abc import Hashable, Iterable, Iterator, Mapping
from itertools import combinations
from pathlib import Path

import numpy as np

from tesla_metrics.app.cli.main import main as tesla
from tesla_metrics.resources.pivot.corpus import PADDING
from tesla_metrics.resources.pivot.phrase_table import PhraseTable, open_phrase_table
from tesla_metrics.text.loading import load_analyzer
from tesla_metrics.text.numbers import canonicalize, extract_digits
from tesla_metrics.text.synonyms import Synonyms, load_synonyms

NEWS = "news.en-cs-de-es-fr"
SOURCES = {
    "cs": (NEWS, "news2015.en-cs", "tatoeba.en-cs"),
    "de": ("europarl.en-fr-de-es", NEWS),
    "es": ("europarl.en-fr-de-es", NEWS),
    "fr": ("europarl.en-fr-de-es", NEWS),
}

# Rarer words and translations are mostly misaligned; a word has so many unseen ones beside.
LEAST_COUNT, LEAST_SHARE, LEAST_SHARE_BACK, UNSEEN = 3, 0.02, 0.01, 5
# What a great many words share says little of any two.
MOST_WORDS = 400
# The least overlap, and how much of one of the words' best a pair must reach.
LEAST, LEAST_OF_BEST = 0.1, 0.5
# A part of speech is a word's if so much of its occurrences have it.
LEAST_TAGGED = 0.25
CONTENT = frozenset({"NOUN", "VERB", "ADJ", "ADV"})

Shares = Mapping[str, float]
Concepts = Mapping[Hashable, float]
Pair = tuple[str, str]


def synonym_pairs(bitext: Path, work: Path, lang: str) -> list[Pair]:
    """Pairs of content words of the same part of speech, in order."""
    table = open_phrase_table(make_table(bitext, work, lang))
    classes = parts_of_speech(bitext, lang)
    shares = {word: own for word, own in translations(table).items() if classes.get(word)}
    overlaps = {
        pair: overlap
        for pair, overlap in overlaps_of(concepts(shares, load_synonyms("en"))).items()
        if overlap >= LEAST and classes[pair[0]] & classes[pair[1]]
    }
    best: dict[str, float] = {}
    for pair, overlap in overlaps.items():
        for word in pair:
            best[word] = max(overlap, best.get(word, 0.0))
    return sorted(
        (one, other)
        for (one, other), overlap in overlaps.items()
        if overlap >= LEAST_OF_BEST * min(best[one], best[other])
    )


def make_table(bitext: Path, work: Path, lang: str) -> Path:
    """A phrase table of single words into English, unless it is there."""
    path = work / f"{lang}-en.words.table"
    if not path.exists():
        texts = [str(bitext / f"{name}.tsv.gz") for name in SOURCES[lang]]
        options = ["--target", lang, "--pivot", "en", "--max-phrase", "1", "-o", str(path)]
        if tesla(["build", "phrase-table", *texts, *options]):
            raise SystemExit(f"{path} could not be built")
    return path


def parts_of_speech(bitext: Path, lang: str) -> dict[str, frozenset[str]]:
    """Those that a lemma has often enough; a name is a noun."""
    analyzer = load_analyzer(lang)
    seen: dict[str, Counter[str]] = {}
    for name in SOURCES[lang]:
        for sentence in analyzer.analyze(list(read_column(bitext / f"{name}.tsv.gz", lang))):
            for token in sentence.tokens:
                tag = "NOUN" if token.upos == "PROPN" else str(token.upos)
                seen.setdefault(token.lemma, Counter())[tag] += 1
    return {
        lemma: CONTENT.intersection(
            tag for tag, number in tags.items() if number >= LEAST_TAGGED * tags.total()
        )
        for lemma, tags in seen.items()
    }


def read_column(path: Path, lang: str) -> Iterator[str]:
    """The texts of a language; the header names the columns."""
    with gzip.open(path, "rt", encoding="utf-8", newline="\n") as lines:
        place = next(lines).rstrip("\n").split("\t").index(lang)
        for line in lines:
            yield line.rstrip("\n").split("\t")[place]


def translations(table: PhraseTable) -> dict[str, Shares]:
    """Of each word the English words, and their shares among its translations."""
    counts: dict[str, Counter[str]] = {}
    totals: dict[str, float] = {}
    back: Counter[str] = Counter()
    for place in np.flatnonzero(table.counts >= LEAST_COUNT).tolist():
        (word,) = table.get_phrase(place)
        if extract_digits(canonicalize(word, table.target)) or " " in word:
            continue
        start, end = table.starts[place : place + 2].tolist()
        rows, numbers = table.pivot_phrases[start:end], table.pair_counts[start:end]
        own: Counter[str] = Counter()
        for row, number in zip(rows.tolist(), numbers.tolist(), strict=True):
            ((english, _),) = table.get_pivot_words([n for n in row if n != PADDING])
            own[english] += number
        counts[word], totals[word] = own, float(table.counts[place]) + UNSEEN
        back.update(own)
    return {
        word: {
            english: number / totals[word]
            for english, number in own.items()
            if number >= LEAST_SHARE * totals[word]
            and number >= LEAST_SHARE_BACK * (back[english] + UNSEEN)
        }
        for word, own in counts.items()
    }


def concepts(shares: Mapping[str, Shares], english: Synonyms) -> Iterator[tuple[str, Concepts]]:
    """Half of a share is the English word's own, half its synsets', the less the more it has."""
    for word, own in sorted(shares.items()):
        found: dict[Hashable, float] = {}
        for lemma, share in sorted(own.items()):
            found[lemma] = share / 2
            synsets = english.synsets(lemma)
            for synset in sorted(synsets):
                found[synset] = found.get(synset, 0.0) + share / 2 / len(synsets) ** 0.5
        yield word, found


def overlaps_of(words: Iterable[tuple[str, Concepts]]) -> dict[Pair, float]:
    """The sum of the lesser shares, for each pair of words that have a concept in common."""
    sharing: dict[Hashable, list[tuple[str, float]]] = {}
    for word, own in words:
        for concept, share in own.items():
            sharing.setdefault(concept, []).append((word, share))
    overlaps: dict[Pair, float] = {}
    for found in sharing.values():
        if len(found) <= MOST_WORDS:
            for (one, share), (other, its) in combinations(found, 2):
                overlaps[one, other] = overlaps.get((one, other), 0.0) + min(share, its)
    return overlaps
