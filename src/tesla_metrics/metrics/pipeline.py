"""From segments to the words that bags are made of: analysis, synonyms, and which tags count."""

from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from functools import cached_property, lru_cache
from itertools import islice
from pathlib import Path
from typing import NamedTuple, cast

from .._core.native import load_native
from ..analysis.adapters.opencc import AS_IS, load_script
from ..analysis.analyzer import Analyzer, WordByWord
from ..analysis.loading import load_analyzer
from ..analysis.scripted import in_script
from ..analysis.sentence import (
    NONE,
    Sentence,
    has_alphanumeric,
    is_function,
    uses_penn,
)
from ..analysis.synonyms import Synonyms, load_synonyms
from ..errors import UsageError
from ..matching.bags import Words
from .engine import TextEngine
from .inputs import Segment

TAGS = ("auto", "upos", "xpos")
# Analysed texts that are kept: references come again with every system.
_KEPT = 20_000
_BATCH = 1_000
_NATIVE_LABELS = 255  # they are bytes there


class Resources(NamedTuple):
    """What a user chooses about the analysis; equal choices share one pipeline."""

    lang: str
    analyzer: str
    synonyms: str
    tags: str
    compounds: str
    script: str = AS_IS
    files: tuple[tuple[str, int, int], ...] = ()  # those named above: path, date, size


def find_resources(
    lang: str, analyzer: str, synonyms: str, tags: str, compounds: str, script: str = AS_IS
) -> Resources:
    """With the state of the files that are named, so that a changed one is read again."""
    stamps = []
    for name in (analyzer.partition(":")[2], synonyms, compounds):
        if name and name not in ("auto", "none"):
            with suppress(OSError):  # what is missing is reported by whoever reads it
                facts = Path(name).stat()
                stamps.append((name, facts.st_mtime_ns, facts.st_size))
    return Resources(lang, analyzer, synonyms, tags, compounds, script, tuple(stamps))


class Pipeline:
    """Makes `Words` of segments; analysed texts are remembered, within bounds."""

    def __init__(self, resources: Resources) -> None:
        if resources.tags not in TAGS:
            raise UsageError(f"unknown tags {resources.tags!r}: choose one of {', '.join(TAGS)}")
        self._resources = resources
        self.synonyms: Synonyms = load_synonyms(
            resources.lang, resources.synonyms, resources.script
        )
        self._script = load_script(resources.script, resources.lang)
        self._memo: dict[str, Words] = {}

    @cached_property
    def analyzer(self) -> Analyzer:
        """Loaded when first needed: analysed input needs none."""
        resources = self._resources
        analyzer = load_analyzer(resources.lang, resources.analyzer, compounds=resources.compounds)
        if resources.tags == "xpos" and isinstance(analyzer, WordByWord) and not analyzer.has_xpos:
            raise UsageError(
                f"the analyser of {resources.lang!r} gives no XPOS: leave --tags xpos out"
            )
        return in_script(analyzer, resources.script, resources.lang)

    @cached_property
    def engine(self) -> TextEngine | None:
        """The native way from texts to features, where there is one."""
        native = load_native()
        if native is None or not isinstance(self.analyzer, WordByWord):
            return None
        if len(self.analyzer.labels) > _NATIVE_LABELS:
            return None
        tags = self.tags(analysed=False)
        return TextEngine(native, self.lang, self.analyzer, self.synonyms, tags, self._penn(tags))

    def tags(self, analysed: bool) -> str:
        """upos or xpos: what equality of parts of speech compares."""
        if self._resources.tags != "auto":
            return self._resources.tags
        return "upos" if analysed else self.analyzer.preferred_tags

    def analysis_name(self, analysed: bool) -> str:
        """For signatures."""
        if not analysed:
            return self.analyzer.name
        return f"given+{self._script.name}" if self._script else "given"

    def _penn(self, tags: str) -> bool:
        return uses_penn(self._resources.lang, tags)

    def forget(self) -> None:
        """Drop the analysed texts, as benchmarks must between rounds."""
        self._memo.clear()
        if self.engine is not None:
            self.engine.forget_texts()

    @property
    def lang(self) -> str:
        """The language of the texts."""
        return self._resources.lang

    def sentences(self, segments: Iterable[Segment]) -> Iterator[Sentence]:
        """Each segment analysed; what is given so stays as it is."""
        segments = iter(segments)
        while batch := list(islice(segments, _BATCH)):
            if isinstance(batch[0], str):
                for sentence in self.analyzer.analyze(cast(list[str], batch)):
                    yield sentence._replace(text=self.text(sentence))
            else:
                yield from map(self._in_script, cast(list[Sentence], batch))

    def text(self, segment: Segment) -> str:
        """What is written there, in the script that was chosen."""
        text = segment if isinstance(segment, str) else segment.text
        return text if self._script is None else self._script(text)

    def words(self, segments: Sequence[Segment]) -> list[Words]:
        """One for each segment."""
        memo = self._memo
        # What this call needs is its own: another thread may empty the memo meanwhile.
        found = {text: memo.get(text) for text in segments if isinstance(text, str)}
        texts = [text for text, words in found.items() if words is None]
        if texts:
            tags = self.tags(analysed=False)
            penn = self._penn(tags)
            fresh = {
                text: self._convert(sentence, tags, penn)
                for text, sentence in zip(texts, self.analyzer.analyze(texts), strict=True)
            }
            found |= fresh
            if len(memo) > _KEPT:
                memo.clear()
            memo |= fresh
        return [
            cast(Words, found[segment])
            if isinstance(segment, str)
            else self._convert(self._in_script(segment), self.tags(analysed=True), penn=False)
            for segment in segments
        ]

    def _in_script(self, given: Sentence) -> Sentence:
        script = self._script
        if script is None:
            return given
        tokens = tuple(
            token._replace(form=script(token.form), lemma=script(token.lemma))
            for token in given.tokens
        )
        return Sentence(script(given.text), tokens)

    def _convert(self, sentence: Sentence, tags: str, penn: bool) -> Words:
        tokens = [token for token in sentence.tokens if has_alphanumeric(token.form)]
        lemmas = [token.lemma.lower() for token in tokens]
        chosen = [token.upos if tags == "upos" else token.xpos for token in tokens]
        function = [is_function(token.upos, token.xpos, penn) for token in tokens]
        synsets = self.synonyms.synsets
        return Words(
            lemmas,
            [None if tag == NONE else tag for tag in chosen],
            [synsets(lemma) for lemma in lemmas],
            function,
            [None if token.upos == NONE else token.upos for token in tokens],
            [token.form for token in tokens],
        )


@lru_cache(maxsize=8)
def load_pipeline(resources: Resources) -> Pipeline:
    """One pipeline for equal choices."""
    return Pipeline(resources)
