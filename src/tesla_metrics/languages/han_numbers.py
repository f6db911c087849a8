"""Chinese numerals, in either script; what is written with digits may go on with them: 1.5亿."""

from .numbers import NumberWords

HAN_NUMBERS = NumberWords(
    # One is mostly an article, and the second two a weight as well.
    units="- ?一 二/?两/?兩 三 四 五 六 七 八 九",
    multipliers="十 ?百 ?千 ?万/?萬 ?亿/?億 ?兆",
    scales=(10, 100, 1000, 10**4, 10**8, 10**12),
    minus="负/負",
    links="零/〇",
    linked_to_hundreds=100,
    most_hundreds=9,
    most_millions=99_999_999,
    characters=True,
    hundredths="百分之",
)
