"""Options of metrics, generated from their declarations."""

import argparse
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ...errors import ResourceError, UsageError
from ...files.lines import STDIN
from ...files.resource import recorded_kind
from ...metrics.options import PARAMETERS, DeclaredOption, Option, declared_options
from ...metrics.registry import (
    DEFAULT,
    all_options,
    is_metric_name,
    leave_out_hint,
    load_plugins,
    loaded_names,
    make_metric,
    metric_class,
    needs_language,
    no_option_error,
)
from .options import Command

if TYPE_CHECKING:
    from ...metrics.base import Metric


def assign_models(names: Sequence[str], models: Sequence[str]) -> dict[str, dict[str, str]]:
    """Return the option `model` for each of these metrics that one of the files is for."""
    if not models:  # avoids loading the metrics
        return {}
    expected_kinds = {
        name: declaration.option.model
        for name, declaration in all_options().get("model", {}).items()
        if name in names
    }
    assigned: dict[str, dict[str, str]] = {}
    for path in models:
        name = _metric_for_model(path, expected_kinds)
        if name in assigned:
            raise UsageError(
                f"{assigned[name]['model']} and {path} are both models for {name}: give one"
            )
        assigned[name] = {"model": path}
    return assigned


def drop_unneeded_files(metrics: "list[Metric[Any]]") -> "list[Metric[Any]]":
    """Drop files that a trained pem does not need if another metric uses them.

    Without another metric that uses them, pem refuses such files itself.
    """
    shared = [
        name for name in ("tables", "lms") if sum(bool(getattr(m, name, ())) for m in metrics) > 1
    ]
    return [
        metric.without_unused_files(shared) if hasattr(metric, "without_unused_files") else metric
        for metric in metrics
    ]


def _metric_for_model(path: str, expected_kinds: dict[str, str]) -> str:
    kind = recorded_kind(Path(path))
    # A user-defined metric checks its model itself; so does a metric that is the only one.
    unrestricted = [name for name, expected in expected_kinds.items() if not expected]
    matches = [name for name, expected in expected_kinds.items() if expected == kind] + unrestricted
    if matches:
        return matches[0]
    if kind in {declaration.option.model for declaration in all_options()["model"].values()}:
        raise UsageError(
            f"{path} is a model of {kind}, which is not among the metrics: add -m {kind}"
        )
    if len(expected_kinds) == 1:
        return next(iter(expected_kinds))
    raise ResourceError(
        f"{path} is not a model of {' or '.join(expected_kinds)}, or cannot be read: check the "
        "path, or train one with 'tesla train'"
    )


# Constants of tesla-x that other metrics have as well, and that are therefore options.
_SHARED = ("order", "alpha")


def add_parameters(
    parser: Command,
    metrics: Collection[str] | Callable[[], Collection[str]] = loaded_names,
    exclude: Collection[str] = (),
    title: str = PARAMETERS,
) -> None:
    """Add the options of these metrics (default: of all metrics) as soon as they are needed.

    Each metric has its own default for an option that is not given. `title` is the title of the
    group that has all options except those of the analysis. Plugins are loaded if the command line
    names them or asks for help.
    """

    def add() -> None:
        if callable(metrics):
            _load_plugins(parser)
        _add_parameters(parser, metrics() if callable(metrics) else metrics, exclude, title)

    parser.set_defaults(parameters=[])
    parser.add_later(add)


def _load_plugins(parser: Command) -> None:
    if parser.shows_help:
        load_plugins()
    for word in _words_after_metric(parser.words):
        if is_metric_name(word) and word.lower() not in loaded_names():
            metric_class(word)


def _words_after_metric(words: Sequence[str]) -> Iterator[str]:
    """Yield the words that may be names of metrics: those after -m, also in -mNAME."""
    after = False
    for word in words:
        flag, _, value = word.partition("=")
        if word.startswith("--"):
            after = len(flag) > len("--m") and "--metrics".startswith(flag)
        elif word.startswith("-") and word != STDIN:
            after, value = word.startswith("-m"), word[2:].removeprefix("=")
        else:
            value = word
        if after and value:
            yield value


def add_analysis(parser: Command) -> None:
    """Add the options that control how texts are analysed."""

    def add() -> None:
        other_flags = [
            flag
            for flag, declarations in all_options().items()
            if all(declaration.option.group != "analysis" for declaration in declarations.values())
        ]
        _add_parameters(parser, loaded_names(), other_flags, "")

    parser.set_defaults(parameters=[])
    parser.add_later(add)


def _add_parameters(
    parser: Command, metrics: Collection[str], without: Collection[str], title: str
) -> None:
    groups: dict[str, argparse._ArgumentGroup] = {}
    constants: list[str] = []
    for flag, declarations in all_options().items():
        selected = {
            metric: declaration for metric, declaration in declarations.items() if metric in metrics
        }
        if not selected or flag in without:
            continue
        first = next(iter(selected.values()))
        if any(declaration.option.constant for declaration in selected.values()):
            constants.append(first.name)
            continue
        heading = title if first.option.group == PARAMETERS else first.option.group
        if heading not in groups:
            groups[heading] = parser.add_argument_group(heading)
        help = _help(selected, title != PARAMETERS)
        if flag == "analyzer" and parser.shows_help:
            help += _analyzer_plugins()
        _add(groups[heading], flag, first.option, help)
    if constants:
        _add_constants(groups[title], constants)
    parser.set_defaults(parameters=[flag for flag in all_options() if flag not in without])


def _analyzer_plugins() -> str:
    from ...text.loading import plugin_names  # for help only

    return "".join(f", or {name}" for name in plugin_names())


def _add(group: argparse._ArgumentGroup, flag: str, option: Option, help: str) -> None:
    flags, name = [f"--{flag}"], _attribute(flag)
    if option.short:
        flags.insert(0, option.short)
    if option.choices:
        metavar = option.metavar or None
        group.add_argument(*flags, dest=name, choices=option.choices, metavar=metavar, help=help)
        return
    if option.kind == "flag":
        # None, not False, if it is not given: a flag that is given must belong to some metric.
        group.add_argument(*flags, dest=name, action="store_true", default=None, help=help)
        return
    arguments: dict[str, Any] = {"metavar": option.metavar or "WHAT", "dest": name, "help": help}
    if option.kind == "files" or option.model:
        arguments["action"] = "append"
    else:
        kinds = {"whole": int, "number": float, "numbers": _numbers}
        arguments["type"] = kinds.get(option.kind, str)
    group.add_argument(*flags, **arguments)


def _add_constants(group: argparse._ArgumentGroup, names: Sequence[str]) -> None:
    group.add_argument(
        "--constant", action="append", type=_constant, default=[], metavar="NAME=VALUE",
        dest="constants",
        help=f"constant of tesla-x: {', '.join(names)} (repeat for several; docs/tesla-x.md "
        "describes each)",
    )  # fmt: skip


def _help(declarations: Mapping[str, DeclaredOption], titled: bool) -> str:
    """Return the help text of an option with its default values.

    It names the metrics that have the option, unless the title of the group does.
    """
    first = next(iter(declarations.values()))
    text = first.option.help
    defaults = {metric: _default_text(declaration) for metric, declaration in declarations.items()}
    if "default" in text or not any(defaults.values()):
        return text
    if titled or "tesla-" in text or first.option.group == "analysis":
        return f"{text} ({next(filter(None, defaults.values()))})"
    values: dict[str, list[str]] = {}
    for metric, value in defaults.items():
        values.setdefault(value, []).append(metric)
    parts = (f"{', '.join(metrics)}: {value}" for value, metrics in values.items())
    return f"{text} ({'; '.join(parts)})"


def _default_text(declaration: DeclaredOption) -> str:
    value = (
        declaration.default
        if declaration.option.effective_default is None
        else declaration.option.effective_default
    )
    return "" if value in (None, (), "") or declaration.option.kind == "flag" else str(value)


def _numbers(text: str) -> tuple[float, ...]:
    try:
        return tuple(map(float, text.split(",")))
    except ValueError:
        raise argparse.ArgumentTypeError(
            f"{text!r} is not a list of numbers: give one for each length, such as 1,1,0.5,0.5"
        ) from None


def _constant(text: str) -> tuple[str, float]:
    name, equals, value = text.partition("=")
    try:
        parsed = float(value)
    except ValueError:
        equals = ""
    if not equals:
        raise argparse.ArgumentTypeError(
            f"{text!r} is not a constant: give NAME=VALUE, such as lemma=0.95"
        )
    return name.strip().replace("-", "_"), int(parsed) if parsed.is_integer() else parsed


def chosen_metrics(args: argparse.Namespace) -> "list[Metric[Any]]":
    """Return the requested metrics, each once and with the given options that it has."""
    requested = args.metrics or [DEFAULT]
    names = list(
        dict.fromkeys(word.lower() if is_metric_name(word) else word for word in requested)
    )
    flags = explicit_flags(args)
    for flag in flags:
        if not any(name in all_options()[flag] for name in names):
            raise _unknown_flag(names, flag)
    language = {} if args.lang is None else {"lang": args.lang}
    if not language:
        _check_language(names)
    models = assign_models(names, flags.pop("model", ()))
    metrics = [
        make_metric(
            name,
            **language,
            **_by_field(_options_for(flags, name, names), [name]),
            **models.get(name, {}),
        )
        for name in names
    ]
    return drop_unneeded_files(metrics)


def _options_for(flags: Mapping[str, Any], name: str, names: Sequence[str]) -> dict[str, Any]:
    """Return the options for this metric.

    Options that have no effect on it but on another metric are left out.
    """
    return {
        flag: value
        for flag, value in flags.items()
        if _has_effect(flags, flag, name)
        or not any(_has_effect(flags, flag, other) for other in names)
    }


def _has_effect(flags: Mapping[str, Any], flag: str, name: str) -> bool:
    """Return whether the metric has the option and the option has an effect with the others."""
    declaration = all_options()[flag].get(name)
    if declaration is None or declaration.option.only_with is None:
        return declaration is not None
    other, required_value = declaration.option.only_with
    (condition,) = (
        candidate for candidate in declared_options(metric_class(name)) if candidate.name == other
    )
    return bool(flags.get(condition.flag, condition.default) == required_value)


def _check_language(names: Sequence[str]) -> None:
    for name in names:
        if needs_language(name):
            raise UsageError(f"{name} needs the language of the texts: give -l LANG, such as -l en")


def explicit_options(args: argparse.Namespace) -> dict[str, Any]:
    """Return the options of `add_parameters` that were given, by the metrics' field names."""
    return _by_field(explicit_flags(args), loaded_names())


def explicit_flags(args: argparse.Namespace) -> dict[str, Any]:
    """Return the options of `add_parameters` that were given, by flag without leading dashes."""
    values = {flag: getattr(args, _attribute(flag), None) for flag in args.parameters}
    present = {flag: value for flag, value in values.items() if value is not None}
    constants = _constants(getattr(args, "constants", ()))
    return present | {name.replace("_", "-"): value for name, value in constants.items()}


def metric_arguments(args: argparse.Namespace, metric: str) -> Iterator[str]:
    """Yield the command-line words that create this metric with the options that were given."""
    yield from ("-m", metric) if metric != DEFAULT else ()
    for flag, value in explicit_flags(args).items():
        if metric not in all_options()[flag]:
            continue
        for item in value if isinstance(value, list) else [value]:
            text = ",".join(map(str, item)) if isinstance(item, tuple) else str(item)
            shown, _, name = format_flag(flag).partition(" ")
            yield shown
            if value is not True:
                yield f"{name}={text}" if name else text


def _by_field(flags: Mapping[str, Any], metrics: Collection[str]) -> dict[str, Any]:
    """Return the values by the fields that these metrics have for the flags."""
    options = all_options() if flags else {}  # without flags no other metric need be loaded
    return {
        declaration.name: value
        for flag, value in flags.items()
        for metric, declaration in options[flag].items()
        if metric in metrics
    }


def _attribute(flag: str) -> str:
    return flag.replace("-", "_")


def format_flag(flag: str) -> str:
    """Return the option as users write it."""
    first = next(iter(all_options()[flag].values()))
    return f"--constant {first.name}" if first.option.constant else f"--{flag}"


def _unknown_flag(names: Sequence[str], flag: str) -> UsageError:
    declarations = all_options()[flag]
    first = next(iter(declarations.values()))
    shown = format_flag(flag)
    for name in names:
        for declaration in declared_options(metric_class(name)):
            # A constant of the same name has another meaning.
            if (
                declaration.name == first.name
                and declaration.option.constant == first.option.constant
            ):
                return no_option_error(names, shown, f"{name} has --{declaration.flag}")
    return no_option_error(names, shown, leave_out_hint(declarations))


def _constants(pairs: Sequence[tuple[str, float]]) -> dict[str, float]:
    """Return the values of --constant; raise an error if tesla-x has no such constant."""
    if not pairs:
        return {}
    from ...metrics.tesla_x_model import CONSTANTS

    for name, value in pairs:
        if name in _SHARED:
            raise UsageError(f"{name} is not a --constant: give --{name} {value} instead")
        if name not in CONSTANTS:
            raise UsageError(
                f"tesla-x has no constant {name!r}: choose from {', '.join(CONSTANTS)}"
            )
    return dict(pairs)
