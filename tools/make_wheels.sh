#!/usr/bin/env bash
# Makes an sdist and wheels with the native core, and tests every wheel where there is no compiler.
#
#     tools/make_wheels.sh [-o FOLDER] [PYTHON ...]
#
# FOLDER is where they are written (default: dist). PYTHON are interpreters (default: python3). Each
# interpreter older than 3.12 has a wheel of its own; one wheel serves 3.12 and later (abi3): the first
# such interpreter builds it, and all of them test it. Wheels are built from the sdist, so that a file
# that is missing there is noticed. On Linux auditwheel gives them the oldest manylinux tag that the
# compiler and the C library of this machine allow.
set -euo pipefail
root=$(cd "$(dirname "$0")/.." && pwd)
out=$root/dist
while getopts o: option; do
  case $option in
  o) out=$OPTARG ;;
  *) echo "usage: $0 [-o FOLDER] [PYTHON ...]" >&2 && exit 2 ;;
  esac
done
shift $((OPTIND - 1))
[ $# -gt 0 ] || set -- python3
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
export PIP_DISABLE_PIP_VERSION_CHECK=1 PYTHONDONTWRITEBYTECODE=1 TESLA_REQUIRE_NATIVE=1
unset PYTHONPATH PYTHONHOME TESLA_PURE

# Run a command and print its output only if it fails.
quietly() {
  if ! "$@" >"$work/log" 2>&1; then
    cat "$work/log" >&2
    echo "failed: $*" >&2
    exit 1
  fi
}

# Build the wheel of an interpreter in a folder.
build_wheel() {
  quietly "$1" -m venv "$work/build-$3"
  quietly "$work/build-$3/bin/python" -m pip wheel --no-deps -w "$2" "$work"/source/tesla_metrics-*
}

# Give a wheel the oldest tag that it fits, in another folder.
repair_wheel() {
  if [ "$(uname -s)" != Linux ]; then
    echo "no auditwheel on this system: $(basename "$1") is not repaired"
    cp "$1" "$2"
    return
  fi
  # auditwheel looks for patchelf on PATH.
  quietly env PATH="$tools/bin:$PATH" "$tools/bin/auditwheel" repair --plat auto -w "$2" "$1"
}

# Install a wheel with its dependencies and score the examples; nothing but Python is on PATH.
test_wheel() {
  local venv=$work/test-$3 version
  quietly "$1" -m venv "$venv"
  without_compiler() {
    (cd "$work" && quietly env -u CC -u CXX PATH="$venv/bin" "$@")
  }
  without_compiler "$venv/bin/python" -m pip install --only-binary :all: "$2"
  without_compiler "$venv/bin/tesla" --version
  version=$(cat "$work/log")
  case $version in
  *"native core"*) ;;
  *) echo "no native core in $(basename "$2"): $version" >&2 && exit 1 ;;
  esac
  without_compiler "$venv/bin/tesla" score "$root/examples/careful.txt" -r "$root/examples/ref.txt" \
    -l en -m tesla-x bleu chrf
  grep -Eq '^careful.txt( +[0-9.]+){3}$' "$work/log" || {
    cat "$work/log" >&2 && echo "not three scores" >&2 && exit 1
  }
  echo "tested with Python $3: $version"
}

interpreters=() versions=()
for name in "$@"; do
  # The interpreter itself, not a shim that depends on PATH.
  interpreter=$("$name" -c 'import sys; print(sys.executable)')
  version=$("$name" -c 'import sys; print(*sys.version_info[:2], sep=".")')
  "$name" -c 'import sys; sys.exit(sys.version_info < (3, 11))' ||
    { echo "Python 3.11 or later is required: $name is $version" >&2 && exit 1; }
  interpreters+=("$interpreter") versions+=("$version")
done

mkdir -p "$out"
echo "making the sdist"
tools=$work/tools
quietly "${interpreters[0]}" -m venv "$tools"
packages=(build)
[ "$(uname -s)" != Linux ] || packages+=(auditwheel patchelf)
quietly "$tools/bin/python" -m pip install "${packages[@]}"
quietly "$tools/bin/python" -m build --sdist --outdir "$work/sdist" "$root"
mkdir "$work/source"
tar -xzf "$work"/sdist/*.tar.gz -C "$work/source"

for index in "${!interpreters[@]}"; do
  version=${versions[$index]}
  kind=$version
  [ "$version" = 3.11 ] || kind=abi3
  if [ ! -d "$work/wheel-$kind" ]; then
    echo "building the wheel of Python $version"
    build_wheel "${interpreters[$index]}" "$work/raw-$kind" "$version"
    mkdir "$work/wheel-$kind"
    repair_wheel "$work/raw-$kind"/*.whl "$work/wheel-$kind"
  fi
  test_wheel "${interpreters[$index]}" "$work/wheel-$kind"/*.whl "$version"
done
for file in "$work"/sdist/*.tar.gz "$work"/wheel-*/*.whl; do
  echo "made $(basename "$file") ($(($(wc -c <"$file") / 1000)) kB)"
  mv "$file" "$out/"
done
