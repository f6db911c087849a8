"""Chinese languages and their number words."""

from .base import HAN, Language, NumberWords

# Number words in simplified and traditional script. They may follow digits: 1.5亿.
HAN_NUMBERS = NumberWords(
    # 一 is often an article, and 两 is also a unit of weight.
    units="- ?一 二/?两/?兩 三 四 五 六 七 八 九",
    multipliers="十 ?百 ?千 ?万/?萬 ?亿/?億 ?兆",
    scales=(10, 100, 1000, 10**4, 10**8, 10**12),
    minus="负/負",
    links="零/〇",
    linked_to_hundreds=100,
    max_hundreds=9,
    max_millions=99_999_999,
    characters=True,
    hundredths="百分之",
)

LANGUAGES = (
    # Chinese, in simplified or traditional script.
    Language(
        code="zh", spaces=False, script=HAN, numbers=HAN_NUMBERS, analyzers=("jieba",), order=6
    ),
    # Classical Chinese.
    Language(code="lzh", spaces=False, script=HAN, numbers=HAN_NUMBERS, analyzers=("jieba",)),
    # Min Nan Chinese.
    Language(
        code="nan",
        spaces=False,
        script=HAN,
        numbers=HAN_NUMBERS,
        synonyms="zh",
        analyzers=("jieba",),
    ),
    # Wu Chinese.
    Language(
        code="wuu",
        spaces=False,
        script=HAN,
        numbers=HAN_NUMBERS,
        synonyms="zh",
        analyzers=("jieba",),
    ),
    # Cantonese.
    Language(
        code="yue",
        spaces=False,
        script=HAN,
        numbers=HAN_NUMBERS,
        synonyms="zh",
        analyzers=("jieba",),
    ),
)
