"""Options of metrics on the command line, made from what the metrics declare."""

import argparse
from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from ..errors import UsageError
from ..metrics.options import PARAMETERS, Declared, Option, declared
from ..metrics.registry import (
    DEFAULT,
    all_options,
    leave_out,
    make_metric,
    metric_class,
    metric_names,
    needs_language,
    no_option,
)
from .models import dealt_files, dealt_models
from .options import Command

if TYPE_CHECKING:
    from ..metrics.base import Metric

# Constants of tesla-x that other metrics have as well, and so are options.
_SHARED = ("order", "alpha")


def add_parameters(
    parser: Command,
    metrics: Collection[str] = (),
    without: Collection[str] = (),
    title: str = PARAMETERS,
) -> None:
    """Options of these metrics (of all), in the end; what is not given is left to each metric.

    `title` is that of all but the analysis.
    """
    parser.set_defaults(parameters=[])
    parser.later(lambda: _add_parameters(parser, metrics, without, title))


def add_analysis(parser: Command) -> None:
    """Those that say how texts are analysed."""

    def add() -> None:
        others = [
            flag
            for flag, of in all_options().items()
            if all(one.option.group != "analysis" for one in of.values())
        ]
        _add_parameters(parser, (), others, "")

    parser.set_defaults(parameters=[])
    parser.later(add)


def _add_parameters(
    parser: Command, metrics: Collection[str], without: Collection[str], title: str
) -> None:
    groups: dict[str, argparse._ArgumentGroup] = {}
    constants: list[str] = []
    for flag, of in all_options().items():
        own = {metric: one for metric, one in of.items() if not metrics or metric in metrics}
        if not own or flag in without:
            continue
        first = next(iter(own.values()))
        if any(one.option.constant for one in own.values()):
            constants.append(first.name)
            continue
        heading = title if first.option.group == PARAMETERS else first.option.group
        if heading not in groups:
            groups[heading] = parser.add_argument_group(heading)
        _add(groups[heading], flag, first.option, _help(own, title != PARAMETERS))
    if constants:
        _add_constants(groups[title], constants)
    parser.set_defaults(parameters=[flag for flag in all_options() if flag not in without])


def _add(group: argparse._ArgumentGroup, flag: str, option: Option, help: str) -> None:
    flags, name = [f"--{flag}"], _attribute(flag)
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


def _help(own: Mapping[str, Declared], titled: bool) -> str:
    """What it is, whose it is unless the group's title says that, and what it is if not given."""
    first = next(iter(own.values()))
    text = first.option.help
    usual = {metric: _usual(one) for metric, one in own.items()}
    if "default" in text or not any(usual.values()):
        return text
    if titled or "tesla-" in text or first.option.group == "analysis":
        return f"{text} ({next(filter(None, usual.values()))})"
    values: dict[str, list[str]] = {}
    for metric, value in usual.items():
        values.setdefault(value, []).append(metric)
    said = (f"{', '.join(metrics)}: {value}" for value, metrics in values.items())
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
    given = given_flags(args)
    for flag in given:
        if not any(name in all_options()[flag] for name in names):
            raise _no_flag(names, flag)
    language = {} if args.lang is None else {"lang": args.lang}
    if not language:
        _check_language(names)
    models = dealt_models(names, given.pop("model", ()))
    metrics = [
        make_metric(
            name, **language, **_by_field(_own(given, name, names), [name]), **models.get(name, {})
        )
        for name in names
    ]
    return dealt_files(metrics)


def _own(given: Mapping[str, Any], name: str, names: Sequence[str]) -> dict[str, Any]:
    """Those that this metric is told: not what does nothing for it and something for another."""
    return {
        flag: value
        for flag, value in given.items()
        if _serves(given, flag, name) or not any(_serves(given, flag, other) for other in names)
    }


def _serves(given: Mapping[str, Any], flag: str, name: str) -> bool:
    """Whether the metric has the option and it does something beside the others."""
    one = all_options()[flag].get(name)
    if one is None or one.option.only is None:
        return one is not None
    other, needed = one.option.only
    (beside,) = (own for own in declared(metric_class(name)) if own.name == other)
    return bool(given.get(beside.flag, beside.default) == needed)


def _check_language(names: Sequence[str]) -> None:
    for name in names:
        if needs_language(name):
            raise UsageError(f"{name} needs the language of the texts: give -l LANG, such as -l en")


def given_options(args: argparse.Namespace) -> dict[str, Any]:
    """Those of `add_parameters` that were given, by the names that metrics use."""
    return _by_field(given_flags(args), metric_names())


def given_flags(args: argparse.Namespace) -> dict[str, Any]:
    """The same by their flags, without dashes."""
    found = {flag: getattr(args, _attribute(flag), None) for flag in args.parameters}
    given = {flag: value for flag, value in found.items() if value is not None}
    constants = _constants(getattr(args, "constants", ()))
    return given | {name.replace("_", "-"): value for name, value in constants.items()}


def given_words(args: argparse.Namespace, metric: str) -> Iterator[str]:
    """What makes that metric again on a command line."""
    yield from ("-m", metric) if metric != DEFAULT else ()
    for flag, value in given_flags(args).items():
        if metric not in all_options()[flag]:
            continue
        for one in value if isinstance(value, list) else [value]:
            text = ",".join(map(str, one)) if isinstance(one, tuple) else str(one)
            shown, _, name = shown_flag(flag).partition(" ")
            yield shown
            if value is not True:
                yield f"{name}={text}" if name else text


def _by_field(given: Mapping[str, Any], metrics: Collection[str]) -> dict[str, Any]:
    """The same by the names of the fields that these metrics have for them."""
    options = all_options() if given else {}  # else no other metric need be loaded
    return {
        one.name: value
        for flag, value in given.items()
        for metric, one in options[flag].items()
        if metric in metrics
    }


def _attribute(flag: str) -> str:
    return flag.replace("-", "_")


def shown_flag(flag: str) -> str:
    """How users give it."""
    first = next(iter(all_options()[flag].values()))
    return f"--constant {first.name}" if first.option.constant else f"--{flag}"


def _no_flag(names: Sequence[str], flag: str) -> UsageError:
    of = all_options()[flag]
    first = next(iter(of.values()))
    shown = shown_flag(flag)
    for name in names:
        for one in declared(metric_class(name)):
            # A constant of the same name is something else.
            if one.name == first.name and one.option.constant == first.option.constant:
                return no_option(names, shown, f"{name} has --{one.flag}")
    return no_option(names, shown, leave_out(of))


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
