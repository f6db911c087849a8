"""sacreBLEU's `Metric`: for whoever calls `corpus_score`, and for its significance tests."""

import json
from collections.abc import Sequence
from typing import Any

from sacrebleu.metrics import base

from ..intake.documents import check_sentences, with_sentences
from ..intake.references import present, reference_counts
from ..metrics.base import Metric, Scorer
from ..metrics.inputs import check_fit, check_references, check_segments
from ..metrics.registry import DEFAULT
from ..metrics.signature import Signature, one_count
from ..names import NOTHING
from ..tasks import ReferenceSet, Segment
from .chosen import chosen_metric


class SacrebleuMetric(base.Metric):
    """One of our metrics, by name and options or made already, on its own scale.

    `references` are streams, as in sacreBLEU, that `corpus_score(hypotheses, None)` uses. A metric
    that learns from the references there are learns from those in `sentence_score`.
    """

    def __init__(
        self,
        metric: str | Metric[Any] = DEFAULT,
        references: Sequence[Sequence[str | None]] | None = None,
        **options: Any,
    ) -> None:
        super().__init__()  # type: ignore[no-untyped-call]
        self.metric = chosen_metric(metric, options)
        self._described: Signature | None = None
        if references is not None:
            self._ref_cache = self._cache_references(references)

    def get_signature(self) -> "SacrebleuSignature":
        """Of what was scored last."""
        if self._described is None:
            raise ValueError("Number of references unknown, please evaluate the metric first.")
        return SacrebleuSignature(self._described, self.n_bootstrap, self.seed)

    def sentence_score(self, hypothesis: str, references: Sequence[str] = ()) -> "SacrebleuScore":
        """The segment's score, which is not that of a system of one segment in every metric."""
        # Their check looks at the first reference, which there need not be.
        self._check_sentence_score_args(hypothesis, references or [""])
        row = self._row(hypothesis, references)
        return SacrebleuScore(self.metric.name, self.metric.segment_value(row))

    def _row(self, hypothesis: str, references: Sequence[str]) -> Any:
        sets = self._cache_references([[one] for one in references])
        known = self._ref_cache
        learnt = self.metric.open(None, (lambda: present(known)) if known else None)
        return self._statistics(learnt, [hypothesis], sets)[0]

    def _cache_references(self, references: Any) -> list[ReferenceSet]:
        alone = self.metric.against == NOTHING
        sets = [] if alone else check_references(references, "set")
        if self.metric.of_documents:
            sets = list(map(with_sentences, sets))
        self.num_refs = one_count(reference_counts(sets))
        return sets

    def _extract_corpus_statistics(self, hypotheses: Any, references: Any) -> list[Any]:
        sets = self._ref_cache if references is None else self._cache_references(references)
        texts = check_segments("hypotheses", hypotheses)
        if self.metric.against == NOTHING:
            self.num_refs = 0
            return self._statistics(self.metric.open(), texts, [])
        if not sets:
            raise RuntimeError("No references provided and the cache is empty.")
        check_fit(texts, sets, "set")
        return self._statistics(self.metric.open(None, lambda: present(sets)), texts, sets)

    def _statistics(
        self, scorer: Scorer[Any], texts: Sequence[Segment], sets: Sequence[ReferenceSet]
    ) -> list[Any]:
        if self.metric.of_documents:
            check_sentences(texts)
        # No scorer is kept: sacreBLEU sends metrics to other processes.
        self._described = scorer.signature(self.num_refs, not isinstance(texts[0], str))
        return list(scorer.statistics(texts, sets))

    def _aggregate_and_compute(self, stats: Any) -> "SacrebleuScore":
        return self._compute_score_from_stats(self.metric.total(stats))

    def _compute_score_from_stats(self, stats: Any) -> "SacrebleuScore":
        total = [float(value) for value in stats]
        return SacrebleuScore(self.metric.name, self.metric.system_value(total))

    # What sacreBLEU asks for segment by segment, where we answer for all of them at once.
    def _preprocess_segment(self, sent: str) -> str:
        return sent

    def _extract_reference_info(self, refs: Any) -> dict[str, Any]:
        return {"references": refs}

    def _compute_segment_statistics(self, hypothesis: str, ref_kwargs: Any) -> list[Any]:
        return list(self._row(hypothesis, ref_kwargs["references"]))


class SacrebleuScore(base.Score):
    """Most of our scores lie in [0, 1], where two digits tell little."""

    def format(
        self,
        width: int = 4,
        score_only: bool = False,
        signature: str = "",
        is_json: bool = False,
    ) -> str:
        if score_only or not is_json:
            return super().format(width, score_only, signature)
        found: dict[str, Any] = {
            "name": self.name,
            "score": float(f"{self.score:.{width}f}"),
            "signature": signature,
        }
        if self._mean > 0:
            mean, half = f"{self._mean:.{width}f}", f"{self._ci:.{width}f}"
            found |= {"confidence_mean": float(mean), "confidence_var": float(half)}
            found["confidence"] = f"μ = {mean} ± {half}"
        # Values may have colons here.
        parts = (part.partition(":") for part in signature.split("|") if part)
        found |= {key: value for key, _, value in parts}
        return json.dumps(found, indent=1, ensure_ascii=False)


class SacrebleuSignature(base.Signature):
    """Our fields, and those of sacreBLEU's tests."""

    def __init__(self, signature: Signature, bootstrap: int | None, seed: str | None) -> None:
        super().__init__({"num_refs": 1, "n_bootstrap": bootstrap, "seed": seed})
        tests = {name: self.info[name] for name in ("bs", "ar", "seed")}
        self.info = {**dict(signature.fields), **tests}

    def format(self, short: bool = False) -> str:
        return "|".join(
            f"{self._abbr.get(name, name) if short else name}:{value}"
            for name, value in self.info.items()
            if value is not None
        )
