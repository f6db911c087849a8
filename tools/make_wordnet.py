"""Make the table of English synonyms that ships with the package from WordNet's index files.

    python tools/make_wordnet.py [--wordnet FOLDER] [-o FILE]

The folder is that of Debian's package wordnet-base. Kept are single words and the synsets that
two or more of them share: others make nothing a synonym of anything.
"""

import argparse
import hashlib
from pathlib import Path

from tesla_metrics.files.resource import write_resource
from tesla_metrics.text.synonyms.load import build_synonym_resource
from tesla_metrics.text.synonyms.table import Synset

FOLDER = Path(__file__).parents[1] / "src" / "tesla_metrics" / "data" / "synonyms"
NAME = "wordnet-3.0"
PARTS_OF_SPEECH = ("noun", "verb", "adj", "adv")


def read_index(text: str) -> dict[str, list[str]]:
    """Offset of a synset to its single words. The file's licence has lines that begin with a space.

    A line is: lemma, pos, synset_cnt, p_cnt, ptr_symbol..., sense_cnt, tagsense_cnt, offset...
    """
    members: dict[str, list[str]] = {}
    for line in text.splitlines():
        if line.startswith(" "):
            continue
        lemma, _, synsets, *rest = line.split()
        if "_" not in lemma:
            for offset in rest[-int(synsets) :]:
                members.setdefault(offset, []).append(lemma)
    return members


def main() -> None:
    """Write the file."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--wordnet", type=Path, default=Path("/usr/share/wordnet"))
    parser.add_argument("-o", "--output", type=Path, default=FOLDER / "en.synonyms")
    options = parser.parse_args()
    digest = hashlib.sha256()
    shared: list[Synset] = []
    for pos in PARTS_OF_SPEECH:
        content = (options.wordnet / f"index.{pos}").read_bytes()
        digest.update(content)
        # Offsets are unique within a part of speech, which is why these are not merged.
        synsets = read_index(content.decode("ascii")).values()
        shared.extend(frozenset(words) for words in synsets if len(words) > 1)
    resource = build_synonym_resource(NAME, "en", digest.hexdigest(), shared)
    write_resource(options.output, resource)
    print(f"{options.output}: {resource.settings}, {options.output.stat().st_size} bytes")


if __name__ == "__main__":
    main()
