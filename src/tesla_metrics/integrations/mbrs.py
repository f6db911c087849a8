"""mbrs: the utility of its decoders, called "tesla" in its registry."""

import json
from dataclasses import dataclass
from typing import Any

from ..metrics.registry import DEFAULT, make_metric
from ..optional import needs_package
from .chosen import by_itself

with needs_package("mbrs"):
    import torch
    from mbrs import timer
    from mbrs.metrics import Metric as MetricOfMbrs
    from mbrs.metrics import register


@register("tesla")
class MbrsMetric(MetricOfMbrs):
    """One of our metrics. Sources have no part in it.

    What learns from the references there are can score whole sets only (`corpus_score`).
    """

    @dataclass
    class Config(MetricOfMbrs.Config):
        """How it is made.

        metric      its name
        lang        language of the texts, such as en
        options     its other options, as a JSON object
        jobs        threads (processes without the native core)
        """

        metric: str = DEFAULT
        lang: str = ""
        options: str = "{}"
        jobs: int = 1

    cfg: Config

    def __init__(self, cfg: Config) -> None:
        super().__init__(cfg)
        named = {"lang": cfg.lang} if cfg.lang else {}
        self.metric = make_metric(cfg.metric, **named, **json.loads(cfg.options))
        self.HIGHER_IS_BETTER = self.metric.higher_is_better

    def score(self, hypothesis: str, reference: str, source: str | None = None) -> float:
        """One hypothesis against one reference."""
        del source
        return by_itself(self.metric).score([hypothesis], [reference]).segments[0]

    def scores(self, hypotheses: list[str], references: list[str], sources: Any = None) -> Any:
        """The i-th hypothesis against the i-th reference."""
        del sources
        with timer.measure("score") as time:
            time.set_delta_ncalls(len(hypotheses))
            metric = by_itself(self.metric)
            found = metric.score(hypotheses, references, jobs=self.cfg.jobs)
        return torch.tensor(found.segments, dtype=torch.float32)

    def pairwise_scores(
        self, hypotheses: list[str], references: list[str], source: str | None = None
    ) -> Any:
        """Every hypothesis against every reference; each text is encoded once."""
        del source
        with timer.measure("score") as time:
            time.set_delta_ncalls(len(hypotheses) * len(references))
            metric = by_itself(self.metric)
            found = metric.matrix(hypotheses, references, jobs=self.cfg.jobs)
        return torch.tensor(found, dtype=torch.float32)

    def corpus_score(
        self, hypotheses: list[str], references_lists: list[list[str]], sources: Any = None
    ) -> float:
        """The score of a whole set; one list a reference set."""
        del sources
        jobs = self.cfg.jobs
        return self.metric.score(
            hypotheses, references_lists, references_by="set", jobs=jobs
        ).score  # fmt: skip
