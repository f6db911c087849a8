"""spaCy pipelines: `spacy:en_core_web_sm`, or a folder that holds one."""

from collections.abc import Sequence
from hashlib import sha256
from pathlib import Path
from typing import Any

from ...errors import ResourceError
from ..sentence import NONE, Sentence, Token


class SpacyAnalyzer:
    """Tags and lemmas as the pipeline gives them; what it does not give is `_` or the form."""

    def __init__(self, pipeline: str) -> None:
        try:
            import spacy
            from spacy.about import __version__ as version
        except ImportError as error:
            raise ResourceError(
                "spaCy is not installed: pip install 'tesla-metrics[spacy]'"
            ) from error
        try:
            self._nlp: Any = spacy.load(pipeline)
        except (OSError, ValueError) as error:
            raise ResourceError(
                f"spaCy has no pipeline {pipeline!r}: install it (python -m spacy download "
                "NAME) or give the folder of one"
            ) from error
        meta = self._nlp.meta
        self._name = f"spacy-{version}:{meta['lang']}_{meta['name']}-{meta['version']}"
        if Path(pipeline).is_dir():  # home-made ones are all called the same
            self._name += f"@{_hash_folder(Path(pipeline))}"

    @property
    def name(self) -> str:
        return self._name

    @property
    def preferred_tags(self) -> str:
        return "upos"

    def analyze(self, texts: Sequence[str]) -> list[Sentence]:
        documents = self._nlp.pipe(texts)
        return [
            Sentence(text, tuple(_token(word) for word in document if not word.is_space))
            for text, document in zip(texts, documents, strict=True)
        ]


def _hash_folder(folder: Path) -> str:
    digest = sha256()
    for path in sorted(path for path in folder.rglob("*") if path.is_file()):
        digest.update(path.relative_to(folder).as_posix().encode() + b"\0" + path.read_bytes())
    return digest.hexdigest()[:8]


def _token(word: Any) -> Token:
    return Token(word.text, word.lemma_ or word.text, word.pos_ or NONE, word.tag_ or NONE)
