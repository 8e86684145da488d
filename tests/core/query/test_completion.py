"""Completion of an expression at the cursor."""

from __future__ import annotations

import hypothesis.strategies as st
import pandas as pd
import pytest
from core.query.query_model import hostile, text_of, trees
from hypothesis import assume, given

import inspector
from inspector.core.data.sorted_texts import SortedTexts
from inspector.core.evaluation.evaluation import Evaluation
from inspector.core.query import QueryError, parse, quote
from inspector.core.query.candidates import field_names, values
from inspector.core.query.completion import completions

FIELDS = ["truth", "pred", "score", "rank", "id", "truths", "a column", "edited"]
LABELS = ["w_f1", "w_f2", "new_whale", "two words", "W_F9"]


def labels(field: str, typed: str) -> list[str]:
    return [label for label in LABELS if label.casefold().startswith(typed.casefold())] if field != "id" else []


def offered(text: str) -> list[str]:
    """What is offered where `|` stands, or else at the end."""
    cursor = text.find("¦")
    at, text = (len(text), text) if cursor < 0 else (cursor, text.replace("¦", ""))
    return [*completions(text, at, FIELDS, labels).texts]


def ways(text: str, cursor: int, fields=FIELDS, labels=labels) -> list[tuple[str, int]]:
    """The expression with each completion, and the cursor behind it."""
    found = completions(text, cursor, fields, labels)
    assert 0 <= found.start <= cursor <= found.end <= len(text)
    return [(text[: found.start] + way + text[found.end :], found.start + len(way)) for way in found.texts]


@pytest.mark.parametrize(
    ("typed", "found"),
    [
        ("rank>1 & tru", ["truth:", "truths"]),
        ("truth", ["truth:", "truth!=", "truths"]),
        ("TRUTHS", ["truths<", "truths<=", "truths>", "truths>=", "truths=", "truths!="]),
        ("truth:w_f", ["w_f1", "w_f2", "W_F9"]),
        ("truth: w_f", ["w_f1", "w_f2", "W_F9"]),
        ("!(pred!=t", ['"two words"']),
        ('pred:"two w', ['"two words"']),
        ("truth:", ["w_f1", "w_f2", "new_whale", '"two words"', "W_F9"]),
        ("rank=", ["none", "after"]),
        ("rank:A", ["after"]),
        ("rank>n", []),
        ("score<0", []),
        ("mi", ["missing"]),
        ("edit", ['"edited":', "edited"]),
        ("a c", []),
        ('"a c', ['"a column":']),
        ("a", ['"a column":']),
        ('"a column":new', ["new_whale"]),
        ("id:new", []),
        ("truth:/w_", []),
        ("truth:/w_/", []),
        ("truth:/w_/ mis", ["missing"]),
        ("truth:w_f1 mis", ["missing"]),
        ("xyz", []),
        ("(score<1)", []),
        ('"mis"', []),
        ('pred:a"tru', []),
    ],
)
def test_what_is_offered_at_the_end(typed: str, found: list[str]) -> None:
    assert offered(typed) == found


def test_everything_that_can_begin_a_condition_is_offered_at_its_start() -> None:
    for start in ("", "rank>1 & ", "(", "!", "edited | "):
        assert {"truth:", "pred:", "score", "rank", "id:", '"a column":', "missing", "edited"} <= set(offered(start))


@pytest.mark.parametrize(
    ("text", "taken"),
    [
        ("tru¦ & rank>1", "truth:¦ & rank>1"),
        ("truth:w_¦xx & rank>1", "truth:w_f1¦ & rank>1"),
        ('truth:"new_¦ x" | a', "truth:new_whale¦ | a"),
        ("(mi¦)", "(missing¦)"),
    ],
)
def test_the_word_at_the_cursor_is_replaced(text: str, taken: str) -> None:
    cursor = text.index("¦")
    text = text.replace("¦", "")
    after, at = ways(text, cursor)[0]
    assert f"{after[:at]}¦{after[at:]}" == taken


@pytest.mark.parametrize(
    ("text", "unfinished"),
    [
        ("rank>1 & tru", True),
        ("rank", True),
        ("edi", True),
        ("edited", False),
        ("EDITED", False),
        ("truth:w_f", True),
        ("truth:w_f1", False),
        ("truth:w_F1", True),
        ('truth:"w_f1', False),
        ("truth:zzz", False),
        ("rank=no", True),
        ("rank=none", False),
        ("rank>1", False),
        ("new_whale", False),
        ("tru & rank>1", False),
        ("tru¦ & rank>1", True),
        ("", False),
        ("rank>1 ", False),
    ],
)
def test_a_word_is_unfinished_while_it_can_only_be_a_beginning(text: str, unfinished: bool) -> None:
    cursor = text.find("¦")
    cursor, text = (len(text), text) if cursor < 0 else (cursor, text.replace("¦", ""))
    assert completions(text, cursor, FIELDS, labels).is_unfinished is unfinished


def parses(text: str) -> bool:
    try:
        parse(text)
    except QueryError:
        return False
    return True


names = st.lists(hostile.filter(bool) | st.sampled_from(FIELDS), max_size=4, unique=True)
words = st.lists(hostile | st.sampled_from(LABELS), max_size=4, unique=True)


@pytest.mark.slow
@given(
    tree=trees,
    link=st.sampled_from([" ", " & ", " | ", " & !", " ("]),
    typed=st.text('ab"edrt:=</ ', max_size=8) | st.sampled_from(["", "truth:", "pred=w_", '"']),
    fields=names,
    labels=words,
)
def test_whatever_is_taken_at_the_end_of_a_valid_start_parses(tree, link, typed, fields, labels) -> None:
    start, close = text_of(tree) + link, ")" if "(" in link else ""
    # The typed part may be a beginning: of a string, or with a sign whose value is missing.
    assume(any(parses(start + typed + more + close) for more in ("", "x", '"')))
    for taken, cursor in ways(start + typed, len(start + typed), fields, lambda field, begun: labels):
        assert cursor == len(taken)
        assert taken.startswith(start)
        assert parses(taken + close) or parses(taken + "1" + close), taken


@given(text=st.text('ab"\\/:<=!&|() é', max_size=14) | st.text(max_size=20), data=st.data())
def test_any_text_and_cursor_can_be_completed(text: str, data) -> None:
    cursor = data.draw(st.integers(0, len(text)))
    found = completions(text, cursor, FIELDS, labels)
    for (after, at), way in zip(ways(text, cursor), found.texts, strict=True):
        assert after[:at].endswith(way)
    assert found.texts or not found.is_unfinished


@pytest.fixture
def evaluation() -> Evaluation:
    truth = pd.DataFrame(
        {
            "id": ["1", "2", "3"],
            "label": ["w_1", "w_10", "w_2"],
            "my kind": ["Whale", "whale shark", ""],
            "score": ["1", "2", "3"],
        }
    )
    return inspector.open_pair(truth, truth[["id", "label"]], "map@1", id_column="id", truth_column="label").evaluation


def test_the_fields_of_an_evaluation_can_all_be_compared(evaluation: Evaluation) -> None:
    names = field_names(evaluation)
    assert {"truth", "score", "id", "my kind", "extra:score"} <= set(names)
    assert "place" not in names
    assert len(names) == len(set(names))
    for name in names:
        parse(f"{quote(name)}=1").mask(evaluation)


def test_values_are_labels_or_the_cells_of_a_further_column(evaluation: Evaluation) -> None:
    assert values(evaluation, "truth", "w_1") == ["w_1", "w_10"]
    assert values(evaluation, "PRED", "W_2") == ["w_2"]
    assert values(evaluation, "my kind", "wha") == ["Whale", "whale shark"]
    assert values(evaluation, "my kind", "") == ["Whale", "whale shark"]
    assert values(evaluation, "extra:score", "2") == ["2"]
    assert values(evaluation, "id", "1") == values(evaluation, "nothing", "") == []


def test_only_labels_of_the_truth_are_offered_for_the_truth(tmp_path) -> None:
    (tmp_path / "t.csv").write_text("id,label\n1,w_a\n2,w_b\n3,\n")
    (tmp_path / "s.csv").write_text("id,label\n1,w_b\n2,w_c\n3,w_c\n")
    inspection = inspector.open_pair(tmp_path / "t.csv", tmp_path / "s.csv", "map@1")
    inspection.edit("1", ["w_typed"])
    for name, found in (("truth", ["w_a", "w_b"]), ("pred", ["w_a", "w_b", "w_c"])):
        assert sorted(values(inspection.evaluation, name, "w_")) == found
    assert values(inspection.evaluation, "truth", "w_typed") == ["w_typed"]


def test_the_very_label_that_is_typed_comes_first_among_many() -> None:
    many = [f"w_{number}" for number in range(300, 0, -1)]
    frame = pd.DataFrame({"id": [str(number) for number in range(300)], "label": many})
    evaluation = inspector.open_pair(frame, frame, "map@1", id_column="id", truth_column="label").evaluation
    assert values(evaluation, "truth", "w_2")[:2] == ["w_2", "w_299"]


def test_the_cells_of_a_further_column_are_sorted_once(evaluation: Evaluation, monkeypatch) -> None:
    sorted_texts, sorting = SortedTexts.of, []
    monkeypatch.setattr(SortedTexts, "of", lambda cells: sorting.append(cells) or sorted_texts(cells))
    for typed in ("w", "wh", "wha", "x"):
        values(evaluation, "my kind", typed)
    assert len(sorting) == 1


def test_half_a_character_fits_no_value(evaluation: Evaluation) -> None:
    assert [values(evaluation, name, "\ud800") for name in ("truth", "tag", "my kind")] == [[], [], []]


def test_one_of_several_numbers_is_found_by_its_own_name() -> None:
    fields = ["error", "error.grammar", "true.grammar", "true.energy", "grade"]
    assert completions("gr", 2, fields, labels).texts == ["grade:", "error.grammar", "true.grammar"]
    assert completions("gram", 4, fields, labels).is_unfinished
    assert [*completions("e", 1, fields, labels, flags=()).texts] == ["error", "error.grammar", "true.energy"]
    assert completions("score<1 & ", 10, fields, labels, flags=()).texts == [*fields[:4], "grade:"]
