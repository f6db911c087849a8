"""Make the tables of synonyms that ship for languages other than English, from open wordnets.

    python tools/make_wordnets.py WORDNETS [LANG ...] [--bitext BITEXT --work WORK] [-o FOLDER]

WORDNETS is a folder of files `LANG.PROJECT.tsv.gz`, lines `word<TAB>synset` in the numbering of
Princeton WordNet 3.0 (from https://github.com/omwn/omw-data). Projects of one language are merged.
Kept are the words that share a synset with another word: others make nothing a synonym of anything.
See NOTICE for projects and licences.

German, French, Spanish and Czech, whose wordnets are small, get pairs of words beside that share
translations into English (pivot_synonyms.py). BITEXT is the folder of texts as for
make_paraphrases.py; phrase tables are built in the folder WORK, or taken from there.
"""

import argparse
import gzip
import hashlib
import html
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from unicodedata import normalize

from pivot_synonyms import SOURCES, synonym_pairs
from tesla_metrics.files.resource import Resource, write_resource
from tesla_metrics.text.lemmatizer import Lemmatizer
from tesla_metrics.text.synonyms.base import normalize_word
from tesla_metrics.text.synonyms.load import build_synonym_resource
from tesla_metrics.text.synonyms.table import Synset

FOLDER = Path(__file__).parents[1] / "src" / "tesla_metrics" / "data" / "synonyms"

# Licences of the projects, as each names its own.
LICENCES = {
    "awn": "CC BY-SA 3.0",
    "bahasa": "MIT",
    "btb": "CC BY 3.0",
    "cow": "WordNet",
    "crown": "CC BY 3.0",
    "dannet": "WordNet",
    "el.own": "Apache 2.0",
    "hwn": "WordNet",
    "icewn": "CC BY 3.0",
    "iwn": "ODC-BY 1.0",
    "mcr": "CC BY 3.0",
    "multiwordnet": "CC BY 3.0",
    "odwn": "CC BY-SA 4.0",
    "plwn": "WordNet",
    "pt.own": "CC BY-SA",
    "slkwn": "CC BY-SA 3.0",
    "slownet": "CC BY-SA 3.0",
    "wikt": "CC BY-SA",
    "wnswe": "CC BY 3.0",
}
# "Free to use" does not say that Persian pwn may be changed and passed on. French wolf is noisier
# than Wiktionary, and its licence does not let the two be one file. Chinese Wiktionary adds nothing
# to cow (docs/results.md).
LEFT_OUT = frozenset({"fa.pwn", "fr.wolf", "zh.wikt"})

# Words between spaces are looked up one by one, so that what has several is of no use, but in
# these languages, whose words have spaces within (TESLA-CELAB puts them together) or none at all.
SEVERAL_PARTS = frozenset({"vi", "zh", "ja", "th"})
# Reflexive pronouns, which stand apart in texts and are left out before a verb is looked up.
REFLEXIVE = {
    "de": "sich",
    "nl": "zich",
    "fr": "se",
    "ro": "se",
    "cs": "se si",
    "sk": "sa si",
    "sl": "se si",
    "hr": "se si",
    "pl": "się",
    "bg": "се си",
    "da": "sig",
    "sv": "sig",
    "nb": "seg",
}
# Infinitives with the pronoun joined on, which simplemma does not take off.
JOINED = {"es": re.compile("(?<=[aeií]r)se$")}
UPOS = {"n": "NOUN", "v": "VERB", "a": "ADJ", "s": "ADJ", "r": "ADV"}

_REMARK = re.compile(r"\s*\([^()]*\)\s*")
# Points of Hebrew and Arabic and marks of stress, which texts do not have; signs of direction.
_POINTS = re.compile("[\u0301\u0591-\u05bd\u05bf-\u05c7\u0640\u064b-\u0652\u200e\u200f]")
_LETTER = re.compile(r"[^\W\d_]")
_NOT_IN_WORDS = re.compile(r"[()\[\]{}<>/|;:*~=\"]")
# Chinese adjectives and adverbs are listed as 美丽+的; texts have them without the particle, too.
_PARTICLE = "+"


def main() -> None:
    """Write the files."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("wordnets", type=Path)
    parser.add_argument("langs", nargs="*", metavar="LANG")
    parser.add_argument("--bitext", type=Path)
    parser.add_argument("--work", type=Path)
    parser.add_argument("-o", "--output", type=Path, default=FOLDER)
    args = parser.parse_args()
    if (args.bitext is None) != (args.work is None):
        parser.error("give both --bitext and --work, or neither")
    args.output.mkdir(parents=True, exist_ok=True)
    for lang, paths in find_projects(args.wordnets).items():
        if not args.langs or lang in args.langs:
            enriched = args.bitext is not None and lang in SOURCES
            pairs = synonym_pairs(args.bitext, args.work, lang) if enriched else []
            path = args.output / f"{lang}.synonyms"
            resource = make_resource(lang, paths, pairs)
            write_resource(path, resource)
            print(f"{path.name}: {resource.settings}, {path.stat().st_size} bytes", flush=True)


def find_projects(folder: Path) -> dict[str, list[Path]]:
    """The files of each language that ship; Wiktionary, which has many languages, comes last."""
    found: dict[str, list[Path]] = {}
    for path in sorted(folder.glob("*.tsv.gz")):
        lang, project = path.name.split(".")[:2]
        if f"{lang}.{project}" not in LEFT_OUT:
            found.setdefault(lang, []).append(path)
    return {
        lang: sorted(paths, key=lambda path: project_of(path) == "wikt")
        for lang, paths in sorted(found.items())
    }


def project_of(path: Path) -> str:
    """The part of the name after the language."""
    return path.name.split(".")[1]


def make_resource(lang: str, paths: list[Path], pairs: Sequence[tuple[str, str]]) -> Resource:
    """A table whose header names the projects and their licences."""
    contents = [gzip.decompress(path.read_bytes()) for path in paths]
    synsets = read_synsets(b"\n".join(contents).decode(), lang)
    projects = [project_of(path) for path in paths]
    digest = hashlib.sha256(b"".join(contents))
    digest.update("".join(f"{one}\t{other}\n" for one, other in pairs).encode())
    resource = build_synonym_resource(
        f"omw-{lang}-{'+'.join([*projects, *(['pivots'] if pairs else [])])}",
        lang,
        digest.hexdigest(),
        without_parts([*synsets, *map(set, pairs)]),
    )
    licences = [LICENCES.get(f"{lang}.{name}") or LICENCES[name] for name in projects]
    settings = {"licences": list(dict.fromkeys(licences))}
    return replace(resource, settings=resource.settings | settings)


def read_synsets(text: str, lang: str) -> list[set[str]]:
    """Words that share a synset, as they are listed and as our own lemmas of them are."""
    lemmatizer = Lemmatizer(lang)
    synsets: dict[str, dict[str, str]] = {}
    for line in filter(None, text.split("\n")):
        word, synset = line.split("\t")
        for spelling in spellings(word, lang):
            lemma = lemmatizer.uncached_lemma(spelling, UPOS[synset[-1]])
            synsets.setdefault(synset, {})[normalize_word(spelling)] = normalize_word(lemma)
    listed = frozenset(word for members in synsets.values() for word in members)
    found = []
    for members in synsets.values():
        # A lemma that is listed itself is another word: Spanish era, a time, is no form of ser.
        lemmas = {word if lemma in listed else lemma for word, lemma in members.items()}
        if len(lemmas) > 1:  # texts are looked up by lemmas
            found.append(lemmas.union(members))
    return found


def spellings(word: str, lang: str) -> Iterator[str]:
    """A listed word as texts may have it; nothing for what is no word."""
    word = _REMARK.sub(" ", html.unescape(word)).partition(", ")[0]
    if lang != "vi":  # whose tones are written so
        word = _POINTS.sub("", normalize("NFC", word))
    stem, _, particle = word.partition(_PARTICLE)
    for spelling in dict.fromkeys([stem, stem + particle]):
        spelling = without_reflexive(" ".join(spelling.split()), lang)
        if not _LETTER.search(spelling) or _NOT_IN_WORDS.search(spelling):
            continue
        if lang in SEVERAL_PARTS or " " not in spelling:
            yield spelling


def without_reflexive(word: str, lang: str) -> str:
    """A verb without its pronoun, where the two stand alone."""
    if lang in JOINED:
        return JOINED[lang].sub("", word)
    pronouns = REFLEXIVE.get(lang, "").split()
    parts = word.replace("s'", "se ", 1).split() if lang == "fr" else word.split()
    if len(parts) == 2:
        for part, other in (parts, parts[::-1]):
            if part.lower() in pronouns:
                return other
    return word


def without_parts(synsets: Iterable[set[str]]) -> list[Synset]:
    """Those that are no part of another one, in the order of their words.

    Two words are synonyms after this if they were before; numbers in this order pack best.
    """
    kept: dict[str, list[Synset]] = {}
    found: list[Synset] = []
    shared = set(map(frozenset, synsets))
    for synset in sorted(shared, key=lambda words: (-len(words), sorted(words))):
        if not any(synset <= larger for larger in kept.get(min(synset), ())):
            found.append(synset)
            for word in synset:
                kept.setdefault(word, []).append(synset)
    return sorted(found, key=sorted)


if __name__ == "__main__":
    main()
