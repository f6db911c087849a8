"""Build backend: scikit-build-core, with a fallback to plain Python where C++ cannot be compiled.

Metadata is prepared without a compiler. If there is no C++20 compiler, or the build fails, the wheel
contains no native core and tesla-metrics works in plain Python: the scores are the same, but slower.
With TESLA_REQUIRE_NATIVE=1, as in CI and for published wheels, the build fails instead.
"""

import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

from scikit_build_core import build

Settings = dict[str, Any] | None

_PURE = {"wheel.cmake": "false", "wheel.py-api": "py3"}
_PROBE = "#include <span>\n#include <version>\nint main() { return std::span<int>().size(); }\n"
_MESSAGE = (
    "The native core was not built ({reason}): tesla-metrics will work in plain Python, with the same "
    "scores but slower. Install a C++20 compiler, or use a wheel."
)

build_sdist = build.build_sdist
get_requires_for_build_sdist = build.get_requires_for_build_sdist


def get_requires_for_build_wheel(config_settings: Settings = None) -> list[str]:
    """Return what the build needs: CMake and Ninja only if there is a compiler."""
    return build.get_requires_for_build_wheel(_settings(config_settings))


def get_requires_for_build_editable(config_settings: Settings = None) -> list[str]:
    """Return what an editable build needs: CMake and Ninja only if there is a compiler."""
    return build.get_requires_for_build_editable(_settings(config_settings))


def prepare_metadata_for_build_wheel(
    metadata_directory: str, config_settings: Settings = None
) -> str:
    """Write the metadata; nothing is compiled."""
    settings = _settings(config_settings)
    return build.prepare_metadata_for_build_wheel(metadata_directory, settings)


def prepare_metadata_for_build_editable(
    metadata_directory: str, config_settings: Settings = None
) -> str:
    """Write the metadata; nothing is compiled."""
    settings = _settings(config_settings)
    return build.prepare_metadata_for_build_editable(metadata_directory, settings)


def build_wheel(
    wheel_directory: str, config_settings: Settings = None, metadata_directory: str | None = None
) -> str:
    """Build a wheel, without the native core if it cannot be compiled."""
    return _build(build.build_wheel, wheel_directory, config_settings, metadata_directory)


def build_editable(
    wheel_directory: str, config_settings: Settings = None, metadata_directory: str | None = None
) -> str:
    """Build an editable wheel, without the native core if it cannot be compiled."""
    return _build(build.build_editable, wheel_directory, config_settings, metadata_directory)


def _build(
    build_one: Any, directory: str, config_settings: Settings, metadata_directory: str | None
) -> str:
    settings = _settings(config_settings)
    try:
        name: str = build_one(directory, settings, metadata_directory)
    except SystemExit:
        # The metadata that pip has prepared is for the native wheel; it is prepared again.
        if os.environ.get("TESLA_REQUIRE_NATIVE") or _is_pure(settings):
            raise
        name = build_one(directory, {**(config_settings or {}), **_PURE}, None)
        _warn("the compilation failed; its output is above")
        return name
    if _is_pure(settings) and not _is_pure(config_settings):
        _warn("no C++20 compiler was found")
    return name


def _settings(config_settings: Settings) -> Settings:
    """Return the settings of a native build, or of a plain one if there is no compiler."""
    if os.environ.get("TESLA_REQUIRE_NATIVE") or _has_compiler():
        return config_settings
    return {**(config_settings or {}), **_PURE}


def _is_pure(settings: Settings) -> bool:
    return (settings or {}).get("wheel.cmake") == "false"


def _has_compiler() -> bool:
    """Return whether a C++20 compiler works. On Windows, CMake finds one that is not on PATH."""
    if sys.platform == "win32":
        return True
    named = os.environ.get("CXX", "").split()
    command = named or next(
        ([path] for name in ("c++", "g++", "clang++") if (path := shutil.which(name))), []
    )
    if not command:
        return False
    with tempfile.TemporaryDirectory() as folder:
        source = Path(folder) / "probe.cpp"
        source.write_text(_PROBE, "utf-8")
        arguments = [*command, "-std=c++20", "-fsyntax-only", str(source)]
        try:
            return subprocess.run(arguments, capture_output=True, timeout=60).returncode == 0
        except (OSError, subprocess.TimeoutExpired):
            return False


def _warn(reason: str) -> None:
    # pip shows the output of a build only if it fails or with -v; `tesla --version` names the core.
    print(_MESSAGE.format(reason=reason), file=sys.stderr, flush=True)
