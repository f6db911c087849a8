"""The native core, where it was built; `TESLA_PURE=1` forces the plain Python beside it."""

import os
from types import ModuleType

from ..errors import ResourceError
from ..forks import take_care_of


def load_native(core: str = "auto") -> ModuleType | None:
    """The compiled module, or None for plain Python; `native` insists on it."""
    if core == "auto" and os.environ.get("TESLA_PURE", "") not in ("", "0"):
        return None
    try:
        from . import _native
    except ImportError as error:
        if core == "native":
            raise ResourceError(
                f"the native core cannot be loaded ({error}): install tesla-metrics where there is "
                "a C++ compiler, or a wheel of it"
            ) from error
        return None
    take_care_of(_native)
    return _native


def core_name() -> str:
    """What `tesla --version` says."""
    return "python" if load_native() is None else "native"
