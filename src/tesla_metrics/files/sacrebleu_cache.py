"""Test sets that sacreBLEU has downloaded: which there are, and where their references lie.

Nothing is ever downloaded here. sacreBLEU keeps SET/SET.PAIR.FIELD below $SACREBLEU, or below
.sacrebleu in the user's folder.
"""

from collections.abc import Iterator
from difflib import get_close_matches
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from ..errors import ResourceError, UsageError

if TYPE_CHECKING:
    from sacrebleu.dataset.base import Dataset


class HeldSet(NamedTuple):
    """One language pair of a test set, with the files of its references."""

    name: str
    pair: str
    references: tuple[Path, ...]

    @property
    def labels(self) -> tuple[str, ...]:
        """As people tell them apart: A for ref-A, and ref where there is but one."""
        fields = [path.name.rpartition(".")[2] for path in self.references]
        return tuple(field.removeprefix("ref-") for field in fields)


def cache_folder() -> Path:
    """Where sacreBLEU keeps what it fetched: sets, and models of tokenisers."""
    from sacrebleu.utils import SACREBLEU_DIR

    return Path(SACREBLEU_DIR)


def held_sets() -> Iterator[HeldSet]:
    """Every set that is there."""
    for name, dataset in _datasets().items():
        for pair in sorted(dataset.langpairs):
            if found := _references(dataset, pair):
                yield HeldSet(name, pair, tuple(found))


def find_set(name: str, pair: str) -> HeldSet:
    """The set of that name for SOURCE-TARGET, if sacreBLEU has it."""
    sets = _datasets()
    if name not in sets:
        near = get_close_matches(name.lower(), sets, 1)
        hint = f"did you mean {near[0]}?" if near else "'sacrebleu --list' names them"
        raise UsageError(f"sacreBLEU knows no test set {name!r}: {hint}")
    if pair not in sets[name].langpairs:
        pairs = ", ".join(sorted(sets[name].langpairs))
        raise UsageError(f"test set {name} has no language pair {pair!r}: choose from {pairs}")
    references = _references(sets[name], pair)
    if not references:
        raise ResourceError(
            f"{name} {pair} is not in sacreBLEU's folder {cache_folder()}: fetch it once with "
            f"'sacrebleu --download {name} -l {pair}', or give -r REF"
        )
    return HeldSet(name, pair, tuple(references))


def _datasets() -> "dict[str, Dataset]":
    from sacrebleu.dataset import DATASETS

    return DATASETS


def _references(dataset: "Dataset", pair: str) -> list[Path]:
    """The files that sacreBLEU would score against; none if it would have to fetch them."""
    flat = dataset.name.replace("/", "_")
    folder = cache_folder() / dataset.name
    # Sets in WMT's XML name the references to use; sacreBLEU opens the XML to learn which of these
    # there are, we see it by the files.
    chosen = getattr(dataset, "_get_langpair_allowed_refs", None)
    if chosen is not None:
        fields = chosen(pair)
    else:
        fields = [field for field in dataset.fieldnames(pair) if field.startswith("ref")]
    paths = [folder / f"{flat}.{pair}.{field.replace(':', '-')}" for field in fields]
    there = [path for path in paths if path.is_file()]
    return there if chosen is not None or len(there) == len(paths) else []
