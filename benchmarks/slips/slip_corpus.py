"""Clean corpora of the slips, the files of a command, and the register of all slips."""

import random
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

FOLDER = Path(__file__).parent
LANGUAGES = ("en", "de", "fr", "ru", "zh")
NAMES = {"en": "English", "de": "German", "fr": "French", "ru": "Russian", "zh": "Chinese"}
CASED = tuple(language for language in LANGUAGES if language != "zh")


@dataclass(frozen=True)
class Corpus:
    """Parallel segments with one target language."""

    language: str
    sources: list[str]
    references: list[str]
    outputs: list[str]

    @property
    def source_language(self) -> str:
        return "de" if self.language == "en" else "en"

    @property
    def spaced(self) -> bool:
        """Whether the target language puts spaces between words."""
        return self.language != "zh"

    def words(self, text: str) -> list[str]:
        """Words of a text, or pairs of characters in Chinese."""
        return text.split() if self.spaced else [text[i : i + 2] for i in range(0, len(text), 2)]

    def join(self, words: Iterable[str]) -> str:
        return (" " if self.spaced else "").join(words)

    def chance(self, name: str) -> random.Random:
        """Random numbers, the same in every run."""
        return random.Random(f"{name} {self.language}")


def read_corpus(language: str) -> Corpus:
    lines = (FOLDER / f"{language}.tsv").read_text("utf-8").split("\n")[1:-1]
    sources, references, outputs = zip(*(line.split("\t") for line in lines), strict=True)
    return Corpus(language, list(sources), list(references), list(outputs))


# It writes the files of a command into a folder and returns the arguments of the command.
Preparation = Callable[[Corpus, Path], list[str]]


@dataclass(frozen=True)
class Slip:
    """A mistake in the files or arguments of a command.

    control    the same command without the mistake
    languages  target languages in which the mistake changes anything
    """

    name: str
    description: str
    prepare: Preparation
    control: Preparation
    languages: Sequence[str]


SLIPS: list[Slip] = []


def write(folder: Path, name: str, lines: Iterable[str]) -> str:
    """Write lines to a file of the folder; return its name."""
    (folder / name).write_bytes("".join(f"{line}\n" for line in lines).encode())
    return name


def score(
    corpus: Corpus,
    folder: Path,
    outputs: Iterable[str] | None = None,
    references: Iterable[str] | None = None,
    language: str | None = None,
) -> list[str]:
    """Arguments that score these lines, or the clean ones."""
    output = write(folder, "output.txt", corpus.outputs if outputs is None else outputs)
    reference = write(
        folder, "reference.txt", corpus.references if references is None else references
    )
    return ["score", output, "-r", reference, *options(language or corpus.language)]


def options(language: str) -> list[str]:
    return ["-l", language, "-m", "tesla-x", "-j", "1", "-f", "json"]


def clean(corpus: Corpus, folder: Path) -> list[str]:
    """Clean files with tesla score."""
    return score(corpus, folder)


def slip(
    control: Preparation = clean, languages: Sequence[str] = LANGUAGES
) -> Callable[[Preparation], Preparation]:
    """Register a slip under the name of its function; the docstring describes it."""

    def register(prepare: Preparation) -> Preparation:
        name = prepare.__name__.replace("_", "-")
        SLIPS.append(Slip(name, prepare.__doc__ or "", prepare, control, languages))
        return prepare

    return register


def change_share(
    corpus: Corpus,
    lines: Sequence[str],
    share: float,
    name: str,
    change: Callable[[int, str], str],
) -> list[str]:
    """Change a share of the lines, chosen by chance; change gets the position and the line."""
    chosen = set(corpus.chance(name).sample(range(len(lines)), round(share * len(lines))))
    return [change(i, line) if i in chosen else line for i, line in enumerate(lines)]
