#!/usr/bin/env bash
# Builds the C++ core without Python in a temporary folder and runs its own tests (tests/native).
#
#     tools/native_tests.sh [--sanitize] [DOCTEST OPTIONS ...]
#
# --sanitize: with AddressSanitizer, leaks included, and UBSan; whatever they find ends the run.
# Options of doctest, for instance -tc='*worked*', choose among the tests.
set -euo pipefail
root=$(cd "$(dirname "$0")/.." && pwd)
sanitize=OFF
if [ "${1:-}" = --sanitize ]; then
  sanitize=ON
  shift
fi

if ! echo '#include <doctest/doctest.h>' | "${CXX:-c++}" -x c++ -fsyntax-only - 2>/dev/null; then
  echo "doctest is missing: apt-get install doctest-dev" >&2
  exit 1
fi
command -v cmake >/dev/null || { echo "cmake is missing: apt-get install cmake" >&2 && exit 1; }
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

if ! { cmake -S "$root/tests/native" -B "$work" -DTESLA_SANITIZE=$sanitize &&
  cmake --build "$work" --parallel "$(getconf _NPROCESSORS_ONLN)"; } >"$work/build.log" 2>&1; then
  cat "$work/build.log"
  exit 1
fi
# A stack trace for what UBSan finds; ASan gives one by itself.
UBSAN_OPTIONS="print_stacktrace=1" "$work/native_tests" "$@"
