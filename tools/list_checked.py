"""List the checksums of the tables and taggers that ship, after a look at each.

    python tools/list_checked.py

Whoever loads a listed file need not look at its body again, which takes longer than the loading.
Run it when any of them has changed; it stops at one that is not as it should be.
"""

from collections.abc import Callable
from pathlib import Path

from tesla_metrics.files.compression import RESOURCE_MAGIC
from tesla_metrics.text import language_tables
from tesla_metrics.text.compounds import load_counts
from tesla_metrics.text.frequencies import load_frequencies
from tesla_metrics.text.related_words import load_paraphrases, load_relations
from tesla_metrics.text.synonyms.load import load_compiled
from tesla_metrics.text.tagging import Tagger

DATA = Path(language_tables.__file__).parent.parent / "data"
LISTED = DATA / "checked.txt"


def checked_files() -> list[tuple[str, Path]]:
    """Checksum and path of each, all of them as they should be."""
    found = []
    for folder, load in _LOADERS.items():
        for path in sorted((DATA / folder).iterdir()):
            load(path, path.stem)
            digest = path.read_bytes().removeprefix(RESOURCE_MAGIC)[:64]
            found.append((digest.decode(), path.relative_to(DATA)))
    return found


_LOADERS: dict[str, Callable[[Path, str], object]] = {
    "counts": lambda path, _: load_counts(path),
    "frequencies": load_frequencies,
    "paraphrases": load_paraphrases,
    "relations": load_relations,
    "synonyms": lambda path, _: load_compiled(path),
    "taggers": lambda path, _: Tagger.load(path),
}


def main() -> None:
    language_tables._checked = frozenset  # type: ignore[assignment]  # so that all are looked at
    files = checked_files()
    text = "".join(f"{digest}  {path.as_posix()}\n" for digest, path in files)
    LISTED.write_text(text, encoding="utf-8")
    print(f"{len(files)} files are listed in {LISTED.name}")


if __name__ == "__main__":
    main()
