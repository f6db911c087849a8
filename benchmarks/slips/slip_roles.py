"""Slips in which a file or language has the wrong part, also in other commands."""

from pathlib import Path

from slip_corpus import Corpus, change_share, options, read_corpus, score, slip, write

# Language that a multilingual model produces instead of the one asked for.
OFF_TARGET = {"en": "fr", "de": "fr", "fr": "de", "ru": "de", "zh": "fr"}


def clean_with_source(corpus: Corpus, folder: Path) -> list[str]:
    """Clean files with tesla score -s."""
    return [*score(corpus, folder), "-s", write(folder, "source.txt", corpus.sources)]


def write_table(corpus: Corpus, folder: Path) -> str:
    columns = zip(corpus.sources, corpus.references, corpus.outputs, strict=True)
    rows = ("\t".join([str(i), *texts]) for i, texts in enumerate(columns))
    return write(folder, "all.tsv", ["id\tsource\treference\toutput", *rows])


def clean_table(corpus: Corpus, folder: Path) -> list[str]:
    """A clean table with tesla score --columns."""
    table = write_table(corpus, folder)
    return ["score", table, "--columns", "hyp=4,ref=3", "--header", *options(corpus.language)]


def clean_compare(corpus: Corpus, folder: Path) -> list[str]:
    """Two systems with tesla compare; the second leaves out a word of every other sentence."""
    shortened = [corpus.join(corpus.words(text)[1:]) for text in corpus.outputs]
    others = [
        short if i % 2 else text
        for i, (text, short) in enumerate(zip(corpus.outputs, shortened, strict=True))
    ]
    systems = [write(folder, "output.txt", corpus.outputs), write(folder, "other.txt", others)]
    reference = write(folder, "reference.txt", corpus.references)
    return ["compare", *systems, "-r", reference, *options(corpus.language)]


def clean_mbr(corpus: Corpus, folder: Path) -> list[str]:
    """An n-best list of two candidates per source with tesla mbr."""
    lines = [
        f"{i} ||| {candidate} ||| ||| {value}"
        for i, pair in enumerate(zip(corpus.outputs, corpus.references, strict=True))
        for candidate, value in zip(pair, ("-1.5", "-2.5"), strict=True)
    ]
    return ["mbr", write(folder, "output.nbest", lines), *options(corpus.language)]


def build_table(corpus: Corpus, folder: Path, targets: list[str], pivots: list[str]) -> list[str]:
    lines = ("\t".join(pair) for pair in zip(targets, pivots, strict=True))
    bitext = write(folder, "bitext.tsv", lines)
    languages = ["--target", corpus.language, "--pivot", corpus.source_language]
    return ["build", "phrase-table", bitext, *languages, "-o", "pairs.table", "-j", "1"]


def clean_phrase_table(corpus: Corpus, folder: Path) -> list[str]:
    """A clean bitext with tesla build phrase-table."""
    return build_table(corpus, folder, corpus.references, corpus.sources)


@slip()
def source_as_output(corpus: Corpus, folder: Path) -> list[str]:
    """The source file was given as the output of the system."""
    source = write(folder, "source.txt", corpus.sources)
    reference = write(folder, "reference.txt", corpus.references)
    return ["score", source, "-r", reference, *options(corpus.language)]


@slip()
def untranslated_part(corpus: Corpus, folder: Path) -> list[str]:
    """30 % of the outputs are copies of the source."""
    outputs = change_share(
        corpus, corpus.outputs, 0.3, "untranslated", lambda position, text: corpus.sources[position]
    )
    return score(corpus, folder, outputs)


@slip(control=clean_with_source)
def source_as_reference(corpus: Corpus, folder: Path) -> list[str]:
    """The files after -r and -s were swapped."""
    output = write(folder, "output.txt", corpus.outputs)
    source = write(folder, "source.txt", corpus.sources)
    reference = write(folder, "reference.txt", corpus.references)
    return ["score", output, "-r", source, "-s", reference, *options(corpus.language)]


@slip()
def reference_as_output(corpus: Corpus, folder: Path) -> list[str]:
    """A copy of the reference was given as the output of the system."""
    return score(corpus, folder, corpus.references)


@slip()
def roles_swapped(corpus: Corpus, folder: Path) -> list[str]:
    """The output was given after -r, and the reference as the output."""
    reference = write(folder, "reference.txt", corpus.references)
    output = write(folder, "output.txt", corpus.outputs)
    return ["score", reference, "-r", output, *options(corpus.language)]


@slip()
def wrong_language_option(corpus: Corpus, folder: Path) -> list[str]:
    """The option -l names the source language instead of the target language."""
    return score(corpus, folder, language=corpus.source_language)


@slip()
def off_target_part(corpus: Corpus, folder: Path) -> list[str]:
    """25 % of the outputs are in a language that was not asked for."""
    others = read_corpus(OFF_TARGET[corpus.language]).outputs
    outputs = change_share(
        corpus, corpus.outputs, 0.25, "off target", lambda position, text: others[position]
    )
    return score(corpus, folder, outputs)


@slip()
def untranslated_references(corpus: Corpus, folder: Path) -> list[str]:
    """20 % of the references have not been translated yet and are copies of the source."""
    references = change_share(
        corpus, corpus.references, 0.2, "gaps", lambda position, text: corpus.sources[position]
    )
    return score(corpus, folder, references=references)


@slip()
def output_among_references(corpus: Corpus, folder: Path) -> list[str]:
    """A pattern such as *.txt after -r also matched the output itself."""
    output = write(folder, "output.txt", corpus.outputs)
    reference = write(folder, "reference.txt", corpus.references)
    return ["score", output, "-r", output, reference, *options(corpus.language)]


@slip(control=clean_table)
def wrong_column(corpus: Corpus, folder: Path) -> list[str]:
    """The columns of a table were counted from 0, so reference and source are compared."""
    table = write_table(corpus, folder)
    return ["score", table, "--columns", "hyp=3,ref=2", "--header", *options(corpus.language)]


@slip(control=clean_mbr)
def mbr_plain_lines(corpus: Corpus, folder: Path) -> list[str]:
    """tesla mbr was given the translations of all sources, one per line, and not candidates."""
    return ["mbr", write(folder, "output.txt", corpus.outputs), *options(corpus.language)]


@slip(control=clean_phrase_table)
def phrase_table_swapped(corpus: Corpus, folder: Path) -> list[str]:
    """The two columns of the bitext for tesla build phrase-table were swapped."""
    return build_table(corpus, folder, corpus.sources, corpus.references)


@slip(control=clean_compare)
def compare_with_reference(corpus: Corpus, folder: Path) -> list[str]:
    """A pattern such as *.txt for the systems of tesla compare also matched the reference."""
    arguments = clean_compare(corpus, folder)
    return [*arguments[:3], "reference.txt", *arguments[3:]]
