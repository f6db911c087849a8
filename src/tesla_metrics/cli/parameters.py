"""Options of metrics on the command line, made from what the metrics declare."""

import argparse
from collections.abc import Collection, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from ..errors import UsageError
from ..metrics.options import Declared, Option
from ..metrics.registry import (
    DEFAULT,
    all_options,
    has_option,
    make_metric,
    metric_names,
    needs_language,
    no_option,
)
from .models import dealt_models
from .options import Command

if TYPE_CHECKING:
    from ..metrics.base import Metric

# Constants of tesla-x that other metrics have as well, and so are options.
_SHARED = ("order", "alpha")


def add_parameters(
    parser: Command,
    metrics: Collection[str] = (),
    leave_out: Collection[str] = (),
    title: str = "parameters of metrics",
) -> None:
    """Options of these metrics (of all), in the end; what is not given is left to each metric.

    `title` is that of all but the analysis.
    """
    parser.later(lambda: _add_parameters(parser, metrics, leave_out, title))


def add_analysis(parser: Command) -> None:
    """Those that say how texts are analysed."""

    def add() -> None:
        others = [
            name
            for name, of in all_options().items()
            if all(one.option.group != "analysis" for one in of.values())
        ]
        _add_parameters(parser, (), others, "")

    parser.later(add)


def _add_parameters(
    parser: Command, metrics: Collection[str], leave_out: Collection[str], title: str
) -> None:
    groups: dict[str, argparse._ArgumentGroup] = {}
    constants: list[str] = []
    for name, of in all_options().items():
        own = {metric: one for metric, one in of.items() if not metrics or metric in metrics}
        if not own or name in leave_out:
            continue
        first = next(iter(own.values())).option
        if any(one.option.constant for one in own.values()):
            constants.append(name)
            continue
        heading = first.group if first.group == "analysis" else title
        if heading not in groups:
            groups[heading] = parser.add_argument_group(heading)
        _add(groups[heading], name, first, _help(own, bool(metrics)))
    if constants:
        _add_constants(groups[title], constants)
    parser.set_defaults(parameters=[name for name in all_options() if name not in leave_out])


def _add(group: argparse._ArgumentGroup, name: str, option: Option, help: str) -> None:
    flags = [f"--{option.flag or name.replace('_', '-')}"]
    if option.short:
        flags.insert(0, option.short)
    if option.choices:
        metavar = option.metavar or None
        group.add_argument(*flags, dest=name, choices=option.choices, metavar=metavar, help=help)
        return
    if option.kind == "flag":
        # None, not False, where it is not given: what is given must be some metric's.
        group.add_argument(*flags, dest=name, action="store_true", default=None, help=help)
        return
    facts: dict[str, Any] = {"metavar": option.metavar or "WHAT", "dest": name, "help": help}
    if option.kind == "files" or option.model:
        facts["action"] = "append"
    else:
        kinds = {"whole": int, "number": float, "numbers": _numbers}
        facts["type"] = kinds.get(option.kind, str)
    group.add_argument(*flags, **facts)


def _add_constants(group: argparse._ArgumentGroup, names: Sequence[str]) -> None:
    group.add_argument(
        "--constant", action="append", type=_constant, default=[], metavar="NAME=VALUE",
        dest="constants",
        help=f"of tesla-x: {', '.join(names)} (again for another; docs/tesla-x.md says what each "
        "is)",
    )  # fmt: skip


def _help(own: Mapping[str, Declared], one_metric: bool) -> str:
    """What it is, whose it is if that is not said, and what it is if it is not given."""
    first = next(iter(own.values()))
    text = first.option.help
    usual = {metric: _usual(one) for metric, one in own.items()}
    if "default" in text or not any(usual.values()):
        return text
    if not one_metric and "tesla-" not in text and first.option.group != "analysis":
        text += f", {', '.join(own)}"
    values: dict[str, list[str]] = {}
    for metric, value in usual.items():
        values.setdefault(value, []).append(metric)
    (common, _), *others = sorted(values.items(), key=lambda item: -len(item[1]))
    said = [common, *(f"{', '.join(metrics)}: {value}" for value, metrics in others)]
    return f"{text} ({'; '.join(said)})"


def _usual(one: Declared) -> str:
    value = one.default if one.option.usual is None else one.option.usual
    return "" if value in (None, (), "") or one.option.kind == "flag" else str(value)


def _numbers(text: str) -> tuple[float, ...]:
    try:
        return tuple(map(float, text.split(",")))
    except ValueError:
        raise argparse.ArgumentTypeError(
            f"{text!r} is no list of numbers: give one for each length, such as 1,1,0.5,0.5"
        ) from None


def _constant(text: str) -> tuple[str, float]:
    name, equals, value = text.partition("=")
    try:
        number = float(value)
    except ValueError:
        equals = ""
    if not equals:
        raise argparse.ArgumentTypeError(
            f"{text!r} is no constant: give NAME=VALUE, such as lemma=0.95"
        )
    return name.strip().replace("-", "_"), int(number) if number.is_integer() else number


def chosen_metrics(args: argparse.Namespace) -> "list[Metric[Any]]":
    """The metrics asked for, each once, each with those of the given options that it has."""
    known = metric_names()
    wanted = args.metrics or [DEFAULT]
    names = list(dict.fromkeys(n.lower() if n.lower() in known else n for n in wanted))
    given = given_options(args)
    for option in given:
        if not any(has_option(name, option) for name in names):
            raise no_option(names, option, f"--{_flag(option, args)}")
    if args.lang is not None:
        given["lang"] = args.lang
    else:
        _check_language(names)
    models = dealt_models(names, given.pop("model", ()))
    own = {
        name: {key: value for key, value in given.items() if has_option(name, key)}
        | models.get(name, {})
        for name in names
    }
    return [make_metric(name, **options) for name, options in own.items()]


def _check_language(names: Sequence[str]) -> None:
    for name in names:
        if needs_language(name):
            raise UsageError(f"{name} needs the language of the texts: give -l LANG, such as -l en")


def given_options(args: argparse.Namespace) -> dict[str, Any]:
    """Those of `add_parameters` that were given, by the names that metrics use."""
    found = {name: getattr(args, name, None) for name in args.parameters}
    given = {name: value for name, value in found.items() if value is not None}
    return given | _constants(getattr(args, "constants", ()))


def _flag(option: str, args: argparse.Namespace) -> str:
    if option in dict(args.constants):
        return f"constant {option}"
    flags = {one.option.flag for one in all_options()[option].values()} - {""}
    return min(flags, default=option.replace("_", "-"))


def _constants(given: Sequence[tuple[str, float]]) -> dict[str, float]:
    """Those of --constant, which must be tesla-x's."""
    if not given:
        return {}
    from ..metrics.tesla_x_constants import CONSTANTS

    for name, value in given:
        if name in _SHARED:
            raise UsageError(f"{name} is no --constant: give --{name} {value} instead")
        if name not in CONSTANTS:
            raise UsageError(
                f"tesla-x has no constant {name!r}: choose from {', '.join(CONSTANTS)}"
            )
    return dict(given)
