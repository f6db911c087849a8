#!/usr/bin/env bash
# Is all C++ as .clang-format says? Other versions of clang-format see some lines otherwise, so only the
# one that .clang-format names is asked; without it nothing is checked, and a line says so.
set -euo pipefail
cd "$(dirname "$0")/.."
wanted=$(sed -n 's/^# clang-format \([0-9]*\).*/\1/p' .clang-format)
for tool in "clang-format-$wanted" clang-format; do
  if command -v "$tool" >/dev/null && "$tool" --version | grep -q "version $wanted\."; then
    git ls-files 'src/native/*.[ch]pp' 'tests/native/*.[ch]pp' | xargs "$tool" --dry-run -Werror
    exit
  fi
done
echo "clang-format $wanted is not here: C++ not checked"
