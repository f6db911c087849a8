"""Connectives that are known without having been met: a list of our own.

Annotated text has the frequent ones; of the others it has some by chance. Each stands here with
the senses that it may have, the usual one first. Prepositions (`because of`) are left to the
annotated text: most of what they join are no clauses.
"""

from types import MappingProxyType

_DENIED, _DENIES = "Comparison.Concession.Arg1-as-denier", "Comparison.Concession.Arg2-as-denier"
_CONTRAST, _SIMILAR = "Comparison.Contrast", "Comparison.Similarity"
_REASON, _RESULT = "Contingency.Cause.Reason", "Contingency.Cause.Result"
_CONDITION = "Contingency.Condition.Arg2-as-cond"
_UNLESS = "Contingency.Negative-condition.Arg2-as-negcond"
_PURPOSE = "Contingency.Purpose.Arg2-as-goal"
_AND, _OR = "Expansion.Conjunction", "Expansion.Disjunction"
_SAME, _BUT_FOR = "Expansion.Equivalence", "Expansion.Exception.Arg2-as-except"
_EXAMPLE = "Expansion.Instantiation.Arg2-as-instance"
_DETAIL, _SUM = (
    "Expansion.Level-of-detail.Arg2-as-detail",
    "Expansion.Level-of-detail.Arg1-as-detail",
)
_MANNER = "Expansion.Manner.Arg2-as-manner"
_INSTEAD = "Expansion.Substitution.Arg2-as-subst"
_RATHER = "Expansion.Substitution.Arg1-as-subst"
_THEN, _AFTER = "Temporal.Asynchronous.Precedence", "Temporal.Asynchronous.Succession"
_WHILE = "Temporal.Synchronous"

_ADVERBS: dict[tuple[str, ...], str] = {
    (_DENIES,): "even so; however; nevertheless; nonetheless; still; yet; all the same; "
    "just the same; that said; having said that; be that as it may; in any case; at any rate; "
    "in spite of this; in spite of that; despite this; despite that; for all that; "
    "notwithstanding; regardless; after all; admittedly; then again",
    (_CONTRAST,): "by contrast; in contrast; by comparison; in comparison; conversely; "
    "on the contrary; on the other hand; on the one hand; contrariwise; by way of contrast",
    (_SIMILAR,): "similarly; likewise; in the same way; in a similar way; by the same token; "
    "in like manner; correspondingly; in similar fashion",
    (_RESULT,): "as a result; as a consequence; in consequence; consequently; therefore; thus; "
    "hence; accordingly; so; for this reason; for that reason; because of this; because of that; "
    "as such; ergo; thereby; that is why; this is why",
    (_UNLESS,): "otherwise; or else; failing that",
    (_CONDITION,): "in that case; if so; in that event",
    (_PURPOSE,): "to this end; to that end; for this purpose; for that purpose; "
    "with this in mind; with that in mind",
    (_AND,): "also; in addition; additionally; furthermore; moreover; besides; further; "
    "on top of that; on top of this; what is more; what 's more; as well; plus; not only that; "
    "in turn; by the way; incidentally; first of all; secondly; thirdly; lastly",
    (_OR,): "alternatively; as an alternative",
    (_SAME,): "in other words; that is; that is to say; put differently; put another way; "
    "to put it another way; to put it differently; put simply; i.e.",
    (_EXAMPLE,): "for example; for instance; as an example; by way of example; e.g.; "
    "to give an example; to name one; as an illustration",
    (_DETAIL,): "in particular; specifically; more specifically; more precisely; namely; "
    "to be precise; to be specific; particularly; indeed; in fact; as a matter of fact; "
    "in truth; in reality; above all; notably",
    (_SUM,): "in short; in sum; in summary; in brief; to sum up; to summarize; overall; "
    "in conclusion; to conclude; all in all; on the whole; in a nutshell; in general; briefly; "
    "altogether; in essence; all told",
    (_INSTEAD,): "instead; rather",
    (_THEN,): "then; afterwards; afterward; later; later on; subsequently; thereafter; "
    "thereupon; after that; after this; next; finally; eventually; ultimately; at last; "
    "in the end; before long; soon after; soon afterwards; shortly after; shortly afterwards; "
    "shortly thereafter; from then on; since then; ever since; a little later; some time later",
    (_AFTER,): "previously; earlier; before that; before this; beforehand; until then; "
    "by then; up to then; prior to that; prior to this; formerly",
    (_WHILE, _CONTRAST): "meanwhile; in the meantime; meantime; at the same time",
    (_WHILE,): "simultaneously; concurrently; in the meanwhile; all the while; at that time; "
    "at that moment; at that point; at this point",
}
_CONJUNCTIONS: dict[tuple[str, ...], str] = {
    (_DENIED,): "although; though; even though; even if; much as; notwithstanding that; "
    "albeit; no matter how; no matter what; despite the fact that; in spite of the fact that",
    (_DENIES, _CONTRAST): "but; yet",
    (_CONTRAST,): "whereas",
    (_CONTRAST, _WHILE): "while; whilst",
    (_SIMILAR,): "just as; as though; as if",
    (_REASON,): "because; given that; seeing that; seeing as; in that; inasmuch as; "
    "insofar as; on the grounds that; in view of the fact that; due to the fact that; now that; "
    "considering that",
    (_REASON, _AFTER): "since",
    (_RESULT, _PURPOSE): "so that; so",
    (_RESULT,): "with the result that; such that",
    (_PURPOSE,): "in order to; in order that; in order; so as to; lest; for fear that; "
    "in the hope that",
    (_CONDITION,): "if; provided; provided that; providing; providing that; as long as; "
    "so long as; on condition that; on the condition that; assuming; assuming that; in case; "
    "in the event that; only if; if and when; supposing; if .. then; if only",
    (_UNLESS,): "unless",
    (_AND,): "and; nor; not only .. but also; not only .. but; not just .. but; "
    "not just .. but also; both .. and; neither .. nor; not only .. also",
    (_OR,): "or; either .. or",
    (_BUT_FOR,): "except; except that; save that",
    (_MANNER,): "as though",
    (_INSTEAD,): "but rather; not .. but rather",
    (_WHILE,): "when; as; at the time when; just when; at the moment when; even as",
    (_WHILE, _CONDITION): "whenever; every time; each time",
    (_THEN,): "before; until; till; by the time; up until",
    (_AFTER,): "after; as soon as; once; immediately after; ever since; shortly after; "
    "right after; even after; only after; no sooner .. than",
}


def _table(*parts: dict[tuple[str, ...], str]) -> dict[str, tuple[str, ...]]:
    found: dict[str, tuple[str, ...]] = {}
    for rows in parts:
        for senses, strings in rows.items():
            for string in strings.split("; "):
                found.setdefault(string, senses)
    return found


# Of a string that is both (`so`) what it means as a conjunction.
LISTED = MappingProxyType(_table(_CONJUNCTIONS, _ADVERBS))
