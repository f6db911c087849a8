"""What a language says of its number words.

Lists are strings: words with spaces between, in the order of their values; "/" between forms of
one. Those with "?" mean something else as well (one, neuf), or nothing exact (millions): they are
numbers only together with others. "-" stands for no word.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class OneWord:
    """Numbers below a million that are one word: einundzwanzig, zweitausendfünfhundert."""

    links: tuple[str, ...]
    """What stands between unit and ten."""
    ones: tuple[str, ...]
    """One as it is written inside such a word."""
    hundred: str
    thousand: str


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class NumberWords:
    """Words that are numbers, and what may be added to them or multiplied."""

    units: str = ""
    """0, 1, ... 20"""
    tens: str = ""
    """30, 40, ... 90"""
    twenties: str = ""
    """21, 22, ... 29, where they are words of their own: veintiuno."""
    hundreds: str = ""
    """100, 200, ... 900, where they are too: doscientos."""
    hundred: str = "-"
    """100 that nothing is added to: cien."""
    turned_units: str = ""
    """1, 2, ... 9 as they stand before the tens in one word: jedna-dvacet."""
    multipliers: str = ""
    """Words for the scales."""
    scales: tuple[int, ...] = (100, 1000, 10**6, 10**9, 10**12)
    shares: str = ""
    """Parts of a hundred, which are said as per cent as well: `50 half`."""
    ordinals: str = ""
    """1st, 2nd, ...; the first three only as what is meant by digits."""
    ordinal_marks: str = ""
    """What stands behind the digits of one: th."""
    morning: str = "-"
    """What follows hours before noon, and after it: am, pm."""
    afternoon: str = "-"
    minus: str = "-"
    before_no_minus: str = "-"
    """Words after which that says something else: au moins, al menos."""
    openers: str = "-"
    """Articles: one, but only where it is multiplied."""
    links: str = "-"
    """What may stand between the terms of a number: and."""
    room_of_tens: tuple[int, int] = (0, 0)
    """Less than this may be added to 20, 30, ..., and after a link: twenty-one, treinta y dos."""
    room_of: Mapping[int, tuple[int, int]] = field(default_factory=dict)
    """Tens with other room than that: soixante-dix-neuf."""
    linked_to_hundreds: int = 0
    """Less than this may be added to multipliers after a link: two hundred and five."""
    most_hundreds: int = 19
    """How many hundreds are said: dix-neuf cents, but twenty-five hundred."""
    most_millions: int = 999
    """How many millions are: mil millones."""
    one_and_a_half: str = "-"
    and_a_half: str = ""
    """The end of words for so much more: zweieinhalb."""
    characters: bool = False
    """Whether a word may be made of several of these: 三百五十."""
    hundredths: str = ""
    """The beginning of a word for so many: 百分之五."""
    one_word: OneWord | None = None
    """Where numbers below a million are one word, nothing is added to hundred and thousand as
    words of their own: Jahrhundert fünf is no number."""
