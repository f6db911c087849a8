"""Adapter for mbrs: the utility function "tesla" of its decoders."""

import json
from dataclasses import dataclass
from typing import Any

from ...metrics.registry import DEFAULT_METRIC, make_metric
from ...optional import requires_package
from . import check_segmentwise

with requires_package("mbrs"):
    import torch
    from mbrs import timer
    from mbrs.metrics import Metric as MetricOfMbrs
    from mbrs.metrics import register


@register("tesla")
class MbrsMetric(MetricOfMbrs):
    """A metric of this package with the interface of mbrs; sources are ignored.

    A metric that learns from all references of a test set supports only `corpus_score`.
    """

    @dataclass
    class Config(MetricOfMbrs.Config):
        """Configuration of the metric.

        metric      name of the metric
        lang        language of the texts, such as en
        options     other options of the metric, as a JSON object
        jobs        number of threads (processes without the native core)
        """

        metric: str = DEFAULT_METRIC
        lang: str = ""
        options: str = "{}"
        jobs: int = 1

    cfg: Config

    def __init__(self, cfg: Config) -> None:
        super().__init__(cfg)
        language = {"lang": cfg.lang} if cfg.lang else {}
        self.metric = make_metric(cfg.metric, **language, **json.loads(cfg.options))
        self.HIGHER_IS_BETTER = self.metric.higher_is_better

    def score(self, hypothesis: str, reference: str, source: str | None = None) -> float:
        """Score one hypothesis against one reference."""
        del source
        return check_segmentwise(self.metric).score([hypothesis], [reference]).segments[0]

    def scores(self, hypotheses: list[str], references: list[str], sources: Any = None) -> Any:
        """Score each hypothesis against the reference with the same index."""
        del sources
        with timer.measure("score") as time:
            time.set_delta_ncalls(len(hypotheses))
            metric = check_segmentwise(self.metric)
            result = metric.score(hypotheses, references, jobs=self.cfg.jobs)
        return torch.tensor(result.segments, dtype=torch.float32)

    def pairwise_scores(
        self, hypotheses: list[str], references: list[str], source: str | None = None
    ) -> Any:
        """Score every hypothesis against every reference; each text is encoded once."""
        del source
        with timer.measure("score") as time:
            time.set_delta_ncalls(len(hypotheses) * len(references))
            metric = check_segmentwise(self.metric)
            matrix = metric.matrix(hypotheses, references, jobs=self.cfg.jobs)
        return torch.tensor(matrix, dtype=torch.float32)

    def corpus_score(
        self, hypotheses: list[str], references_lists: list[list[str]], sources: Any = None
    ) -> float:
        """Return the score of a test set; `references_lists` has one list per reference set."""
        del sources
        result = self.metric.score(
            hypotheses, references_lists, references_by="set", jobs=self.cfg.jobs
        )
        return result.score
