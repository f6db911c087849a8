"""spaCy pipelines: `spacy:en_core_web_sm`, or a folder that holds one."""

from collections.abc import Sequence
from hashlib import sha256
from pathlib import Path
from typing import Any

from ...errors import ResourceError
from ...optional import needs
from ..sentence import NONE, Sentence, Token
from .base import Adapter


class SpacyAnalyzer(Adapter):
    """Tags and lemmas as the pipeline gives them; what it does not give is `_` or the form."""

    def __init__(self, pipeline: str) -> None:
        with needs("spaCy", "spacy"):
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
        # Home-made ones are all called the same.
        own = f"@{_hash_folder(folder)}" if folder.is_dir() else ""
        super().__init__(f"spacy-{version}:{meta['lang']}_{meta['name']}-{meta['version']}{own}")

    def analyze(self, texts: Sequence[str]) -> list[Sentence]:
        """In batches, which spaCy is much faster with."""
        documents = map(_tokens, self._nlp.pipe(texts))
        return [Sentence(*found) for found in zip(texts, documents, strict=True)]

    def tokens(self, text: str) -> tuple[Token, ...]:
        return _tokens(self._nlp(text))


def _hash_folder(folder: Path) -> str:
    digest = sha256()
    for path in sorted(path for path in folder.rglob("*") if path.is_file()):
        digest.update(path.relative_to(folder).as_posix().encode() + b"\0" + path.read_bytes())
    return digest.hexdigest()[:8]


def _tokens(document: Any) -> tuple[Token, ...]:
    return tuple(
        Token(word.text, word.lemma_ or word.text, word.pos_ or NONE, word.tag_ or NONE)
        for word in document
        if not word.is_space
    )
