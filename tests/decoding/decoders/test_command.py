"""A command as decoder: what it is given, and what becomes of one that fails."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from toy_loops import SOURCE, python, toy

from tesla_metrics.decoding.decoders import command as commands
from tesla_metrics.decoding.decoders.command import CommandDecoder, restore_names
from tesla_metrics.decoding.nbest.weights import Weights
from tesla_metrics.errors import TeslaError, UsageError

WEIGHTS = Weights(("tm_0", "lm_0", "wp_0"), (1.0, 0.25, -0.5))
LISTS = "".join(f"{number} ||| a b ||| tm= 1 lm= 2 wp= 3 ||| 0\n" for number in range(4))
SAID = "import sys\nprint('no memory', file=sys.stderr)\n"


def decoder(folder: Path, command: str, **changed: Any) -> CommandDecoder:
    source = folder / "dev source.fr"
    source.write_text(SOURCE, encoding="utf-8")
    return CommandDecoder(command, source, 4, folder, WEIGHTS, **changed)


def program(folder: Path, text: str) -> str:
    """A command line that runs this Python text."""
    (folder / "program.py").write_text(text, encoding="utf-8")
    return python(folder / "program.py")


def decode(made: CommandDecoder, folder: Path) -> Any:
    made.check()
    return made.decode(WEIGHTS, 2, folder, lambda more: None)


@pytest.mark.parametrize("shell", [False, True])
def test_lists_come_from_standard_output(tmp_path: Path, shell: bool) -> None:
    found = decode(decoder(tmp_path, toy(), shell=shell), tmp_path)
    assert found.ids == (0, 1, 2, 3)
    assert len(found.texts) == 8
    assert found.names == WEIGHTS.names


def test_a_file_of_lists_and_text_from_standard_input(tmp_path: Path) -> None:
    text = (
        "import sys\nlines = sys.stdin.read().splitlines()\n"
        "file = open(sys.argv[1], 'w')\nopen('told', 'w').write(' '.join(sys.argv[2:]))\n"
        "[print(i, line, 'tm= 1 lm= 2 wp= 3', 0, sep=' ||| ', file=file) "
        "for i, line in enumerate(lines)]\n"
    )
    words = "{nbest} --weights={weights} 'two words' {n}"
    found = decode(decoder(tmp_path, f"{program(tmp_path, text)} {words}"), tmp_path)
    assert list(found.texts) == SOURCE.splitlines()
    told = (tmp_path / "told").read_text()
    assert told == f"--weights={tmp_path / 'weights.in'} two words 2"


def test_weights_come_in_either_format(tmp_path: Path) -> None:
    told = "import sys\nopen('told', 'w').write(open(sys.argv[1]).read())"
    text = f"{told}\nprint('''{LISTS}''', end='')"
    made = decoder(tmp_path, program(tmp_path, text) + " {weights}")
    decode(made, tmp_path)
    assert (tmp_path / "told").read_text() == "tm_0 1.0\nlm_0 0.25\nwp_0 -0.5\n"
    # In the order of their numbers, however they are named in the configuration.
    two = Weights(("tm_1", "lm_0", "tm_0", "W"), (0.25, -0.5, 1.0, 2.0))
    with pytest.raises(TeslaError, match="wrote features tm_0, lm_0, wp_0, but"):
        replace(made, start=two, weights_format="moses").decode(two, 2, tmp_path, lambda more: None)
    assert (tmp_path / "told").read_text() == "tm= 1.0 0.25\nlm= -0.5\nW= 2.0\n"


@pytest.mark.parametrize(
    ("names", "message"),
    [
        (("tm_0", "tm_2"), "has tm_2 but not tm_1: give all features of tm"),
        (("tm_1", "lm_0"), "has tm_1 but not tm_0"),
        (("tm", "tm_0"), r"distinguish tm and tm_0 of \[features\]"),
        (("tm_0", "tm_1", "tm_01"), "distinguish tm_1 and tm_01"),
    ],
)
def test_moses_wants_all_values_of_a_function(
    tmp_path: Path, names: tuple[str, ...], message: str
) -> None:
    made = decoder(tmp_path, "decode {weights}", weights_format="moses")
    with pytest.raises(UsageError, match=message):
        replace(made, start=Weights(names, (1.0,) * len(names))).check()


@pytest.mark.parametrize("named", ["{nbest}", "{nbest}.gz"])
def test_lists_may_be_packed(tmp_path: Path, named: str) -> None:
    text = f"import gzip, sys\nwith gzip.open(sys.argv[1], 'wt') as f:\n    f.write('''{LISTS}''')"
    made = decoder(tmp_path, f"{program(tmp_path, text)} {named} {{weights}}")
    for _ in range(2):  # the second time over the first
        assert decode(made, tmp_path).ids == (0, 1, 2, 3)


def test_paths_of_windows_keep_their_backslashes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(commands, "_IS_WINDOWS", True)
    made = decoder(tmp_path, r"C:\moses\moses.exe -f 'my models\moses.ini' {weights}")
    assert made._build_arguments({}) == [
        r"C:\moses\moses.exe",
        "-f",
        r"my models\moses.ini",
        "{weights}",
    ]
    names = r"C:\dev.fr", r"C:\R & D\dev.fr"
    assert list(map(commands._quote, names)) == [r"C:\dev.fr", r'"C:\R & D\dev.fr"']


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("import sys\nsys.exit('no model in here')", "failed with exit code 1: no model in here"),
        ("import sys\nsys.exit(3)", "failed with exit code 3; it printed nothing"),
        (
            "import sys\nprint('out of space', file=sys.stderr)",
            "wrote no list to its standard output, .*: out of space",
        ),
        ("print('all is well')", "an invalid list .*; it printed nothing"),
        (f"{SAID}print('0 ||| a ||| tm= 1 lm= 2 wp= x ||| 0')", "an invalid list .*: no memory"),
        (f"print('''{LISTS}'''.split(chr(10))[0])", "1 lists for 4 .* from 0: id 1 is missing"),
        (
            f"print('''{LISTS}4 ||| a ||| tm= 1 lm= 2 wp= 3 ||| 0''')",
            "5 lists for 4 .* last id is 4",
        ),
        (
            f"{SAID}print('''{LISTS}'''.replace('wp', 'wq'), end='')",
            "wrote features tm_0, lm_0, wq_0, but .* has tm_0, lm_0, wp_0 .*: no memory",
        ),
        (
            "import sys\nsys.exit('\\x1b[31mred\\x1b[0m \\x1b]0;title\\x07 end')",
            "failed with exit code 1: red .*end",
        ),
    ],
)
def test_a_decoder_that_fails_is_told_in_one_line(tmp_path: Path, text: str, message: str) -> None:
    made = decoder(tmp_path, program(tmp_path, text) + " {weights}")
    with pytest.raises(TeslaError, match=message) as told:
        decode(made, tmp_path)
    assert str(told.value).isprintable()


@pytest.mark.parametrize(
    ("command", "message"),
    [
        ("decode {source}", "no {weights}"),
        ("decode {weights} {sorce}", "has {sorce}: allowed are {source}"),
        ("decode '{weights}", "cannot be split into words"),
    ],
)
def test_a_template_that_cannot_work_is_refused(tmp_path: Path, command: str, message: str) -> None:
    with pytest.raises(UsageError, match=message):
        decoder(tmp_path, command).check()


def test_a_program_that_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(TeslaError, match=r"cannot start the decoder .*no-such-decoder"):
        decode(decoder(tmp_path, "no-such-decoder {weights}"), tmp_path)


def test_what_moses_reads_comes_back_by_its_names() -> None:
    names = ("tm_1", "lm", "tm_0", "x")
    read = Weights(("tm_0", "tm_1", "lm_0", "y_0"), (1.0, 2.0, 3.0, 4.0))
    assert restore_names(names, read) == Weights(
        ("tm_0", "tm_1", "lm", "y_0"), (1.0, 2.0, 3.0, 4.0)
    )
