"""Find test sets that sacreBLEU has downloaded.

sacreBLEU stores files named SET/SET.PAIR.FIELD in the folder $SACREBLEU or ~/.sacrebleu. This
module does not download anything.
"""

from collections.abc import Iterator
from difflib import get_close_matches
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from ...errors import ResourceError, UsageError

if TYPE_CHECKING:
    from sacrebleu.dataset.base import Dataset


class CachedTestset(NamedTuple):
    """One language pair of a test set, with the files of its references."""

    name: str
    pair: str
    references: tuple[Path, ...]

    @property
    def labels(self) -> tuple[str, ...]:
        """Return short names of the references: A for ref-A, and ref if there is only one."""
        fields = [path.name.rpartition(".")[2] for path in self.references]
        return tuple(field.removeprefix("ref-") for field in fields)


def get_cache_folder() -> Path:
    """Return the folder of sacreBLEU with test sets and tokeniser models."""
    from sacrebleu.utils import SACREBLEU_DIR

    return Path(SACREBLEU_DIR)


def iterate_cached_testsets() -> Iterator[CachedTestset]:
    """Yield every test set and language pair that is available."""
    for name, dataset in _get_datasets().items():
        for pair in sorted(dataset.langpairs):
            if references := _find_references(dataset, pair):
                yield CachedTestset(name, pair, tuple(references))


def find_testset(name: str, pair: str) -> CachedTestset:
    """Return a test set for a language pair such as en-de; refuse it if not downloaded."""
    datasets = _get_datasets()
    if name not in datasets:
        close_names = get_close_matches(name.lower(), datasets, 1)
        hint = f"did you mean {close_names[0]}?" if close_names else "'sacrebleu --list' lists them"
        raise UsageError(f"sacreBLEU has no test set {name!r}: {hint}")
    if pair not in datasets[name].langpairs:
        pairs = ", ".join(sorted(datasets[name].langpairs))
        raise UsageError(f"test set {name} has no language pair {pair!r}: choose from {pairs}")
    references = _find_references(datasets[name], pair)
    if not references:
        raise ResourceError(
            f"{name} {pair} is not in the sacreBLEU folder {get_cache_folder()}: download it with "
            f"'sacrebleu --download {name} -l {pair}', or give -r REF"
        )
    return CachedTestset(name, pair, tuple(references))


def _get_datasets() -> "dict[str, Dataset]":
    from sacrebleu.dataset import DATASETS

    return DATASETS


def _find_references(dataset: "Dataset", pair: str) -> list[Path]:
    """Return the reference files that sacreBLEU would use; empty if they are not downloaded."""
    file_prefix = dataset.name.replace("/", "_")
    folder = get_cache_folder() / dataset.name
    # Test sets in the XML format of WMT name the allowed references, some of which may not exist.
    # sacreBLEU reads the XML to find those that exist; here, the existing files are used.
    allowed_references = getattr(dataset, "_get_langpair_allowed_refs", None)
    if allowed_references is not None:
        fields = allowed_references(pair)
    else:
        fields = [field for field in dataset.fieldnames(pair) if field.startswith("ref")]
    paths = [folder / f"{file_prefix}.{pair}.{field.replace(':', '-')}" for field in fields]
    existing = [path for path in paths if path.is_file()]
    return existing if allowed_references is not None or len(existing) == len(paths) else []
