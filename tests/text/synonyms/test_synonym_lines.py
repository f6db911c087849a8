"""Words of stored tables, found where they lie."""

import pickle

import pytest

from tesla_metrics.native import load_native
from tesla_metrics.text.language_tables import LazyTable
from tesla_metrics.text.synonyms.load import create_line_finder
from tesla_metrics.text.synonyms.table import decode_synsets

LINES = "bank\t1 3\nbank holiday\t4\nhaus\t2\nhütte\t2 7\n".encode()
needs_core = pytest.mark.skipif(load_native() is None, reason="the native core is not in use")


@needs_core
def test_the_same_as_all_of_them() -> None:
    find = create_line_finder(LINES)
    assert find is not None
    table = decode_synsets(LINES)
    for word in (*table, "", "ban", "hutte", "zebra", "\t", "bank\t1", "\ud800"):
        assert find(word) == table.get(word)


@needs_core
def test_lines_out_of_order_are_not_searched() -> None:
    assert create_line_finder(b"b\t1\na\t2\n") is None


def test_a_lazy_table_is_made_only_for_all_of_it() -> None:
    made = []

    def make() -> dict[str, str]:
        made.append(1)
        return decode_synsets(LINES)

    table = LazyTable(make, decode_synsets(LINES).get)
    assert table.get("haus") == "2"
    assert table.get("house", "none") == "none"
    assert not made
    assert len(table) == 4
    assert table.get("haus") == "2"
    assert made == [1]
    assert pickle.loads(pickle.dumps(table)) == decode_synsets(LINES)
