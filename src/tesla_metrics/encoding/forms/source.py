"""What an index of forms was made from: one made from anything else is not used."""

import json
from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from hashlib import sha256
from typing import TYPE_CHECKING, Any

from ...analysis.analyzer import WordByWord
from ...analysis.synonyms.table import SynonymTable
from ..facts import RULES, fact_names

if TYPE_CHECKING:
    from ..analysis import Analysis


def source_of(analysis: "Analysis", analyzer: WordByWord) -> dict[str, Any]:
    """All that decides what is known of a word, by name, by number or by hash."""
    synonyms = analysis.synonyms
    return {
        "rules": RULES,
        "analyzer": analyzer.name,
        "synonyms": synonyms.name,
        # The name of a table that ships has no hash.
        "table": synonyms.digest if isinstance(synonyms, SynonymTable) else "",
        "language": language_digest(analysis.choices.language),
        "facts": fact_names(analysis.choices.punctuation),
    }


def language_digest(language: object) -> str:
    """SHA-256 of the facts of a language."""
    return sha256(json.dumps(_plain(language), sort_keys=True).encode()).hexdigest()


def _plain(value: Any) -> Any:
    """The same for equal facts, whatever order sets and mappings have them in."""
    if is_dataclass(value):
        return {field.name: _plain(getattr(value, field.name)) for field in fields(value)}
    if isinstance(value, Mapping):
        return sorted([str(key), _plain(value[key])] for key in value)
    if isinstance(value, frozenset):
        return sorted(map(str, value))
    return [_plain(item) for item in value] if isinstance(value, tuple) else value
