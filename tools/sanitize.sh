#!/usr/bin/env bash
# Builds the native core with AddressSanitizer and UBSan in a temporary folder and runs there what
# uses it: the tests of the core and of the packages that call it, and two minutes of the fuzzer; or
# the tests that are given.
#
#     tools/sanitize.sh [PYTEST ARGUMENTS ...]
#
# PYTHON names the interpreter with all of the test dependencies and nanobind (default: python3).
# What is found is printed, and the exit code is not zero.
set -euo pipefail
root=$(cd "$(dirname "$0")/.." && pwd)
python=$(command -v "${PYTHON:-python3}")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

echo "building in $work"
if ! { cmake -S "$root" -B "$work/build" -DPython_EXECUTABLE="$python" \
  -DCMAKE_BUILD_TYPE=RelWithDebInfo -DTESLA_SANITIZE=ON && cmake --build "$work/build" --parallel 2; } \
  >"$work/build.log" 2>&1; then
  cat "$work/build.log"
  exit 1
fi
# A copy of the package: a plain build beside the sources must not be loaded instead.
mkdir "$work/package"
cp -r "$root/src/tesla_metrics" "$work/package/"
rm -f "$work"/package/tesla_metrics/_native*.so
cp "$work"/build/src/native/_native*.so "$work/package/tesla_metrics/"

export PYTHONPATH="$work/package"
export LD_PRELOAD
LD_PRELOAD="$("${CXX:-g++}" -print-file-name=libasan.so) $("${CXX:-g++}" -print-file-name=libstdc++.so)"
# Leaks are not looked for: the interpreter itself does not free everything at exit.
export ASAN_OPTIONS="detect_leaks=0:detect_stack_use_after_return=1"
export UBSAN_OPTIONS="halt_on_error=1:print_stacktrace=1"
# Python's own allocator would hide from ASan that a string was freed.
export PYTHONMALLOC=malloc

loaded=$("$python" -c 'from tesla_metrics import _native; print(_native.__file__)')
case $loaded in
"$work"/*) ;;
*) echo "not the build under test: $loaded" && exit 1 ;;
esac

cd "$root"
whole=0
[ $# -gt 0 ] || whole=1
[ $whole = 0 ] || set -- tests/core tests/explanation tests/files/inputs tests/metrics \
  tests/evaluation/training tests/golden tests/challenge tests/resources/pivot tests/app/integrations
status=0
# Reports are written past Python: with pytest's usual capture they would be lost in a crash.
"$python" -m pytest -q -p no:cacheprovider --capture=sys "$@" 2>&1 | tee "$work/output" || status=$?
# Sanitized code is slow and maps more memory than there is: other limits than usual.
[ $whole = 0 ] || "$python" tools/fuzz.py --seed 15 --minutes 2 --limit 60 --memory 0 2>&1 |
  tee -a "$work/output" || status=$?

# Frames inside the interpreter tell nothing.
grep -E -A 40 'runtime error:|ERROR: AddressSanitizer' "$work/output" |
  grep -E 'runtime error:|ERROR: AddressSanitizer|src/native' >"$work/findings" || true
found=$(grep -c -E 'runtime error:|ERROR: AddressSanitizer' "$work/findings" || true)
[ "$found" = 0 ] || { echo "---- findings" && cat "$work/findings"; }
echo "$found findings; the last that failed ended with $status"
[ "$found" = 0 ] && [ "$status" = 0 ]
