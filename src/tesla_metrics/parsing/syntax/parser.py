"""Constituent parser, and functions that choose a source of trees."""

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from ...errors import InputError, UsageError
from ...files.resource import DATA_FOLDER, Resource, malformed_error, read_resource
from ...files.schema import SchemaError
from ...files.sentence import NO_VALUE, Sentence, has_alphanumeric
from ...native import load_native
from ...text.languages import find_language
from .chart import PlainChart
from .parser_model import (
    KIND,
    SETTINGS_SHAPE,
    VERSION,
    ChartPruning,
    ParserModel,
    Span,
    build_tree,
    decode_model,
)
from .tree import Tree, TreeSource
from .tree_formats import ExternalTreeSource

_PARSER_FOLDER = DATA_FOLDER / "parsers"
# Maximum number of tokens per chart. Memory grows with the square of this number and time with the
# cube. Longer sentences are parsed in chunks.
MAX_CHART_TOKENS = 100
# Tags that may end a chunk, in order of preference.
_CHUNK_END_TAGS = (frozenset({"."}), frozenset({":"}), frozenset({","}))


def find_shipped_parser(lang: str) -> Path:
    """Return the path of the parser file of a built-in language."""
    path = _PARSER_FOLDER / f"{find_language(lang).code}.parser"
    if not path.exists():
        raise UsageError(
            f"there is no parser for {lang!r}, only for English: use -l en, or give your own trees"
        )
    return path


class Parser:
    """Chart parser: builds trees from words and Penn tags.

    If several trees have the highest score, the result is the first of them.
    """

    def __init__(self, resource: Resource, core: str = "auto") -> None:
        self.settings: dict[str, Any] = resource.settings
        self.language: str = resource.settings["language"]
        self.name = f"parser-{self.language}"
        self.short_hash = resource.short_hash
        self.model = decode_model(resource.body)
        native_module = None if core == "python" else load_native(core)
        pruning = ChartPruning(resource.settings["margin"], resource.settings["floor"])
        self._chart = (
            PlainChart(self.model, pruning)
            if native_module is None
            else _make_native_chart(native_module, self.model, pruning)
        )

    @classmethod
    def load(cls, path: Path, core: str = "auto") -> "Parser":
        """Read a parser file; raise an error if it is damaged."""
        resource = read_resource(path, KIND, VERSION, SETTINGS_SHAPE)
        try:
            return cls(resource, core)
        except SchemaError as error:
            raise malformed_error(path, error, KIND) from error

    def trees(self, sentences: Sequence[Sentence]) -> list[Tree]:
        """Return one tree per sentence; tokens need Penn tags (XPOS)."""
        return [self._parse_sentence(sentence) for sentence in sentences]

    def _parse_sentence(self, sentence: Sentence) -> Tree:
        forms = [token.form for token in sentence.tokens]
        tags = [token.xpos for token in sentence.tokens]
        if not forms:
            return Tree((), ())
        if NO_VALUE in tags:
            untagged_word = forms[tags.index(NO_VALUE)]
            raise InputError(
                f"{untagged_word!r} has no Penn tag (XPOS), which parsing needs: give analyses "
                "with XPOS, or leave the analyses out"
            )
        token_ids = self.model.vocabulary.get_token_rows(forms, tags)
        labels = self.model.labels
        spans: list[Span] = []
        for start, end in _split_into_chunks(tags):
            nodes = self._chart.parse(token_ids[start:end])
            for label_id, node_start, node_end in nodes:
                spans.append((labels[label_id], start + node_start, start + node_end))
        return build_tree(spans, forms, tags)


def _split_into_chunks(tags: Sequence[str]) -> Iterator[tuple[int, int]]:
    """Yield start and end of chunks of at most MAX_CHART_TOKENS tokens.

    A chunk ends with punctuation if there is punctuation in its second half.
    """
    start = 0
    while len(tags) - start > MAX_CHART_TOKENS:
        end = start + MAX_CHART_TOKENS
        for end_tags in _CHUNK_END_TAGS:
            end_indices = [
                index
                for index in range(start + MAX_CHART_TOKENS // 2, end)
                if tags[index] in end_tags
            ]
            if end_indices:
                end = end_indices[-1] + 1
                break
        yield start, end
        start = end
    yield start, len(tags)


def _make_native_chart(native_module: Any, model: ParserModel, pruning: ChartPruning) -> Any:
    symbols = model.symbols
    tables = [
        native_module.WeightTable(table.keys, table.offsets, table.columns, table.values, width)
        for table, width in zip(model.tables, model.widths, strict=True)
    ]
    return native_module.ChartParser(
        symbols.n_tag_ids,
        symbols.n_symbols,
        symbols.highest_and_lowest,
        [tuple(rule) for rule in model.rules.tolist()],
        model.leaves.tolist(),
        model.tops.tolist(),
        tables,
        *pruning,
    )


MAX_SENTENCE_TOKENS = 200  # few written sentences have half as many tokens


def split_long_sentence(sentence: Sentence) -> Iterator[Sentence]:
    """Yield the sentence, or chunks of it with at most MAX_SENTENCE_TOKENS tokens.

    A chunk ends after the last punctuation mark in its second half, or at the limit.
    """
    tokens = sentence.tokens
    if len(tokens) <= MAX_SENTENCE_TOKENS:
        yield sentence
        return
    start = 0
    while start < len(tokens):
        end = max_end = min(start + MAX_SENTENCE_TOKENS, len(tokens))
        if max_end < len(tokens):
            punctuation_ends = (
                end_index
                for end_index in range(max_end, start + MAX_SENTENCE_TOKENS // 2, -1)
                if not has_alphanumeric(tokens[end_index - 1].form)
            )
            end = next(punctuation_ends, max_end)
        chunk = tokens[start:end]
        yield Sentence(" ".join(token.form for token in chunk), chunk)
        start = end


def tree_source(lang: str, source: object | None = None, core: str = "auto") -> TreeSource:
    """Return a source of trees: by default the shipped parser of the language.

    `source` is any object with a method `source(sentences)`; its trees are checked.
    """
    return ExternalTreeSource(source) if source is not None else load_shipped_parser(lang, core)


def load_shipped_parser(lang: str, core: str = "auto") -> TreeSource:
    """Return the shipped parser of the language."""
    return Parser.load(find_shipped_parser(lang), core)


def get_source_name(source: TreeSource) -> str:
    """Return the name of a tree source for signatures; names of parsers include a hash."""
    name = str(getattr(source, "name", type(source).__name__))
    return f"{name}@{source.short_hash}" if hasattr(source, "short_hash") else name
