"""Which segment is compared with which: lines, products, n-best lists, items with references."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple, cast

import numpy as np
from numpy.typing import NDArray

from ..tasks import Item, ReferenceSet, Segment, lowered, text_of

Places = NDArray[np.int64]

# References that stand beside one batch of candidates in a large product.
_BESIDE = 2_000


class Product(NamedTuple):
    """Candidates that are all held against the same references."""

    candidates: Sequence[Segment]
    references: Sequence[Segment]


class Batch(NamedTuple):
    """Some of the pairs with no more than their segments; a unit of work and of progress."""

    pairs: "Pairs"
    at: Places  # where among all pairs they are
    done: int  # candidates that are finished with this batch


@dataclass(frozen=True, eq=False)
class Pairs:
    """References and candidates by number: `left[k]` is compared with `right[k]`."""

    references: Sequence[Segment]
    candidates: Sequence[Segment]
    left: Places
    right: Places

    def __len__(self) -> int:
        return len(self.left)

    @classmethod
    def of_lines(cls, candidates: Sequence[Segment], references: Sequence[Segment]) -> "Pairs":
        """The i-th with the i-th."""
        if len(candidates) != len(references):
            raise ValueError(f"{len(candidates)} candidates, but {len(references)} references")
        places = np.arange(len(candidates))
        return cls(references, candidates, places, places)

    @classmethod
    def product(cls, candidates: Sequence[Segment], references: Sequence[Segment]) -> "Pairs":
        """Every candidate with every reference, references fastest."""
        return cls.products([Product(candidates, references)])

    @classmethod
    def products(cls, groups: "Sequence[Product]") -> "Pairs":
        """The same of several groups, one after another."""
        left, right, x, y = [], [], 0, 0
        for candidates, references in groups:
            left.append(np.tile(np.arange(x, x + len(references)), len(candidates)))
            right.append(np.repeat(np.arange(y, y + len(candidates)), len(references)))
            x, y = x + len(references), y + len(candidates)
        return cls(
            [text for _, own in groups for text in own],
            [text for own, _ in groups for text in own],
            np.concatenate(left),
            np.concatenate(right),
        )

    @classmethod
    def of_items(cls, items: Sequence[Item]) -> "Pairs":
        """Each candidate with its references, of which items may have different numbers."""
        counts = [len(item.references) for item in items]
        references = [reference for item in items for reference in item.references]
        right = np.repeat(np.arange(len(items)), counts)
        candidates = [item.candidate for item in items]
        return cls(references, candidates, np.arange(len(references)), right)

    @classmethod
    def of_sets(cls, candidates: Sequence[Segment], sets: Sequence[ReferenceSet]) -> "Pairs":
        """Each candidate with its line of every reference set that has one."""
        if len(sets) == 1:
            return cls.of_lines(candidates, cast(Sequence[Segment], sets[0]))
        return cls.of_items(
            [
                Item(one, tuple([own for own in beside if own is not None]))
                for one, beside in zip(candidates, zip(*sets, strict=True), strict=True)
            ]
        )

    @classmethod
    def nbest(cls, lists: Sequence[Sequence[Segment]], references: Sequence[Segment]) -> "Pairs":
        """All candidates of the i-th list with the i-th reference."""
        if len(lists) != len(references):
            raise ValueError(f"{len(lists)} n-best lists, but {len(references)} references")
        candidates = [candidate for own in lists for candidate in own]
        left = np.repeat(np.arange(len(lists)), [len(own) for own in lists])
        return cls(references, candidates, left, np.arange(len(candidates)))

    def lowered(self) -> "Pairs":
        """The same pairs of lower-cased segments."""
        return replace(
            self,
            references=list(map(lowered, self.references)),
            candidates=list(map(lowered, self.candidates)),
        )

    def batches(self, segments: int, characters: int) -> Iterator[Batch]:
        """Batches of about so many candidates, or so many characters of them at the most."""
        lengths = list(map(len, _texts(self.candidates)))
        few = len(self.candidates) <= segments and len(self.references) <= _BESIDE
        if few and sum(lengths) <= characters:
            yield Batch(self, np.arange(len(self)), len(self.candidates))
            return
        tiles = _tiles(np.array(lengths, dtype=np.float64), segments, characters)
        # Sorting is stable, and pairs are in order already but for those of an odd caller.
        order = np.argsort(tiles[self.right], kind="stable")
        ends = np.searchsorted(tiles[self.right][order], np.arange(tiles[-1] + 1), side="right")
        start = 0
        for end in ends.tolist():
            whole, start = order[start:end], end
            if not len(whole):  # candidates that are in no pair
                continue
            *parts, last = self._beside(whole)
            for at in parts:
                yield Batch(self.only(at), at, 0)
            yield Batch(self.only(last), last, len(np.unique(self.right[whole])))

    def _beside(self, at: Places) -> list[Places]:
        """The same pairs by stretches of references, where these are many."""
        tiles = self.left[at] // _BESIDE
        if len(np.unique(self.left[at])) <= _BESIDE:
            return [at]
        return [at[tiles == tile] for tile in np.unique(tiles)]

    def only(self, at: Places) -> "Pairs":
        """The pairs at these places, with no more than their segments."""
        left, of_left = np.unique(self.left[at], return_inverse=True)
        right, of_right = np.unique(self.right[at], return_inverse=True)
        return Pairs(_chosen(self.references, left), _chosen(self.candidates, right),
                     of_left.astype(np.int64), of_right.astype(np.int64))  # fmt: skip


def _texts(segments: Sequence[Segment]) -> Iterable[str]:
    """Segments are of one kind, and texts need not be asked for theirs."""
    if segments and isinstance(segments[0], str):
        return cast(Sequence[str], segments)
    return map(text_of, segments)


def _chosen(segments: Sequence[Segment], places: Places) -> Sequence[Segment]:
    first, last = int(places[0]), int(places[-1])
    if isinstance(segments, list | tuple) and last - first + 1 == len(places):
        return segments[first : last + 1]
    return [segments[place] for place in places.tolist()]


def _tiles(lengths: NDArray[np.float64], most: int, characters: int) -> Places:
    """The number of the tile that each segment is in; they grow by the larger of two shares."""
    shares = np.maximum(lengths / characters, 1 / most)
    tiles = np.floor(np.cumsum(shares) - shares + 1e-9).astype(np.int64)
    numbers: Places = np.unique(tiles, return_inverse=True)[1].astype(np.int64)
    return numbers
