"""A trained system on disk: a folder with Thot's files, and a note of how text becomes tokens."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path

from ...analysis.tokenizers import get_tokenizer
from ...errors import ResourceError
from ...files.described import read_described, write_described
from ...files.schema import LANGUAGE, SHA256, flag, mapping_of, record, whole

_KIND, _VERSION = "smt", 1
_NOTE, _MEND = "smt.json", "'tesla tune --train-smt'"
# Thot takes no longer sentences.
LONGEST_SENTENCE = 200


@dataclass(frozen=True)
class SmtDescription:
    """How text becomes tokens, and what the system was trained on.

    source, target  languages
    lowercase       whether text is lower-cased first
    pairs           of sentences that it was trained on
    corpus          a checksum of these
    sizes           of Thot's files by their names, which tell a copy that is not whole
    """

    source: str
    target: str
    lowercase: bool
    pairs: int = 0
    corpus: str = ""
    sizes: Mapping[str, int] = field(default_factory=dict)

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


def write_description(folder: Path, description: SmtDescription) -> SmtDescription:
    """Last: a folder that has one is whole. The sizes of what is there go in as well."""
    sizes = {file.name: file.stat().st_size for file in sorted(folder.iterdir())}
    whole_one = replace(description, sizes=sizes)
    write_described(folder / _NOTE, _KIND, _VERSION, asdict(whole_one))
    return whole_one


def read_description(folder: Path) -> SmtDescription:
    """Refuses a folder that no training has finished, or of which something is gone since."""
    shape = record(
        {
            "source": LANGUAGE,
            "target": LANGUAGE,
            "lowercase": flag(),
            "pairs": whole(1, 2**62),
            "corpus": SHA256,
            "sizes": mapping_of(whole(0, 2**62)),
        }
    )
    found = SmtDescription(**read_described(folder / _NOTE, _KIND, _VERSION, _MEND, shape))
    for name, size in found.sizes.items():
        file = folder / name
        own = file.stat().st_size if file.is_file() else None
        if own != size:
            what = "is missing" if own is None else f"has {own} bytes instead of {size}"
            raise ResourceError(f"{file} {what}: copy the system again, or make it with {_MEND}")
    return found


def translation_model(folder: Path) -> Path:
    """What names of Thot's files of the translation model begin with."""
    return folder / "tm"


def language_model(folder: Path) -> Path:
    """The same of the language model."""
    return folder / "lm"
