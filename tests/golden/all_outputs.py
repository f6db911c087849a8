"""All golden outputs."""

from golden.commands import command_outputs, help_outputs
from golden.headers import header_outputs
from golden.interface import interface_outputs
from golden.outputs import Output


def all_outputs() -> list[Output]:
    """Each under a name of its own."""
    return [*command_outputs(), *help_outputs(), *interface_outputs(), *header_outputs()]
