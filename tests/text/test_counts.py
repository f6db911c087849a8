"""Counting words, and the file of counts."""

from pathlib import Path

import pytest

from tesla_metrics.errors import InputError, ResourceError, UsageError
from tesla_metrics.files.resource import Resource, write_resource
from tesla_metrics.text.compounds import count_words, load_counts


def test_words_are_runs_of_letters_lower_cased(tmp_path: Path) -> None:
    resource = count_words(["Das Haus, das 2. haus_boot", "DAS Größe-Haus x7y"], "de", 1, ["a.txt"])
    path = tmp_path / "a.counts"
    write_resource(path, resource)
    assert load_counts(path) == {"das": 3, "haus": 3, "boot": 1, "größe": 1, "x": 1, "y": 1}
    assert resource.settings == {"language": "de", "sources": ["a.txt"], "tokens": 10}


def test_separate_accents_do_not_cut_words(tmp_path: Path) -> None:
    path = tmp_path / "a.counts"
    write_resource(path, count_words(["Ko\u0308nig könig"], "de", 1))
    assert load_counts(path) == {"könig": 2}


def test_rare_words_are_left_out_but_counted_as_tokens(tmp_path: Path) -> None:
    resource = count_words(["a a b"], "de", 2)
    path = tmp_path / "a.counts"
    write_resource(path, resource)
    assert load_counts(path) == {"a": 2}
    assert resource.settings["tokens"] == 3


def test_the_same_text_gives_the_same_bytes() -> None:
    assert count_words(["b a", "a"], "de", 1).body == count_words(["a", "a b"], "de", 1).body


def test_nothing_to_count_is_an_error() -> None:
    with pytest.raises(InputError, match="no word occurs 2 times"):
        count_words(["a b", "1 2"], "de", 2)
    with pytest.raises(UsageError, match="minimum count is 0"):
        count_words(["a"], "de", 0)


def test_other_and_damaged_files_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "a.counts"
    write_resource(path, Resource("synonyms", 1, {}, b""))
    with pytest.raises(ResourceError, match="contains a synonyms"):
        load_counts(path)
    facts = {"language": "de", "tokens": 3}
    for body in (
        b"", b"no tab here\n", b"2\ta", b"0\ta\n", b"-2\ta\n", b"2\t\n", b"2\ta  b\n", b"2\t\xff\n",
        b"2\ta b a\n", b"3\ta\n2\ta\n", b"9" * 19 + b"\ta\n", b"2\ta\x85b\n", b"2\ta\0\n",
        b"1.5\ta\n",
    ):  # fmt: skip
        write_resource(path, Resource("counts", 1, facts, body))
        with pytest.raises(ResourceError, match="its body"):
            load_counts(path)
    write_resource(path, count_words(["a"], "de", 1))
    path.write_bytes(path.read_bytes()[:-1])
    with pytest.raises(ResourceError, match="damaged"):
        load_counts(path)
