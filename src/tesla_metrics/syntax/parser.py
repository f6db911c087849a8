"""Our own parser: the best tree of a sentence by a chart."""

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from .._core.native import load_native
from ..analysis.sentence import NONE, Sentence
from ..errors import InputError, UsageError
from ..files.header import malformed
from ..files.resource import Resource, read_resource
from ..files.schema import MisfitError
from ..languages import find_language
from .binary import Span, from_spans
from .chart import PlainChart
from .model import KIND, SETTINGS, VERSION, ChartPruning, ParserModel, decode_model
from .tree import Tree

_PARSERS = Path(__file__).resolve().parents[1] / "data" / "parsers"
# A chart grows with the square of the words, its time with the cube: longer sentences are cut.
LONGEST = 100
# Where to cut rather, the best first.
_ENDS = (frozenset({"."}), frozenset({":"}), frozenset({","}))


def shipped_parser(lang: str) -> Path:
    """Where the parser of a built-in language lies."""
    path = _PARSERS / f"{find_language(lang).code}.parser"
    if not path.exists():
        raise UsageError(
            f"there is no parser for {lang!r}, only for English: give -l en, or trees of your own"
        )
    return path


class Parser:
    """Trees of sentences from their words and Penn tags. Ties go to what comes first."""

    def __init__(self, resource: Resource, core: str = "auto") -> None:
        self.settings: dict[str, Any] = resource.settings
        self.language: str = resource.settings["language"]
        self.name = f"parser-{self.language}"
        self.short_hash = resource.short_hash
        self.model = decode_model(resource.body)
        native = None if core == "python" else load_native(core)
        pruning = ChartPruning(resource.settings["margin"], resource.settings["floor"])
        self._chart = (
            PlainChart(self.model, pruning)
            if native is None
            else _native_chart(native, self.model, pruning)
        )

    @classmethod
    def load(cls, path: Path, core: str = "auto") -> "Parser":
        """Read a parser file; a damaged one is refused."""
        resource = read_resource(path, KIND, VERSION, SETTINGS)
        try:
            return cls(resource, core)
        except MisfitError as error:
            raise malformed(path, error, KIND) from error

    def trees(self, sentences: Sequence[Sentence]) -> list[Tree]:
        """One a sentence, over its words; its tokens need Penn tags (XPOS)."""
        return [self._tree(sentence) for sentence in sentences]

    def _tree(self, sentence: Sentence) -> Tree:
        forms = [token.form for token in sentence.tokens]
        tags = [token.xpos for token in sentence.tokens]
        if not forms:
            return Tree((), ())
        if NONE in tags:
            word = forms[tags.index(NONE)]
            raise InputError(
                f"{word!r} has no Penn tag (XPOS), which parsing needs: give analyses that have, "
                "or leave them out"
            )
        rows = self.model.numbers.rows(forms, tags)
        labels = self.model.labels
        spans: list[Span] = []
        for start, end in _stretches(tags):
            found = self._chart.parse(rows[start:end])
            spans += ((labels[label], start + i, start + j) for label, i, j in found)
        return from_spans(spans, forms, tags)


def _stretches(tags: Sequence[str]) -> Iterator[tuple[int, int]]:
    """At most so long each, ending with punctuation where that leaves no less than half."""
    start = 0
    while len(tags) - start > LONGEST:
        end = start + LONGEST
        for wanted in _ENDS:
            places = [at for at in range(start + LONGEST // 2, end) if tags[at] in wanted]
            if places:
                end = places[-1] + 1
                break
        yield start, end
        start = end
    yield start, len(tags)


def _native_chart(native: Any, model: ParserModel, pruning: ChartPruning) -> Any:
    symbols = model.symbols
    tables = [
        native.WeightTable(table.keys, table.begins, table.columns, table.values, width)
        for table, width in zip(model.tables, model.widths, strict=True)
    ]
    return native.ChartParser(
        symbols.tags,
        symbols.count,
        symbols.ends,
        [tuple(rule) for rule in model.rules.tolist()],
        model.leaves.tolist(),
        model.tops.tolist(),
        tables,
        *pruning,
    )
