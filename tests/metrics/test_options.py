"""Options of metrics: declared once, checked, refused where they are not a metric's."""

import re
from dataclasses import fields
from typing import Any

import pytest
from app.cli.running import refused, run, write

from tesla_metrics import UsageError, make_metric, metric_names
from tesla_metrics.metrics.options import get_declared_options
from tesla_metrics.metrics.registry import collect_options, get_metric_class

NEEDED: dict[str, dict[str, Any]] = {
    "tesla-b": {"tables": ("a.table",)},
    "tesla-f": {"model": "a.model"},
}


def test_every_field_is_an_option() -> None:
    for name in metric_names():
        own = {field.name for field in fields(get_metric_class(name))}  # type: ignore[arg-type]
        assert own - {one.name for one in get_declared_options(get_metric_class(name))} <= {"lang"}


@pytest.mark.parametrize("name", metric_names())
def test_strange_options_are_refused(name: str) -> None:
    given = {"lang": "en"} | NEEDED.get(name, {})
    assert make_metric(name, **given).name == name
    known = {one.name for of in collect_options().values() for one in of.values()}
    for option in ({"flavour": 3} | dict.fromkeys(sorted(known), "x")).items():
        if option[0] in {field.name for field in fields(get_metric_class(name))}:  # type: ignore[arg-type]
            continue
        with pytest.raises(UsageError, match=re.escape(f"{name} has no option '{option[0]}'")):
            make_metric(name, **given, **dict([option]))


@pytest.mark.parametrize("name", metric_names())
def test_values_that_cannot_be(name: str) -> None:
    given = {"lang": "en"} | NEEDED.get(name, {})
    for one in get_declared_options(get_metric_class(name)):
        wrong: list[Any] = [object(), b"x"]
        if one.option.kind in ("whole", "number"):
            wrong += ["x", one.option.maximum + 1, one.option.minimum - 1, float("nan"), True]
        elif one.option.choices:
            wrong += ["neither"]
        elif one.option.kind in ("files", "numbers"):
            wrong += ["x", [object()], 3]
        for value in wrong:
            with pytest.raises(UsageError, match=f"^{one.name} "):
                make_metric(name, **{**given, one.name: value})


def test_the_command_line_has_them_all() -> None:
    help_text = " ".join(run("score", "--help").out.split())
    for flag, of in collect_options().items():
        one = next(iter(of.values()))
        assert (f" {one.name}" if one.option.constant else f"--{flag} ") in help_text
    # Lines are broken at hyphens too.
    joined = help_text.replace(" ", "")
    whose = "(tesla-x:2;tesla-m,maxsim,tesla-b:3;tesla-celab,tesla-celab-,pem:4)"
    assert f"longestn-grams{whose}" in joined


def test_peers_stand_by_themselves_in_the_help() -> None:
    *_, ours, analysis, peers = (
        run("score", "--help").out.partition("\nexamples:")[0].split(":\n  -")
    )
    assert peers.splitlines()[0].startswith("tok NAME, --tokenize")
    assert "--ter-no-punct" in peers
    assert "--chrf-beta" in peers
    assert "--alpha" in ours
    assert "--constant" in ours
    assert "chrf-beta" not in ours + analysis


def test_an_option_may_have_another_flag_in_another_metric() -> None:
    assert set(collect_options()["chrf-lowercase"]) == {"chrf", "chrf++"}
    assert not set(collect_options()["lowercase"]) & {"chrf", "chrf++", "ter"}
    assert {one.name for one in collect_options()["chrf-lowercase"].values()} == {"lowercase"}


def test_an_option_that_no_metric_has(tmp_path: Any) -> None:
    path = write(tmp_path / "a.txt", ["a"])
    common = ["score", path, "-r", path, "-l", "en"]
    refused(run(*common, "-m", "bleu", "--synonyms", "none"), 2, "bleu has no option --synonyms")
    refused(run(*common, "-m", "tesla-m", "--constant", "lemma=0.5"), 2, "--constant lemma")
    assert run(*common, "-m", "bleu", "-m", "tesla-m", "--synonyms", "none").code == 0


def test_an_option_that_does_nothing_beside_another(tmp_path: Any) -> None:
    path = write(tmp_path / "a.txt", ["a boat"])
    common = ["score", path, "-r", path, "-l", "en", "-m"]
    told = ("--synonyms", "none")
    refused(run(*common, "tesla-s", *told), 2, "synonyms has no effect on tesla-s", "choose graded")
    # Another metric takes it, and this one is not asked.
    assert run(*common, "tesla-m", "tesla-s", *told).code == 0
    result = run(*common, "tesla-m", "tesla-s", *told, "--similarity", "graded")
    assert result.out.count("synonyms:none") == 2
    refused(run(*common, "tesla-s", "--similarity", "graded", "--discount", "0.5"), 2, "discount")
