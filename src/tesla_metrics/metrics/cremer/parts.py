"""CREMER's parts: what a summary says, by TESLA-S, and how it reads, by DICOMER."""

from collections.abc import Sequence
from pathlib import Path

import numpy as np

from ...comparing.comparer import Comparer, Rows
from ...encoding.pairs import Pairs
from ...encoding.session import Session
from ...errors import ResourceError, UsageError
from ...tasks import ReferenceSet, Segment
from ..base import Progress
from ..dicomer.metric import Dicomer
from ..dicomer.model import DicomerModel, read_dicomer, shipped_dicomer
from ..segments import Fields
from ..tesla_f_model import Used, find_used
from ..tesla_s import TeslaS

PARTS = ("content", "coherence")
# In place of the name of the file that came with the package, wherever that is now.
_SHIPPED = "shipped"


class CremerParts(Comparer):
    """Both of them, TESLA-S by its own settings."""

    columns = PARTS

    def __init__(self, session: Session, lang: str, dicomer: str) -> None:
        self.content = TeslaS(lang=lang).open(session)
        self.coherence = Dicomer(lang=lang, model=dicomer).open_in(session, None)

    @property
    def threaded(self) -> bool:
        return self.content.comparer.threaded and self.coherence.comparer.threaded

    def compare(self, pairs: Pairs, threads: int = 1) -> Rows:
        content = self.content.pair_rows(pairs, threads)[:, 0]
        return np.column_stack([content, self.coherence.comparer.compare(pairs, threads)[:, 0]])

    def of(
        self,
        texts: Sequence[Segment],
        references: Sequence[ReferenceSet],
        jobs: int,
        progress: Progress | None,
    ) -> Rows:
        """Of each text against the best of its references."""
        content = self.content.statistics(texts, references, jobs)
        coherence = self.coherence.statistics(texts, [], jobs, progress)
        return np.column_stack([[row[0] for row in content], [row[0] for row in coherence]])

    @property
    def names(self) -> dict[str, str]:
        """What cuts texts into words for the content; a DICOMER model knows its own analysis."""
        return {"analyzer": dict(self.content.signature(1).fields)["analyzer"]}

    def fields(self, references: int, analysed: bool) -> Fields:
        """Of a signature: those of both, each once."""
        beside = dict(self.coherence.signature(0, analysed).fields)
        found = {
            **dict(self.content.signature(references, analysed).fields),
            **{name: value for name, value in beside.items() if name not in ("features", "model")},
            "dicomer": f"{beside['features']}@{beside['model']}",
        }
        del found["version"]
        return list(found.items())


def used_dicomer(given: str, lang: str, session: Session) -> Used:
    """What a model records of the DICOMER model that it was trained with."""
    path = given or str(shipped_dicomer(lang))
    model = session.of_file(read_dicomer, path)
    return Used(model.judge.kind.name, given or _SHIPPED, model.digest)


def find_dicomer(path: str, wanted: Used, given: str, lang: str, session: Session) -> str:
    """The file of the DICOMER model that `path` was trained with; nothing: the one that ships."""

    def load(file: str) -> DicomerModel:
        return session.of_file(read_dicomer, file)

    shipped = ""
    if wanted.file == _SHIPPED:
        shipped = str(shipped_dicomer(lang))
        _check_shipped(path, wanted, given, load(shipped).digest)
    looked_at = list(filter(None, (given, shipped)))
    found, _ = find_used(Path(path), wanted, looked_at, load, "dicomer model", "--dicomer")
    if given and found != given:
        raise UsageError(
            f"{given} is not the dicomer model that {path} was trained with ({wanted.file}): leave "
            "it out, or train again"
        )
    return "" if found == shipped else found


def _check_shipped(path: str, wanted: Used, given: str, here: str) -> None:
    """Another version of the package ships another model, which nobody can be asked to find."""
    if not given and here != wanted.sha256:
        raise ResourceError(
            f"{path} was trained with the dicomer model of hash {wanted.sha256[:8]} that another "
            f"version of tesla-metrics ships, but this one ships {here[:8]}: train again"
        )
