"""Tables that are taken apart when the first word is asked for."""

import pickle
from collections.abc import Mapping

from tesla_metrics.text.language_tables import LazyTable

WORDS = {"house": 3, "boat": 1}


class Maker:
    """Counts how often it is asked."""

    def __init__(self) -> None:
        self.times = 0

    def __call__(self) -> Mapping[str, int]:
        self.times += 1
        return dict(WORDS)


def test_made_once_and_when_asked() -> None:
    make = Maker()
    table = LazyTable(make)
    assert make.times == 0
    assert table["house"] == 3
    assert table.get("boat") == 1
    assert table.get("car") is None
    assert table.get("car", 0) == 0
    assert "boat" in table
    assert "car" not in table
    assert dict(table) == WORDS
    assert len(table) == 2
    assert make.times == 1


def test_a_pickle_has_what_was_made() -> None:
    # A function inside another cannot be pickled; what it makes can.
    table = LazyTable(lambda: dict(WORDS))
    again = pickle.loads(pickle.dumps(table))
    assert again == WORDS
    assert again == pickle.loads(pickle.dumps(again))
