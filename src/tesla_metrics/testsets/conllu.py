"""CoNLL-U: analysed text, a block a segment."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from .sheet import Row, Sheet, TextColumn


@dataclass
class ConlluSheet(Sheet):
    """Each block is a segment."""

    def rows(self, columns: Sequence[TextColumn]) -> Iterator[Row]:
        from ..analysis.conllu import iterate_conllu

        sentences = iterate_conllu(self.file.lines(), self.file.name, self.file.max_line)
        return zip(sentences, strict=True)
