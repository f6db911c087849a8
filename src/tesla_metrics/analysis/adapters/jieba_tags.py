"""Universal parts of speech for jieba's tags, which are those of ICTCLAS with extensions.

A tag's first letter is its class. Where Universal Dependencies splits a class, short lists of
the frequent words do; they were chosen on UD_Chinese-GSDSimp's dev part.
"""

from ..fallback import coarse_upos


def _by_key(table: dict[str, str]) -> dict[str, str]:
    """Keys to parts of speech, from parts of speech with all of their keys."""
    return {key: upos for upos, keys in table.items() for key in keys.split()}


_WHOLE_TAGS = _by_key(
    {
        "ADV": "ad vd",
        "AUX": "ug ul uz",  # 过, 了 and 着 mark aspect
        "NOUN": "an vn",
        "PROPN": "ns nt nz",
        "X": "eng zg",
    }
)
_FIRST_LETTERS = _by_key(
    {
        "ADJ": "a b z",
        "ADP": "f p",
        "ADV": "d o",
        "INTJ": "e",
        "NOUN": "j n q s t",
        "NUM": "m",
        "PART": "h k u y",
        "PRON": "r",
        "SCONJ": "c",
        "VERB": "i l v",
    }
)
_WORDS = _by_key(
    {
        "AUX": "是 会 會 能 能够 能夠 可 可以 可能 应 應 应该 應該 应当 應當 必须 必須 须 須 要 "
        "敢 肯 愿 願 愿意 願意 被",
        "ADP": "将 將 把 由于 由於 因为 因為",
        "CCONJ": "和 与 與 及 或 或者 以及 跟",
        "DET": "该 該 每 各 某 其他 其它 任何 这些 這些 那些 这个 這個 那个 那個 有些 所有",
        "PART": "之 所",
        "NOUN": "等 其中 同时 同時",
    }
)
# Measure words are tagged as numbers; one of these in a word makes it a number.
_NUMERALS = frozenset("〇零一二三四五六七八九十百千万萬亿億两兩半几幾数數多许許第")


def upos_of(word: str, tag: str) -> str:
    """The universal part of speech of a word that jieba gave a tag."""
    upos = _WORDS.get(word) or _WHOLE_TAGS.get(tag)
    if upos is None and tag.startswith("nr"):
        upos = "PROPN"  # names of people have several tags
    if upos is None:
        # What jieba does not know (x) and letters alone (g) are told by their characters.
        upos = _FIRST_LETTERS.get(tag[:1]) or coarse_upos(word)
    if upos == "NUM" and not any(sign.isdigit() or sign in _NUMERALS for sign in word):
        return "NOUN"
    # 里, 之后 and 以前 are postpositions, 北部 and 期间 nouns.
    if tag == "f" and len(word) > 1 and word[0] not in "之以":
        return "NOUN"
    return upos
