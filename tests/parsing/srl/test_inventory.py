"""Which rolesets words have."""

import gzip
from pathlib import Path

import pytest

from tesla_metrics.errors import InputError
from tesla_metrics.parsing.srl.frame import read_roleset_inventory

LINES = (
    "roleset\tname\taliases\troles",
    "sell.01\tpart with\tn:sale v:sell v:sell_out\tARG0=seller",
    "sell.02\tbe sold\tv:Sell j:sold",
)


def test_words_have_rolesets_by_kind(tmp_path: Path) -> None:
    path = tmp_path / "frames.tsv.gz"
    path.write_bytes(gzip.compress("\n".join(LINES).encode()))
    assert read_roleset_inventory(str(path)) == {
        ("noun", "sale"): ["sell.01"],
        ("verb", "sell"): ["sell.01", "sell.02"],
    }


@pytest.mark.parametrize("line", ["sell.01", "sell.01\tx", "\tx\tv:sell", "sell 01\tx\tv:sell"])
def test_what_is_no_roleset_is_refused(line: str, tmp_path: Path) -> None:
    path = tmp_path / "frames.tsv"
    path.write_text(f"{LINES[1]}\n{line}\n")
    with pytest.raises(InputError, match=r"frames\.tsv, line 2 is not a roleset"):
        read_roleset_inventory(str(path))
