"""Windows of long texts."""

import pytest

from tesla_metrics.resources.contextual.contextual_model import iterate_windows


@pytest.mark.parametrize("count", [0, 1, 9, 10, 11, 14, 15, 16, 99, 100, 101, 1234])
@pytest.mark.parametrize("most", [1, 2, 3, 10])
def test_every_piece_is_kept_once_and_stands_in_its_window(count: int, most: int) -> None:
    found = list(iterate_windows(count, most))
    assert [place for own in found for place in range(own.used_start, own.used_end)] == list(
        range(count)
    )
    for own in found:
        assert own.start <= own.used_start <= own.used_end <= own.end <= own.start + most


def test_a_short_text_is_one_window() -> None:
    assert list(iterate_windows(10, 10)) == [(0, 10, 0, 10)]


def test_a_piece_is_kept_where_it_stands_most_inside() -> None:
    found = list(iterate_windows(40, 10))
    for own in found:
        for place in range(own.used_start, own.used_end):
            inside = min(place - own.start, own.end - 1 - place)
            others = (
                min(place - other.start, other.end - 1 - place)
                for other in found
                if other.start <= place < other.end
            )
            ends = place < 10 or place >= 30
            assert ends or inside >= max(others) - 1
