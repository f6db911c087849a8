"""What `tesla tune` can do: each refuses what only the others know."""

import argparse
from pathlib import Path
from typing import Any

import pytest
from toy_loops import write_config

from tesla_metrics.app.cli import tune
from tesla_metrics.app.cli.options import Command
from tesla_metrics.app.cli.tune.modes import OPTION_MODES

from .running import refused, run

LISTS = ("--nbest", "x")
CONFIG = ("--config", "x.toml")
MOSES = ("--nbest", "x", "-r", "ref", "-m", "bleu", "--write-moses", "dir")
TRANSLATE = ("--config", "x.toml", "--translate", "text")
SMT = ("--train-smt", "a", "b", "-l", "fr-en", "--smt", "new")
SEARCH = (
    *(("--choices", "w"), ("--method", "svm"), ("--method", "mert"), ("--bounds", "lm_0=0:1")),
    *(("--fix", "lm_0"), ("--restarts", "20"), ("--seed", "12345"), ("-o", "w")),
)
METRIC = (("--order", "2"), ("--chrf-lowercase",), ("--constant", "lemma=0.9"))


@pytest.mark.parametrize(
    ("mode", "beside"),
    [
        *((CONFIG, one) for one in SEARCH),
        *((CONFIG, one) for one in METRIC),
        *((CONFIG, one) for one in (LISTS, ("-r", "ref"), ("-s", "a"), ("-m", "bleu"))),
        *((CONFIG, one) for one in (("--start", "nosuch"), ("-l", "en"), ("--lowercase",))),
        *((CONFIG, one) for one in (("--smt", "x"), ("--write-moses", "dir"))),
        (CONFIG, ("stray.txt",)),
        *((MOSES, one) for one in (*SEARCH, ("--restart",), ("--smt", "x"))),
        *((SMT, one) for one in (*SEARCH, *METRIC, LISTS, ("-r", "ref"), ("-m", "bleu"))),
        *((SMT, one) for one in (CONFIG, ("-s", "a"), ("-j", "2"), ("-f", "json"))),
        *((SMT, one) for one in (("--start", "nosuch"), ("--restart",))),
        *((LISTS, one) for one in (("--restart",), ("--smt", "x"))),
        *((TRANSLATE, one) for one in SEARCH if one[0] != "-o"),
        *((TRANSLATE, one) for one in (*METRIC, LISTS, ("-r", "ref"), ("-m", "bleu"), ("-j", "2"))),
        *((TRANSLATE, one) for one in (("--restart",), ("--smt", "x"), ("-f", "json"))),
        (SMT, ("--translate", "text")),
    ],
)
def test_what_would_be_lost_is_refused(mode: tuple[str, ...], beside: tuple[str, ...]) -> None:
    flag = beside[0] if beside[0].startswith("-") else "--nbest"
    refused(run("tune", *mode, *beside), 2, f"{flag} ")


def test_a_configuration_is_named_where_it_can_say_it() -> None:
    refused(run("tune", *CONFIG, "--seed", "7"), 2, "set it in x.toml instead")
    refused(run("tune", *CONFIG, "--choices", "w"), 2, "only with --nbest: leave one of them out")
    refused(run("tune", *CONFIG, *SMT), 2, "--config has no effect with --train-smt: leave one")


@pytest.mark.parametrize("style", ["tsv", "latex", "markdown"])
def test_a_command_is_no_table(style: str) -> None:
    refused(run("tune", *MOSES, "-f", style), 2, "prints a command")


def test_it_is_known_of_every_option_who_knows_it() -> None:
    parser: Any = argparse.ArgumentParser()
    commands = parser.add_subparsers(parser_class=Command)
    tune.add_parser(commands)
    (own,) = commands.choices.values()
    args, _ = own.parse_known_args([])
    of_metrics = {name.replace("-", "_") for name in args.parameters} | {"constants"}
    assert set(vars(args)) - of_metrics - {"run", "parameters"} == set(OPTION_MODES)


def test_quiet_says_nothing(tmp_path: Path) -> None:
    assert run("tune", "--config", write_config(tmp_path), "-q").err == ""
