"""Build backend: scikit-build-core, with a fallback to plain Python where C++ cannot be compiled.

Metadata is prepared without compiling. If there is no C++20 compiler, or the build fails, the wheel
contains no native core and tesla-metrics works in plain Python: same scores, but slower. With
TESLA_REQUIRE_NATIVE=1, as in CI and for published wheels, the build fails instead.
"""

import os
import shlex
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any, cast

from scikit_build_core import build
from scikit_build_core.errors import ScikitBuildError

Settings = dict[str, Any] | None
Hook = Callable[[str, Settings], str]

_PURE = {"wheel.cmake": "false", "wheel.py-api": "py3"}
_FALSE = {"0", "false", "off", "no", ""}  # as scikit-build-core reads them
_BUILD_FAILED = 1  # exit code of scikit-build-core; wrong settings have another one
_PROBE = "#include <span>\n#include <version>\nint main() { return std::span<int>().size(); }\n"
_MESSAGE = (
    "The native core was not built ({reason}): tesla-metrics will work in plain Python, with the "
    "same scores but slower. Install a C++20 compiler, or use a wheel."
)

build_sdist = build.build_sdist
get_requires_for_build_sdist = build.get_requires_for_build_sdist


def get_requires_for_build_wheel(config_settings: Settings = None) -> list[str]:
    """Return what the build needs: CMake and Ninja only if there is a compiler."""
    return cast(list[str], build.get_requires_for_build_wheel(_settings(config_settings)))


def get_requires_for_build_editable(config_settings: Settings = None) -> list[str]:
    """Return what an editable build needs: CMake and Ninja only if there is a compiler."""
    return cast(list[str], build.get_requires_for_build_editable(_settings(config_settings)))


def prepare_metadata_for_build_wheel(
    metadata_directory: str, config_settings: Settings = None
) -> str:
    """Write the metadata; nothing is compiled."""
    return _prepare(build.prepare_metadata_for_build_wheel, metadata_directory, config_settings)


def prepare_metadata_for_build_editable(
    metadata_directory: str, config_settings: Settings = None
) -> str:
    """Write the metadata; nothing is compiled."""
    return _prepare(build.prepare_metadata_for_build_editable, metadata_directory, config_settings)


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


def _prepare(prepare: Hook, directory: str, config_settings: Settings) -> str:
    try:
        return prepare(directory, _settings(config_settings))
    except ScikitBuildError:  # no CMake, which `--no-build-isolation` makes possible
        if _requires_native():
            raise
        return prepare(directory, _pure(config_settings))


def _build(
    build_hook: Callable[[str, Settings, str | None], str],
    directory: str,
    config_settings: Settings,
    metadata_directory: str | None,
) -> str:
    settings = _settings(config_settings)
    try:
        name = build_hook(directory, settings, metadata_directory)
    except (SystemExit, ScikitBuildError) as error:
        wrong_settings = isinstance(error, SystemExit) and error.code != _BUILD_FAILED
        if _requires_native() or _is_pure(settings) or wrong_settings:
            raise
        # CMake would use the compiler of this attempt again after another one is installed.
        for cache in Path("build").glob("*/CMakeCache.txt"):
            cache.unlink()
        # The metadata that pip has prepared is for a native wheel: None prepares it again.
        name = build_hook(directory, _pure(config_settings), None)
        missing = isinstance(error, ScikitBuildError)
        _warn(str(error) if missing else "the compilation failed; its output is above")
        return name
    if _is_pure(settings) and not _is_pure(config_settings):
        _warn("no C++20 compiler was found")
    return name


def _settings(config_settings: Settings) -> Settings:
    """Return the settings of a native build, or of a plain one if there is no compiler."""
    if _is_pure(config_settings) or _requires_native() or _has_compiler():
        return config_settings
    return _pure(config_settings)


def _pure(config_settings: Settings) -> dict[str, Any]:
    """Return the settings of a build without the native core."""
    # scikit-build-core reads all settings with the prefix "skbuild." as well.
    others = {
        name: value
        for name, value in (config_settings or {}).items()
        if name.removeprefix("skbuild.") not in _PURE
    }
    return {**others, **_PURE}


def _is_pure(settings: Settings) -> bool:
    """Return whether the settings exclude the native core, as `-C wheel.cmake=false` does."""
    values = [(settings or {}).get(f"{prefix}wheel.cmake") for prefix in ("", "skbuild.")]
    return any(value is not None and str(value).strip().lower() in _FALSE for value in values)


def _requires_native() -> bool:
    return os.environ.get("TESLA_REQUIRE_NATIVE", "").strip().lower() not in _FALSE


def _has_compiler() -> bool:
    """Return whether a C++20 compiler works. On Windows, CMake finds one that is not on PATH."""
    if sys.platform == "win32":
        return True
    # CMake reads CXX too.
    command = shlex.split(os.environ.get("CXX", "")) or next(
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
