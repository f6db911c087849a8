"""Text that fits."""

from hypothesis import given
from hypothesis import strategies as st

from tesla_metrics.reporting.charts.chart import estimate_text_width, shorten, wrap
from tesla_metrics.reporting.charts.svg import escape


@given(st.text(), st.floats(20, 200))
def test_shortened_text_fits(text: str, width: float) -> None:
    short = shorten(text, 10, width)
    assert estimate_text_width(short, 10) <= width + 1e-6
    assert short == " ".join(text.split()) or short.endswith("…")


@given(st.text(), st.integers(1, 4))
def test_wrapped_text_fits(text: str, lines: int) -> None:
    wrapped = wrap(text, 10, 60, lines)
    assert len(wrapped) <= lines
    assert all(estimate_text_width(line, 10) <= 60 + 1e-6 for line in wrapped)


def test_wrapping_keeps_words() -> None:
    assert wrap("one two three four", 10, 60, 3) == ["one two", "three four"]
    assert wrap("", 10, 60, 3) == []


def test_wide_characters_are_wide() -> None:
    assert estimate_text_width("中文", 10) == 20
    assert estimate_text_width("e\u0301", 10) == estimate_text_width("e", 10)


def test_what_xml_cannot_say_is_replaced() -> None:
    assert escape("a\x00<b>\ud800&\"'\n") == "a�&lt;b&gt;�&amp;&quot;&#x27;\n"
