"""A trained tagger: tokens in, parts of speech out, greedily from left to right."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from ...files.header import malformed
from ...files.resource import Resource, read_resource
from ...files.schema import MisfitError
from ..language_tables import is_checked
from ..lemmas import Lemmatizer
from ..sentence import NONE
from .body import KIND, SETTINGS, VERSION, decode_body
from .tag_lexicon import LANE, TagLexicon


class Tagger:
    """An averaged perceptron with integer weights; ties go to the label listed first."""

    def __init__(self, resource: Resource) -> None:
        self.settings: dict[str, Any] = resource.settings
        self.language: str = resource.settings["language"]
        self.name = f"tagger-{self.language}"
        self.short_hash = resource.short_hash
        body = decode_body(resource.body, is_checked(resource))
        head, _, self.weights = resource.body.partition(b"\n\n")
        self.words = head.partition(b"\n")[2]  # lines of words and kinds with their labels
        self.labels = body.labels
        self.lexicon = TagLexicon(body, Lemmatizer(self.language))
        self._size = LANE // 8 * len(body.labels)
        # Half a lane added to every score leaves none negative, so that each fills its own lane.
        self._lift = sum(1 << LANE * label + LANE - 1 for label in range(len(body.labels)))
        self._tags = [_parts(label) for label in body.labels]

    @classmethod
    def load(cls, path: Path) -> "Tagger":
        """Read a tagger file; a damaged one is refused."""
        resource = read_resource(path, KIND, VERSION, SETTINGS)
        try:
            return cls(resource)
        except MisfitError as error:
            raise malformed(path, error, KIND) from error

    def tag(self, forms: Sequence[str]) -> list[tuple[str, str]]:
        """UPOS and XPOS (`_` where the tagger has none) of each form of a sentence."""
        tags = self._tags
        return [tags[label] for label in self.indices(forms)]

    def indices(self, forms: Sequence[str]) -> list[int]:
        """The index in `labels` of each form's label."""
        lexicon = self.lexicon
        edge = lexicon.edge
        entries = [edge, edge, *lexicon.entries(forms), edge, edge]
        size, lift = self._size, self._lift
        before = previous = lexicon.start
        chosen: list[int] = []
        for position in range(2, len(entries) - 2):
            entry = entries[position]
            label = entry.only
            if label < 0:
                following = entries[position + 1]
                own = entry.own.get(previous)
                if own is None:
                    own = lexicon.own(entry, previous)
                onward = entry.with_next.get(following.kind)
                if onward is None:
                    onward = lexicon.with_next(entry, following.kind)
                row = (
                    lift
                    + own
                    + onward
                    + lexicon.pair(before, previous)
                    + entries[position - 1].before
                    + entries[position - 2].before2
                    + following.after
                    + entries[position + 2].after2
                )
                scores = memoryview(row.to_bytes(size, "little")).cast("I")
                label = max(entry.candidates, key=scores.__getitem__)
            chosen.append(label)
            before, previous = previous, label
        return chosen


def _parts(label: str) -> tuple[str, str]:
    upos, _, xpos = label.partition(" ")
    return upos, xpos or NONE
