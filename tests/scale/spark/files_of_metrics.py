"""Metrics that name files, small enough to be made in a test."""

from pathlib import Path
from typing import Any

import toy_resources
from small_summaries import judged_topics, write_judged

from tesla_metrics import Cremer, Metric, TeslaB, TeslaF, read_tracks, train_cremer
from tesla_metrics.core.encoding.session import default_session
from tesla_metrics.metrics.tesla_f_model import (
    FeatureSettings,
    TeslaFModel,
    UsedFile,
    build_features,
    write_tesla_f,
)
from tesla_metrics.resources.lm import load_language_model
from tesla_metrics.resources.pivot.phrase_table import open_phrase_table


def with_files(folder: Path) -> list[Metric[Any]]:
    """Metrics that name files, which a model does too."""
    table, lm = toy_resources.make_table(folder), toy_resources.make_lm(folder)
    settings, session = FeatureSettings(lang="en"), default_session()
    model = load_language_model(lm)
    own = build_features("paper", settings, {"fr": str(table)}, {"toy": model}, session)
    used = UsedFile("fr", table.name, open_phrase_table(table).digest)
    weights = dict.fromkeys(own.columns, 0.5)
    beside = (UsedFile("toy", lm.name, model.digest),)
    path = folder / "by-hand.model"
    write_tesla_f(
        path, TeslaFModel(settings, "paper", weights, {}, (used,), beside, {"method": "none"})
    )
    return [TeslaB(lang="en", tables=(str(table),)), TeslaF(lang="en", model=str(path))]


def learnt_cremer(folder: Path) -> Cremer:
    """One that is trained on a few summaries, with the dicomer model that ships."""
    tracks = read_tracks([write_judged(folder / "judged.jsonl", judged_topics())], lang="en")
    path = folder / "cremer.model"
    train_cremer(tracks, kernel="linear").write(path)
    return Cremer(lang="en", model=str(path))
