"""The table of frequent words for language identification.

The table has levels: log10 of the frequency of a word per 10**9 words, minus a constant, in steps
of 1 / `STEPS_PER_UNIT`. The body of its file has the words of each script, one script per line;
then a zero byte; then the levels of each script, one row per language.
tools/make_language_profiles.py makes it.
"""

import re
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import NamedTuple
from unicodedata import normalize

import numpy as np

from ...arrays import Array
from ...files.resource import DATA_FOLDER, Resource, malformed_error, read_resource
from ...files.schema import (
    LANGUAGE,
    SchemaError,
    anything,
    decode_utf8,
    list_of,
    mapping_of,
    record,
    require,
)
from .scripts import get_letter_pattern

KIND = "profiles"
VERSION = 1
STEPS_PER_UNIT = 4
# Scripts of several languages, which are distinguished by their frequent words.
PROFILE_SCRIPTS = ("Latin", "Cyrillic", "Arabic", "Devanagari")
CASED_SCRIPTS = ("Latin", "Cyrillic")

TABLE_PATH = DATA_FOLDER / "languages.profiles"
_SETTINGS_SCHEMA = record({"languages": mapping_of(list_of(LANGUAGE))}, other_fields=anything())


class Profiles(NamedTuple):
    """The frequent words of the languages of one script."""

    languages: list[str]
    words: list[str]
    levels: Array  # of shape (n_languages, n_words)


def extract_words(text: str, script: str, other_pattern: str = "") -> list[str]:
    """Return the sequences of letters of a script, and matches of another pattern.

    Spellings that wordfreq does not distinguish are unified.
    """
    text = normalize("NFC", text).replace("ß", "ss").replace("ș", "ş").replace("ț", "ţ")
    return _get_word_pattern(script, other_pattern).findall(text)


@cache
def _get_word_pattern(script: str, other_pattern: str) -> re.Pattern[str]:
    if script in CASED_SCRIPTS:
        return re.compile(rf"[^\W\d_]+{other_pattern}")
    return re.compile(f"{get_letter_pattern((script,)).pattern}+{other_pattern}")


def build_profile_resource(profiles: Mapping[str, Profiles], sources: Sequence[str]) -> Resource:
    """Return the resource with the profiles of each script."""
    languages = {script: profiles[script].languages for script in PROFILE_SCRIPTS}
    settings = {"languages": languages, "sources": list(sources)}
    words = "\n".join(" ".join(profiles[script].words) for script in PROFILE_SCRIPTS)
    levels = b"".join(profiles[script].levels.tobytes() for script in PROFILE_SCRIPTS)
    return Resource(KIND, VERSION, settings, words.encode() + b"\0" + levels)


@cache
def load_profiles(path: Path = TABLE_PATH) -> dict[str, Profiles]:
    """Read the profiles of each script."""
    resource = read_resource(path, KIND, VERSION, _SETTINGS_SCHEMA)
    try:
        return _parse_profiles(resource)
    except SchemaError as error:
        raise malformed_error(path, error, KIND) from error


def _parse_profiles(resource: Resource) -> dict[str, Profiles]:
    start = resource.body.find(b"\0") + 1
    lines = decode_utf8(resource.body[: max(start - 1, 0)]).split("\n")
    languages: dict[str, list[str]] = resource.settings["languages"]
    require(set(languages) == set(PROFILE_SCRIPTS), "its scripts are not the expected ones")
    require(len(lines) == len(languages), "its body has another number of scripts")
    profiles = {}
    for script, line in zip(PROFILE_SCRIPTS, lines, strict=True):
        words = line.split(" ")
        shape = len(languages[script]), len(words)
        require(start + shape[0] * shape[1] <= len(resource.body), "it has too few levels")
        levels = np.frombuffer(resource.body, np.uint8, shape[0] * shape[1], start)
        profiles[script] = Profiles(languages[script], words, levels.reshape(shape))
        start += levels.size
    require(start == len(resource.body), "it has too many levels")
    return profiles


@cache
def get_rows(script: str) -> dict[str, int]:
    """Return the row of each word in the profiles of a script; -2 for line ends."""
    words = load_profiles()[script].words
    rows = dict(zip(words, range(len(words)), strict=True))
    rows["\n"] = -2
    return rows
