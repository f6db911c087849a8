"""Command-line options of metrics, generated from the options that each metric declares."""

import argparse
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ...errors import ResourceError, UsageError
from ...files.lines import STDIN
from ...files.resource import read_recorded_kind
from ...metrics.options import PARAMETERS_GROUP, DeclaredOption, Option, get_declared_options
from ...metrics.registry import (
    DEFAULT_METRIC,
    collect_options,
    get_loaded_names,
    get_metric_class,
    is_metric_name,
    load_plugins,
    make_metric,
    needs_language,
    no_option_error,
    suggest_leaving_out,
)
from .options import Command

if TYPE_CHECKING:
    from ...metrics.base import Metric


def assign_models(names: Sequence[str], model_paths: Sequence[str]) -> dict[str, dict[str, str]]:
    """Assign model files to metrics by the kind that each file records.

    Return {"model": path} by metric name, for the metrics that have a file.
    """
    if not model_paths:  # do not load all metrics without need
        return {}
    expected_kinds = {
        name: declaration.option.model
        for name, declaration in collect_options().get("model", {}).items()
        if name in names
    }
    model_options: dict[str, dict[str, str]] = {}
    for path in model_paths:
        name = _find_metric_for_model(path, expected_kinds)
        if name in model_options:
            raise UsageError(
                f"{model_options[name]['model']} and {path} are both models for {name}: give one"
            )
        model_options[name] = {"model": path}
    return model_options


def drop_unneeded_files(metrics: "list[Metric[Any]]") -> "list[Metric[Any]]":
    """Remove phrase tables and language models from a trained pem that does not need them.

    Only files that another metric uses as well are removed; pem raises an error for others.
    """
    shared_options = []
    for name in ("tables", "lms"):
        n_users = sum(bool(getattr(metric, name, ())) for metric in metrics)
        if n_users > 1:
            shared_options.append(name)
    return [
        metric.without_unused_files(shared_options)
        if hasattr(metric, "without_unused_files")
        else metric
        for metric in metrics
    ]


def _find_metric_for_model(path: str, expected_kinds: dict[str, str]) -> str:
    """Return the name of the metric that a model file is for.

    `expected_kinds` maps each candidate metric to the kind of its models, or to "" for a
    user-defined metric, which checks its model itself.
    """
    kind = read_recorded_kind(Path(path))
    matches = [name for name, expected in expected_kinds.items() if expected == kind]
    matches += [name for name, expected in expected_kinds.items() if not expected]
    if matches:
        return matches[0]
    if kind in {declaration.option.model for declaration in collect_options()["model"].values()}:
        raise UsageError(
            f"{path} is a model of {kind}, which is not among the metrics: add -m {kind}"
        )
    if len(expected_kinds) == 1:  # this metric raises a more specific error
        return next(iter(expected_kinds))
    raise ResourceError(
        f"{path} is not a model of {' or '.join(expected_kinds)}, or cannot be read: check the "
        "path, or train one with 'tesla train'"
    )


# Constants of tesla-x with an option of their own, because other metrics have them as well.
_SHARED_CONSTANTS = ("order", "alpha")


def add_metric_options(
    parser: Command,
    names: Collection[str] | Callable[[], Collection[str]] = get_loaded_names,
    excluded_flags: Collection[str] = (),
    title: str = PARAMETERS_GROUP,
) -> None:
    """Add the options of metrics to a command.

    The options are added when the command line or its help needs them, because the metrics must
    be loaded first. Their values are None unless they are given: each metric has its own
    defaults.

    names           names of metrics, or a function that returns names of loaded metrics; with a
                    function, plugins are loaded before if the command line names them or asks for
                    help
    excluded_flags  flags to leave out, without leading dashes
    title           title of the argument group for all options except those of the analysis
    """

    def add() -> None:
        if callable(names):
            _load_plugins(parser)
        known_names = names() if callable(names) else names
        _add_metric_options(parser, known_names, excluded_flags, title)

    parser.set_defaults(parameters=[])
    parser.add_later(add)


def _load_plugins(parser: Command) -> None:
    """Load the plugins that the command line names, or all plugins if it asks for help."""
    if parser.shows_help:
        load_plugins()
    for word in _iterate_words_after_metric(parser.words):
        if is_metric_name(word) and word.lower() not in get_loaded_names():
            get_metric_class(word)


def _iterate_words_after_metric(words: Sequence[str]) -> Iterator[str]:
    """Yield the words that may be names of metrics: those after -m, also in -mNAME."""
    is_after_metric = False
    for word in words:
        flag, _, value = word.partition("=")
        if word.startswith("--"):
            is_after_metric = len(flag) > len("--m") and "--metrics".startswith(flag)
        elif word.startswith("-") and word != STDIN:
            is_after_metric, value = word.startswith("-m"), word[2:].removeprefix("=")
        else:
            value = word
        if is_after_metric and value:
            yield value


def add_analysis_options(parser: Command) -> None:
    """Add the options of metrics that control how texts are analysed, such as --analyzer."""

    def add() -> None:
        other_flags = [
            flag
            for flag, declarations in collect_options().items()
            if all(declaration.option.group != "analysis" for declaration in declarations.values())
        ]
        _add_metric_options(parser, get_loaded_names(), other_flags, "")

    parser.set_defaults(parameters=[])
    parser.add_later(add)


def _add_metric_options(
    parser: Command, names: Collection[str], excluded_flags: Collection[str], title: str
) -> None:
    """Add the options now (see `add_metric_options`).

    The flags are stored as `parameters` in the parsed arguments, for `get_explicit_flags`.
    """
    groups: dict[str, argparse._ArgumentGroup] = {}
    constant_names: list[str] = []
    for flag, declarations in collect_options().items():
        selected_declarations = {
            metric: declaration for metric, declaration in declarations.items() if metric in names
        }
        if not selected_declarations or flag in excluded_flags:
            continue
        first_declaration = next(iter(selected_declarations.values()))
        if any(declaration.option.constant for declaration in selected_declarations.values()):
            constant_names.append(first_declaration.name)
            continue
        option = first_declaration.option
        heading = title if option.group == PARAMETERS_GROUP else option.group
        if heading not in groups:
            groups[heading] = parser.add_argument_group(heading)
        help_text = _format_help(selected_declarations, title != PARAMETERS_GROUP)
        if flag == "analyzer" and parser.shows_help:
            help_text += _format_analyzer_plugins()
        _add_option(groups[heading], flag, option, help_text)
    if constant_names:
        _add_constant_option(groups[title], constant_names)
    parser.set_defaults(
        parameters=[flag for flag in collect_options() if flag not in excluded_flags]
    )


def _format_analyzer_plugins() -> str:
    """Return the names of analysers of other packages, as the end of a help text."""
    from ...text.loading import get_plugin_names  # imported here, because only help needs it

    return "".join(f", or {name}" for name in get_plugin_names())


def _add_option(group: argparse._ArgumentGroup, flag: str, option: Option, help_text: str) -> None:
    """Add one option; its kind determines how its value is parsed."""
    flags, attribute = [f"--{flag}"], _get_attribute_name(flag)
    if option.short:
        flags.insert(0, option.short)
    if option.choices:
        metavar = option.metavar or None
        group.add_argument(
            *flags, dest=attribute, choices=option.choices, metavar=metavar, help=help_text
        )
        return
    if option.kind == "flag":
        # The default is None, not False, because values other than None count as given.
        group.add_argument(
            *flags, dest=attribute, action="store_true", default=None, help=help_text
        )
        return
    arguments: dict[str, Any] = {
        "metavar": option.metavar or "WHAT",
        "dest": attribute,
        "help": help_text,
    }
    if option.kind == "files" or option.model:
        arguments["action"] = "append"
    else:
        type_by_kind = {"whole": int, "number": float, "numbers": _parse_numbers}
        arguments["type"] = type_by_kind.get(option.kind, str)
    group.add_argument(*flags, **arguments)


def _add_constant_option(group: argparse._ArgumentGroup, constant_names: Sequence[str]) -> None:
    group.add_argument(
        "--constant", action="append", type=_parse_constant, default=[], metavar="NAME=VALUE",
        dest="constants",
        help=f"constant of tesla-x: {', '.join(constant_names)} (repeat for several; "
        "docs/tesla-x.md describes each)",
    )  # fmt: skip


def _format_help(declarations: Mapping[str, DeclaredOption], title_names_metrics: bool) -> str:
    """Return the help text of an option with its default values.

    `declarations` are by metric. Defaults are listed by metric, unless the title of the argument
    group or the help text names the metrics already.
    """
    first_declaration = next(iter(declarations.values()))
    text = first_declaration.option.help
    defaults = {
        metric: _format_default(declaration) for metric, declaration in declarations.items()
    }
    if "default" in text or not any(defaults.values()):
        return text
    if title_names_metrics or "tesla-" in text or first_declaration.option.group == "analysis":
        return f"{text} ({next(filter(None, defaults.values()))})"
    metrics_by_default: dict[str, list[str]] = {}
    for metric, value in defaults.items():
        metrics_by_default.setdefault(value, []).append(metric)
    parts = (f"{', '.join(metrics)}: {value}" for value, metrics in metrics_by_default.items())
    return f"{text} ({'; '.join(parts)})"


def _format_default(declaration: DeclaredOption) -> str:
    """Return the default value as text, or "" if there is none to show."""
    option = declaration.option
    value = declaration.default if option.effective_default is None else option.effective_default
    return "" if value in (None, (), "") or option.kind == "flag" else str(value)


def _parse_numbers(text: str) -> tuple[float, ...]:
    """Parse numbers that are separated by commas."""
    try:
        return tuple(map(float, text.split(",")))
    except ValueError:
        raise argparse.ArgumentTypeError(
            f"{text!r} is not a list of numbers: give one for each length, such as 1,1,0.5,0.5"
        ) from None


def _parse_constant(text: str) -> tuple[str, float]:
    """Parse NAME=VALUE into a name with underscores and a number."""
    name, equals, value = text.partition("=")
    try:
        number_value = float(value)
    except ValueError:
        equals = ""
    if not equals:
        raise argparse.ArgumentTypeError(
            f"{text!r} is not a constant: give NAME=VALUE, such as lemma=0.95"
        )
    constant_name = name.strip().replace("-", "_")
    return constant_name, int(number_value) if number_value.is_integer() else number_value


def make_requested_metrics(args: argparse.Namespace) -> "list[Metric[Any]]":
    """Create the metrics of -m, without duplicates; each gets the given options that it has."""
    requested_names = args.metrics or [DEFAULT_METRIC]
    names = [name.lower() if is_metric_name(name) else name for name in requested_names]
    names = list(dict.fromkeys(names))
    values_by_flag = get_explicit_flags(args)
    for flag in values_by_flag:
        if not any(name in collect_options()[flag] for name in names):
            raise _make_unknown_flag_error(names, flag)
    language_option = {} if args.lang is None else {"lang": args.lang}
    if not language_option:
        _check_language(names)
    models = assign_models(names, values_by_flag.pop("model", ()))
    metrics = [
        make_metric(
            name,
            **language_option,
            **_map_to_fields(_select_options(values_by_flag, name, names), [name]),
            **models.get(name, {}),
        )
        for name in names
    ]
    return drop_unneeded_files(metrics)


def _select_options(
    values_by_flag: Mapping[str, Any], name: str, names: Sequence[str]
) -> dict[str, Any]:
    """Return the given options to pass to the metric `name`, by flag.

    An option without effect on this metric is left out if it has an effect on another of the
    requested metrics `names`.
    """
    return {
        flag: value
        for flag, value in values_by_flag.items()
        if _has_effect(values_by_flag, flag, name)
        or not any(_has_effect(values_by_flag, flag, other) for other in names)
    }


def _has_effect(values_by_flag: Mapping[str, Any], flag: str, name: str) -> bool:
    """Return whether the metric has the option, and the option has an effect.

    Some options have an effect only if another option has a certain value (`only_with`).
    """
    declaration = collect_options()[flag].get(name)
    if declaration is None or declaration.option.only_with is None:
        return declaration is not None
    condition_name, required_value = declaration.option.only_with
    (condition,) = (
        candidate
        for candidate in get_declared_options(get_metric_class(name))
        if candidate.name == condition_name
    )
    return bool(values_by_flag.get(condition.flag, condition.default) == required_value)


def _check_language(names: Sequence[str]) -> None:
    for name in names:
        if needs_language(name):
            raise UsageError(f"{name} needs the language of the texts: give -l LANG, such as -l en")


def get_explicit_options(args: argparse.Namespace) -> dict[str, Any]:
    """Return the values of given metric options, by the field names of the metrics."""
    return _map_to_fields(get_explicit_flags(args), get_loaded_names())


def get_explicit_flags(args: argparse.Namespace) -> dict[str, Any]:
    """Return the values of given metric options, by flag without leading dashes."""
    values = {flag: getattr(args, _get_attribute_name(flag), None) for flag in args.parameters}
    explicit_values = {flag: value for flag, value in values.items() if value is not None}
    constants = _check_constants(getattr(args, "constants", ()))
    return explicit_values | {name.replace("_", "-"): value for name, value in constants.items()}


def format_metric_arguments(args: argparse.Namespace, metric: str) -> Iterator[str]:
    """Yield the command-line words that select this metric and repeat its given options."""
    yield from ("-m", metric) if metric != DEFAULT_METRIC else ()
    for flag, value in get_explicit_flags(args).items():
        if metric not in collect_options()[flag]:
            continue
        for item in value if isinstance(value, list) else [value]:
            text = ",".join(map(str, item)) if isinstance(item, tuple) else str(item)
            flag_text, _, constant_name = format_flag(flag).partition(" ")
            yield flag_text
            if value is not True:
                yield f"{constant_name}={text}" if constant_name else text


def _map_to_fields(values_by_flag: Mapping[str, Any], names: Collection[str]) -> dict[str, Any]:
    """Return the values by the names of the fields that these metrics have for the flags."""
    options = collect_options() if values_by_flag else {}  # do not load all metrics without need
    return {
        declaration.name: value
        for flag, value in values_by_flag.items()
        for metric, declaration in options[flag].items()
        if metric in names
    }


def _get_attribute_name(flag: str) -> str:
    return flag.replace("-", "_")


def format_flag(flag: str) -> str:
    """Return an option as users write it: --FLAG, or --constant NAME for a constant of tesla-x."""
    declaration = next(iter(collect_options()[flag].values()))
    return f"--constant {declaration.name}" if declaration.option.constant else f"--{flag}"


def _make_unknown_flag_error(names: Sequence[str], flag: str) -> UsageError:
    """Return the error for an option that none of the metrics has."""
    declarations = collect_options()[flag]
    first_declaration = next(iter(declarations.values()))
    flag_text = format_flag(flag)
    for name in names:
        for declaration in get_declared_options(get_metric_class(name)):
            # An option and a constant of tesla-x with the same name have different meanings.
            if (
                declaration.name == first_declaration.name
                and declaration.option.constant == first_declaration.option.constant
            ):
                return no_option_error(names, flag_text, f"{name} has --{declaration.flag}")
    return no_option_error(names, flag_text, suggest_leaving_out(declarations))


def _check_constants(pairs: Sequence[tuple[str, float]]) -> dict[str, float]:
    """Return the values of --constant by name; raise an error for names that tesla-x lacks."""
    if not pairs:
        return {}
    from ...metrics.tesla_x_model import OPTION_CONSTANTS

    for name, value in pairs:
        if name in _SHARED_CONSTANTS:
            raise UsageError(f"{name} is not a --constant: give --{name} {value} instead")
        if name not in OPTION_CONSTANTS:
            raise UsageError(
                f"tesla-x has no constant {name!r}: choose from {', '.join(OPTION_CONSTANTS)}"
            )
    return dict(pairs)
