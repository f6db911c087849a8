"""Makes the shipped taggers again: src/tesla_metrics/data/taggers/{en,de,fr,es,cs}.tagger.

    python tools/make_taggers.py [DATA_DIR] [--lang en de ...]

For each language a tagger is trained without PUD and without the English test part, and measured
on those. What is shipped is then trained with more: in English with the test part of EWT (PUD is
never trained on), in the other languages, whose open text is scarce, with PUD; for these five
taggers each trained with four fifths of PUD added are also measured on the fifth left out. All
figures and sources go into the file's settings.
Only treebanks whose licence lets the weights be shipped are read.
"""

import argparse
import gzip
import hashlib
import sys
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from model_training.tagger_accuracy import measure_accuracy
from tesla_metrics.files.conllu import read_conllu
from tesla_metrics.files.resource import Resource, write_resource
from tesla_metrics.files.sentence import Sentence
from tesla_metrics.text.tagging import Tagger
from tesla_metrics.text.tagging.training import train_tagger

ROOT = Path(__file__).resolve().parents[1]
DATA = ROOT.parent / "shared" / "data" / "tagging"
SHIPPED = ROOT / "src" / "tesla_metrics" / "data" / "taggers"
FOLDS = 5

LICENCES = {
    "en_ewt": "CC BY-SA 4.0",
    "en_pud": "CC BY-SA 3.0",
    "de_gsd": "CC BY-SA 4.0",
    "de_pud": "CC BY-SA 3.0",
    "fr_gsd": "CC BY-SA 4.0",
    "fr_sequoia": "LGPL-LR",
    "fr_pud": "CC BY-SA 3.0",
    "es_gsd": "CC BY-SA 4.0",
    "es_pud": "CC BY-SA 3.0",
    "cs_cac": "CC BY-SA 4.0",
    "cs_cltt": "CC BY-SA 4.0",
    "cs_pud": "CC BY-SA 4.0",
}


@dataclass(frozen=True)
class Plan:
    """What a language is trained and measured on; `extra` joins in only for shipping.

    `folds`: whether the gain of `extra` is measured by cross-validation on it.
    """

    training: tuple[str, ...]
    tests: tuple[str, ...]
    extra: str
    joint: bool = False
    folds: bool = True


PLANS = {
    "en": Plan(
        ("en_ewt-train", "en_ewt-dev"),
        ("en_ewt-test", "en_pud-test"),
        "en_ewt-test",
        joint=True,
        folds=False,
    ),
    "de": Plan(("de_gsd-dev", "de_gsd-test"), ("de_pud-test",), "de_pud-test"),
    "fr": Plan(
        ("fr_gsd-dev", "fr_gsd-test", "fr_sequoia-train", "fr_sequoia-dev", "fr_sequoia-test"),
        ("fr_pud-test",),
        "fr_pud-test",
    ),
    "es": Plan(("es_gsd-dev", "es_gsd-test"), ("es_pud-test",), "es_pud-test"),
    "cs": Plan(
        ("cs_cac-dev", "cs_cac-test", "cs_cltt-train", "cs_cltt-dev", "cs_cltt-test"),
        ("cs_pud-test",),
        "cs_pud-test",
    ),
}


def treebank(data: Path, code: str) -> list[Sentence]:
    """The sentences of one file of the data folder."""
    path = data / f"{code}.conllu.gz"
    with gzip.open(path, "rt", encoding="utf-8") as lines:
        return read_conllu(lines, str(path))


def learn(lang: str, sentences: Sequence[Sentence]) -> Resource:
    """Train with the settings found best."""
    joint = PLANS[lang].joint
    corpus = [
        [(token.form, f"{token.upos} {token.xpos}" if joint else token.upos) for token in s.tokens]
        for s in sentences
    ]
    return train_tagger(corpus, language=lang, progress=report)


def report(iteration: int, iterations: int, right: float) -> None:
    """One line, written over and over."""
    end = "\n" if iteration == iterations else ""
    print(f"\r  iteration {iteration}/{iterations}: {right:.2%} right", end=end, file=sys.stderr)


def held_out(data: Path, lang: str) -> tuple[Resource, dict[str, dict[str, float]]]:
    """A tagger that never saw the test treebanks, and its accuracies on them."""
    plan = PLANS[lang]
    resource = learn(lang, _all(data, plan.training))
    tagger = Tagger(resource)
    return resource, {code: measure_accuracy(tagger, treebank(data, code)) for code in plan.tests}


def folded(data: Path, lang: str, extra: str) -> dict[str, float]:
    """Mean accuracy on each fifth of `extra` when the others are trained on as well."""
    base, more = _all(data, PLANS[lang].training), treebank(data, extra)
    figures = []
    for fold in range(FOLDS):
        rest = [s for number, s in enumerate(more) if number % FOLDS != fold]
        figures.append(measure_accuracy(Tagger(learn(lang, base + rest)), more[fold::FOLDS]))
    return {key: round(sum(f[key] for f in figures) / FOLDS, 2) for key in figures[0]}


def provenance(data: Path, codes: Sequence[str]) -> list[dict[str, str]]:
    """File, checksum and licence of each treebank."""
    return [
        {
            "file": f"{code}.conllu.gz",
            "sha256": hashlib.sha256((data / f"{code}.conllu.gz").read_bytes()).hexdigest(),
            "licence": LICENCES[code.partition("-")[0]],
        }
        for code in codes
    ]


def make(data: Path, lang: str) -> None:
    """Measure, train and write the tagger of one language."""
    plan = PLANS[lang]
    _, figures = held_out(data, lang)
    facts: dict[str, Any] = {
        "accuracy": figures,
        "held_out": {"on": f"{lang}_pud-test"} | figures[f"{lang}_pud-test"],
        "accuracy_note": "per cent on gold tokens, of a tagger trained without these files",
        "trained_on": provenance(data, (*plan.training, plan.extra)),
    }
    if plan.folds:
        facts["accuracy_folds"] = {plan.extra: folded(data, lang, plan.extra)}
        facts["accuracy_folds_note"] = f"the same, trained with {FOLDS - 1}/{FOLDS} of the file too"
    resource = learn(lang, _all(data, (*plan.training, plan.extra)))
    path = SHIPPED / f"{lang}.tagger"
    write_resource(path, replace(resource, settings=resource.settings | facts))
    size, folds = path.stat().st_size, facts.get("accuracy_folds", "")
    print(f"{path.name}: {size:,} bytes, {figures} {folds}", flush=True)


def _all(data: Path, codes: Sequence[str]) -> list[Sentence]:
    return [sentence for code in codes for sentence in treebank(data, code)]


def main() -> None:
    """The command."""
    parser = argparse.ArgumentParser(description="make the shipped taggers from treebanks")
    parser.add_argument("data", nargs="?", type=Path, default=DATA)
    parser.add_argument("--lang", nargs="+", choices=sorted(PLANS), default=sorted(PLANS))
    arguments = parser.parse_args()
    for lang in arguments.lang:
        print(lang, file=sys.stderr)
        make(arguments.data, lang)


if __name__ == "__main__":
    main()
