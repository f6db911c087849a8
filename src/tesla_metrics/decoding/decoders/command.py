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
from ..nbest.nbest_files import NUMBERED_NAME, read_nbest
from ..nbest.weights import Weights, write_weights
from .base import AdvanceCallback

_TAIL_LINES, _TAIL_CHARACTERS = 3, 300
# Terminal escape sequences, such as colours, which are removed from messages.
_ESCAPE_PATTERN = re.compile(r"\x1b(?:\[[0-?]*[ -/]*[@-~]|[@-Z\\^_])")


def run_command(
    command: Sequence[str] | str, folder: Path, source: Path | None, output: Path | None, log: Path
) -> None:
    """Run a command in the folder, with files as standard input and output.

    A string is run by the shell. Standard error goes to the log. If this process is interrupted,
    the command and the processes it started are killed; on Windows, only the command itself.
    """
    devnull = Path(os.devnull)
    with (
        (source or devnull).open("rb") as stdin,
        (output or devnull).open("wb") as stdout,
        log.open("wb") as stderr,
    ):
        code = _run_and_wait(command, folder, stdin, stdout, stderr)
    if code:
        outcome = f"failed with exit code {code}" if code > 0 else f"was killed by signal {-code}"
        raise TeslaError(f"the decoder {outcome}{format_log_tail(log)}")


def _run_and_wait(
    command: Sequence[str] | str, folder: Path, stdin: BinaryIO, stdout: BinaryIO, stderr: BinaryIO
) -> int:
    try:
        # A separate process group, so that processes started by the command can be killed too.
        process = subprocess.Popen(
            command, cwd=folder, stdin=stdin, stdout=stdout, stderr=stderr,
            shell=isinstance(command, str), start_new_session=os.name == "posix",
        )  # fmt: skip
    except OSError as error:
        raise TeslaError(
            f"cannot start the decoder {error.filename or command[0]!r}: {error.strerror}; check "
            "decoder.command"
        ) from error
    try:
        return process.wait()
    finally:
        if process.returncode is None:
            _kill(process)


def _kill(process: "subprocess.Popen[bytes]") -> None:
    if os.name == "posix":
        os.killpg(process.pid, signal.SIGKILL)
    else:
        process.kill()
    process.wait()


def format_log_tail(log: Path) -> str:
    """Format the last lines of the log as the end of an error message."""
    output = _ESCAPE_PATTERN.sub("", log.read_text(encoding="utf-8", errors="replace"))
    lines = [UNPRINTABLE.sub(" ", line).strip() for line in output.splitlines()]
    last_lines = list(filter(None, lines))[-_TAIL_LINES:]
    if not last_lines:
        return f"; it printed nothing (standard error is in {log})"
    return f": {' / '.join(last_lines)[-_TAIL_CHARACTERS:]} (full output in {log})"


def write_moses_weights(weights: Weights, path: Path) -> None:
    """Write weights in Moses' format, one line `NAME= VALUE VALUE …` per feature function.

    The weights of tm_0 and tm_1 are in the line `tm=`.
    """
    values = dict(zip(weights.names, weights.values, strict=True))
    lines = []
    for function, features in group_by_function(weights.names).items():
        function_values = " ".join(repr(values[feature]) for feature in features)
        lines.append(f"{function}= {function_values}\n")
    write_atomically(path, "".join(lines).encode())


def restore_names(names: Iterable[str], weights: Weights) -> Weights:
    """Rename weights that were read from a file in Moses' format to the feature names `names`.

    This is needed because a line `W= 2` does not say whether the feature is W_0 or W. Weights of
    functions without a counterpart in `names` keep their names.
    """
    features_by_function, weights_by_function = (
        group_by_function(names),
        group_by_function(weights.names),
    )
    new_name_by_old: dict[str, str] = {}
    for function, old_names in weights_by_function.items():
        known_names = features_by_function.get(function, ())
        new_names = known_names if len(known_names) == len(old_names) else old_names
        new_name_by_old |= dict(zip(old_names, new_names, strict=True))
    return Weights(tuple(new_name_by_old[name] for name in weights.names), weights.values)


def group_by_function(names: Iterable[str]) -> dict[str, list[str]]:
    """Group feature names by feature function: tm_0 and tm_1 belong to the function tm.

    The features of a function are sorted by number, because Moses identifies them by position.
    """
    functions: dict[str, dict[int, str]] = {}
    for name in names:
        match = NUMBERED_NAME.fullmatch(name)
        function, feature_number = (match[1], int(match[2])) if match else (name, 0)
        previous_name = functions.setdefault(function, {}).setdefault(feature_number, name)
        if previous_name != name:
            raise UsageError(
                f"Moses cannot distinguish {previous_name} and {name} of [features]: remove one"
            )
    for function, features in functions.items():
        for index in range(len(features)):
            if index not in features:
                raise UsageError(
                    f"[features] has {features[max(features)]} but not {function}_{index}: give "
                    f"all features of {function}, which Moses identifies by their order"
                )
    return {
        name: [features[feature_number] for feature_number in sorted(features)]
        for name, features in functions.items()
    }


_PLACEHOLDER_PATTERN = re.compile(r"\{(\w*)\}")
_PLACEHOLDER_NAMES = ("source", "weights", "nbest", "n")
_IS_WINDOWS = os.name == "nt"
# Words that need no quotes in the command prompt of Windows.
_UNQUOTED_PATTERN = re.compile(r"[\w.:/\\-]+")
_GZ_SUFFIX = ".gz"
_LOG_FILE = "decoder.log"


@dataclass(frozen=True)
class CommandDecoder:
    """A decoder that is started by a command line and translates all sentences in one run.

    `command`         command line in which {source}, {weights}, {nbest} and {n} are replaced by
                      file names and the number of candidates; without {source} the text is its
                      standard input, without {nbest} its standard output is the n-best list
    `source`          file with the text to translate
    `n_sentences`     number of lines of this file
    `folder`          working directory of the command
    `start`           initial weights
    `bounds`          (low, high) by feature name, for features with restricted weights
    `weights_format`  "plain" for lines NAME VALUE, "moses" for lines NAME= VALUE VALUE
    `shell`           whether a shell runs the command
    `kind`            format of the n-best list; None to detect it
    """

    command: str
    source: Path
    n_sentences: int
    folder: Path
    start: Weights
    bounds: Mapping[str, tuple[float, float]] = field(default_factory=dict)
    weights_format: str = "plain"
    shell: bool = False
    kind: str | None = None

    @property
    def reference_form(self) -> str:
        """Return "", because references are not changed."""
        return ""

    @property
    def log(self) -> str:
        """Return the name of the file with the standard error of the command."""
        return _LOG_FILE

    def check(self) -> None:
        """Check the command line and the feature names before anything is run."""
        placeholders = _PLACEHOLDER_PATTERN.findall(self.command)
        for placeholder in placeholders:
            if placeholder not in _PLACEHOLDER_NAMES:
                allowed_names = ", ".join(f"{{{name}}}" for name in _PLACEHOLDER_NAMES)
                raise UsageError(
                    f"decoder.command has {{{placeholder}}}: allowed are {allowed_names}"
                )
        if "weights" not in placeholders:
            raise UsageError(
                "decoder.command has no {weights}: the decoder needs the name of the weights file"
            )
        if not self.shell:
            self._build_arguments({})
        if self.weights_format == "moses":
            group_by_function(self.start.names)

    def _build_arguments(self, values: Mapping[str, str]) -> list[str]:
        """Split the command line into words and fill in the values of its placeholders."""
        lexer = shlex.shlex(self.command, posix=True)
        lexer.whitespace_split, lexer.commenters = True, ""
        if _IS_WINDOWS:
            lexer.escape = ""  # the backslash separates folders on Windows
        try:
            words = list(lexer)
        except ValueError as error:
            raise UsageError(
                f"decoder.command cannot be split into words ({error}): fix its quotes"
            ) from None
        if not words:
            raise UsageError("decoder.command is empty: give the decoder's command line")
        return [_fill_placeholders(word, values) for word in words]

    def decode(self, weights: Weights, n: int, folder: Path, advance: AdvanceCallback) -> Nbest:
        """Run the command and read its n-best list, which must contain all sentences."""
        weights_file, nbest_file, log = (
            folder / name for name in ("weights.in", "decoded", _LOG_FILE)
        )
        if self.weights_format == "moses":
            write_moses_weights(weights, weights_file)
        else:
            write_weights(weights, str(weights_file))
        for old_file in (nbest_file, _add_gz_suffix(nbest_file)):
            old_file.unlink(missing_ok=True)  # left by an interrupted run
        values = {"source": self.source, "weights": weights_file, "nbest": nbest_file, "n": n}
        texts = {name: str(value) for name, value in values.items()}
        quoted = {name: _quote(value) for name, value in texts.items()}
        run_command(
            _fill_placeholders(self.command, quoted)
            if self.shell
            else self._build_arguments(texts),
            self.folder,
            None if "{source}" in self.command else self.source,
            None if "{nbest}" in self.command else nbest_file,
            log,
        )
        advance(self.n_sentences)
        return self._read_list(nbest_file, log)

    def _read_list(self, path: Path, log: Path) -> Nbest:
        """Read the n-best list of the command, and check its ids and features."""
        file = _find_list_file(path)
        if not file.is_file() or not file.stat().st_size:
            location = (
                str(path)
                if "{nbest}" in self.command
                else "its standard output, which is read because the command has no {nbest}"
            )
            raise TeslaError(f"the decoder wrote no list to {location}{format_log_tail(log)}")
        try:
            nbest = read_nbest([str(file)], self.kind)
        except InputError as error:
            raise TeslaError(
                f"the decoder wrote an invalid list ({error}){format_log_tail(log)}"
            ) from error
        missing = sorted(set(range(self.n_sentences)) - set(nbest.ids))
        if missing or len(nbest.ids) > self.n_sentences:
            problem = (
                f"id {missing[0]} is missing" if missing else f"the last id is {nbest.ids[-1]}"
            )
            raise TeslaError(
                f"the decoder wrote {len(nbest.ids)} lists for {self.n_sentences} sentences, with "
                f"ids from 0: {problem}{format_log_tail(log)}"
            )
        if set(nbest.names) != set(self.start.names):
            raise TeslaError(
                f"the decoder wrote features {', '.join(nbest.names) or 'none'}, but [features] "
                f"has {', '.join(self.start.names)} (use the same names){format_log_tail(log)}"
            )
        return nbest

    def normalise_references(self, texts: Sequence[str]) -> list[str]:
        """Return the texts unchanged."""
        return list(texts)


def _add_gz_suffix(path: Path) -> Path:
    return path.with_name(path.name + _GZ_SUFFIX)


def _find_list_file(path: Path) -> Path:
    """Return the path of the n-best list, which may be compressed.

    A compressed file without .gz at the end of its name is renamed, because readers go by the name.
    """
    gz_path = _add_gz_suffix(path)
    if path.is_file():
        with path.open("rb") as stream:
            if detect_compression(stream.read(8)) == _GZ_SUFFIX:
                return path.replace(gz_path)
    return gz_path if gz_path.is_file() else path


def _quote(word: str) -> str:
    """Quote a word for the shell of this system."""
    if _IS_WINDOWS:
        return word if _UNQUOTED_PATTERN.fullmatch(word) else f'"{word}"'
    return shlex.quote(word)


def _fill_placeholders(text: str, values: Mapping[str, str]) -> str:
    return _PLACEHOLDER_PATTERN.sub(lambda match: values.get(match[1], match[0]), text)
