"""Relations that a connective says: connectives, senses and arguments against people's.

    python benchmarks/explicit.py [DATA_DIR] [--sets gdtb_test gdtb_test2 tedmdb_eng] [--genres]

conn.   connectives: precision, recall and F1 of exactly the same words
top     the sense's first part is right, of the connectives that people marked; `by word` says for
        each connective its most frequent sense in all of gdtb_train; `sense` is the whole sense
Arg1, Arg2  exact (marks at either end aside) and over tokens that both have: accuracy and F1 of
        people's connectives, and F1 where connectives are our own
A connective with several relations is right with any of them. Trees: gold are the data's own with
its tags and lemmas; own are those of our tagger and parser on the data's tokens.
"""

import argparse
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from implicit import DATA, SETS, analysed
from tesla_metrics.parsing.discourse.connective_context import ConnectiveContext
from tesla_metrics.parsing.discourse.explicit_relations import (
    find_annotated_connective,
    find_arguments,
    find_explicit,
    find_sense,
)
from tesla_metrics.parsing.discourse.relation import (
    EXPLICIT,
    DiscourseModel,
    Document,
    Relation,
    Spans,
    find_shipped_discourse_model,
)
from tesla_metrics.parsing.discourse.relation_records import AnnotatedDocument, read_records

HEAD = "docs,conn,P,R,F1,top,by word,sense,Arg1 =,Arg2 =,Arg1 ~,Arg2 ~,Arg1 = F1,Arg2 = F1"
TRAINING = "gdtb_train.jsonl.gz"


def marked(document: AnnotatedDocument) -> dict[Spans, list[Relation]]:
    """The relations of each connective that people marked."""
    found: dict[Spans, list[Relation]] = defaultdict(list)
    for relation in document.relations:
        if relation.explicit and relation.connective_tokens:
            found[relation.connective_tokens].append(relation)
    return found


def decided(document: Document, relations: Sequence[Relation], model: DiscourseModel) -> Relation:
    """What we say of a connective that people marked."""
    candidate = find_annotated_connective(document, relations[0])
    if candidate is None:  # in two sentences
        return Relation(EXPLICIT, "", "", (), ())
    context = ConnectiveContext(document, candidate)
    arguments = find_arguments(context, model)
    return Relation(EXPLICIT, find_sense(context, model), candidate.text, *arguments)


def tokens(document: Document, spans: Spans) -> set[int]:
    """Without the marks at either end."""
    found = sorted(token for first, last in spans for token in range(first, last + 1))
    words = [token.form for sentence in document.sentences for token in sentence.tokens]
    while found and not any(map(str.isalnum, words[found[0]])):
        del found[0]
    while found and not any(map(str.isalnum, words[found[-1]])):
        del found[-1]
    return set(found)


def count(one: AnnotatedDocument, model: DiscourseModel, by_word: dict[str, str]) -> Counter[str]:
    """All that the figures are made of."""
    document, people = one.document, marked(one)
    ours = {relation.connective_tokens: relation for relation in find_explicit(document, model)}
    counts = Counter(docs=1, marked=len(people), found=len(ours))
    counts["right"] = len(people.keys() & ours.keys())
    for connective, relations in people.items():
        own = decided(document, relations, model)
        tops = {relation.top for relation in relations}
        counts["top"] += own.top in tops
        counts["by word"] += by_word.get(own.connective, "Expansion") in tops
        counts["sense"] += own.sense in {relation.sense for relation in relations}
        for name in ("arg1", "arg2"):
            wanted = [tokens(document, getattr(relation, name)) for relation in relations]
            found = tokens(document, getattr(own, name))
            nearest = max(wanted, key=lambda other: len(other & found))
            counts[f"{name} exact"] += found in wanted
            counts[f"{name} shared"] += len(nearest & found)
            counts[f"{name} both"] += len(nearest) + len(found)
            if connective in ours:
                counts[f"{name} found"] += (
                    tokens(document, getattr(ours[connective], name)) in wanted
                )
    return counts


def line(name: str, counts: Counter[str]) -> str:
    """A row of the table, in per cent."""
    people, ours = counts["marked"], counts["found"]
    shares = [counts["right"] / max(1, ours), counts["right"] / max(1, people)]
    shares.append(2 * counts["right"] / max(1, people + ours))
    shares += (
        counts[key] / max(1, people)
        for key in ("top", "by word", "sense", "arg1 exact", "arg2 exact")
    )
    shares += (
        2 * counts[f"{key} shared"] / max(1, counts[f"{key} both"]) for key in ("arg1", "arg2")
    )
    shares += (2 * counts[f"{key} found"] / max(1, people + ours) for key in ("arg1", "arg2"))
    return row(name, [str(counts["docs"]), str(people), *(f"{100 * one:.1f}" for one in shares)])


def row(name: str, cells: Iterable[str]) -> str:
    """One line of Markdown."""
    return f"| {name} | {' | '.join(cells)} |"


def most_frequent(data: Path) -> dict[str, str]:
    """The top sense that each connective mostly has in gdtb_train, all genres."""
    counts: dict[str, Counter[str]] = defaultdict(Counter)
    for one in read_records(str(data / TRAINING)):
        for relations in marked(one).values():
            candidate = find_annotated_connective(one.document, relations[0])
            if candidate is not None:
                counts[candidate.text].update(relation.top for relation in relations)
    return {text: senses.most_common(1)[0][0] for text, senses in counts.items()}


def kinds(gold: list[AnnotatedDocument]) -> Iterator[tuple[str, list[AnnotatedDocument]]]:
    """The documents with gold trees, where there are any, and with our own."""
    if gold[0].document.trees:
        yield "gold", gold
    yield "own", list(analysed(gold))


def main() -> None:
    """The command."""
    parser = argparse.ArgumentParser(description="relations that a connective says")
    parser.add_argument("data", nargs="?", type=Path, default=DATA)
    parser.add_argument("--sets", nargs="+", default=SETS)
    parser.add_argument("--model", type=Path, default=find_shipped_discourse_model("en"))
    parser.add_argument("--genres", action="store_true", help="a line a genre, too")
    arguments = parser.parse_args()
    model = DiscourseModel.load(arguments.model)
    by_word = most_frequent(arguments.data)
    names = HEAD.split(",")
    print(row("set, trees", names), "| --- |" + " ---: |" * len(names), sep="\n")
    for name in arguments.sets:
        gold = list(read_records(str(arguments.data / f"{name}.jsonl.gz")))
        for kind, documents in kinds(gold):
            by_genre: dict[str, Counter[str]] = defaultdict(Counter)
            for one in documents:
                by_genre[one.genre].update(count(one, model, by_word))
            print(line(f"{name}, {kind}", sum(by_genre.values(), Counter())), flush=True)
            for genre in sorted(by_genre) if arguments.genres else ():
                print(line(genre, by_genre[genre]), flush=True)


if __name__ == "__main__":
    main()
