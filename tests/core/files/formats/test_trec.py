"""TREC files: lines that hold nothing are no records, neither for reading nor for writing."""

from __future__ import annotations

from pathlib import Path

import inspector


def test_an_edit_passes_over_blank_lines_and_comments_behind_blanks(tmp_path: Path) -> None:
    (tmp_path / "truth.txt").write_text("q1 0 x 1\nq2 0 x 1\nq3 0 x 1\n")
    lines = ["   ", "q1 Q0 a 1 0.5 me", " \t ", "  # a comment", "  q2 Q0 b 1 0.5 me", "# another", "q3 Q0 c 1 0.5 me"]
    (tmp_path / "s.txt").write_text("\n".join(lines) + "\n")
    inspection = inspector.open_pair(tmp_path / "truth.txt", tmp_path / "s.txt", "map@5")
    inspection.edit("q2", ["x"])
    inspection.save(tmp_path / "out.txt")
    assert (tmp_path / "out.txt").read_text() == "\n".join(lines).replace(" b ", " x ") + "\n"
