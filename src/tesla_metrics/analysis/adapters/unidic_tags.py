"""Universal parts of speech for UniDic's, much as the Japanese treebanks of UD have them."""

_NOTHING = "*"

# By the first part of speech, unless the first two together are below.
_FIRST = {
    "代名詞": "PRON",
    "副詞": "ADV",
    "助動詞": "AUX",
    "助詞": "ADP",
    "動詞": "VERB",
    "名詞": "NOUN",
    "形容詞": "ADJ",
    "形状詞": "ADJ",
    "感動詞": "INTJ",
    "接尾辞": "NOUN",
    "接続詞": "CCONJ",
    "接頭辞": "NOUN",
    "補助記号": "PUNCT",
    "記号": "SYM",
    "連体詞": "ADJ",
}
_BOTH = {
    "助詞-接続助詞": "SCONJ",
    "助詞-準体助詞": "SCONJ",
    "助詞-終助詞": "PART",
    "名詞-助動詞語幹": "AUX",
    "名詞-固有名詞": "PROPN",
    "名詞-数詞": "NUM",
    "形状詞-助動詞語幹": "AUX",
    "接尾辞-動詞的": "AUX",
    "接尾辞-形容詞的": "AUX",
    "補助記号-ＡＡ": "SYM",
}
# Of the words before nouns (連体詞), those that point.
_POINTING = frozenset("此の 其の 彼の 何の 或る 我が こんな そんな あんな どんな".split())
_MAY_HELP = "非自立可能"
_CONJUNCTIVE = "助詞-接続助詞"


def xpos_of(pos1: str, pos2: str) -> str:
    """The first two parts of speech as one tag."""
    return pos1 if pos2 in (_NOTHING, None) else f"{pos1}-{pos2}"


def upos_of(lemma: str, xpos: str, before: str) -> str:
    """The universal part of speech; `before` is the tag of the word before."""
    first, _, second = xpos.partition("-")
    if first == "連体詞" and lemma in _POINTING:
        return "DET"
    # 書いている, 食べてください: after て a verb that may help does.
    if second == _MAY_HELP and first == "動詞" and before == _CONJUNCTIVE:
        return "AUX"
    return _BOTH.get(xpos) or _FIRST.get(first, "X")
