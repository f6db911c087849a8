"""Decoders that are run as a command, such as Moses or Joshua."""

import os
import re
import shlex
import signal
import subprocess
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import BinaryIO

from ...errors import InputError, TeslaError, UsageError
from ...files.atomic import write_atomically
from ...files.compression import detect_compression
from ...files.schema import UNPRINTABLE
from ..nbest.nbest import Nbest
from ..nbest.nbest_files import NUMBERED, read_nbest
from ..nbest.weights import Weights, write_weights
from .base import Advance

_TAIL_LINES, _TAIL_CHARACTERS = 3, 300
# Escape sequences such as colours, which would affect our terminal.
_ESCAPE = re.compile(r"\x1b(?:\[[0-?]*[ -/]*[@-~]|[@-Z\\^_])")


def run_command(
    command: Sequence[str] | str, folder: Path, source: Path | None, output: Path | None, log: Path
) -> None:
    """Run a command in the folder, with files as standard input and output.

    A string is run by the shell. Standard error goes to the log. If we are interrupted, the program
    is killed; on Windows, programs that it started itself may survive.
    """
    devnull = Path(os.devnull)
    with (
        (source or devnull).open("rb") as stdin,
        (output or devnull).open("wb") as stdout,
        log.open("wb") as stderr,
    ):
        code = _run_and_wait(command, folder, stdin, stdout, stderr)
    if code:
        how = f"failed with exit code {code}" if code > 0 else f"was killed by signal {-code}"
        raise TeslaError(f"the decoder {how}{log_tail(log)}")


def _run_and_wait(
    command: Sequence[str] | str, folder: Path, stdin: BinaryIO, stdout: BinaryIO, stderr: BinaryIO
) -> int:
    try:
        # A separate process group, so that everything it starts can be killed with it.
        child = subprocess.Popen(
            command, cwd=folder, stdin=stdin, stdout=stdout, stderr=stderr,
            shell=isinstance(command, str), start_new_session=os.name == "posix",
        )  # fmt: skip
    except OSError as error:
        raise TeslaError(
            f"cannot start the decoder {error.filename or command[0]!r}: {error.strerror}; check "
            "decoder.command"
        ) from error
    try:
        return child.wait()
    finally:
        if child.returncode is None:
            _kill(child)


def _kill(child: "subprocess.Popen[bytes]") -> None:
    if os.name == "posix":
        os.killpg(child.pid, signal.SIGKILL)
    else:
        child.kill()
    child.wait()


def log_tail(log: Path) -> str:
    """Return the last lines of the log, as the end of an error message."""
    output = _ESCAPE.sub("", log.read_text(encoding="utf-8", errors="replace"))
    lines = [UNPRINTABLE.sub(" ", line).strip() for line in output.splitlines()]
    last_lines = list(filter(None, lines))[-_TAIL_LINES:]
    if not last_lines:
        return f"; it printed nothing (standard error is in {log})"
    return f": {' / '.join(last_lines)[-_TAIL_CHARACTERS:]} (full output in {log})"


def write_moses_weights(weights: Weights, path: Path) -> None:
    """Write weights in Moses' format: lm_0 as lm=, and tm_0, tm_1, … as tm=."""
    values = dict(zip(weights.names, weights.values, strict=True))
    lines = (
        f"{name}= {' '.join(repr(values[feature]) for feature in ordered)}\n"
        for name, ordered in group_by_function(weights.names).items()
    )
    write_atomically(path, "".join(lines).encode())


def restore_names(names: Iterable[str], read: Weights) -> Weights:
    """Rename weights that were read to the given feature names.

    A line `W= 2` does not say whether the feature is W_0 or W. Functions that occur on one side
    only keep their names.
    """
    known_names, read_as = group_by_function(names), group_by_function(read.names)
    renamed: dict[str, str] = {}
    for function, numbered in read_as.items():
        expected = known_names.get(function, ())
        renamed |= dict(
            zip(numbered, expected if len(expected) == len(numbered) else numbered, strict=True)
        )
    return Weights(tuple(renamed[name] for name in read.names), read.values)


def group_by_function(names: Iterable[str]) -> dict[str, list[str]]:
    """Group features by function, in the order by which Moses identifies them."""
    functions: dict[str, dict[int, str]] = {}
    for name in names:
        numbered = NUMBERED.fullmatch(name)
        function, position = (numbered[1], int(numbered[2])) if numbered else (name, 0)
        other = functions.setdefault(function, {}).setdefault(position, name)
        if other != name:
            raise UsageError(
                f"Moses cannot distinguish {other} and {name} of [features]: remove one"
            )
    for function, features in functions.items():
        for index in range(len(features)):
            if index not in features:
                raise UsageError(
                    f"[features] has {features[max(features)]} but not {function}_{index}: give "
                    f"all features of {function}, which Moses identifies by their order"
                )
    return {
        name: [features[position] for position in sorted(features)]
        for name, features in functions.items()
    }


_PLACEHOLDER = re.compile(r"\{(\w*)\}")
_PLACEHOLDERS = ("source", "weights", "nbest", "n")
_WINDOWS = os.name == "nt"
# Words that cmd needs no quotes for.
_UNQUOTED = re.compile(r"[\w.:/\\-]+")
_GZ = ".gz"
_LOG = "decoder.log"


@dataclass(frozen=True)
class CommandDecoder:
    """A command line template, run once for all sentences.

    command         {source}, {weights}, {nbest} and {n} are replaced by file names and the number
                    of candidates; without {source} the text is its standard input, without {nbest}
                    its standard output is the list
    source          file with the text to translate, of this number of `sentences`
    folder          working directory of the command
    weights_format  plain: lines NAME VALUE; moses: lines NAME= VALUE VALUE
    shell           whether to run the command by a shell
    kind            format of its lists, if it cannot be detected
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
    def reference_form(self) -> str:
        """Return "": what the command does to its text is unknown."""
        return ""

    @property
    def log(self) -> str:
        """Return the name of the file with its standard error."""
        return _LOG

    def check(self) -> None:
        """Check the template before anything is run."""
        placeholders = _PLACEHOLDER.findall(self.command)
        for placeholder in placeholders:
            if placeholder not in _PLACEHOLDERS:
                known = ", ".join(f"{{{name}}}" for name in _PLACEHOLDERS)
                raise UsageError(f"decoder.command has {{{placeholder}}}: allowed are {known}")
        if "weights" not in placeholders:
            raise UsageError(
                "decoder.command has no {weights}: the decoder needs the name of the weights file"
            )
        if not self.shell:
            self._words({})
        if self.weights_format == "moses":
            group_by_function(self.start.names)

    def _words(self, values: Mapping[str, str]) -> list[str]:
        lexer = shlex.shlex(self.command, posix=True)
        lexer.whitespace_split, lexer.commenters = True, ""
        if _WINDOWS:
            lexer.escape = ""  # there it separates folders
        try:
            words = list(lexer)
        except ValueError as error:
            raise UsageError(
                f"decoder.command cannot be split into words ({error}): fix its quotes"
            ) from None
        if not words:
            raise UsageError("decoder.command is empty: give the decoder's command line")
        return [_fill_placeholders(word, values) for word in words]

    def decode(self, weights: Weights, n: int, folder: Path, advance: Advance) -> Nbest:
        """Run the command and read its list, which must contain every sentence."""
        weights_file, nbest_file, log = (folder / name for name in ("weights.in", "decoded", _LOG))
        if self.weights_format == "moses":
            write_moses_weights(weights, weights_file)
        else:
            write_weights(weights, str(weights_file))
        for old in (nbest_file, _gz_path(nbest_file)):
            old.unlink(missing_ok=True)  # left by an interrupted run
        values = {"source": self.source, "weights": weights_file, "nbest": nbest_file, "n": n}
        texts = {name: str(value) for name, value in values.items()}
        quoted = {name: _quoted(value) for name, value in texts.items()}
        run_command(
            _fill_placeholders(self.command, quoted) if self.shell else self._words(texts),
            self.folder,
            None if "{source}" in self.command else self.source,
            None if "{nbest}" in self.command else nbest_file,
            log,
        )
        advance(self.sentences)
        return self._checked(nbest_file, log)

    def _checked(self, path: Path, log: Path) -> Nbest:
        file = _list_path(path)
        if not file.is_file() or not file.stat().st_size:
            where = (
                str(path)
                if "{nbest}" in self.command
                else "its standard output, which is read because the command has no {nbest}"
            )
            raise TeslaError(f"the decoder wrote no list to {where}{log_tail(log)}")
        try:
            nbest = read_nbest([str(file)], self.kind)
        except InputError as error:
            raise TeslaError(
                f"the decoder wrote an invalid list ({error}){log_tail(log)}"
            ) from error
        missing = sorted(set(range(self.sentences)) - set(nbest.ids))
        if missing or len(nbest.ids) > self.sentences:
            what = f"id {missing[0]} is missing" if missing else f"the last id is {nbest.ids[-1]}"
            raise TeslaError(
                f"the decoder wrote {len(nbest.ids)} lists for {self.sentences} sentences, with "
                f"ids from 0: {what}{log_tail(log)}"
            )
        if set(nbest.names) != set(self.start.names):
            raise TeslaError(
                f"the decoder wrote features {', '.join(nbest.names) or 'none'}, but [features] "
                f"has {', '.join(self.start.names)} (use the same names){log_tail(log)}"
            )
        return nbest

    def normalise_references(self, texts: Sequence[str]) -> list[str]:
        """Return the texts unchanged."""
        return list(texts)


def _gz_path(path: Path) -> Path:
    return path.with_name(path.name + _GZ)


def _list_path(path: Path) -> Path:
    """Return the path of the list; a compressed one ends in .gz, as readers expect.

    It is renamed if the decoder did not name it so ({nbest}.gz).
    """
    packed = _gz_path(path)
    if path.is_file():
        with path.open("rb") as stream:
            if detect_compression(stream.read(8)) == _GZ:
                return path.replace(packed)
    return packed if packed.is_file() else path


def _quoted(word: str) -> str:
    """Quote a word for the shell of this system."""
    if _WINDOWS:
        return word if _UNQUOTED.fullmatch(word) else f'"{word}"'
    return shlex.quote(word)


def _fill_placeholders(text: str, values: Mapping[str, str]) -> str:
    return _PLACEHOLDER.sub(lambda match: values.get(match[1], match[0]), text)
