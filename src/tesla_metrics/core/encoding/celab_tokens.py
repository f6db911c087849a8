"""Tokens of TESLA-CELAB and the synonyms of their n-grams."""

from collections.abc import Sequence
from typing import Any, NamedTuple

from ...files.item import Segment, text_of
from ...files.long_runs import file_stamps
from ...files.sentence import Sentence
from ...native import ForkSafeLock
from ...text.characters import normalize_width
from ...text.languages import Language, find_language
from ...text.script_conversion import load_script
from ...text.segmentation import Segmenter, load_segmenter
from ...text.synonyms import load_synonyms
from ...text.synonyms.table import PhraseCodes, SynonymTable, encode_synsets
from .encoder import Encoded
from .pairs import Pairs
from .session import Session, SessionProperty, TextCache

Tokens = tuple[str, ...]

# Approximate memory of each token and string in the native core.
_BYTES_PER_STRING = 200


class TokenChoices(NamedTuple):
    """The settings that determine tokens and synonyms; used as a key."""

    language: Language  # its data: a language that is registered again is a different key
    synonyms: str
    compounds: str
    script: str
    files: tuple[tuple[str, int, int], ...]  # path, date and size of the files named above


def open_tokens(
    session: Session, lang: str, synonyms: str, compounds: str, script: str
) -> "TokenEncoder":
    """Return the session's encoder for these settings; a changed file is read again."""
    files = file_stamps(synonyms, compounds)
    choices = TokenChoices(find_language(lang), synonyms, compounds, script, files)
    return session.once(TokenEncoder, session, choices)


class TokenEncoder:
    """Tokenises segments; the tokens of texts are cached."""

    def __init__(self, session: Session, choices: TokenChoices) -> None:
        self.session, self.choices, self.lang = session, choices, choices.language.code
        self._script = load_script(choices.script, self.lang)
        self._texts = TextCache[Tokens](session.memory)
        self._numbers: CelabTokenIds | None = None

    @SessionProperty
    def tokenizer(self) -> Segmenter:
        """The tokeniser into characters, words or parts of compounds."""
        return load_segmenter(self.lang, self.choices.compounds, self.choices.script)

    @SessionProperty
    def phrases(self) -> PhraseCodes:
        """The codes of n-grams."""
        dictionary = load_synonyms(self.lang, self.choices.synonyms, self.choices.script)
        return PhraseCodes(
            dictionary, self.tokenizer.separator, self.tokenizer.dictionary_separators
        )

    def text(self, segment: Segment) -> str:
        """Return the text of a segment in the chosen script."""
        text = text_of(segment)
        return text if self._script is None else self._script(text)

    def tokens(self, segments: Sequence[Segment]) -> list[Tokens]:
        """Return the tokens of each segment; those of an analysed sentence are its forms."""
        if isinstance(segments[0], str):
            return self._texts.get_all(
                segments,  # type: ignore[arg-type]
                lambda fresh: map(tuple, self.tokenizer.segment(fresh)),
            )
        return [self._token_forms(segment) for segment in segments if isinstance(segment, Sentence)]

    def _token_forms(self, sentence: Sentence) -> Tokens:
        forms = (token.form for token in sentence.tokens if token.form)
        return tuple(normalize_width(self._script(f) if self._script else f) for f in forms)

    def encode(self, pairs: Pairs, order: int, threads: int) -> Encoded:
        """Encode both sides: n-grams up to length `order` with the native core, else tokens."""
        sides = self.tokens(pairs.references), self.tokens(pairs.candidates)
        native = self.session.native
        if native is None:
            return Encoded(None, *sides)
        numbers = self._numbers
        if numbers is None or numbers.bytes > self.session.memory:
            numbers = self._numbers = CelabTokenIds(native, self.phrases)
        core = native.GramEncoder(numbers.core, order)
        return Encoded(core, *(core.encode(numbers.ids_of(side, order), threads) for side in sides))


class CelabTokenIds(dict[str, int]):
    """Ids of tokens for the native core, and the synonyms of their n-grams."""

    def __init__(self, native: Any, phrases: PhraseCodes) -> None:
        super().__init__()
        self._phrases, self._guard = phrases, ForkSafeLock()
        self.core = native.Phrases(phrases.joint, phrases.spellings)
        self._is_table = isinstance(phrases.synonyms, SynonymTable)
        if isinstance(phrases.synonyms, SynonymTable):
            self.core.add_words(encode_synsets(phrases.synonyms.numbers))
        self._looked_up: set[str] = set()
        self._synsets: dict[int, int] = {}

    @property
    def bytes(self) -> int:
        """Estimated memory use in bytes, without the dictionary."""
        return (len(self) + len(self._looked_up)) * _BYTES_PER_STRING

    def ids_of(self, texts: Sequence[Tokens], order: int) -> list[list[int]]:
        """Return the token ids of each text after looking up the synonyms of its n-grams."""
        # If another thread has started to look up a word, wait for it before the word is used.
        with self._guard.lock:
            if not self._is_table:
                self._look_up(order, texts)
            return [list(map(self.__getitem__, tokens)) for tokens in texts]

    def __missing__(self, token: str) -> int:
        token_id: int = self.core.add_token(_bytes(token), _bytes(self._phrases.fold(token)))
        self[token] = token_id
        return token_id

    def _look_up(self, order: int, texts: Sequence[Tokens]) -> None:
        """Look up every n-gram once, for dictionaries whose entries cannot be listed."""
        for tokens in set(texts):
            folded = list(map(self._phrases.fold, tokens))
            for n in range(1, order + 1):
                for start in range(len(folded) - n + 1):
                    for word in self._phrases.join_tokens(folded[start : start + n]):
                        if word not in self._looked_up:
                            self._add(word)
                            self._looked_up.add(word)  # last: a fork may happen in between

    def _add(self, word: str) -> None:
        if synsets := self._phrases.of_key(word):
            ids = self._synsets
            synset_ids = sorted(ids.setdefault(synset, len(ids)) for synset in synsets)
            self.core.add_word(_bytes(word), synset_ids)


def _bytes(text: str) -> bytes:
    return text.encode("utf-8", "surrogatepass")
