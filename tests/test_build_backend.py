"""The build backend: metadata without compiling, and plain Python where C++ cannot be compiled."""

import os
import sys
from collections.abc import Callable
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any

import pytest

BACKEND = Path(__file__).parents[1] / "tools" / "build_backend" / "tesla_build.py"
HOOKS = ("build_wheel", "build_editable")
PURE = {"wheel.cmake": "false", "wheel.py-api": "py3"}


class BuildError(Exception):
    """What scikit-build-core raises if CMake is missing."""


class ScikitBuild:
    """A scikit-build-core that records its calls; native builds raise `error`."""

    def __init__(self) -> None:
        self.calls: list[tuple[str, dict[str, Any] | None, Any]] = []
        self.error: BaseException | None = None

    def __getattr__(self, hook: str) -> Callable[..., Any]:
        def call(*arguments: Any) -> Any:
            named = hook.startswith("get_requires")
            settings = arguments[0] if named else arguments[1]
            self.calls.append((hook, settings, arguments[2] if len(arguments) > 2 else None))
            native = (settings or {}).get("wheel.cmake") != "false"
            if native and self.error is not None:
                raise self.error
            if named:
                return ["cmake", "ninja"] if native else []
            return "native" if native else "pure"

        return call

    @property
    def settings(self) -> list[dict[str, Any] | None]:
        return [settings for _, settings, _ in self.calls]


@pytest.fixture
def scikit_build(monkeypatch: pytest.MonkeyPatch) -> ScikitBuild:
    for name in ("TESLA_REQUIRE_NATIVE", "CXX"):
        monkeypatch.delenv(name, raising=False)
    recorder = ScikitBuild()
    package, errors = ModuleType("scikit_build_core"), ModuleType("scikit_build_core.errors")
    vars(package).update(build=recorder, errors=errors)
    vars(errors).update(ScikitBuildError=BuildError)
    monkeypatch.setitem(sys.modules, "scikit_build_core", package)
    monkeypatch.setitem(sys.modules, "scikit_build_core.errors", errors)
    return recorder


@pytest.fixture
def backend(scikit_build: ScikitBuild, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Any:
    monkeypatch.chdir(tmp_path)  # build backends run in the folder of the project
    spec = spec_from_file_location("tesla_build", BACKEND)
    assert spec is not None
    assert spec.loader is not None
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture
def compiler(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """A compiler that accepts everything, the only program on PATH."""
    if sys.platform == "win32":
        pytest.skip("the compiler is not looked for on Windows")
    path = tmp_path / "bin" / "c++"
    path.parent.mkdir()
    path.write_text('#!/bin/sh\nfor last; do :; done\n[ -f "$last" ]\n')
    path.chmod(0o755)
    monkeypatch.setenv("PATH", str(path.parent))
    return path


@pytest.fixture
def no_compiler(compiler: Path) -> None:
    compiler.unlink()


@pytest.mark.usefixtures("compiler")
@pytest.mark.parametrize("kind", ["wheel", "editable"])
def test_metadata_is_prepared_without_a_build(
    backend: Any, scikit_build: ScikitBuild, kind: str
) -> None:
    hook = f"prepare_metadata_for_build_{kind}"
    assert getattr(backend, hook)("folder", {"a": "b"}) == "native"
    assert scikit_build.calls == [(hook, {"a": "b"}, None)]


@pytest.mark.usefixtures("no_compiler")
def test_metadata_and_wheel_have_the_same_settings_without_a_compiler(
    backend: Any, scikit_build: ScikitBuild
) -> None:
    """Otherwise scikit-build-core finds other metadata than pip has prepared."""
    assert backend.prepare_metadata_for_build_wheel("folder", {"a": "b"}) == "pure"
    assert backend.build_wheel("wheels", {"a": "b"}, "folder") == "pure"
    assert scikit_build.settings == [{"a": "b", **PURE}] * 2


@pytest.mark.usefixtures("compiler")
@pytest.mark.parametrize("hook", HOOKS)
def test_with_a_compiler_the_build_is_native_and_silent(
    backend: Any, scikit_build: ScikitBuild, capfd: pytest.CaptureFixture[str], hook: str
) -> None:
    assert getattr(backend, hook)("wheels", None, "metadata") == "native"
    assert scikit_build.calls == [(hook, None, "metadata")]
    assert capfd.readouterr() == ("", "")


@pytest.mark.usefixtures("no_compiler")
@pytest.mark.parametrize("hook", HOOKS)
def test_without_a_compiler_the_build_is_pure_and_says_so(
    backend: Any, scikit_build: ScikitBuild, capfd: pytest.CaptureFixture[str], hook: str
) -> None:
    assert getattr(backend, hook)("wheels", None, "metadata") == "pure"
    assert scikit_build.calls == [(hook, PURE, "metadata")]
    message = capfd.readouterr().err
    assert "no C++20 compiler was found" in message
    assert "plain Python" in message
    assert message.count("\n") == 1


@pytest.mark.usefixtures("no_compiler")
def test_what_a_build_needs_depends_on_the_compiler(backend: Any) -> None:
    for kind in ("wheel", "editable"):
        assert getattr(backend, f"get_requires_for_build_{kind}")() == []


@pytest.mark.usefixtures("compiler")
def test_a_native_build_needs_cmake(backend: Any) -> None:
    for kind in ("wheel", "editable"):
        assert getattr(backend, f"get_requires_for_build_{kind}")({}) == ["cmake", "ninja"]


@pytest.mark.usefixtures("compiler")
@pytest.mark.parametrize("hook", HOOKS)
@pytest.mark.parametrize(
    ("error", "reason"),
    [(SystemExit(1), "compilation failed"), (BuildError("Could not find CMake"), "find CMake")],
)
def test_a_build_that_fails_falls_back(
    backend: Any,
    scikit_build: ScikitBuild,
    capfd: pytest.CaptureFixture[str],
    hook: str,
    error: BaseException,
    reason: str,
) -> None:
    scikit_build.error = error
    assert getattr(backend, hook)("wheels", {"a": "b"}, "metadata") == "pure"
    # The metadata was prepared for a native wheel.
    assert scikit_build.calls[1] == (hook, {"a": "b", **PURE}, None)
    assert reason in capfd.readouterr().err


@pytest.mark.usefixtures("compiler")
def test_a_failed_configuration_is_not_used_again(
    backend: Any, scikit_build: ScikitBuild, tmp_path: Path
) -> None:
    cache = tmp_path / "build" / "cp311" / "CMakeCache.txt"
    cache.parent.mkdir(parents=True)
    cache.touch()
    backend.build_wheel("wheels")
    assert cache.exists()
    scikit_build.error = SystemExit(1)
    backend.build_wheel("wheels")
    assert not cache.exists()


@pytest.mark.usefixtures("compiler")
def test_metadata_falls_back_without_cmake(backend: Any, scikit_build: ScikitBuild) -> None:
    scikit_build.error = BuildError("Could not find CMake")
    assert backend.prepare_metadata_for_build_wheel("folder") == "pure"


@pytest.mark.usefixtures("compiler")
def test_wrong_settings_are_an_error(backend: Any, scikit_build: ScikitBuild) -> None:
    scikit_build.error = SystemExit(7)
    with pytest.raises(SystemExit):
        backend.build_wheel("wheels", {"wheel.cmaek": "true"})
    assert len(scikit_build.calls) == 1


@pytest.mark.usefixtures("no_compiler")
@pytest.mark.parametrize("error", [SystemExit(1), BuildError("Could not find CMake")])
def test_a_required_native_core_is_never_left_out(
    backend: Any,
    scikit_build: ScikitBuild,
    monkeypatch: pytest.MonkeyPatch,
    error: BaseException,
) -> None:
    monkeypatch.setenv("TESLA_REQUIRE_NATIVE", "1")
    scikit_build.error = error
    for hook in (*HOOKS, "prepare_metadata_for_build_wheel", "prepare_metadata_for_build_editable"):
        with pytest.raises(type(error)):
            getattr(backend, hook)("folder")
    assert scikit_build.settings == [None] * 4


@pytest.mark.usefixtures("no_compiler")
@pytest.mark.parametrize("value", ["", "0", "false"])
def test_the_native_core_is_not_required_by_a_false_value(
    backend: Any, monkeypatch: pytest.MonkeyPatch, value: str
) -> None:
    monkeypatch.setenv("TESLA_REQUIRE_NATIVE", value)
    assert backend.build_wheel("wheels") == "pure"


@pytest.mark.usefixtures("no_compiler")
@pytest.mark.parametrize("name", ["wheel.cmake", "skbuild.wheel.cmake"])
def test_settings_of_the_caller_do_not_contradict_the_fallback(
    backend: Any, scikit_build: ScikitBuild, name: str
) -> None:
    backend.build_wheel("wheels", {name: "true", "skbuild.wheel.py-api": "cp312", "a": ["b", "c"]})
    assert scikit_build.settings == [{"a": ["b", "c"], **PURE}]


@pytest.mark.usefixtures("no_compiler")
@pytest.mark.parametrize(
    "settings", [{"wheel.cmake": "false"}, {"skbuild.wheel.cmake": "OFF"}, {"wheel.cmake": False}]
)
def test_a_pure_build_on_request_is_left_alone(
    backend: Any,
    scikit_build: ScikitBuild,
    capfd: pytest.CaptureFixture[str],
    settings: dict[str, Any],
) -> None:
    backend.build_wheel("wheels", settings)
    assert scikit_build.settings == [settings]
    assert capfd.readouterr().err == ""


def test_the_compiler_is_that_of_the_environment(
    backend: Any, compiler: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert backend.build_wheel("wheels") == "native"
    monkeypatch.setenv("CXX", "/bin/false")
    assert backend.build_wheel("wheels") == "pure"
    monkeypatch.setenv("CXX", str(compiler.with_name("missing")))
    assert backend.build_wheel("wheels") == "pure"
    # Options and a path with a space, as CMake reads them.
    spaced = compiler.parent / "my compiler"
    os.link(compiler, spaced)
    monkeypatch.setenv("CXX", f"'{spaced}' -m64")
    assert backend.build_wheel("wheels") == "native"


def test_a_compiler_that_does_not_end_is_none(
    backend: Any, compiler: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def run(arguments: list[str], **options: Any) -> SimpleNamespace:
        assert arguments[0] == str(compiler)
        raise backend.subprocess.TimeoutExpired(arguments, options["timeout"])

    monkeypatch.setattr(backend.subprocess, "run", run)
    assert backend.build_wheel("wheels") == "pure"


@pytest.mark.usefixtures("compiler")
def test_an_sdist_needs_no_compiler(backend: Any, scikit_build: ScikitBuild) -> None:
    backend.build_sdist("folder", None)
    assert [name for name, _, _ in scikit_build.calls] == ["build_sdist"]
