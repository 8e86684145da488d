"""The user agrees to a file of one path with one content; anything else is asked about again."""

from __future__ import annotations

import json
import pickle
from pathlib import Path

import pytest
from core.host.scripts import AUC, MAP_AT_K

from inspector.core.errors import InputError
from inspector.core.host.consent import Agreements, agreements_folder
from inspector.core.host.script import Script


@pytest.fixture
def agreements(tmp_path: Path) -> Agreements:
    return Agreements(tmp_path / "kept" / "agreements")


def written(folder: Path, text: str = AUC, name: str = "metric.py") -> Script:
    (folder / name).write_text(text)
    return Script.read(folder / name)


def test_an_agreement_is_for_a_path_and_a_content(agreements: Agreements, tmp_path: Path) -> None:
    script = written(tmp_path)
    assert agreements.find(script) is None
    assert agreements.give(script).script is script
    assert Agreements(agreements.folder).find(script)
    assert not agreements.find(written(tmp_path, MAP_AT_K))
    assert not agreements.find(written(tmp_path, name="other.py"))
    assert agreements.find(written(tmp_path))


def test_a_new_content_takes_the_place_of_the_old(agreements: Agreements, tmp_path: Path) -> None:
    agreements.give(written(tmp_path))
    agreements.give(written(tmp_path, MAP_AT_K))
    assert not agreements.find(written(tmp_path))
    assert len([*agreements.folder.iterdir()]) == 1


def test_an_agreement_can_be_forgotten_and_for_once_only(agreements: Agreements, tmp_path: Path) -> None:
    script = written(tmp_path)
    agreements.forget(script.path)
    assert agreements.give(script, kept=False).script is script
    assert not agreements.find(script)
    agreements.give(script)
    agreements.forget(script.path)
    assert not agreements.find(script)


def test_what_was_agreed_to_runs_even_if_the_file_changes(agreements: Agreements, tmp_path: Path) -> None:
    agreement = agreements.give(written(tmp_path))
    written(tmp_path, MAP_AT_K)
    assert agreement.script.text == AUC


@pytest.mark.parametrize("content", [b"", b"{", b"[]", b"null", b"\xff", b"[" * 100_000])
def test_a_damaged_agreement_is_none(agreements: Agreements, tmp_path: Path, content: bytes) -> None:
    script = written(tmp_path)
    agreements.give(script)
    (file,) = agreements.folder.iterdir()
    kept = json.loads(file.read_bytes())
    file.write_bytes(content)
    assert not agreements.find(script)
    for other in ({**kept, "version": 2}, {**kept, "path": "/elsewhere"}, {**kept, "digest": "0" * 64}):
        file.write_text(json.dumps(other))
        assert not agreements.find(script)


def test_a_folder_that_cannot_be_written_is_a_message(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(InputError, match="cannot be kept"):
        Agreements(tmp_path / "file" / "folder").give(written(tmp_path))
    with pytest.raises(InputError, match="cannot be taken back"):
        Agreements(tmp_path / "file" / "folder").forget(tmp_path / "metric.py")


def test_an_agreement_is_not_read_from_anywhere_else(agreements: Agreements, tmp_path: Path) -> None:
    agreement = agreements.give(written(tmp_path))
    with pytest.raises(TypeError):
        pickle.loads(pickle.dumps(type(agreement)))(agreement.script)
    assert Agreements.of_user().folder == agreements_folder()


def test_another_content_of_a_path_is_known_as_such(tmp_path) -> None:
    (tmp_path / "metric.py").write_text("def score(solution, submission, row_id_column_name) -> float:\n    return 1\n")
    agreements = Agreements(tmp_path / "kept")
    assert not agreements.has_path(tmp_path / "metric.py")
    agreements.give(Script.read(tmp_path / "metric.py"))
    assert agreements.has_path(tmp_path / "metric.py")
