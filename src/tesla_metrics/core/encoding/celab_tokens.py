"""Tokens of TESLA-CELAB and the synonyms of their n-grams."""

from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

from ...files.item import Segment, get_text
from ...files.long_runs import get_file_stamps
from ...files.sentence import Sentence
from ...native import ForkSafeLock
from ...text.characters import normalize_width
from ...text.languages import Language, find_language
from ...text.script_conversion import load_script_converter
from ...text.segmentation import Segmenter, load_segmenter
from ...text.synonyms import load_synonyms
from ...text.synonyms.table import PhraseCodes, SynonymTable, encode_synsets
from .encoder import EncodedPairs
from .pairs import Pairs
from .session import Session, SessionProperty, TextCache

Tokens = tuple[str, ...]

# Approximate memory of a token, or of a word that was looked up, in the native core.
_BYTES_PER_STRING = 200


class TokenSettings(NamedTuple):
    """The settings that determine tokens and synonyms; used as a key."""

    language: Language  # the data, not the code: if it is registered again, the key changes
    synonyms: str
    compounds: str
    script: str
    file_stamps: tuple[tuple[str, int, int], ...]  # path, date and size of the files named above


def get_token_encoder(
    session: Session, lang: str, synonyms: str, compounds: str, script: str
) -> "TokenEncoder":
    """Return the encoder for these settings, which the session shares.

    A file that has changed is read again.
    """
    stamps = get_file_stamps(synonyms, compounds)
    settings = TokenSettings(find_language(lang), synonyms, compounds, script, stamps)
    return session.once(TokenEncoder, session, settings)


class TokenEncoder:
    """Tokeniser and encoder of segments; the tokens of texts are cached."""

    def __init__(self, session: Session, settings: TokenSettings) -> None:
        self.session, self.settings, self.lang = session, settings, settings.language.code
        self._script = load_script_converter(settings.script, self.lang)
        self._token_cache = TextCache[Tokens](session.memory)
        self._token_ids: CelabTokenIds | None = None

    @SessionProperty
    def tokenizer(self) -> Segmenter:
        """The tokeniser into characters, words or parts of compounds."""
        return load_segmenter(self.lang, self.settings.compounds, self.settings.script)

    @SessionProperty
    def phrase_codes(self) -> PhraseCodes:
        """The codes of n-grams; two n-grams match if they share a code."""
        dictionary = load_synonyms(self.lang, self.settings.synonyms, self.settings.script)
        return PhraseCodes(
            dictionary, self.tokenizer.separator, self.tokenizer.dictionary_separators
        )

    def get_text(self, segment: Segment) -> str:
        """Return the text of a segment in the chosen script."""
        text = get_text(segment)
        return text if self._script is None else self._script(text)

    def tokenize(self, segments: Sequence[Segment]) -> list[Tokens]:
        """Return the tokens of each segment; the tokens of an analysed sentence are its forms."""
        if isinstance(segments[0], str):
            return self._token_cache.get_all(
                segments,  # type: ignore[arg-type]
                lambda fresh: map(tuple, self.tokenizer.segment(fresh)),
            )
        return [self._get_forms(segment) for segment in segments if isinstance(segment, Sentence)]

    def _get_forms(self, sentence: Sentence) -> Tokens:
        forms: Iterable[str] = (token.form for token in sentence.tokens if token.form)
        if self._script is not None:
            forms = map(self._script, forms)
        return tuple(map(normalize_width, forms))

    def encode(self, pairs: Pairs, order: int, threads: int) -> EncodedPairs:
        """Return the codes of references and candidates.

        With the native core they are ids of n-grams up to the length `order`, otherwise tokens.
        """
        side_tokens = self.tokenize(pairs.references), self.tokenize(pairs.candidates)
        native = self.session.native
        if native is None:
            return EncodedPairs(None, *side_tokens)
        token_ids = self._token_ids
        if token_ids is None or token_ids.n_bytes > self.session.memory:
            token_ids = self._token_ids = CelabTokenIds(native, self.phrase_codes)
        native_encoder = native.GramEncoder(token_ids.native_phrases, order)
        return EncodedPairs(
            native_encoder,
            *(
                native_encoder.encode_tokens(token_ids.get_ids(texts, order), threads)
                for texts in side_tokens
            ),
        )


class CelabTokenIds(dict[str, int]):
    """Ids of tokens for the native core, and the synonyms of their n-grams."""

    def __init__(self, native: Any, phrases: PhraseCodes) -> None:
        super().__init__()
        self._phrases, self._lock = phrases, ForkSafeLock()
        self.native_phrases = native.Phrases(phrases.separator, phrases.dictionary_separators)
        self._is_table = isinstance(phrases.synonyms, SynonymTable)
        if isinstance(phrases.synonyms, SynonymTable):
            self.native_phrases.add_words(encode_synsets(phrases.synonyms.synset_numbers))
        self._looked_up_words: set[str] = set()
        self._synset_ids: dict[int, int] = {}

    @property
    def n_bytes(self) -> int:
        """Estimated memory use in bytes, without the dictionary."""
        return (len(self) + len(self._looked_up_words)) * _BYTES_PER_STRING

    def get_ids(self, texts: Sequence[Tokens], order: int) -> list[list[int]]:
        """Return the token ids of each text after looking up the synonyms of its n-grams."""
        # Wait until no other thread is looking up words, so that all their synonyms are there.
        with self._lock.lock:
            if not self._is_table:
                self._look_up(order, texts)
            return [list(map(self.__getitem__, tokens)) for tokens in texts]

    def __missing__(self, token: str) -> int:
        token_id: int = self.native_phrases.add_token(
            _encode_utf8(token), _encode_utf8(self._phrases.normalize_token(token))
        )
        self[token] = token_id
        return token_id

    def _look_up(self, order: int, texts: Sequence[Tokens]) -> None:
        """Look up every n-gram once, in a dictionary that cannot list its entries."""
        for tokens in set(texts):
            folded = list(map(self._phrases.normalize_token, tokens))
            for n in range(1, order + 1):
                for start in range(len(folded) - n + 1):
                    for word in self._phrases.join_tokens(folded[start : start + n]):
                        if word not in self._looked_up_words:
                            self._add_synonyms(word)
                            # Mark the word last, because the process may fork before.
                            self._looked_up_words.add(word)

    def _add_synonyms(self, word: str) -> None:
        if synsets := self._phrases.get_synsets_of_key(word):
            all_ids = self._synset_ids
            synset_ids = sorted(all_ids.setdefault(synset, len(all_ids)) for synset in synsets)
            self.native_phrases.add_word(_encode_utf8(word), synset_ids)


def _encode_utf8(text: str) -> bytes:
    return text.encode("utf-8", "surrogatepass")
