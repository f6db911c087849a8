"""Make the tables of word families and opposites that ship with the package, for TESLA-X.

    python tools/make_relations.py WORDNETS BITEXT WORK [LANG ...] [--wordnet FOLDER] [-o FOLDER]

English pairs are those of WordNet 3.0 (Debian's package wordnet-base): lemmas that its lexical
pointers call derivationally related, pertaining or antonyms. The other languages' words come from
WORDNETS, a folder of `LANG.NAME.tsv.gz` with lines `word<TAB>synset of WordNet 3.0`: theirs are
the words of two synsets of which members are so related in English, where they begin alike
(families) or no synset has both (opposites). Families are also words that begin alike and
    - have English words of one family in their synsets
    - have English translations of one family, by phrase tables of single words that are built from
      BITEXT in the folder WORK, or taken from there (see make_paraphrases.py)
    - are translated alike, by the shipped paraphrases
and opposites those whose chief translations by these phrase tables are antonyms, unless the shipped
paraphrases have them. Kept are pairs of single words, no numbers, of which the shipped table of
frequencies knows one at least. See NOTICE for licences.
"""

import argparse
import gzip
from collections import defaultdict
from collections.abc import Iterator, Mapping
from functools import cache
from itertools import product
from pathlib import Path

from make_paraphrases import make_table, sources
from tesla_metrics.files.resource import write_resource
from tesla_metrics.text.frequencies import find_shipped_frequencies, load_frequencies
from tesla_metrics.text.languages import find_language
from tesla_metrics.text.numbers import canonicalize, extract_digits
from tesla_metrics.text.related_words import (
    WordRelation,
    build_relation_resource,
    find_shipped_paraphrases,
    load_paraphrases,
)
from translated_alike import (
    begin_alike,
    families,
    opposites,
    translations_by_synsets,
    translations_by_table,
)

FOLDER = Path(__file__).parents[1] / "src" / "tesla_metrics" / "data" / "relations"
PARTS = {"noun": "n", "verb": "v", "adj": "a", "adv": "r"}
POINTERS = {"+": WordRelation.DERIVED, "\\": WordRelation.DERIVED, "!": WordRelation.OPPOSITE}
# Of families and of opposites: each pair is from one file alone, so that licences do not mix. Most
# opposites by WOLF are none (plus, responsabilité), its families are good.
FILES = {
    "de": ("wikt", "wikt"),
    "fr": ("wolf", "wikt"),
    "es": ("wikt", "wikt"),
    "cs": ("wikt", "wikt"),
}
ALIKE = 4  # letters that words of one family have in common where only synsets say they are one
# How much of their translations words of one family have in common, by a wordnet and by a table.
LEAST_BY_SYNSETS, LEAST_BY_TABLE = 0.3, 0.2

Synset = str
Pair = tuple[str, str]


def read_pointers(folder: Path) -> Iterator[tuple[WordRelation, Synset, str, Synset, int]]:
    """Kinship, synset and word it goes from, synset it goes to and the number of the word there.

    A line of a data file is: offset, lex_filenum, ss_type, w_cnt, (word, lex_id)..., p_cnt,
    (symbol, offset, pos, source/target)..., the latter as two hexadecimal numbers.
    """
    for name, part in PARTS.items():
        for line in (folder / f"data.{name}").read_text("ascii").splitlines():
            if line.startswith(" "):
                continue
            fields = line.split()
            count = int(fields[3], 16)
            words = [word.partition("(")[0].lower() for word in fields[4 : 4 + 2 * count : 2]]
            begin = 5 + 2 * count
            for at in range(begin, begin + 4 * int(fields[begin - 1]), 4):
                symbol, offset, pos, ends = fields[at : at + 4]
                source, target = int(ends[:2], 16), int(ends[2:], 16)
                if symbol in POINTERS and source:
                    to = f"{offset}-{pos.replace('s', 'a')}"
                    yield POINTERS[symbol], f"{fields[0]}-{part}", words[source - 1], to, target


def read_members(folder: Path) -> dict[Synset, list[str]]:
    """Words of each synset, in lower case and in WordNet's order."""
    members = {}
    for name, part in PARTS.items():
        for line in (folder / f"data.{name}").read_text("ascii").splitlines():
            if not line.startswith(" "):
                fields = line.split()
                count = int(fields[3], 16)
                words = [word.partition("(")[0].lower() for word in fields[4 : 4 + 2 * count : 2]]
                members[f"{fields[0]}-{part}"] = words
    return members


def english_pairs(folder: Path) -> Iterator[tuple[WordRelation, str, str]]:
    """Of words."""
    members = read_members(folder)
    for relation, _, word, synset, target in read_pointers(folder):
        yield relation, word, members[synset][target - 1]


def other_pairs(
    folder: Path, words: Mapping[Synset, list[str]]
) -> Iterator[tuple[WordRelation, str, str]]:
    """Of words of another language's synsets."""
    of = defaultdict(set)
    for synset, own in words.items():
        for word in own:
            of[word].add(synset)
    for relation, source, _, target, _ in read_pointers(folder):
        for one, other in product(words.get(source, ()), words.get(target, ())):
            begins_alike = one[:ALIKE] == other[:ALIKE] and min(len(one), len(other)) >= ALIKE
            if relation is WordRelation.DERIVED and begins_alike:
                yield relation, one, other
            if relation is WordRelation.OPPOSITE and of[one].isdisjoint(of[other]):
                yield relation, one, other


@cache
def english_kin(folder: Path) -> dict[WordRelation, dict[str, set[str]]]:
    """Of each English word."""
    found: dict[WordRelation, dict[str, set[str]]] = {
        kinship: defaultdict(set) for kinship in WordRelation
    }
    for relation, one, other in english_pairs(folder):
        found[relation][one].add(other)
        found[relation][other].add(one)
    return found


def pairs_of(args: argparse.Namespace, lang: str) -> Iterator[tuple[WordRelation, str, str]]:
    """Of words of a language, each from one file alone."""
    if lang == "en":
        yield from english_pairs(args.wordnet)
        return
    for wanted, name in zip(WordRelation, FILES[lang], strict=True):
        words = read_words(args.wordnets / f"{lang}.{name}.tsv.gz")
        for pair in other_pairs(args.wordnet, words):
            if pair[0] is wanted:
                yield pair
    for one, other in families_of(args, lang):
        yield WordRelation.DERIVED, one, other
    both = translations_by_table(make_table(args.bitext, args.work, lang, "en", 1))
    alike = paraphrases_of(lang)
    for one, other in opposites(both, english_kin(args.wordnet)[WordRelation.OPPOSITE]):
        if (min(one, other), max(one, other)) not in alike:
            yield WordRelation.OPPOSITE, one, other


def families_of(args: argparse.Namespace, lang: str) -> Iterator[Pair]:
    """By translations, but for those of which one ends as negating words do."""
    derived = english_kin(args.wordnet)[WordRelation.DERIVED]
    ends = find_language(lang).negating_affixes.suffixes
    words = read_words(args.wordnets / f"{lang}.{FILES[lang][0]}.tsv.gz")
    by_synsets = translations_by_synsets(words, read_members(args.wordnet))
    by_table = translations_by_table(make_table(args.bitext, args.work, lang, "en", 1)).shares
    found = {pair for pair in paraphrases_of(lang) if begin_alike(*pair)}
    found.update(families(by_synsets, derived, LEAST_BY_SYNSETS))
    found.update(families(by_table, derived, LEAST_BY_TABLE))
    for one, other in sorted(found):
        if one.endswith(ends) == other.endswith(ends):
            yield one, other


@cache
def paraphrases_of(lang: str) -> frozenset[Pair]:
    """Those that ship."""
    path = find_shipped_paraphrases(lang)
    assert path is not None
    return frozenset(load_paraphrases(path, lang).decode_pairs())


def read_words(path: Path) -> dict[Synset, list[str]]:
    """Words of synsets, in lower case."""
    found: dict[Synset, set[str]] = defaultdict(set)
    with gzip.open(path, "rt", encoding="utf-8") as lines:
        for line in lines:
            word, _, synset = line.rstrip("\n").partition("\t")
            found[synset.replace("-s", "-a")].add(word.lower())
    return {synset: sorted(words) for synset, words in found.items()}


def chosen(pairs: Iterator[tuple[WordRelation, str, str]], lang: str) -> dict[Pair, WordRelation]:
    """Those of single words of which one is known; opposites are no family."""
    path = find_shipped_frequencies(lang)
    assert path is not None
    table = load_frequencies(path, lang)
    found: dict[Pair, WordRelation] = {}
    for relation, one, other in pairs:
        if one == other or not (one.isalpha() and other.isalpha()):
            continue
        if lang != "en" and any(extract_digits(canonicalize(word, lang)) for word in (one, other)):
            continue
        if min(table.get_word_weight(one), table.get_word_weight(other)) < table.unseen_weight:
            pair = min(one, other), max(one, other)
            found[pair] = max(relation, found.get(pair, relation))
    return found


def main() -> None:
    """Write the files."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("wordnets", type=Path)
    parser.add_argument("bitext", type=Path)
    parser.add_argument("work", type=Path)
    parser.add_argument("langs", nargs="*", default=["en", *FILES])
    parser.add_argument("--wordnet", type=Path, default=Path("/usr/share/wordnet"))
    parser.add_argument("-o", "--output", type=Path, default=FOLDER)
    args = parser.parse_args()
    args.output.mkdir(parents=True, exist_ok=True)
    for lang in args.langs:
        names = ["wordnet-3.0", *dict.fromkeys(f"{lang}.{name}" for name in FILES.get(lang, ()))]
        if lang in FILES:
            names += [f"{lang}.paraphrases", *sources(lang, "en")]
        kept = chosen(pairs_of(args, lang), lang)
        path = args.output / f"{lang}.relations"
        write_resource(path, build_relation_resource(kept, lang, names))
        opposites = sum(relation is WordRelation.OPPOSITE for relation in kept.values())
        print(f"{path.name}: {len(kept)} pairs, {opposites} opposites, {path.stat().st_size} bytes")


if __name__ == "__main__":
    main()
