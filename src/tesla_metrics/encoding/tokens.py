"""Tokens of TESLA-CELAB, with the dictionary that knows their n-grams."""

from collections.abc import Sequence
from typing import Any, NamedTuple

from ..analysis.adapters.opencc import load_script
from ..analysis.cutting import Cutter, load_cutter
from ..analysis.sentence import Sentence
from ..analysis.synonyms import load_synonyms
from ..analysis.synonyms.phrases import Phrases
from ..analysis.synonyms.table import SynonymTable, encode
from ..analysis.widths import usual_width
from ..files.stamp import stamps
from ..forks import Guard
from ..languages import Language, find_language
from ..tasks import Segment, text_of
from .encoder import Encoded
from .pairs import Pairs
from .remembered import Remembered
from .session import Loaded, Session

Tokens = tuple[str, ...]

# Tokens and strings that the core keeps, at about 200 bytes each.
_BYTES_A_STRING = 200


class TokenChoices(NamedTuple):
    """What decides tokens and synonyms, and nothing else."""

    language: Language  # its facts: one that is registered anew is another one
    synonyms: str
    compounds: str
    script: str
    files: tuple[tuple[str, int, int], ...]  # those named above: path, date, size


def open_tokens(
    session: Session, lang: str, synonyms: str, compounds: str, script: str
) -> "TokenEncoder":
    """The session's encoder for these choices; a file that changes is read again."""
    files = stamps(synonyms, compounds)
    choices = TokenChoices(find_language(lang), synonyms, compounds, script, files)
    return session.once(TokenEncoder, session, choices)


class TokenEncoder:
    """Cuts segments; tokens of texts are remembered."""

    def __init__(self, session: Session, choices: TokenChoices) -> None:
        self.session, self.choices, self.lang = session, choices, choices.language.code
        self._script = load_script(choices.script, self.lang)
        self._texts = Remembered[Tokens](session.memory)
        self._numbers: TokenNumbers | None = None

    @Loaded
    def cutter(self) -> Cutter:
        """Characters, words or parts of compounds."""
        return load_cutter(self.lang, self.choices.compounds, self.choices.script)

    @Loaded
    def phrases(self) -> Phrases:
        """Codes of n-grams."""
        dictionary = load_synonyms(self.lang, self.choices.synonyms, self.choices.script)
        return Phrases(dictionary, self.cutter.joint, self.cutter.spellings)

    def text(self, segment: Segment) -> str:
        """What is written there, in the script that was chosen."""
        text = text_of(segment)
        return text if self._script is None else self._script(text)

    def plain(self, segments: Sequence[Segment]) -> list[Tokens]:
        """The tokens of each; those of an analysed sentence are its forms."""
        if isinstance(segments[0], str):
            return self._texts.all(
                segments,  # type: ignore[arg-type]
                lambda fresh: map(tuple, self.cutter.cut(fresh)),
            )
        return [self._given(segment) for segment in segments if isinstance(segment, Sentence)]

    def _given(self, sentence: Sentence) -> Tokens:
        forms = (token.form for token in sentence.tokens if token.form)
        return tuple(usual_width(self._script(f) if self._script else f) for f in forms)

    def encode(self, pairs: Pairs, order: int, threads: int) -> Encoded:
        """N-grams up to that length natively, else tokens."""
        both = self.plain(pairs.references), self.plain(pairs.candidates)
        native = self.session.native
        if native is None:
            return Encoded(None, *both)
        numbers = self._numbers
        if numbers is None or numbers.bytes > self.session.memory:
            numbers = self._numbers = TokenNumbers(native, self.phrases)
        core = native.GramEncoder(numbers.core, order)
        return Encoded(core, *(core.encode(numbers.of(side, order), threads) for side in both))


class TokenNumbers(dict[str, int]):
    """Tokens by number for the native core, and what the dictionary says of their n-grams."""

    def __init__(self, native: Any, phrases: Phrases) -> None:
        super().__init__()
        self._phrases, self._guard = phrases, Guard()
        self.core = native.Phrases(phrases.joint, phrases.spellings)
        self._listed = isinstance(phrases.synonyms, SynonymTable)
        if isinstance(phrases.synonyms, SynonymTable):
            self.core.add_words(encode(phrases.synonyms.numbers))
        self._asked: set[str] = set()
        self._synsets: dict[int, int] = {}

    @property
    def bytes(self) -> int:
        """About so much memory is in use, beside the dictionary's."""
        return (len(self) + len(self._asked)) * _BYTES_A_STRING

    def of(self, texts: Sequence[Tokens], order: int) -> list[list[int]]:
        """The numbers of the tokens of each text, whose n-grams are looked up first."""
        # A word that another thread has begun to ask for must be answered before it is used.
        with self._guard.lock:
            if not self._listed:
                self._ask(order, texts)
            return [list(map(self.__getitem__, tokens)) for tokens in texts]

    def __missing__(self, token: str) -> int:
        number: int = self.core.add_token(_bytes(token), _bytes(self._phrases.fold(token)))
        self[token] = number
        return number

    def _ask(self, order: int, texts: Sequence[Tokens]) -> None:
        """A dictionary that cannot be listed is asked for every n-gram, once."""
        for tokens in set(texts):
            folded = list(map(self._phrases.fold, tokens))
            for n in range(1, order + 1):
                for start in range(len(folded) - n + 1):
                    for word in self._phrases.spelt(folded[start : start + n]):
                        if word not in self._asked:
                            self._add(word)
                            self._asked.add(word)  # not before: a fork may come in between

    def _add(self, word: str) -> None:
        if synsets := self._phrases.of_key(word):
            known = self._synsets
            numbers = sorted(known.setdefault(synset, len(known)) for synset in synsets)
            self.core.add_word(_bytes(word), numbers)


def _bytes(text: str) -> bytes:
    return text.encode("utf-8", "surrogatepass")
