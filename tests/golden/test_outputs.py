"""What commands print, their help, the public interface and headers of files are what they were.

`python tools/make_golden.py` makes the files anew and says what changed.
"""

from pathlib import Path

import pytest

from golden.all_outputs import all_outputs
from golden.commands import COMMANDS, listed_commands
from golden.outputs import OUTPUT, PYTHON, Output, differences, lay_out

OUTPUTS = all_outputs()
SHOWN = 40  # lines of a difference


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return lay_out(tmp_path_factory.mktemp("golden"))


def test_every_output_is_stored_once() -> None:
    names = [output.name for output in OUTPUTS]
    assert names == list(dict.fromkeys(names))
    stored = {path.relative_to(OUTPUT).as_posix() for path in OUTPUT.rglob("*") if path.is_file()}
    assert {*names, PYTHON.name} == stored


def test_every_command_has_its_help() -> None:
    assert listed_commands() == set(COMMANDS)


@pytest.mark.parametrize("output", OUTPUTS, ids=lambda output: output.name)
def test_as_it_was(output: Output, folder: Path) -> None:
    stored = output.stored()
    assert stored is not None
    if reason := output.why_not(stored):
        pytest.skip(reason)
    changed = differences(output.name, stored, output.made_in(folder))
    assert not changed, "\n".join(changed[:SHOWN])
