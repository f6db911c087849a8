"""Analysers based on other packages: spaCy, Stanza, jieba and fugashi."""

import warnings
from abc import ABC, abstractmethod
from collections.abc import Sequence
from hashlib import sha256
from importlib.metadata import version
from pathlib import Path
from typing import Any

from ..errors import ResourceError
from ..files.sentence import NO_VALUE, Sentence, Token
from ..optional import requires_extra
from .builtin_analyzer import guess_coarse_upos
from .characters import normalize_width
from .tokenizers.base import normalize


class PackageAnalyzer(ABC):
    """Base class of analysers that use another package.

    Subclasses load the package in `__init__` and analyse a text in `tokens`. All of them prefer
    UPOS, because the XPOS of the packages differ.
    """

    preferred_tags = "upos"

    def __init__(self, name: str) -> None:
        self.name = name

    def analyze(self, texts: Sequence[str]) -> list[Sentence]:
        """Return one sentence per text, in order."""
        return [Sentence(text, self.tokens(text)) for text in texts]

    @abstractmethod
    def tokens(self, text: str) -> tuple[Token, ...]:
        """Return the tokens of a text, which may be empty."""


class SpacyAnalyzer(PackageAnalyzer):
    """An analyser that uses a spaCy pipeline.

    Missing tags are replaced by `_`, and missing lemmas by the form.
    """

    def __init__(self, pipeline: str) -> None:
        with requires_extra("spaCy", "spacy"):
            import spacy
            from spacy.about import __version__ as version
        try:
            self._nlp: Any = spacy.load(pipeline)
        except (OSError, ValueError) as error:
            raise ResourceError(
                f"spaCy has no pipeline {pipeline!r}: install it (python -m spacy download "
                "NAME) or give the folder of one"
            ) from error
        meta = self._nlp.meta
        folder = Path(pipeline)
        # Pipelines that users have trained often have the same name, so a hash is added.
        suffix = f"@{_hash_folder(folder)}" if folder.is_dir() else ""
        super().__init__(f"spacy-{version}:{meta['lang']}_{meta['name']}-{meta['version']}{suffix}")

    def analyze(self, texts: Sequence[str]) -> list[Sentence]:
        """Return one sentence per text. All texts are passed to spaCy at once, which is faster."""
        token_lists = map(_convert_document, self._nlp.pipe(texts))
        return [Sentence(text, tokens) for text, tokens in zip(texts, token_lists, strict=True)]

    def tokens(self, text: str) -> tuple[Token, ...]:
        return _convert_document(self._nlp(text))


def _hash_folder(folder: Path) -> str:
    """Return a short hash of the names and contents of all files in a folder."""
    digest = sha256()
    for path in sorted(path for path in folder.rglob("*") if path.is_file()):
        digest.update(path.relative_to(folder).as_posix().encode() + b"\0" + path.read_bytes())
    return digest.hexdigest()[:8]


def _convert_document(document: Any) -> tuple[Token, ...]:
    """Convert the tokens of a spaCy document."""
    return tuple(
        Token(word.text, word.lemma_ or word.text, word.pos_ or NO_VALUE, word.tag_ or NO_VALUE)
        for word in document
        if not word.is_space
    )


class StanzaAnalyzer(PackageAnalyzer):
    """An analyser that uses Stanza. Multiword tokens are split into words."""

    def __init__(self, lang: str) -> None:
        with requires_extra("Stanza", "stanza"):
            import stanza
        try:
            self._pipeline: Any = stanza.Pipeline(
                lang,
                processors="tokenize,mwt,pos,lemma",
                tokenize_no_ssplit=True,  # texts are not split into sentences
                download_method=None,
                verbose=False,
            )
        except Exception as error:  # Stanza raises various exceptions for missing models
            raise ResourceError(
                f"Stanza cannot load its models for {lang!r} ({type(error).__name__}): "
                f"fetch them once with stanza.download({lang!r})"
            ) from error
        super().__init__(f"stanza-{stanza.__version__}:{lang}")

    def tokens(self, text: str) -> tuple[Token, ...]:
        if not text.strip():  # Stanza raises an error for empty documents
            return ()
        sentences = self._pipeline(text).sentences
        return tuple(
            Token(word.text, word.lemma or word.text, word.upos or NO_VALUE, word.xpos or NO_VALUE)
            for sentence in sentences
            for word in sentence.words
        )


# Conversion of jieba's tags to universal parts of speech
#
# jieba uses the tags of ICTCLAS with extensions. The first letter of a tag is its class. If the
# words of a class have several universal parts of speech, lists of frequent words are used. The
# lists were made with the development set of UD_Chinese-GSDSimp.


def _invert_lists(keys_by_upos: dict[str, str]) -> dict[str, str]:
    """Convert a mapping from a UPOS to its keys to a mapping from each key to its UPOS."""
    return {key: upos for upos, keys in keys_by_upos.items() for key in keys.split()}


_UPOS_BY_TAG = _invert_lists(
    {
        "ADV": "ad vd",
        "AUX": "ug ul uz",  # the aspect markers 过, 了 and 着
        "NOUN": "an vn",
        "PROPN": "ns nt nz",
        "X": "eng zg",
    }
)
_UPOS_BY_TAG_LETTER = _invert_lists(
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
_UPOS_BY_WORD = _invert_lists(
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
# jieba tags measure words as numbers, too. A number contains one of these characters or a digit.
_NUMERAL_CHARACTERS = frozenset("〇零一二三四五六七八九十百千万萬亿億两兩半几幾数數多许許第")


def convert_jieba_tag(word: str, tag: str) -> str:
    """Return the UPOS of a word with this tag of jieba."""
    upos = _UPOS_BY_WORD.get(word) or _UPOS_BY_TAG.get(tag)
    if upos is None and tag.startswith("nr"):
        upos = "PROPN"  # the tags of personal names begin with nr
    if upos is None:
        # Other tags, such as x (unknown word) and g (morpheme), do not determine the UPOS.
        upos = _UPOS_BY_TAG_LETTER.get(tag[:1]) or guess_coarse_upos(word)
    if upos == "NUM" and not any(char.isdigit() or char in _NUMERAL_CHARACTERS for char in word):
        return "NOUN"
    # Words of place and time (f): 里, 之后 and 以前 are postpositions, 北部 and 期间 are nouns.
    if tag == "f" and len(word) > 1 and word[0] not in "之以":
        return "NOUN"
    return upos


class JiebaAnalyzer(PackageAnalyzer):
    """An analyser for Chinese that uses jieba. XPOS are the tags of jieba, lemmas are the words."""

    def __init__(self) -> None:
        # Importing jieba causes warnings: it has invalid escapes and imports pkg_resources.
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            with requires_extra("jieba", "zh"):
                import jieba
                from jieba.posseg import POSTokenizer
            # The default tokeniser of jieba is not used: words that a program adds to it would
            # change scores.
            tokenizer: Any = jieba.Tokenizer()
            # The dictionary is loaded without jieba's own function, which prints messages and uses
            # a cache in the temporary folder that may be from another version or another user.
            tokenizer.FREQ, tokenizer.total = tokenizer.gen_pfdict(tokenizer.get_dict_file())
            tokenizer.initialized = True
            self._tagger: Any = POSTokenizer(tokenizer)
        super().__init__(f"jieba-{jieba.__version__}")

    def tokens(self, text: str) -> tuple[Token, ...]:
        # Without normalisation, full-width letters and digits would be split into characters.
        words = self._tagger.cut(normalize(normalize_width(text)))
        return tuple(
            Token(word, word, convert_jieba_tag(word, tag), tag)
            for word, tag in words
            if not word.isspace()
        )


# Conversion of the parts of speech of UniDic to universal parts of speech

_UNSPECIFIED = "*"

# UPOS by UniDic's first part of speech. `_UPOS_BY_XPOS` has exceptions.
_UPOS_BY_POS1 = {
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
# UPOS by UniDic's first two parts of speech.
_UPOS_BY_XPOS = {
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
# Adnominals (連体詞) that are determiners.
_DETERMINERS = frozenset("此の 其の 彼の 何の 或る 我が こんな そんな あんな どんな".split())
# The second part of speech of words that can be auxiliaries.
_POSSIBLE_AUXILIARY = "非自立可能"
_CONJUNCTIVE_PARTICLE = "助詞-接続助詞"


def join_unidic_tags(pos1: str, pos2: str) -> str:
    """Join UniDic's first two parts of speech to one tag."""
    return pos1 if pos2 in (_UNSPECIFIED, None) else f"{pos1}-{pos2}"


def convert_unidic_tag(lemma: str, xpos: str, previous_xpos: str) -> str:
    """Return the UPOS of a UniDic word; `previous_xpos` is the tag of the preceding word."""
    first, _, second = xpos.partition("-")
    if first == "連体詞" and lemma in _DETERMINERS:
        return "DET"
    # Verbs that can be auxiliaries are auxiliaries after て: 書いている, 食べてください.
    can_be_auxiliary = first == "動詞" and second == _POSSIBLE_AUXILIARY
    if can_be_auxiliary and previous_xpos == _CONJUNCTIVE_PARTICLE:
        return "AUX"
    return _UPOS_BY_XPOS.get(xpos) or _UPOS_BY_POS1.get(first, "X")


class FugashiAnalyzer(PackageAnalyzer):
    """An analyser for Japanese that uses fugashi with the dictionary unidic-lite.

    XPOS are the first two parts of speech of UniDic.
    """

    def __init__(self) -> None:
        with requires_extra("fugashi or unidic-lite", "ja"):
            import fugashi
            import unidic_lite

            super().__init__(f"fugashi-{version('fugashi')}:unidic-lite-{version('unidic-lite')}")
        # By default, fugashi uses the full UniDic if it is installed, with other results.
        folder = Path(unidic_lite.DICDIR)
        try:
            self._tagger: Any = fugashi.Tagger(f'-r "{folder / "mecabrc"}" -d "{folder}"')
        except RuntimeError as error:
            raise ResourceError(
                "fugashi cannot load unidic-lite: pip install --force-reinstall unidic-lite"
            ) from error

    def tokens(self, text: str) -> tuple[Token, ...]:
        tokens = []
        previous_xpos = ""
        # Full-width and half-width characters are tokenised in the same way.
        for node in self._tagger(normalize(normalize_width(text))):
            feature = node.feature
            lemma = _get_unidic_lemma(node.surface, feature)
            xpos = join_unidic_tags(feature.pos1, feature.pos2)
            tokens.append(
                Token(node.surface, lemma, convert_unidic_tag(lemma, xpos, previous_xpos), xpos)
            )
            previous_xpos = xpos
        return tuple(tokens)


def _get_unidic_lemma(form: str, feature: Any) -> str:
    """Return UniDic's lemma without the suffix that distinguishes homographs (`ペン-pen`).

    The lemma of a name is its reading, which many names share; names keep their form instead.
    """
    if feature.lemma is None or feature.pos2 == "固有名詞":
        return form
    return normalize_width(str(feature.lemma).partition("-")[0]) or form
