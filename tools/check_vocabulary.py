"""Warn about words of the old vocabulary in added lines.

    python tools/check_vocabulary.py             lines that are staged for a commit
    python tools/check_vocabulary.py --base REV  lines added since a revision

CONTRIBUTING.md has the style guide. The check reports and always succeeds, since a quotation or a
term of a paper may need one of the words.
"""

import argparse
import re
import subprocess
from collections.abc import Iterator
from typing import NamedTuple

SUFFIXES = (".py", ".pyi", ".md", ".cpp", ".hpp", ".toml")
# What not to write, and what to write instead.
WORDS = {
    r"doubts?|Doubts": "input checks",
    r"hearsay|Hearsay|heard": "task results, reported",
    r"beside|Beside": "next to, together with, counterpart",
    r"stretch(?:es)?|Stretch(?:es)?": "chunk, batch, span",
    r"kin|kinship|Kinship": "related words",
    r"told|said": "reported, determined",
    r"faces of": "adapters for",
    r"held against": "compared with, scored against",
    r"mend(?:ed|s|ing)?": "fix",
    r"of (?:ours|others|theirs)": "our own, external",
    r"by a hair": "slightly",
    r"(?:a|one) (?:row|line|file|column|word) a \w+": "one ... per ...",
    r"who (?:has|does|wants|asks|scores|reads)": "code that ..., users who ...",
    r"bearers|worths": "token shares, similarity weights",
    r"obedience|doorkeeper": "check, authentication",
}
# Variable names that do not say what the value is.
VAGUE = re.compile(r"\b(own|found|one|place|told)\b(?:, \w+)* = |\bfor (own|found|one|place)\b")
_WORDS = [(re.compile(rf"\b(?:{word})\b"), instead) for word, instead in WORDS.items()]


class Finding(NamedTuple):
    """One use of the old vocabulary."""

    path: str
    line: int
    text: str
    advice: str


def main() -> None:
    """Print findings and a summary."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--base", help="check lines added since this revision")
    args = parser.parse_args()
    choice = [args.base] if args.base else ["--cached"]
    diff = subprocess.run(
        ["git", "diff", "--unified=0", "--no-color", "--no-ext-diff", *choice],
        capture_output=True, text=True, encoding="utf-8", errors="replace", check=True,
    ).stdout  # fmt: skip
    findings = [finding for added in added_lines(diff) for finding in check(*added)]
    for finding in findings:
        print(f"{finding.path}:{finding.line}: {finding.text!r}: write {finding.advice}")
    if findings:
        print(f"{len(findings)} uses of the old vocabulary in new lines: see CONTRIBUTING.md")


def added_lines(diff: str) -> Iterator[tuple[str, int, str]]:
    """Yield path, line number and text of each line that a diff adds."""
    path, number = "", 0
    for line in diff.splitlines():
        if line.startswith("+++ "):
            path = line[6:] if line.startswith("+++ b/") else ""
        elif match := re.match(r"@@ -\S+ \+(\d+)", line):
            number = int(match[1])
        elif line.startswith("+") and path:
            yield path, number, line[1:]
            number += 1


def check(path: str, number: int, line: str) -> Iterator[Finding]:
    """Yield the findings of one line; the files that list the words are left out."""
    if not path.endswith(SUFFIXES) or path in ("tools/check_vocabulary.py", "CONTRIBUTING.md"):
        return
    for pattern, advice in _WORDS:
        for match in pattern.finditer(line):
            yield Finding(path, number, match[0], advice)
    if path.startswith("src/") and path.endswith(".py") and (vague := VAGUE.search(line)):
        yield Finding(path, number, vague[0].strip(), "the name of the thing")


if __name__ == "__main__":
    main()
