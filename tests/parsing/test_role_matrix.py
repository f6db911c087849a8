"""The role matrix of relations between hand-made sentences."""

from tesla_metrics.files.sentence import Sentence, Token
from tesla_metrics.parsing.coherence import RoleMatrix, build_role_matrix
from tesla_metrics.parsing.discourse.relation import Document, Relation


def sentence(tagged: str) -> Sentence:
    """Words with Penn tags, `mill/NN`."""
    pairs = [word.rsplit("/", 1) for word in tagged.split()]
    tokens = tuple(Token(form, form, "X", tag) for form, tag in pairs)
    return Sentence(" ".join(form for form, _ in pairs), tokens)


def document(*sentences: str) -> Document:
    return Document(tuple(map(sentence, sentences)), ())


MILLS = document(
    "The/DT mill/NN stopped/VBD ./.",
    "But/CC it/PRP stopped/VBD after/IN mills/NNS closed/VBD ./.",
)
BUT = Relation(
    "Explicit", "Comparison.Contrast", "but", ((0, 2),), ((5, 9),), connective_tokens=((4, 4),)
)
AFTER = Relation("Explicit", "Temporal", "after", ((5, 6),), ((8, 9),))


def test_columns_are_the_stems_of_open_class_terms_as_they_are_met() -> None:
    assert build_role_matrix(MILLS, []).terms == ("mill", "stop", "close")


def test_a_term_has_the_roles_of_all_its_places_in_a_sentence() -> None:
    matrix = build_role_matrix(MILLS, [BUT, AFTER])
    assert matrix.get_cell(0, 0) == ("Comp.Arg1", "E.Comp.Arg1")
    assert matrix.get_cell(1, 0) == ("Comp.Arg2", "E.Comp.Arg2", "E.Temp.Arg2", "Temp.Arg2")
    assert matrix.get_cell(1, 1) == ("Comp.Arg2", "E.Comp.Arg2", "E.Temp.Arg1", "Temp.Arg1")


def test_a_term_is_nil_where_it_is_not_and_where_it_plays_no_role() -> None:
    matrix = build_role_matrix(MILLS, [AFTER])
    assert matrix.get_cell(0, 0) == ()
    assert matrix.get_cell(0, 2) == ()
    assert matrix.columns[1] == ((1, ("E.Temp.Arg1", "Temp.Arg1")),)


def test_whatever_has_no_connective_is_not_explicit() -> None:
    for kind in ("Implicit", "AltLex"):
        relation = Relation(kind, "Contingency.Cause", "", ((0, 2),), ((5, 9),))
        assert build_role_matrix(MILLS, [relation]).get_cell(0, 0) == ("Cont.Arg1", "N.Cont.Arg1")
    for kind in ("EntRel", "NoRel"):
        relation = Relation(kind, kind, "", ((0, 2),), ((5, 9),))
        assert set(build_role_matrix(MILLS, [relation]).get_cell(0, 0)) == {
            f"{kind}.Arg1",
            f"N.{kind}.Arg1",
        }


def test_a_relation_that_is_none_of_these_is_left_out() -> None:
    question = Relation("Hypophora", "Hypophora", "", ((0, 2),), ((5, 9),))
    assert build_role_matrix(MILLS, [question]) == build_role_matrix(MILLS, [])


def test_an_argument_in_pieces_leaves_out_what_lies_between() -> None:
    pieces = Relation("Implicit", "Expansion", "", ((1, 1),), ((6, 6), (9, 9)))
    matrix = build_role_matrix(MILLS, [pieces])
    assert matrix.get_cell(1, 0) == ()
    assert matrix.get_cell(1, 1) == matrix.get_cell(1, 2) == ("Exp.Arg2", "N.Exp.Arg2")


def test_a_document_without_sentences_has_no_terms() -> None:
    assert build_role_matrix(Document((), ()), []) == RoleMatrix((), 0, ())
