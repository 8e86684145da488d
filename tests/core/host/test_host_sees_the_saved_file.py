"""The metric is called with the file that saving would write, whatever its shape, after every edit and undo."""

from __future__ import annotations

import zlib
from pathlib import Path

import pandas as pd
import pytest
from core.host.scripts import doing, running

import inspector
from inspector.core.host.frames import Frames
from inspector.core.host.host import Host

SEEN = doing("return zlib.crc32(submission.to_csv(index=False).encode())", "import zlib")
IDS = ["a", "b", "c", "d"]
TRUTH = pd.DataFrame({"id": IDS, "label": ["x", "y", "z", "x"]})
SHAPES = {
    "a list in a cell": pd.DataFrame({"id": ["d", "q", "a", "c", "b"], "label": ["x y", "z", "y", "z x", "x"]}),
    "numbers as labels": pd.DataFrame({"id": IDS, "label": [1, 2, 3, 1]}),
    "a confidence column": pd.DataFrame({"id": IDS, "label": list("xyxx"), "conf": [0.5, 0.25, 1.0, 0.125]}),
    "a column for each rank": pd.DataFrame({"id": IDS, "label_1": list("xxyz"), "label_2": list("yzxx")}),
    "a column for each label": pd.DataFrame({"id": IDS, "x": [1, 0, 0, 1], "y": [0, 1, 0, 0], "z": [0, 0, 1, 0]}),
    "a row for each label": pd.DataFrame({"id": [id_ for id_ in "cabd" for _ in "12"], "label": list("xyzxyzxy")}),
}
TRUTHS = {
    "numbers as labels": TRUTH.assign(label=[1, 2, 3, 1]),
    "a column for each label": SHAPES["a column for each label"],
}
EDITS = [("a", ["y"]), ("c", ["x"]), ("a", ["x"]), ("b", [])]


@pytest.fixture(scope="module")
def host(tmp_path_factory):
    with running(tmp_path_factory.mktemp("seen"), SEEN) as host:
        yield host


def saved(inspection: inspector.Inspection, folder: Path) -> int:
    """What the metric returns for the saved file with its rows in the order of the truth."""
    path = folder / "saved.csv"
    inspection.save(path, overwrite=True)
    frame = pd.read_csv(path)
    rows = pd.concat([frame[frame["id"] == id_] for id_ in IDS])
    return zlib.crc32(rows.to_csv(index=False).encode())


@pytest.mark.slow
@pytest.mark.parametrize("shape", SHAPES)
def test_edits_reach_the_metric_as_they_would_be_saved(host: Host, tmp_path: Path, shape: str) -> None:
    for name, frame in (("truth", TRUTHS.get(shape, TRUTH)), ("submission", SHAPES[shape])):
        frame.to_csv(tmp_path / f"{name}.csv", index=False)
    inspection = inspector.open_pair(tmp_path / "truth.csv", tmp_path / "submission.csv", "map@5")
    frames = Frames(inspection.evaluation.pair)

    def seen() -> float:
        return host.score(frames, inspection.evaluation.overlay).overall

    numbers = {"x": "1", "y": "2", "z": "3"} if shape == "numbers as labels" else {}
    assert seen() == saved(inspection, tmp_path)
    for id_, labels in EDITS:
        confidence = [0.75] * len(labels) if shape == "a confidence column" else None
        inspection.edit(id_, [numbers.get(label, label) for label in labels], confidence=confidence)
        assert seen() == saved(inspection, tmp_path)
    for _ in EDITS:
        inspection.undo()
        assert seen() == saved(inspection, tmp_path)
