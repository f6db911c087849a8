"""The phrase table, from links between words; and the part of it that some sentences need."""

from collections.abc import Iterable, Sequence
from pathlib import Path

from ...errors import ResourceError, TeslaError

# Of a target phrase in words; a source phrase in the decoder is at most as long.
LONGEST = 7
_BEST = 20


def extract_phrases(prefix: Path) -> None:
    """Write PREFIX.ttable from PREFIX.A3.final, and what else Thot wants beside it."""
    from thot import translation as thot

    settings = thot.PhraseExtractParameters()
    settings.max_target_phrase_length = LONGEST
    phrases = thot.PhraseModel()
    built = phrases.build(f"{prefix}.A3.final", settings, False)
    if not built or not phrases.print_phrase_table(f"{prefix}.ttable", _BEST):
        raise TeslaError(f"{prefix}.ttable: Thot could not make its phrase table")
    phrases.clear()
    Path(f"{prefix}.A3.final").unlink()  # nobody needs the links again
    # How far phrases are trusted against their words (Thot's own recipe), and lengths of segments.
    for name, content in (
        ("lambda", "0.7 0.7"),
        ("srcsegmlentable", "Uniform"),
        ("trgcutstable", "0.999"),
        ("trgsegmlentable", "Geometric"),
    ):
        Path(f"{prefix}.{name}").write_text(content, encoding="utf-8")


def filter_phrases(table: Path, sentences: Iterable[Sequence[str]], filtered: Path) -> None:
    """Keep the phrases that occur in the sentences: it loads in a second instead of a minute."""
    wanted = {
        " ".join(sentence[start:end])
        for sentence in sentences
        for start in range(len(sentence))
        for end in range(start + 1, min(start + LONGEST, len(sentence)) + 1)
    }
    with (
        table.open(encoding="utf-8", newline="\n") as whole,
        filtered.open("w", encoding="utf-8", newline="\n") as part,
    ):
        try:
            part.writelines(line for line in whole if line.split(" ||| ", 2)[1] in wanted)
        except (IndexError, UnicodeDecodeError) as error:
            raise ResourceError(
                f"{table} is damaged, a line of it is no phrase with its translation: copy the "
                "system again, or make it with 'tesla tune --train-smt'"
            ) from error
