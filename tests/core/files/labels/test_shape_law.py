"""Round trips of every shape: unedited files keep their bytes, edits survive saving and reading."""

from __future__ import annotations

import re
import tempfile
from pathlib import Path

import hypothesis.strategies as st
import pytest
from core.files.written import FORMS, PACKINGS, Form, entries, one, opened, predictions, put
from hypothesis import given, settings

import inspector
from inspector import InputError
from inspector.core.data.prediction import Prediction

TRUTH = "id,label\n" + "".join(f"r{row},{label}\n" for row, label in enumerate("xyzqx"))


def pair(folder: Path) -> Path:
    (folder / "truth.csv").write_text(TRUTH)
    return folder / "truth.csv"


def lines(content: bytes, without: set[str]) -> list[bytes]:
    """The lines of a file that are not about these ids."""
    about = [(set(re.findall(r"\br\d\b", line.decode())), line) for line in content.splitlines()]
    # A comma behind an object follows it.
    return [line.rstrip(b",") for ids, line in about if not ids & without]


def edit(inspection: inspector.Inspection, id_: str, prediction: Prediction) -> None:
    inspection.edit(id_, prediction.labels, prediction.confidence)


@pytest.mark.slow
@pytest.mark.parametrize("form", FORMS, ids=lambda form: form.name)
@settings(max_examples=8)
@given(data=st.data())
def test_every_shape_survives_saving_with_and_without_edits(form: Form, data: st.DataObject) -> None:
    given_entries, packing = data.draw(entries(form)), data.draw(st.sampled_from(sorted(PACKINGS)))
    edits = data.draw(st.dictionaries(st.sampled_from([f"r{row}" for row in range(5)]), one(form), min_size=1))
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        truth, path = pair(folder), put(folder, form, given_entries, packing)
        inspection, saved = opened(truth, path, **form.told), folder / f"saved{path.name.removeprefix('submission')}"
        nothing = Prediction((), () if form.weighted and any(len(p) for _, p in given_entries) else None)
        wanted = {f"r{row}": nothing for row in range(5)} | dict(given_entries)
        if nothing.confidence is None and form.weighted:
            return  # a file without any confidence looks like one without confidences
        assert predictions(inspection) == wanted

        inspection.save(saved)
        assert saved.read_bytes() == path.read_bytes()

        for id_, prediction in edits.items():
            wanted[id_] = prediction
            if not form.holds_empty and not any(len(other) for other in wanted.values()):
                with pytest.raises(InputError, match="the last label"):
                    edit(inspection, id_, prediction)
                return
            edit(inspection, id_, prediction)
        assert predictions(inspection) == wanted
        if not any(len(prediction) for prediction in wanted.values()):
            return  # the shape of a file without a label is unknown
        inspection.save(saved, overwrite=True)
        assert predictions(opened(truth, saved, **form.told)) == wanted
        if form.ending != ".parquet" and not packing:
            assert lines(saved.read_bytes(), set(edits)) == lines(path.read_bytes(), set(edits))
