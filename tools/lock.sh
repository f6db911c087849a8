#!/usr/bin/env bash
# Writes requirements-dev.lock: the versions of all that developing needs, as they are installed today
# from wherever your pip installs. No hosts, no paths: only names and versions.
#
#     tools/lock.sh
set -euo pipefail
cd "$(dirname "$0")/.."
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
python3 -m venv "$work/venv"
# The native core is no version of anything: not built here.
"$work/venv/bin/pip" install -q -C wheel.cmake=false -C wheel.py-api=py3 '.[test]' \
  scikit-build-core nanobind cmake ninja pre-commit
{
  echo "# Versions that developing is known to work with; made by tools/lock.sh, used as CONTRIBUTING.md says."
  "$work/venv/bin/python" -c 'import sys; print(f"# Python {sys.version_info[0]}.{sys.version_info[1]}")'
  "$work/venv/bin/pip" freeze --exclude tesla-metrics | grep -E '^[A-Za-z0-9._-]+==[A-Za-z0-9.+!]+$'
} >"$work/lock"
mv "$work/lock" requirements-dev.lock
