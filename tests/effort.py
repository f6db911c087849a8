"""How much work a call does, counted and not timed: the same on every machine, busy or not."""

import sys
from collections.abc import Callable
from types import FrameType
from typing import Any


def lines_run(call: Callable[[], object]) -> int:
    """Lines of Python that the call runs; what C does for it (regular expressions) is not seen."""
    seen = 0

    def trace(frame: FrameType, event: str, argument: object) -> Any:
        nonlocal seen
        seen += event == "line"
        return trace

    before = sys.gettrace()
    sys.settrace(trace)
    try:
        call()
    finally:
        sys.settrace(before)
    return seen


def characters_seen(call: Callable[[], object]) -> int:
    """Characters of the texts whose methods the call calls, as if each looked at all of them."""
    seen = 0

    def profile(frame: FrameType, event: str, argument: Any) -> None:
        nonlocal seen
        if event == "c_call" and isinstance(text := getattr(argument, "__self__", None), str):
            seen += len(text)

    before = sys.getprofile()
    sys.setprofile(profile)
    try:
        call()
    finally:
        sys.setprofile(before)
    return seen
