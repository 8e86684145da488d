"""JSON and dicts that hold a column by row, as pandas writes by default, are neither judgements nor a run."""

from __future__ import annotations

import json
from pathlib import Path

import pandas as pd
import pytest

import inspector
from inspector import InputError
from inspector.core.files.formats.detect import read_sheet

TABLE = pd.DataFrame({"id": [11, 12, 13], "target": [0, 1, 1]})


def test_columns_by_row_are_refused_in_words(tmp_path: Path) -> None:
    path = tmp_path / "truth.json"
    for frame in (TABLE, TABLE.assign(id=["a", "b", "c"])):
        frame.to_json(path)
        with pytest.raises(InputError, match=r"columns by row.*rows 0 to 2.*orient=.records"):
            inspector.open_pair(path, path)
        with pytest.raises(InputError, match="columns by row"):
            read_sheet(frame.to_dict())
    TABLE.to_json(path, orient="records")
    assert read_sheet(path).names == ("id", "target")


def test_queries_with_the_same_documents_stay_a_run(tmp_path: Path) -> None:
    path = tmp_path / "run.json"
    for text in ('{"q": {"2": 0.9, "0": 0.5}, "r": {"2": 0.8, "0": 0.1}}', '{"q": {"0": 0.9}, "r": {"0": 0.8}}'):
        path.write_text(text)
        assert read_sheet(path).roles is not None


def test_queries_that_score_each_document_by_its_number_stay_a_run(tmp_path: Path) -> None:
    run = {"q1": {"0": 0.9, "1": 0.5}, "q2": {"0": 0.8, "1": 0.1}}
    path = tmp_path / "run.json"
    path.write_text(json.dumps(run))
    assert read_sheet(path).roles is not None
    assert read_sheet(run).roles is not None
