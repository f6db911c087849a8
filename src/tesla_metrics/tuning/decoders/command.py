"""A decoder that is a command line: Moses, Joshua, any program that reads weights from a file."""

import os
import re
import shlex
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from ...errors import InputError, TeslaError, UsageError
from ...files.packed import packed_start
from ...nbest.nbest import Nbest, read_nbest
from ...nbest.weights import Weights, write_weights
from .base import Advance
from .child import run_child, tail
from .moses_weights import by_function, write_moses_weights

_PLACE = re.compile(r"\{(\w*)\}")
_PLACES = ("source", "weights", "nbest", "n")
_WINDOWS = os.name == "nt"
# What cmd takes as it is.
_PLAIN = re.compile(r"[\w.:/\\-]+")
_GZ = ".gz"
_LOG = "decoder.log"


@dataclass(frozen=True)
class CommandDecoder:
    """A template of a command line, run once for all sentences.

    command         {source}, {weights}, {nbest} and {n} become names of files and the number of
                    candidates; without {source} it gets the text on standard input, without
                    {nbest} its standard output is the list
    source          the text to be translated, of so many `sentences`
    folder          where it is run
    weights_format  plain: lines NAME VALUE; moses: lines NAME= VALUE VALUE
    shell           whether a shell reads the command
    kind            the format of its lists, where that is not plain to see
    """

    command: str
    source: Path
    sentences: int
    folder: Path
    start: Weights
    bounds: Mapping[str, tuple[float, float]] = field(default_factory=dict)
    weights_format: str = "plain"
    shell: bool = False
    kind: str | None = None

    @property
    def form(self) -> str:
        """None: nobody knows what the command does to its text."""
        return ""

    @property
    def log(self) -> str:
        """All that it says on standard error."""
        return _LOG

    def check(self) -> None:
        """Refuse a template that cannot work before anything is run."""
        places = _PLACE.findall(self.command)
        for place in places:
            if place not in _PLACES:
                known = ", ".join(f"{{{one}}}" for one in _PLACES)
                raise UsageError(f"decoder.command has {{{place}}}: known are {known}")
        if "weights" not in places:
            raise UsageError(
                "decoder.command has no {weights}: the decoder must be told which file has them"
            )
        if not self.shell:
            self._words({})
        if self.weights_format == "moses":
            by_function(self.start.names)

    def _words(self, places: Mapping[str, str]) -> list[str]:
        lexer = shlex.shlex(self.command, posix=True)
        lexer.whitespace_split, lexer.commenters = True, ""
        if _WINDOWS:
            lexer.escape = ""  # there it stands between folders
        try:
            words = list(lexer)
        except ValueError as error:
            raise UsageError(
                f"decoder.command cannot be cut into words ({error}): mend its quotes"
            ) from None
        if not words:
            raise UsageError("decoder.command is empty: give the decoder's command line")
        return [_filled(word, places) for word in words]

    def decode(self, weights: Weights, n: int, folder: Path, advance: Advance) -> Nbest:
        """Run the command; its list must have every sentence."""
        given, found, log = (folder / name for name in ("weights.in", "decoded", _LOG))
        if self.weights_format == "moses":
            write_moses_weights(weights, given)
        else:
            write_weights(weights, str(given))
        for old in (found, _packed(found)):
            old.unlink(missing_ok=True)  # of a run that was interrupted
        places = {"source": self.source, "weights": given, "nbest": found, "n": n}
        names = {name: str(place) for name, place in places.items()}
        quoted = {name: _quoted(place) for name, place in names.items()}
        run_child(
            _filled(self.command, quoted) if self.shell else self._words(names),
            self.folder,
            None if "{source}" in self.command else self.source,
            None if "{nbest}" in self.command else found,
            log,
        )
        advance(self.sentences)
        return self._checked(found, log)

    def _checked(self, found: Path, log: Path) -> Nbest:
        file = _named(found)
        if not file.is_file() or not file.stat().st_size:
            where = (
                str(found)
                if "{nbest}" in self.command
                else "its standard output, which is read as its command has no {nbest}"
            )
            raise TeslaError(f"the decoder wrote no list to {where}{tail(log)}")
        try:
            nbest = read_nbest([str(file)], self.kind)
        except InputError as error:
            raise TeslaError(f"the decoder wrote what is no list ({error}){tail(log)}") from error
        missing = sorted(set(range(self.sentences)) - set(nbest.ids))
        if missing or len(nbest.ids) > self.sentences:
            what = f"id {missing[0]} has none" if missing else f"ids go to {nbest.ids[-1]}"
            raise TeslaError(
                f"the decoder wrote {len(nbest.ids)} lists for {self.sentences} sentences, whose "
                f"ids count from 0: {what}{tail(log)}"
            )
        if set(nbest.names) != set(self.start.names):
            raise TeslaError(
                f"the decoder wrote features {', '.join(nbest.names) or 'none'}, but [features] "
                f"has {', '.join(self.start.names)} (name them alike){tail(log)}"
            )
        return nbest

    def as_written(self, texts: Sequence[str]) -> list[str]:
        """As they are."""
        return list(texts)


def _packed(found: Path) -> Path:
    return found.with_name(found.name + _GZ)


def _named(found: Path) -> Path:
    """Where the list is: a packed one has its name end in .gz, as readers want it, whether the
    decoder called it so ({nbest}.gz) or not.
    """
    packed = _packed(found)
    if found.is_file():
        with found.open("rb") as stream:
            if packed_start(stream.read(8)) == _GZ:
                return found.replace(packed)
    return packed if packed.is_file() else found


def _quoted(word: str) -> str:
    """For the shell that there is."""
    if _WINDOWS:
        return word if _PLAIN.fullmatch(word) else f'"{word}"'
    return shlex.quote(word)


def _filled(text: str, places: Mapping[str, str]) -> str:
    return _PLACE.sub(lambda found: places.get(found[1], found[0]), text)
