"""jieba, which cuts Chinese into words and tags them: `jieba`."""

import warnings
from typing import Any

from ...optional import needs
from ..sentence import Token
from ..tokenizers.normalize import normalize
from ..widths import usual_width
from .base import Adapter
from .jieba_tags import upos_of


class JiebaAnalyzer(Adapter):
    """Words with jieba's tag as XPOS; Chinese is not inflected, so the lemma is the word."""

    def __init__(self) -> None:
        # Its files have invalid escapes, and it imports pkg_resources: both warn.
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            with needs("jieba", "zh"):
                import jieba
                from jieba.posseg import POSTokenizer
            # A tokeniser of our own: words that a program adds to jieba's would change scores.
            cutter: Any = jieba.Tokenizer()
            # Its own way to load keeps a cache in the folder for temporary files, where another
            # version or another user may have left one, and writes to standard error.
            cutter.FREQ, cutter.total = cutter.gen_pfdict(cutter.get_dict_file())
            cutter.initialized = True
            self._tagger: Any = POSTokenizer(cutter)
        super().__init__(f"jieba-{jieba.__version__}")

    def tokens(self, text: str) -> tuple[Token, ...]:
        # Full-width letters and digits would be cut one by one.
        words = self._tagger.cut(normalize(usual_width(text)))
        return tuple(
            Token(word, word, upos_of(word, tag), tag) for word, tag in words if not word.isspace()
        )
