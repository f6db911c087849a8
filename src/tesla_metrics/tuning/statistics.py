"""What each candidate adds to a metric: scored once, however often it comes back."""

from collections.abc import Sequence
from typing import Any

import numpy as np

from ..arrays import Floats
from ..encoding.session import Session, default_session
from ..errors import warn_user
from ..intake.beside import check_compares
from ..intake.documents import check_sentences
from ..intake.references import present, reference_counts
from ..metrics.base import Metric, Progress, check_jobs
from ..metrics.signature import Signature, one_count
from ..nbest.against import check_ids
from ..nbest.nbest import Nbest
from ..tasks import ReferenceSet, text_of


class CandidateStatistics:
    """Rows of additive statistics by id and text, kept for as long as this lives.

    references  sets of them (of sources for a metric that is `against` these), a line an id
    scored      how many candidates were scored
    """

    def __init__(
        self,
        metric: Metric[Any],
        references: Sequence[ReferenceSet],
        session: Session | None = None,
    ) -> None:
        check_compares(metric, "weights are tuned on what references say")
        self.references = references
        self.session = default_session() if session is None else session
        self._scorer = metric.open(self.session, lambda: present(references))
        self.metric = self._scorer.metric
        self.scored = 0
        self._places: dict[tuple[int, str], int] = {}
        self._blocks: list[Floats] = []

    def of(self, nbest: Nbest, jobs: int = 1, progress: Progress | None = None) -> Floats:
        """A row a candidate; `progress` hears of candidates, those known already among them."""
        check_jobs(jobs)
        idents = [nbest.ids[owner] for owner in nbest.owners.tolist()]
        check_ids(
            nbest.ids, "the n-best list", "the list of references", min(map(len, self.references))
        )
        keys = list(zip(idents, nbest.texts, strict=True))
        new = [key for key in dict.fromkeys(keys) if key not in self._places]
        if progress is not None and len(keys) > len(new):
            progress(len(keys) - len(new))
        if new:
            rows = self._score(new, jobs, progress)
            self._warn_of_empty(new)
            self._add(new, rows)
            self.scored += len(new)
        places = np.fromiter((self._places[key] for key in keys), np.intp, len(keys))
        return self._rows()[places]

    def signature(self) -> Signature:
        """Of the scores that are tuned on."""
        return self._scorer.signature(one_count(reference_counts(self.references)))

    def kept(self) -> tuple[list[int], list[str], Floats]:
        """Ids, texts and rows of all candidates known so far, for `keep` of another run."""
        idents, texts = [key[0] for key in self._places], [key[1] for key in self._places]
        return idents, texts, self._rows()

    def keep(self, idents: Sequence[int], texts: Sequence[str], rows: Floats) -> None:
        """What `kept` gave, with the same metric and references."""
        self._add(list(zip(idents, texts, strict=True)), rows)

    def _warn_of_empty(self, keys: Sequence[tuple[int, str]]) -> None:
        empty = [ident for ident, text in keys if not text.strip()]
        if empty:
            warn_user(
                f"{len(empty)} of {len(keys)} candidates are empty, the first is of id {empty[0]}; "
                "check them"
            )
        if self.scored:
            return
        for number, column in enumerate(self.references, 1):
            gaps = [
                line
                for line, text in enumerate(column, 1)
                if text is not None and not text_of(text).strip()
            ]
            if gaps:
                which = f" of set {number}" if len(self.references) > 1 else ""
                warn_user(
                    f"{len(gaps)} of {len(column)} references{which} are empty, the first is "
                    f"line {gaps[0]}; check them"
                )

    def _add(self, keys: Sequence[tuple[int, str]], rows: Floats) -> None:
        places = range(len(self._places), len(self._places) + len(keys))
        self._places.update(zip(keys, places, strict=True))
        self._blocks.append(rows)

    def _rows(self) -> Floats:
        if len(self._blocks) > 1:
            self._blocks = [np.concatenate(self._blocks)]
        return self._blocks[0] if self._blocks else np.empty((0, 0))

    def _score(
        self, keys: Sequence[tuple[int, str]], jobs: int, progress: Progress | None
    ) -> Floats:
        texts = [text for _, text in keys]
        if self.metric.of_documents:
            check_sentences(texts)
        sets = [[column[ident] for ident, _ in keys] for column in self.references]
        rows = self._scorer.statistics(texts, sets, jobs, progress)
        return np.array(rows, dtype=np.float64)
