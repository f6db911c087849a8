"""What is doubtful about texts that were sent: the warnings of the command line, in the answer."""

from collections.abc import Sequence
from typing import Any

from ..doubts.doubts import open_doubts
from ..metrics.base import Metric
from ..metrics.inputs import Checked

# Who asks for one pair wants to know as well.
_FEW = 1


def warnings_of(metrics: Sequence[Metric[Any]], system: str, texts: Checked) -> dict[str, Any]:
    """A field for the answer; nothing where there is no doubt, so that it is the command line's."""
    lang = next(filter(None, (getattr(metric, "lang", "") for metric in metrics)), "")
    against = metrics[0].against
    names = [f"{against} {number}" for number in range(1, len(texts.sets) + 1)]
    doubts = open_doubts(metrics, lang, names, analysed=False, few=_FEW)
    doubts.see(system, texts.hypotheses, texts.sets)
    found = list(doubts.all())
    return {"warnings": found} if found else {}
