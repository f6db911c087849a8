"""Negation inside a word."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class NegatingPrefix:
    """A prefix that negates any verb or adjective, and is gone from the word's lemma.

    Where its first letters are those of the superlative too, a word is only negated if it begins
    with the superlative's last letter by itself: Czech ne-jdu, but nej-lepší.
    """

    prefix: str
    superlative: str = ""
    suppletive: frozenset[str] = frozenset()
    """Lemmas that do not begin with that letter although their forms do: být, jsem."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class NegatingAffixes:
    """Parts of words that negate the rest, the longer ones first: im-possible, hope-less."""

    prefixes: tuple[str, ...] = ()
    suffixes: tuple[str, ...] = ()
