"""Declaration and validation of metric options."""

from dataclasses import MISSING, dataclass, field, fields
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from ..errors import UsageError

_METADATA_KEY = "option"
# Help text of --lowercase; chrF has another flag, as in sacreBLEU.
LOWERCASE_HELP = (
    "lower-case both sides first (our own metrics and bleu; for chrf use --chrf-lowercase)"
)
# Heading of options in the help, unless an option names another group.
PARAMETERS_GROUP = "parameters of our own metrics"
# Types of values; "whole" is an integer.
OPTION_KINDS = ("text", "whole", "number", "numbers", "file", "files", "flag")


@dataclass(frozen=True)
class Option:
    """An option of a metric.

    kind
        One of `OPTION_KINDS`. A flag is True or False and takes no value on the command line.
    help
        Help text of the command line.
    choices
        All values that a text may have.
    minimum, maximum
        Bounds of numbers.
    exclusive_maximum, exclusive_minimum
        Whether the bound itself is not allowed.
    flag
        Name on the command line, if it differs from the name of the option. Metrics may use
        different flags for the same option.
    short
        Short flag on the command line, with its dash.
    metavar
        Placeholder for the value in the help, if there are no choices.
    effective_default
        The default value in the help, if it differs from the default of the field.
    objects
        Classes of objects that are accepted in place of a text.
    example
        Example of a value, for error messages.
    plain_values
        Values of a text or file that do not name a file; a server accepts only these.
    constant
        Whether the option is set by --constant NAME=VALUE.
    model
        For the file of a trained model: the metric that is recorded in the file.
    group
        Heading in the help.
    only_with
        Name and value of another option; with other values, this option has no effect.
    """

    kind: str
    help: str
    choices: tuple[str, ...] = ()
    minimum: float = 0.0
    maximum: float = 1.0
    exclusive_maximum: bool = False
    exclusive_minimum: bool = False
    flag: str = ""
    short: str = ""
    metavar: str = ""
    effective_default: Any = None
    objects: tuple[type, ...] = ()
    example: str = "auto"
    plain_values: tuple[str, ...] = ()
    constant: bool = False
    model: str = ""
    group: str = PARAMETERS_GROUP
    only_with: tuple[str, str] | None = None

    def __post_init__(self) -> None:
        if self.kind not in OPTION_KINDS:
            raise ValueError(
                f"an option of kind {self.kind!r}: choose from {', '.join(OPTION_KINDS)}"
            )

    @property
    def values_without_files(self) -> tuple[str, ...] | None:
        """Return the values that do not name a file, or None if no value names a file."""
        may_name_file = self.kind in ("file", "files") or (self.kind == "text" and not self.choices)
        return self.plain_values if may_name_file or self.plain_values else None

    def check(self, name: str, value: Any) -> Any:
        """Return the value as the metric stores it; raise UsageError if it is invalid."""
        if self.kind in ("files", "numbers"):
            return self._check_sequence(name, value)
        if self.kind in ("whole", "number"):
            return self._check_number(name, value)
        if self.kind == "flag":
            return self._check_flag(name, value)
        if isinstance(value, self.objects) and not isinstance(value, type):
            return value
        if not isinstance(value, str | Path if self.kind == "file" else str):
            raise UsageError(f"{name} {value!r}: give {self.example}")
        if self.choices and value not in self.choices:
            raise UsageError(f"{name} {value!r}: choose {' or '.join(self.choices)}")
        return str(value)

    def _check_number(self, name: str, value: Any) -> Any:
        is_integer = self.kind == "whole"
        number_types = int if is_integer else int | float
        is_number = isinstance(value, number_types) and not isinstance(value, bool)
        if not is_number or not self._is_in_range(value):
            type_text = "a whole number" if is_integer else "a number"
            minimum_word = "above" if self.exclusive_minimum else "from"
            maximum_word = "up to below" if self.exclusive_maximum else "to"
            raise UsageError(
                f"{name} {value!r}: give {type_text} {minimum_word} {self.minimum:g} "
                f"{maximum_word} {self.maximum:g}"
            )
        return value

    def _check_flag(self, name: str, value: Any) -> bool:
        if not isinstance(value, bool):
            raise UsageError(f"{name} {value!r}: give True or False")
        return value

    def _is_in_range(self, value: float) -> bool:
        above_minimum = value > self.minimum if self.exclusive_minimum else value >= self.minimum
        below_maximum = value < self.maximum if self.exclusive_maximum else value <= self.maximum
        return above_minimum and below_maximum

    def _check_sequence(self, name: str, value: Any) -> Any:
        item_types = (str, Path) if self.kind == "files" else (int, float)
        if isinstance(value, str) or not isinstance(value, list | tuple):
            raise UsageError(f"{name} {value!r}: give a tuple of {self.kind}")
        for item in value:
            if not isinstance(item, item_types):
                raise UsageError(f"{name} {value!r}: give a tuple of {self.kind}")
            if isinstance(item, int | float):
                self._check_number(name, item)
        # A metric must be hashable, and lists are not.
        return tuple(map(str, value)) if self.kind == "files" else tuple(value)


def option(default: Any, kind: str, help: str, **settings: Any) -> Any:
    """Declare a field of a metric as an option.

    The command line, its help, the check of values and the signature are generated from it.

    Parameters
    ----------
    default : object
        Value if the option is not given; None means that it is not set.
    kind : {"text", "whole", "number", "numbers", "file", "files", "flag"}
        What values it takes: a text, a whole number, a number, a tuple of numbers, one or several
        paths, or True and False.
    help : str
        Help text of the command line.
    **settings
        Other fields of `Option`: `choices` (all values that a text may have); `minimum` and
        `maximum` (bounds of numbers, 0 and 1 by default), which `exclusive_minimum=True` and
        `exclusive_maximum=True` exclude; `flag` and `short` (names on the command line, such as
        "max-words" and "-w"); `metavar` (the value in the help); `example` (a value for error
        messages); `plain_values` (values of a text or file that name no file, which a server
        accepts); `only_with` (another option and the value that it must have).

    Returns
    -------
    dataclasses.Field
    """
    return field(default=default, metadata={_METADATA_KEY: Option(kind, help, **settings)})


class DeclaredOption(NamedTuple):
    """An option with its name and its default."""

    name: str
    option: Option
    default: Any

    @property
    def flag(self) -> str:
        """Return the name on the command line, without leading dashes."""
        return self.option.flag or self.name.replace("_", "-")


def get_declared_options(metric: Any) -> tuple[DeclaredOption, ...]:
    """Return the options of a metric or of a class of metrics."""
    return _get_class_options(metric if isinstance(metric, type) else type(metric))


@cache
def _get_class_options(metric: Any) -> tuple[DeclaredOption, ...]:
    """Return the options of a class; cached, because every new metric needs them."""
    return tuple(
        DeclaredOption(
            field_.name,
            field_.metadata[_METADATA_KEY],
            None if field_.default is MISSING else field_.default,
        )
        for field_ in fields(metric)
        if _METADATA_KEY in field_.metadata
    )


def check_options(metric: Any) -> None:
    """Check and normalise all options of a metric."""
    for name, option, default in get_declared_options(metric):
        value = getattr(metric, name)
        if value is not None or default is not None:
            object.__setattr__(metric, name, option.check(name, value))
    for name, option, default in get_declared_options(metric):
        if option.only_with is not None and getattr(metric, name) != default:
            other_name, required_value = option.only_with
            if (other_value := getattr(metric, other_name)) != required_value:
                raise UsageError(
                    f"{name} has no effect on {metric.name} with {other_name} {other_value!r}: "
                    "leave it "
                    f"out, or choose {required_value}"
                )
