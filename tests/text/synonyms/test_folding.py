"""Words are found however they are written: composed or not, full-width or not."""

from pathlib import Path

from tesla_metrics.text.synonyms import load_synonyms


def test_written_otherwise(tmp_path: Path) -> None:
    path = tmp_path / "own.tsv"
    path.write_text("ＡＢＣ\tumbrella\ncafe\u0301\tbar\nice cream\tgelato\n", encoding="utf-8")
    synsets = load_synonyms("en", str(path)).synsets
    for word, other in (
        ("ａｂｃ", "umbrella"),
        ("abc", "umbrella"),
        ("caf\u00e9", "bar"),
        ("cafe\u0301", "bar"),
        ("ice\u00a0cream", "gelato"),
    ):
        assert synsets(word)
        assert synsets(word) == synsets(other)
