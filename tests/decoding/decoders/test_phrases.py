"""A phrase table for some sentences only."""

from pathlib import Path

import pytest

from tesla_metrics.decoding.decoders.thot import filter_phrases
from tesla_metrics.errors import ResourceError


def test_what_the_sentences_have_stays_as_it_is(tmp_path: Path) -> None:
    kept = ["the cat ||| le chat ||| 4.0 2.0\n", "a ||| chat ||| 2.0 1.0\n"]
    gone = ["the ||| chat le ||| 1.0 1.0\n", "dog ||| chien ||| 1.0 1.0\n"]
    table = tmp_path / "whole"
    table.write_text("".join([kept[0], *gone, kept[1]]), encoding="utf-8", newline="\n")
    filter_phrases(table, [["vois", "le", "chat"]], tmp_path / "part")
    assert (tmp_path / "part").read_text(encoding="utf-8") == "".join(kept)


@pytest.mark.parametrize("end", [b"a ||| chat ||| 2.0\ndog", b"a ||| chat ||| 2.0\n\xc3"])
def test_a_damaged_table_is_named(tmp_path: Path, end: bytes) -> None:
    table = tmp_path / "whole"
    table.write_bytes(end)
    with pytest.raises(ResourceError, match="whole is damaged"):
        filter_phrases(table, [["chat"]], tmp_path / "part")
