"""Wall and CPU seconds of installing this package with pip, stage by stage.

    python benchmarks/install.py [REVISION] [--no-build-isolation]

Every stage uses a fresh virtual environment of the interpreter that runs this, and starts from
what is committed (`git archive HEAD`), not from the files of the checkout:

    from source     pip install --no-deps .            in a clean copy of the tree
    once more       pip install --no-deps .            in the same folder, whose build/ is kept
    dry run         pip install --dry-run --no-deps .  in another clean copy: only metadata
    from the wheel  pip install WHEEL                  with all dependencies installed before

"compiled" counts object files that the stage wrote below build/. CPU seconds are those of pip and
of all processes that it starts. Without --no-build-isolation pip also installs the build
requirements, which takes network or its cache. With it they are installed before, and not timed.
Making environments, and the wheel of the last stage, is not timed either. REVISION is measured in
the same run, before HEAD, and the ratios HEAD / REVISION are printed. Run it on an idle machine.
"""

import argparse
import os
import resource
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path
from zipfile import ZipFile

ROOT = Path(__file__).parents[1]
BUILD_REQUIREMENTS = ("scikit-build-core>=0.10", "nanobind>=2.4", "cmake>=3.26", "ninja")


@dataclass(frozen=True)
class Stage:
    """What one call of pip took."""

    wall: float
    cpu: float
    compiled: int


@dataclass(frozen=True)
class Measured:
    """The stages of one revision by name, and sizes in bytes."""

    stages: dict[str, Stage]
    wheel: int
    native: int


class Installation:
    """Clean copies of one revision, and environments to install them into."""

    def __init__(self, revision: str, work: Path, isolated: bool) -> None:
        self.revision = revision
        self.work = work
        self.isolated = isolated
        self.build_options = [] if isolated else ["--no-build-isolation"]

    def copy_tree(self, name: str) -> Path:
        folder = self.work / name
        folder.mkdir()
        archive = self.work / f"{name}.tar"
        run(["git", "-C", str(ROOT), "archive", "-o", str(archive), self.revision])
        run(["tar", "-xf", str(archive), "-C", str(folder)])
        archive.unlink()
        return folder

    def make_environment(self, name: str) -> str:
        """Return the interpreter of a new environment that can build."""
        run([sys.executable, "-m", "venv", str(self.work / name)])
        python = str(self.work / name / "bin" / "python")
        if not self.isolated:
            run([python, "-m", "pip", "install", *BUILD_REQUIREMENTS])
        return python

    def install(self, environment: str, folder: Path, *options: str) -> Stage:
        python = self.make_environment(environment)
        return timed(
            [python, "-m", "pip", "install", "--no-deps", *self.build_options, *options, "."],
            folder,
        )

    def install_wheel(self, folder: Path) -> tuple[Stage, Path]:
        python = self.make_environment("with-dependencies")
        wheels = self.work / "wheels"
        pip = [python, "-m", "pip"]
        run([*pip, "wheel", "--no-deps", *self.build_options, "-w", str(wheels), "."], folder)
        (wheel,) = wheels.glob("*.whl")
        run([*pip, "install", str(wheel)])
        run([*pip, "uninstall", "-y", "tesla-metrics"])
        return timed([*pip, "install", str(wheel)], self.work), wheel

    def measure(self) -> Measured:
        folder = self.copy_tree("tree")
        stages = {
            "from source": self.install("first", folder),
            "once more": self.install("second", folder),
            "dry run": self.install("dry", self.copy_tree("unbuilt"), "--dry-run"),
        }
        stages["from the wheel"], wheel = self.install_wheel(folder)
        with ZipFile(wheel) as files:
            native = sum(
                file.file_size
                for file in files.infolist()
                if Path(file.filename).name.startswith("_native.")
                and not file.filename.endswith(".pyi")
            )
        return Measured(stages, wheel.stat().st_size, native)


def run(command: list[str], folder: Path = ROOT) -> None:
    """Run a command; print its output and stop if it fails."""
    environment = {**os.environ, "PIP_DISABLE_PIP_VERSION_CHECK": "1"}
    environment.pop("PYTHONPATH", None)
    done = subprocess.run(
        command,
        cwd=folder,
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    if done.returncode:
        sys.exit(f"{done.stdout}\nfailed: {' '.join(command)}")


def timed(command: list[str], folder: Path) -> Stage:
    started = time.time()
    wall, cpu = time.perf_counter(), children_cpu()
    run(command, folder)
    wall, cpu = time.perf_counter() - wall, children_cpu() - cpu
    objects = [path for path in (folder / "build").rglob("*.o") if path.stat().st_mtime >= started]
    return Stage(wall, cpu, len(objects))


def children_cpu() -> float:
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


def report(name: str, measured: Measured) -> None:
    print(f"\n{name}\n{'':16}{'wall s':>10}{'CPU s':>10}{'compiled':>10}")
    for stage, took in measured.stages.items():
        print(f"{stage:16}{took.wall:10.1f}{took.cpu:10.1f}{took.compiled:10}")
    print(f"wheel {measured.wheel / 1e6:.1f} MB, native module {measured.native / 1e6:.2f} MB")


def report_ratios(head: Measured, other: Measured) -> None:
    print(f"\nHEAD / other\n{'':16}{'wall':>10}{'CPU':>10}")
    for stage, took in head.stages.items():
        before = other.stages[stage]
        print(f"{stage:16}{took.wall / before.wall:10.2f}{took.cpu / before.cpu:10.2f}")
    print(f"wheel {head.wheel / other.wheel:.2f}", end="")
    print(f", native module {head.native / other.native:.2f}" if other.native else "")


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("revision", nargs="?", help="measure this revision too, and print ratios")
    parser.add_argument(
        "--no-build-isolation", action="store_true", help="install build requirements before"
    )
    args = parser.parse_args()
    load = os.getloadavg()[0]
    print(f"Python {sys.version.split()[0]}, {os.cpu_count()} cores, load before {load:.1f}")
    measured = {}
    for revision in [args.revision, "HEAD"] if args.revision else ["HEAD"]:
        with tempfile.TemporaryDirectory() as work:
            installation = Installation(revision, Path(work), not args.no_build_isolation)
            measured[revision] = installation.measure()
        report(revision, measured[revision])
    if args.revision and args.revision != "HEAD":
        report_ratios(measured["HEAD"], measured[args.revision])


if __name__ == "__main__":
    main()
