"""Options of metrics, declared once: checks, `make_metric`, the command line and its help are made
from these.
"""

from dataclasses import MISSING, dataclass, field, fields
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from ..errors import UsageError

_KEY = "option"
# Of ours and of bleu; chrF has a flag of its own, as in sacreBLEU.
LOWERCASE = "lower-case both sides first (bleu and ours; for chrf there is --chrf-lowercase)"
PARAMETERS = "parameters of our metrics"
KINDS = ("text", "whole", "number", "numbers", "file", "files", "flag")


@dataclass(frozen=True)
class Option:
    """What a user can choose of a metric.

    kind        one of KINDS; a flag is True or False, and on the command line it takes no value
    help        what it is, for the command line
    choices     all that a text may be
    least, most of numbers; `below`: the most itself is too much, `above`: the least too little
    flag        on the command line, where it is not the option's name; the same option of two
                metrics may have two
    short       a second name there, with its dash
    metavar     what stands for a value in the help (choices stand there themselves)
    usual       what stands where it is not given, if that is not the default
    objects     kinds of objects that serve as well as a name
    example     of what a text may be
    words       of a text or file: those that name no file, which is all that a server takes
    constant    given by --constant NAME=VALUE
    model       of a file that was trained: for which metric, as the file says itself
    group       what it stands under in the help
    only        another option and the value of it without which this one does nothing
    """

    kind: str
    help: str
    choices: tuple[str, ...] = ()
    least: float = 0.0
    most: float = 1.0
    below: bool = False
    above: bool = False
    flag: str = ""
    short: str = ""
    metavar: str = ""
    usual: Any = None
    objects: tuple[type, ...] = ()
    example: str = "auto"
    words: tuple[str, ...] = ()
    constant: bool = False
    model: str = ""
    group: str = PARAMETERS
    only: tuple[str, str] | None = None

    def __post_init__(self) -> None:
        if self.kind not in KINDS:
            raise ValueError(f"an option of kind {self.kind!r}: choose from {', '.join(KINDS)}")

    @property
    def without_files(self) -> tuple[str, ...] | None:
        """All that it may be where no file may be read; None: it never names one."""
        names = self.kind in ("file", "files") or (self.kind == "text" and not self.choices)
        return self.words if names or self.words else None

    def check(self, name: str, value: Any) -> Any:
        """The value as the metric keeps it; what cannot be is a UsageError."""
        if self.kind in ("files", "numbers"):
            return self._several(name, value)
        if self.kind in ("whole", "number"):
            return self._number(name, value)
        if self.kind == "flag":
            return self._flag(name, value)
        if isinstance(value, self.objects) and not isinstance(value, type):
            return value
        if not isinstance(value, str | Path if self.kind == "file" else str):
            raise UsageError(f"{name} {value!r}: give {self.example}")
        if self.choices and value not in self.choices:
            raise UsageError(f"{name} {value!r}: choose {' or '.join(self.choices)}")
        return str(value)

    def _number(self, name: str, value: Any) -> Any:
        whole = self.kind == "whole"
        right = isinstance(value, int if whole else int | float) and not isinstance(value, bool)
        if not right or not self._within(value):
            what = "a whole number" if whole else "a number"
            start = f"above {self.least:g}" if self.above else f"from {self.least:g}"
            end = f"up to below {self.most:g}" if self.below else f"to {self.most:g}"
            raise UsageError(f"{name} {value!r}: give {what} {start} {end}")
        return value

    def _flag(self, name: str, value: Any) -> bool:
        if not isinstance(value, bool):
            raise UsageError(f"{name} {value!r}: give True or False")
        return value

    def _within(self, value: float) -> bool:
        low = value > self.least if self.above else value >= self.least
        return low and (value < self.most if self.below else value <= self.most)

    def _several(self, name: str, value: Any) -> Any:
        kind = (str, Path) if self.kind == "files" else (int, float)
        if isinstance(value, str) or not isinstance(value, list | tuple):
            raise UsageError(f"{name} {value!r}: give a tuple of {self.kind}")
        for one in value:
            if not isinstance(one, kind):
                raise UsageError(f"{name} {value!r}: give a tuple of {self.kind}")
            if isinstance(one, int | float):
                self._number(name, one)
        # A list would make the metric unhashable.
        return tuple(map(str, value)) if self.kind == "files" else tuple(value)


def option(default: Any, kind: str, help: str, **facts: Any) -> Any:
    """A field of a metric. A default of None means not given."""
    return field(default=default, metadata={_KEY: Option(kind, help, **facts)})


class Declared(NamedTuple):
    """An option with its name and its default."""

    name: str
    option: Option
    default: Any

    @property
    def flag(self) -> str:
        """What it is called on the command line, without dashes before it."""
        return self.option.flag or self.name.replace("_", "-")


def declared(metric: Any) -> tuple[Declared, ...]:
    """The options of a metric or of a class of metrics."""
    return _declared(metric if isinstance(metric, type) else type(metric))


@cache
def _declared(metric: Any) -> tuple[Declared, ...]:
    """Those of a class, which never change: every metric that is made asks for them."""
    return tuple(
        Declared(one.name, one.metadata[_KEY], None if one.default is MISSING else one.default)
        for one in fields(metric)
        if _KEY in one.metadata
    )


def check_options(metric: Any) -> None:
    """Every option has a value that can be, as the metric keeps it."""
    for name, own, default in declared(metric):
        value = getattr(metric, name)
        if value is not None or default is not None:
            object.__setattr__(metric, name, own.check(name, value))
    for name, own, default in declared(metric):
        if own.only is not None and getattr(metric, name) != default:
            other, needed = own.only
            if (found := getattr(metric, other)) != needed:
                raise UsageError(
                    f"{name} does nothing for {metric.name} with {other} {found!r}: leave it out, "
                    f"or choose {needed}"
                )
