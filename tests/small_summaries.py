"""Judged summaries and a small DICOMER model for tests, with relations of a stand-in."""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from cores import using
from neighbours import CHAIN, Neighbours

from tesla_metrics import Session
from tesla_metrics.metrics import dicomer
from tesla_metrics.metrics.dicomer import DicomerModel, write_dicomer
from tesla_metrics.parsing.coherence import FEATURE_KINDS, CoherenceModel

NAMES = ("mill", "road", "king", "book", "ship", "farm", "barn", "well")
# Sentences of the reference in some order, and what people say of content and of flow.
SYSTEMS = {
    "all": ((0, 1, 2, 3, 4), 5, 5),
    "mixed": ((3, 0, 4, 1, 2), 5, 2),
    "half": ((0, 1, 2), 3, 5),
    "half-mixed": ((2, 4, 0), 3, 1),
}


@cache
def _session() -> Session:
    """The same one for all tests, so that words are learnt once."""
    return Session()


@cache
def _names() -> dict[str, str]:
    return Neighbours().names


@contextmanager
def neighbours() -> Iterator[Session]:
    """The default session while this lasts; DICOMER joins neighbouring sentences in it."""
    with pytest.MonkeyPatch.context() as patch, using(_session()) as session:
        patch.setattr(dicomer, "load_discourse", Neighbours)
        yield session


def small_dicomer(path: Path, weight: int = 100) -> str:
    """A model that likes sentences to go on where the one before ended."""
    weights = {"Exp.Arg2→Exp.Arg1": weight, "Exp.Arg1→Exp.Arg2": weight, "nil→Comp.Arg1": -50}
    judge = CoherenceModel(FEATURE_KINDS["lin"], weights, slope=0.2, intercept=5.0)
    write_dicomer(path, DicomerModel("en", judge, _names(), {"method": "ranking"}))
    return str(path)


def judged_topics(**changes: Any) -> list[dict[str, Any]]:
    """An object a topic, as files of judged summaries have them."""
    return [{**_topic(name), **changes} for name in NAMES]


def write_judged(path: Path, topics: list[dict[str, Any]]) -> Path:
    """JSON lines."""
    lines = (json.dumps(topic) + "\n" for topic in topics)
    path.write_text("".join(lines), encoding="utf-8")
    return path


def _topic(name: str) -> dict[str, Any]:
    own = [sentence.replace("mill", name) for sentence in CHAIN]
    return {
        "doc": name,
        "references": ["\n".join(own), "Nobody wrote about that."],
        "systems": {
            system: {
                "summary": "\n".join(own[place] for place in order),
                "scores": {"content": content, "flow": flow},
            }
            for system, (order, content, flow) in SYSTEMS.items()
        },
    }
