"""A trained system on disk: a folder with Thot's files, and a note of how text becomes tokens."""

from dataclasses import asdict, dataclass
from pathlib import Path

from ...analysis.tokenizers import get_tokenizer
from ...files.described import read_described, write_described
from ...files.schema import LANGUAGE, SHA256, flag, record, whole

_KIND, _VERSION = "smt", 1
_MEND = "'tesla tune --train-smt'"
# Thot takes no longer sentences.
LONGEST_SENTENCE = 200


@dataclass(frozen=True)
class SmtDescription:
    """How text becomes tokens, and what the system was trained on.

    source, target  languages
    lowercase       whether text is lower-cased first
    pairs           of sentences that it was trained on
    corpus          a checksum of these
    """

    source: str
    target: str
    lowercase: bool
    pairs: int = 0
    corpus: str = ""

    def source_tokens(self, text: str) -> list[str]:
        """As the decoder reads them; words of a sentence that is too long are left out."""
        return _tokens(text, self.source, self.lowercase)[:LONGEST_SENTENCE]

    def target_tokens(self, text: str) -> list[str]:
        """As the decoder writes them."""
        return _tokens(text, self.target, self.lowercase)


def _tokens(text: str, lang: str, lowercase: bool) -> list[str]:
    words = get_tokenizer(lang).tokenize(text.lower() if lowercase else text)
    # Thot's files have this between their fields.
    return ["|" if word == "|||" else word for word in words]


def write_description(folder: Path, description: SmtDescription) -> None:
    """Last: a folder that has one is whole."""
    write_described(folder / "smt.json", _KIND, _VERSION, asdict(description))


def read_description(folder: Path) -> SmtDescription:
    """Refuses a folder that no training has finished."""
    shape = record(
        {
            "source": LANGUAGE,
            "target": LANGUAGE,
            "lowercase": flag(),
            "pairs": whole(1, 2**62),
            "corpus": SHA256,
        }
    )
    return SmtDescription(**read_described(folder / "smt.json", _KIND, _VERSION, _MEND, shape))


def translation_model(folder: Path) -> Path:
    """What names of Thot's files of the translation model begin with."""
    return folder / "tm"


def language_model(folder: Path) -> Path:
    """The same of the language model."""
    return folder / "lm"
