"""Declaration and validation of metric options."""

from dataclasses import MISSING, dataclass, field, fields
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from ..errors import UsageError

_METADATA_KEY = "option"
# For our own metrics and bleu. chrF has its own flag, as in sacreBLEU.
LOWERCASE = "lower-case both sides first (our own metrics and bleu; for chrf use --chrf-lowercase)"
PARAMETERS = "parameters of our own metrics"
KINDS = ("text", "whole", "number", "numbers", "file", "files", "flag")


@dataclass(frozen=True)
class Option:
    """An option of a metric.

    kind        one of KINDS; a flag is True or False and takes no value on the command line
    help        help text of the command line
    choices     all values that a text may have
    minimum, maximum
                bounds of numbers; `below`: `maximum` itself is excluded, `above`: `minimum` is
                excluded
    flag        name on the command line, if it is not the option's name; metrics may use different
                flags for the same option
    short       short name on the command line, with its dash
    metavar     placeholder for the value in the help (if there are no choices)
    effective_default       effective default, if it is not the default of the field
    objects     classes whose instances are accepted instead of a name
    example     example of a value, for error messages
    plain_values  for a text or file: values that name no file; a server accepts only these
    constant    whether it is set by --constant NAME=VALUE
    model       for a file of a trained model: the metric that it is for, as the file says
    group       heading in the help
    only_with   another option and its value, without which this option has no effect
    """

    kind: str
    help: str
    choices: tuple[str, ...] = ()
    minimum: float = 0.0
    maximum: float = 1.0
    below: bool = False
    above: bool = False
    flag: str = ""
    short: str = ""
    metavar: str = ""
    effective_default: Any = None
    objects: tuple[type, ...] = ()
    example: str = "auto"
    plain_values: tuple[str, ...] = ()
    constant: bool = False
    model: str = ""
    group: str = PARAMETERS
    only_with: tuple[str, str] | None = None

    def __post_init__(self) -> None:
        if self.kind not in KINDS:
            raise ValueError(f"an option of kind {self.kind!r}: choose from {', '.join(KINDS)}")

    @property
    def without_files(self) -> tuple[str, ...] | None:
        """Return the allowed values where no file may be read; None if it never names a file."""
        names = self.kind in ("file", "files") or (self.kind == "text" and not self.choices)
        return self.plain_values if names or self.plain_values else None

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
        is_number = isinstance(value, int if is_integer else int | float) and not isinstance(
            value, bool
        )
        if not is_number or not self._in_range(value):
            what = "a whole number" if is_integer else "a number"
            start = f"above {self.minimum:g}" if self.above else f"from {self.minimum:g}"
            end = f"up to below {self.maximum:g}" if self.below else f"to {self.maximum:g}"
            raise UsageError(f"{name} {value!r}: give {what} {start} {end}")
        return value

    def _check_flag(self, name: str, value: Any) -> bool:
        if not isinstance(value, bool):
            raise UsageError(f"{name} {value!r}: give True or False")
        return value

    def _in_range(self, value: float) -> bool:
        low = value > self.minimum if self.above else value >= self.minimum
        return low and (value < self.maximum if self.below else value <= self.maximum)

    def _check_sequence(self, name: str, value: Any) -> Any:
        kind = (str, Path) if self.kind == "files" else (int, float)
        if isinstance(value, str) or not isinstance(value, list | tuple):
            raise UsageError(f"{name} {value!r}: give a tuple of {self.kind}")
        for item in value:
            if not isinstance(item, kind):
                raise UsageError(f"{name} {value!r}: give a tuple of {self.kind}")
            if isinstance(item, int | float):
                self._check_number(name, item)
        # A list would make the metric unhashable.
        return tuple(map(str, value)) if self.kind == "files" else tuple(value)


def option(default: Any, kind: str, help: str, **facts: Any) -> Any:
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
    **facts
        Further facts: `choices` (all values that a text may have); `minimum` and `maximum` (bounds
        of numbers, 0 and 1 by default), which `above=True` and `below=True` exclude; `flag` and
        `short` (names on the command line, such as "max-words" and "-w"); `metavar` (the value in
        the help); `example` (a value for error messages); `plain_values` (values of a text or file
        that name no file, which a server accepts); `only_with` (another option and the value that
        it must have).

    Returns
    -------
    dataclasses.Field
    """
    return field(default=default, metadata={_METADATA_KEY: Option(kind, help, **facts)})


class DeclaredOption(NamedTuple):
    """An option with its name and its default."""

    name: str
    option: Option
    default: Any

    @property
    def flag(self) -> str:
        """Return the name on the command line, without leading dashes."""
        return self.option.flag or self.name.replace("_", "-")


def declared_options(metric: Any) -> tuple[DeclaredOption, ...]:
    """Return the options of a metric or of a class of metrics."""
    return _declared(metric if isinstance(metric, type) else type(metric))


@cache
def _declared(metric: Any) -> tuple[DeclaredOption, ...]:
    """Return the options of a class. Cached because every new metric needs them."""
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
    for name, option, default in declared_options(metric):
        value = getattr(metric, name)
        if value is not None or default is not None:
            object.__setattr__(metric, name, option.check(name, value))
    for name, option, default in declared_options(metric):
        if option.only_with is not None and getattr(metric, name) != default:
            other, needed = option.only_with
            if (other_value := getattr(metric, other)) != needed:
                raise UsageError(
                    f"{name} has no effect on {metric.name} with {other} {other_value!r}: leave it "
                    f"out, or choose {needed}"
                )
