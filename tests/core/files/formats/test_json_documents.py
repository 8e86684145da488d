"""JSON files that are one value: an object by id, or a list of objects."""

from __future__ import annotations

import json
import tempfile
from pathlib import Path

import hypothesis.strategies as st
import pytest
from core.files.written import opened, predictions
from hypothesis import given, settings

import inspector
from inspector import InputError
from inspector.core.arrays.cancel import Cancelled, cancel_scope
from inspector.core.data.prediction import Prediction
from inspector.core.files.formats.detect import read_sheet
from inspector.core.files.schema.role import order_pair

TRUTH = "id,label\na,x\nb,y\nc,z\n"
PRETTY = """{
  "a": {
    "d1": 0.50,
    "d 2": 1e-1
  },
  "b" : {"d1":3},
  "c": {}
}
"""


@pytest.fixture
def submitted(tmp_path: Path):
    """Write a submission, and open it with a truth of the ids a, b and c."""

    def open_text(submission: str | bytes, truth: str = TRUTH, **told: str) -> inspector.Inspection:
        (tmp_path / "t.csv").write_text(truth)
        (tmp_path / "s.json").write_bytes(submission if isinstance(submission, bytes) else submission.encode())
        return opened(tmp_path / "t.csv", tmp_path / "s.json", **told)

    return open_text


def lists(inspection: inspector.Inspection) -> dict[str, list[str]]:
    return {id_: [*prediction.labels] for id_, prediction in predictions(inspection).items()}


def saved(inspection: inspector.Inspection, tmp_path: Path) -> str:
    """The text of the saved file, after reading it again gave what is on the screen."""
    inspection.save(tmp_path / "out.json", overwrite=True)
    assert predictions(opened(tmp_path / "t.csv", tmp_path / "out.json")) == predictions(inspection)
    return (tmp_path / "out.json").read_bytes().decode()


def test_scores_by_document_order_it_and_equal_ones_by_name(submitted) -> None:
    found = submitted('{"a": {"d1": 0.5, "d9": 0.9, "d2": 5e-1}, "c": {"x": -1}}')
    assert predictions(found) == {
        "a": Prediction(("d9", "d2", "d1"), (0.9, 0.5, 0.5)),
        "b": Prediction((), ()),
        "c": Prediction(("x",), (-1.0,)),
    }


def test_json_judgements_and_runs_score_like_the_same_trec_files(tmp_path: Path) -> None:
    qrels = {"1": {"d1": 2, "d2": 0, "d3": 1}, "2": {"d1": 1}, "3": {"d7": 1}}
    run = {"1": {"d2": 0.5, "d3": 0.5, "d1": 0.25}, "2": {"d9": 1e-05, "d1": 2e-05}}
    (tmp_path / "qrels.json").write_text(json.dumps(qrels))
    (tmp_path / "run.json").write_text(json.dumps(run, indent=1))
    (tmp_path / "qrels").write_text("".join(f"{q} 0 {d} {r}\n" for q, found in qrels.items() for d, r in found.items()))
    (tmp_path / "run").write_text(
        "".join(f"{q} Q0 {d} 1 {s} t\n" for q, found in run.items() for d, s in found.items())
    )
    for metric in ("ndcg@10", "map@5", "mrr"):
        both = [inspector.open_pair(tmp_path / f"qrels{end}", tmp_path / f"run{end}", metric) for end in ("", ".json")]
        one, other = (inspection.evaluation.scores.row.tolist() for inspection in both)
        assert one == other
        assert any(one)
    assert order_pair(tmp_path / "run.json", tmp_path / "qrels.json") == (
        tmp_path / "qrels.json",
        tmp_path / "run.json",
    )


def test_an_edited_object_of_scores_changes_only_the_edited_values(submitted, tmp_path: Path) -> None:
    found = submitted(PRETTY)
    found.edit("a", ["d1", "d3"], [0.5, 0.25])
    assert saved(found, tmp_path) == PRETTY.replace('"d 2": 1e-1', '"d3": 0.25')
    found.edit("b", ["d1", 'new "one"'])
    assert '"b" : {"d1":3,"new \\"one\\"":2.9999998},' in saved(found, tmp_path)
    found.edit("a", [])
    found.edit("b", ["d1"])
    assert saved(found, tmp_path) == PRETTY.replace('{\n    "d1": 0.50,\n    "d 2": 1e-1\n  }', "{}")


def test_an_id_with_an_empty_object_gets_its_labels_there(submitted, tmp_path: Path) -> None:
    found = submitted(PRETTY)
    found.edit("c", ["k", "l"], [2, 1])
    assert saved(found, tmp_path) == PRETTY.replace('"c": {}', '"c": {\n    "k": 2.0,\n    "l": 1.0\n  }')


@pytest.mark.parametrize(
    ("submission", "wanted"),
    [
        ('{"a":{"d":1},"b":{"e":1}}', '{"a":{"d":1},"b":{"e":1},"c":{"k":1.0,"l":0.99999994}}'),
        ('{"b": {"d": 1}}', '{"b": {"d": 1}, "c": {"k": 1.0, "l": 0.99999994}}'),
        ('{"b":{"d":1},\n"c":{}}', '{"b":{"d":1},\n"c":{"k":1.0,"l":0.99999994}}'),
        ('{"b": ["d", "e"]}\n', '{"b": ["d", "e"], "c": ["k", "l"]}\n'),
        ('{\n "b": [\n  "d"\n ]\n}', '{\n "b": [\n  "d"\n ],\n "c": [\n  "k",\n  "l"\n ]\n}'),
    ],
    ids=["narrow", "one id", "empty", "lists", "indented"],
)
def test_a_new_id_is_written_at_the_end_like_the_others(
    submitted, tmp_path: Path, submission: str, wanted: str
) -> None:
    found = submitted(submission)
    found.edit("c", ["k", "l"])
    assert saved(found, tmp_path) == wanted


def test_lists_by_id_keep_the_text_of_their_numbers(submitted, tmp_path: Path) -> None:
    text = '{"a": [1, 2e3,\t0.10], "b": [],\r\n "c": ["x y", "é\\u00e9"]}'
    found = submitted(text)
    assert lists(found) == {"a": ["1", "2e3", "0.10"], "b": [], "c": ["x y", "éé"]}
    found.edit("a", ["0.10", "7", "w"])
    found.edit("c", ["éé"])
    assert saved(found, tmp_path) == text.replace("[1, 2e3,\t0.10]", '[0.10, 7, "w"]').replace('"x y", "é', '"é')


def test_one_label_by_id_stays_a_text_or_a_number(submitted, tmp_path: Path) -> None:
    found = submitted('{"a": "x", "b": 5, "c": null}')
    assert lists(found) == {"a": ["x"], "b": ["5"], "c": []}
    for id_, label in (("a", "7"), ("b", "8"), ("c", "z")):
        found.edit(id_, [label])
    assert saved(found, tmp_path) == '{"a": "7", "b": 8, "c": "z"}'


def test_lists_by_kind_are_rows_and_stay_in_their_object(submitted, tmp_path: Path) -> None:
    truth = "session_type,labels\n1_clicks,5\n1_carts,3\n2_clicks,4\n"
    text = '{"1": {"clicks": [5], "carts": [2,3]},\n "2": {"clicks": []}}'
    found = submitted(text, truth)
    assert lists(found) == {"1_clicks": ["5"], "1_carts": ["2", "3"], "2_clicks": []}
    found.edit("1_carts", ["3"])
    found.edit("1_clicks", ["6", "5"])
    assert saved(found, tmp_path) == text.replace("[5]", "[6, 5]").replace("[2,3]", "[3]")


HOSTILE = ["__import__('os')", "<b>", "=1+1", "a\nb", "\u0000", "é", "🐋", '"', "\\", "{}", "null", " ", "\ufeff"]


def test_hostile_ids_and_labels_are_text(submitted, tmp_path: Path) -> None:
    ids = [f"{number}{text}" for number, text in enumerate(HOSTILE)]
    (tmp_path / "t.json").write_text(json.dumps({id_: {label: 1} for id_, label in zip(ids, HOSTILE, strict=True)}))
    run = {id_: {label: 0.5, "other": 0.25} for id_, label in zip(ids, HOSTILE, strict=True)}
    (tmp_path / "s.json").write_text(json.dumps(run))
    found = inspector.open_pair(tmp_path / "t.json", tmp_path / "s.json", "map@5")
    assert lists(found) == {id_: [*labels] for id_, labels in run.items()}
    assert found.overall == 1


@pytest.mark.parametrize(
    ("submission", "line", "what"),
    [
        ('{\n"a": {"d": 1},\n"b": {},\n"a": {"e": 2}\n}', 4, "a key twice"),
        ('{\n"a": {"d": 1,\n"e": 2,\n"d": 3},\n"b": {}\n}', 4, "a key twice"),
        ('[\n{"id": "a", "labels": []},\n{"id": "b",\n"id": "c"}]', 4, "a key twice"),
        ('{"id": "a", "l": ["x"]}\n{"id": "b", "l": [], "l": []}\n', 2, "a key twice"),
        ('{"id": "a", "l": ["x"], "l": ["y"]}\n{"id": "b", "l": []}\n', 1, "a key twice"),
        ('{"a": ["x"],\n"b": {"y": 1}}', 2, "not of one kind"),
        ('{"a": null,\n"b": {"y": 1}}', 2, "not of one kind"),
        ('{"a": {"x": 1},\n"b": {"y":\n"good"}}', 2, "is not a number"),
        ('{"a": {"x": 1},\n"b": {"y": true}}', 2, "neither labels nor scores"),
        ('{"a": ["x"],\n"b": [["y", 1]]}', 2, "neither labels nor scores"),
        ('{"a": ["x"],\n"b": ["y"]\n', 2, "not JSON"),
        ('{"a": ["x"],\n"b": ["y"],\n}', 3, "not JSON"),
        ('{"a": ["x"]}\n\n"b": ["y"]', 3, "not a JSON object"),
        ('{"a": ["x"],\n"b": ["y"]}\n{"c": []}', 3, "follows the end"),
        ('{"a": {"x": ' + '{"y":' * 100_000, 1, "not JSON"),
        ('{"a": ["x"], "b":\n' + "[" * 100_000, 2, "not JSON"),
        ('[\n{"id": "a", "l": []},\n3]', 3, "not an object"),
        ('[{"id": "a"}]', 1, "only one key"),
        ("{}", 1, "no labels"),
        ('{"a": {}, "b": {}}', 1, "no labels"),
        ('{"a": ["x"],\n"b": ["y", "\\ud800"]}', 2, "half a character"),
        ('{"a": {"x": 1},\n"b": {"y": 1,\n"\\ud800": 1}}', 2, "half a character"),
        ('[{"id": "a", "l": []},\n{"id": "b", "l": "\\ud800"}]', 2, "half a character"),
        ('{"id": "a", "l": []}\n\n{"id": "b", "l": ["x", "\\ud800"]}\n', 3, "half a character"),
        ('[{"id": "a", "l": {}}]', 1, "no labels"),
        ('{"id": "a", "l": []}\n{"id": "b", "l": ' + "[" * 900 + "]" * 900 + "}", 2, "100 levels deep"),
        ('{"a": ["x"],\n"b": ' + '{"y": ' * 101 + "1" + "}" * 101 + "}", 2, "100 levels deep"),
        (b'{"a": ["x"],\n"b": ["\xff"]}', 2, "not in UTF-8"),
    ],
)
def test_what_is_not_such_a_file_is_an_error_with_its_line(submitted, submission, line: int | None, what: str) -> None:
    with pytest.raises(InputError, match=what) as caught:
        submitted(submission)
    assert caught.value.line == line
    assert len(str(caught.value)) < 500


@pytest.mark.parametrize(
    ("submission", "found"),
    [
        ("[1, 2]", "1"),
        ("[]", ""),
        ('[["a", ["x"]]]', '["a", ["x"]]'),
        ('{"all": [{"id": "a", "label": "x"}]}', '[{"id": "a", "label": "x"}]'),
        ('{"a": true}', "true"),
    ],
)
def test_json_of_another_kind_is_an_error_with_the_forms_that_are_read(submitted, submission: str, found: str) -> None:
    with pytest.raises(InputError) as caught:
        submitted(submission)
    assert (caught.value.found, caught.value.line) == (found and repr(found), 1)
    for form in ("on each line", "a list of such objects", "{id: [labels]}", "{id: {label: score}}"):
        assert form in caught.value.expected


def test_one_line_is_a_row_if_it_holds_an_id_and_labels(submitted) -> None:
    assert lists(submitted('{"id": "b", "labels": ["y"]}')) == {"a": [], "b": ["y"], "c": []}
    assert lists(submitted('{"id": "b", "label": "y"}')) == {"a": [], "b": ["y"], "c": []}
    assert lists(submitted('{"a": "q", "b": "y"}')) == {"a": ["q"], "b": ["y"], "c": []}
    assert lists(submitted('{"a": ["q"]}')) == {"a": ["q"], "b": [], "c": []}


LIST = '\ufeff[\n  {"id": "a", "labels": ["x",\n    "é"]},\n  {"labels": null, "id": "b"}\n]\n'


def test_a_list_of_objects_keeps_all_other_text(submitted, tmp_path: Path) -> None:
    found = submitted(LIST)
    assert lists(found) == {"a": ["x", "é"], "b": [], "c": []}
    assert [found.evaluation.pair.submission.line(entry) for entry in range(2)] == [2, 4]
    found.edit("b", ["7"])
    found.edit("a", ["é"])
    wanted = LIST.replace('"x",\n    ', "").replace("null", "7")
    assert saved(found, tmp_path) == wanted
    found.edit("c", ["k", "l"])
    added = ',\n  {"id": "c", "labels": ["k",\n    "l"]}\n]'
    assert saved(found, tmp_path) == wanted.replace("\n]", added)


ROWS = """[{"id": "a", "label": "x", "score": 0.5},
 {"id": "a", "label": "y", "score": 0.25},
 {"id": "b", "label": "y", "score": 1}]"""


def test_a_list_with_a_row_for_each_label_gains_and_loses_rows(submitted, tmp_path: Path) -> None:
    found = submitted(ROWS)
    assert lists(found) == {"a": ["x", "y"], "b": ["y"], "c": []}
    found.edit("a", ["y"])
    found.edit("b", ["y", "z"])
    found.save(tmp_path / "out.json")
    text = (tmp_path / "out.json").read_text()
    assert json.loads(text) == [
        {"id": "a", "label": "y", "score": 0.25},
        {"id": "b", "label": "y", "score": 1},
        {"id": "b", "label": "z", "score": 0.99999994},
    ]
    assert text.startswith('[{"id": "a", "label": "y", "score": 0.25},\n {"id": "b", "label": "y", "score": 1},\n {')


def test_lines_with_a_row_for_each_label_gain_and_lose_rows(tmp_path: Path) -> None:
    (tmp_path / "t.csv").write_text(TRUTH)
    (tmp_path / "s.jsonl").write_text("".join(f"{json.dumps(row)}\n" for row in json.loads(ROWS)))
    found = opened(tmp_path / "t.csv", tmp_path / "s.jsonl")
    found.edit("a", ["y"])
    found.edit("c", ["q"])
    found.save(tmp_path / "out.jsonl")
    assert [json.loads(line) for line in (tmp_path / "out.jsonl").read_text().splitlines()] == [
        {"id": "a", "label": "y", "score": 0.25},
        {"id": "b", "label": "y", "score": 1},
        {"id": "c", "label": "q", "score": 1.0},
    ]


def test_reading_a_large_object_can_be_cancelled(tmp_path: Path) -> None:
    (tmp_path / "s.json").write_text(json.dumps({f"q{number}": ["x"] for number in range(1000)}))
    asked = iter([True] * 20)
    with pytest.raises(Cancelled), cancel_scope(lambda: next(asked, False)):
        read_sheet(tmp_path / "s.json")


names = st.text(st.sampled_from('ab0 é"\\{}[],:\n🐋'), min_size=1, max_size=4)
styles = st.sampled_from([{}, {"indent": 2}, {"indent": "\t"}, {"separators": (",", ":")}])
scored = st.dictionaries(names, st.floats(-5, 5, width=16), max_size=4)
edits = st.lists(st.sampled_from("xyzé") | st.just("a b"), max_size=4, unique=True)


@pytest.mark.slow
@settings(max_examples=60)
@given(st.dictionaries(names, scored, min_size=1, max_size=4), styles, st.lists(edits, min_size=2, max_size=2))
def test_any_edited_object_of_scores_is_json_with_only_these_edits(run: dict, style: dict, typed: list) -> None:
    if not any(run.values()):
        return
    ids = [*run, *({"new"} - {*run})]
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        (folder / "t.json").write_text(json.dumps({id_: {"x": 1} for id_ in ids}))
        (folder / "s.json").write_text(json.dumps(run, ensure_ascii=False, **style))
        found = opened(folder / "t.json", folder / "s.json")
        for id_, labels in zip((ids[0], ids[-1]), typed, strict=True):
            if labels or any(p.labels for other, p in predictions(found).items() if other != id_):
                found.edit(id_, labels)
        found.save(folder / "out.json")
        text = (folder / "out.json").read_bytes().decode()
        written = json.loads(text)
        assert predictions(opened(folder / "t.json", folder / "out.json")) == predictions(found)
    wanted = dict(run)
    for id_ in (ids[0], ids[-1]):
        prediction = predictions(found)[id_]
        wanted[id_] = dict(zip(prediction.labels, prediction.confidence, strict=True))
    assert written == {id_: labels for id_, labels in wanted.items() if id_ in run or labels}
    assert text == json.dumps(written, ensure_ascii=False, **style)
