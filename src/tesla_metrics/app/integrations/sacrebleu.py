"""Adapter for sacreBLEU: metrics with `corpus_score`, also for its significance tests."""

import json
from collections.abc import Sequence
from typing import Any

from sacrebleu.metrics import base

from ...files.field_names import NOTHING
from ...files.inputs.references import (
    check_sentences,
    count_references_per_segment,
    drop_references_without_sentence,
    iterate_references,
)
from ...files.item import ReferenceSet, Segment
from ...metrics.base import Metric, Scorer
from ...metrics.inputs import check_references, check_references_match, check_segments
from ...metrics.registry import DEFAULT_METRIC
from ...metrics.score import Signature, find_common_count
from . import resolve_metric


class SacrebleuMetric(base.Metric):
    """A metric of this package with the interface of sacreBLEU's `Metric`.

    Scores keep the scale of the metric; most are in [0, 1], not in [0, 100].

    Parameters
    ----------
    metric : str or Metric
        Name of a metric, or a metric object.
    references : sequence of sequence of str, optional
        Reference streams, as in sacreBLEU, that `corpus_score(hypotheses, None)` uses. A metric
        that learns from references uses them in `sentence_score`.
    **options
        Options of the metric, if it is given by name.
    """

    def __init__(
        self,
        metric: str | Metric[Any] = DEFAULT_METRIC,
        references: Sequence[Sequence[str | None]] | None = None,
        **options: Any,
    ) -> None:
        super().__init__()  # type: ignore[no-untyped-call]
        self.metric = resolve_metric(metric, options)
        self._last_signature: Signature | None = None
        if references is not None:
            self._ref_cache = self._cache_references(references)

    def get_signature(self) -> "SacrebleuSignature":
        """Return the signature of the last score."""
        if self._last_signature is None:
            raise ValueError("Number of references unknown, please evaluate the metric first.")
        return SacrebleuSignature(self._last_signature, self.n_bootstrap, self.seed)

    def sentence_score(self, hypothesis: str, references: Sequence[str] = ()) -> "SacrebleuScore":
        """Return the score of a segment.

        For some metrics it differs from `corpus_score` with this segment only.
        """
        # The check of sacreBLEU looks at the first reference, but some metrics use none.
        self._check_sentence_score_args(hypothesis, references or [""])
        row = self._compute_segment_row(hypothesis, references)
        return SacrebleuScore(self.metric.name, self.metric.segment_value(row))

    def _compute_segment_row(self, hypothesis: str, references: Sequence[str]) -> Any:
        """Return the statistics of one segment."""
        reference_sets = self._cache_references([[reference] for reference in references])
        cached_sets = self._ref_cache
        get_references = (lambda: iterate_references(cached_sets)) if cached_sets else None
        scorer = self.metric.open(None, get_references)
        return self._compute_statistics(scorer, [hypothesis], reference_sets)[0]

    def _cache_references(self, references: Any) -> list[ReferenceSet]:
        needs_none = self.metric.against == NOTHING
        reference_sets = [] if needs_none else check_references(references, "set")
        if self.metric.of_documents:
            reference_sets = list(map(drop_references_without_sentence, reference_sets))
        self.num_refs = find_common_count(count_references_per_segment(reference_sets))
        return reference_sets

    def _extract_corpus_statistics(self, hypotheses: Any, references: Any) -> list[Any]:
        reference_sets = (
            self._ref_cache if references is None else self._cache_references(references)
        )
        texts = check_segments("hypotheses", hypotheses)
        if self.metric.against == NOTHING:
            self.num_refs = 0
            return self._compute_statistics(self.metric.open(), texts, [])
        if not reference_sets:
            raise RuntimeError("No references provided and the cache is empty.")
        check_references_match(texts, reference_sets, "set")
        return self._compute_statistics(
            self.metric.open(None, lambda: iterate_references(reference_sets)),
            texts,
            reference_sets,
        )

    def _compute_statistics(
        self, scorer: Scorer[Any], texts: Sequence[Segment], reference_sets: Sequence[ReferenceSet]
    ) -> list[Any]:
        if self.metric.of_documents:
            check_sentences(texts)
        # Do not store the scorer: sacreBLEU pickles metrics for other processes.
        self._last_signature = scorer.signature(self.num_refs, not isinstance(texts[0], str))
        return list(scorer.statistics(texts, reference_sets))

    def _aggregate_and_compute(self, stats: Any) -> "SacrebleuScore":
        return self._compute_score_from_stats(self.metric.total(stats))

    def _compute_score_from_stats(self, stats: Any) -> "SacrebleuScore":
        total = [float(value) for value in stats]
        return SacrebleuScore(self.metric.name, self.metric.system_value(total))

    # Abstract methods of sacreBLEU that work per segment; here all segments are scored at once.
    def _preprocess_segment(self, sent: str) -> str:
        return sent

    def _extract_reference_info(self, refs: Any) -> dict[str, Any]:
        return {"references": refs}

    def _compute_segment_statistics(self, hypothesis: str, ref_kwargs: Any) -> list[Any]:
        return list(self._compute_segment_row(hypothesis, ref_kwargs["references"]))


class SacrebleuScore(base.Score):
    """A score with four decimals by default, since most scores here are in [0, 1]."""

    def format(
        self,
        width: int = 4,
        score_only: bool = False,
        signature: str = "",
        is_json: bool = False,
    ) -> str:
        if score_only or not is_json:
            return super().format(width, score_only, signature)
        fields: dict[str, Any] = {
            "name": self.name,
            "score": float(f"{self.score:.{width}f}"),
            "signature": signature,
        }
        if self._mean > 0:  # there is a confidence interval
            mean, half_width = f"{self._mean:.{width}f}", f"{self._ci:.{width}f}"
            fields |= {"confidence_mean": float(mean), "confidence_var": float(half_width)}
            fields["confidence"] = f"μ = {mean} ± {half_width}"
        # Values in our signatures may contain colons.
        parts = (part.partition(":") for part in signature.split("|") if part)
        fields |= {key: value for key, _, value in parts}
        return json.dumps(fields, indent=1, ensure_ascii=False)


class SacrebleuSignature(base.Signature):
    """A signature with our fields and those of sacreBLEU's significance tests."""

    def __init__(self, signature: Signature, bootstrap: int | None, seed: str | None) -> None:
        super().__init__({"num_refs": 1, "n_bootstrap": bootstrap, "seed": seed})
        # Bootstrap resampling, approximate randomisation and the seed.
        test_fields = {name: self.info[name] for name in ("bs", "ar", "seed")}
        self.info = {**dict(signature.fields), **test_fields}

    def format(self, short: bool = False) -> str:
        return "|".join(
            f"{self._abbr.get(name, name) if short else name}:{value}"
            for name, value in self.info.items()
            if value is not None
        )
