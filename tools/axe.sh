#!/usr/bin/env bash
# Fetch axe-core, which looks for faults of accessibility, by npm into
# ${TESLA_TOOLS:-~/.cache/tesla-metrics}/axe. Browser tests use it where it is.
#   tools/axe.sh
set -euo pipefail

version=4.14.0
place=${TESLA_TOOLS:-$HOME/.cache/tesla-metrics}/axe
if [ -f "$place/axe-$version.min.js" ]; then
  exit 0
fi
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
(cd "$work" && npm pack --silent "axe-core@$version" >/dev/null && tar -xzf axe-core-*.tgz)
mkdir -p "$place"
mv "$work/package/axe.min.js" "$place/axe-$version.min.js"
