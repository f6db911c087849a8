"""fugashi (MeCab) with UniDic's small edition, for Japanese: `fugashi`."""

from importlib.metadata import version
from pathlib import Path
from typing import Any

from ...errors import ResourceError
from ...optional import needs
from ..sentence import Token
from ..tokenizers.normalize import normalize
from ..widths import usual_width
from .base import Adapter
from .unidic_tags import upos_of, xpos_of


class FugashiAnalyzer(Adapter):
    """UniDic's short units; its first two parts of speech are the XPOS."""

    def __init__(self) -> None:
        with needs("fugashi or unidic-lite", "ja"):
            import fugashi
            import unidic_lite

            super().__init__(f"fugashi-{version('fugashi')}:unidic-lite-{version('unidic-lite')}")
        # Left to itself fugashi takes the full UniDic where there is one, under the same name.
        folder = Path(unidic_lite.DICDIR)
        try:
            self._tagger: Any = fugashi.Tagger(f'-r "{folder / "mecabrc"}" -d "{folder}"')
        except RuntimeError as error:
            raise ResourceError(
                "fugashi cannot load unidic-lite: pip install --force-reinstall unidic-lite"
            ) from error

    def tokens(self, text: str) -> tuple[Token, ...]:
        tokens = []
        before = ""
        # Full-width and half-width spellings are to be cut alike.
        for node in self._tagger(normalize(usual_width(text))):
            feature = node.feature
            lemma = _lemma(node.surface, feature)
            xpos = xpos_of(feature.pos1, feature.pos2)
            tokens.append(Token(node.surface, lemma, upos_of(lemma, xpos, before), xpos))
            before = xpos
        return tuple(tokens)


def _lemma(form: str, feature: Any) -> str:
    """UniDic's, without what tells homographs apart (`ペン-pen`).

    Names have their reading for a lemma, which many names share; they stay as they are written.
    """
    if feature.lemma is None or feature.pos2 == "固有名詞":
        return form
    return usual_width(str(feature.lemma).partition("-")[0]) or form
