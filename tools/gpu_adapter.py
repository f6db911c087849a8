"""An adapter of what another machine learnt, in numpy's format, as tools/make_tesla_n.py takes it.

The names there: `0.q.A`, `0.q.B`, ... of the changes, `head.w`, `head.w1`, `head.b1`, `head.w2`,
`head.gate`, spread of the features, scale, idf, layers; settings and results as JSON.
"""

import json
from pathlib import Path
from typing import Any

import numpy as np

from tesla_metrics.resources.contextual.training.material import (
    AdapterDescription,
    AdapterParameters,
)


def read_npz(path: Path, encoder: str, lang: str) -> tuple[AdapterParameters, AdapterDescription]:
    """What was learnt, and what is said of it."""
    with np.load(path) as opened:
        found: dict[str, Any] = {name: opened[name] for name in opened.files}
    settings, results = (json.loads(str(found[name])) for name in ("settings", "results"))
    names = [name.removesuffix(".A") for name in found if name.endswith(".A")]
    changes = {name: (found[f"{name}.A"], found[f"{name}.B"]) for name in names}
    size = len(found["head.w2"]) if settings["mlp"] else 0
    first = found["head.w1"][:size]
    dim = first.shape[1] // 2
    # There, vectors have the length sqrt(dim).
    hidden = np.concatenate([first[:, :dim] * np.sqrt(dim), first[:, dim:] * dim], axis=1)
    learnt = AdapterParameters(
        float(found["scale"]),
        changes,
        found["head.w"] / found["spread"],
        hidden,
        found["head.b1"][:size],
        found["head.w2"][:size],
        found["head.gate"] * np.sqrt(dim) if settings["gate"] else None,
    )
    figures = {name: results["score"][name] for name in ("seg17", "seg21", "sys17", "sys21")}
    facts = AdapterDescription(
        encoder,
        lang,
        found["layers"].tolist(),
        found["idf"].astype(np.float32),
        float(results["c"]),
        {"settings": settings, "figures": figures},
    )
    return learnt, facts
