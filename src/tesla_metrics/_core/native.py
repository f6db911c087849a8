"""The native core, where it was built; `TESLA_PURE=1` forces the plain Python beside it."""

import os
from types import ModuleType


def load_native() -> ModuleType | None:
    """The compiled module or None; asked anew each time, since tests switch."""
    if os.environ.get("TESLA_PURE", "") not in ("", "0"):
        return None
    try:
        from . import _native
    except ImportError:
        return None
    return _native


def core_name() -> str:
    """What `tesla --version` and signatures say."""
    return "python" if load_native() is None else "native"
