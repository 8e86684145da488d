"""The open dialog: it shows the detected layout, every guess can be changed, and it never blocks."""

from __future__ import annotations

import threading
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QPaintDevice
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QComboBox,
    QFileDialog,
    QLabel,
    QLineEdit,
    QListWidget,
    QPushButton,
    QScrollArea,
    QTableWidget,
    QToolButton,
    QWidget,
)
from ui.open.asking import choose, fill, match, opens, rows, tick
from ui.user import action, find, text

from inspector import InputError, Inspection
from inspector.core.files import preview
from inspector.core.files.options import Options
from inspector.core.files.preview import preview_pair
from inspector.core.task import Progress, drain
from inspector.ui.open import open_controller
from inspector.ui.open.open_dialog import OpenDialog
from inspector.ui.settings import RecentPair, Settings

TRUTH = "Image,Id,alt\na.jpg,x,p\nb.jpg,y,q\nc.jpg,x,r\n"
PLAIN = "Image,Id\nc.jpg,x y\na.jpg,y x\nb.jpg,y\n"


@pytest.fixture
def files(tmp_path: Path) -> tuple[Path, Path]:
    return put(tmp_path, "truth.csv", TRUTH), put(tmp_path, "submission.csv", PLAIN)


def put(folder: Path, name: str, content: str) -> Path:
    (folder / name).write_text(content)
    return folder / name


@pytest.mark.slow
def test_the_detected_layout_is_shown_and_guesses_are_marked(empty, asking, files) -> None:
    seen: dict[str, object] = {}

    def look(dialog: OpenDialog) -> None:
        seen.update(match=match(dialog), truth=rows(dialog, "truth"), words=text(dialog, "submissionWords"))
        seen["guesses"] = {box.objectName(): box.itemText(0) for box in dialog.findChildren(QComboBox)}
        seen["opens"] = opens(dialog)

    asking.steps = [fill(*files), look]
    action(empty, "open_files").trigger()
    assert seen["match"] == "✓ 3 of 3 ids match, 2 of 2 predicted labels are in the truth"
    assert seen["truth"] == [("a.jpg", "x"), ("b.jpg", "y"), ("c.jpg", "x")]
    assert "separated by spaces, up to 2 a row" in str(seen["words"])
    assert seen["guesses"] == {
        "truth_header": "guessed: yes",
        "submission_header": "guessed: yes",
        "truth_shape": "guessed: list",
        "submission_shape": "guessed: list",
        "id_column": "guessed: Image",
        "submission_id_column": "guessed: Image",
        "truth_column": "guessed: Id",
        "submission_column": "guessed: Id",
        "relevance_column": "guessed: none",
        "confidence_column": "guessed: none",
        "truth_separator": "guessed: none needed",
        "separator": "guessed: spaces",
        "truth_labels": "guessed: as-written",
    }
    assert seen["opens"]


@pytest.mark.slow
def test_groups_are_a_choice_for_the_truth_alone(empty, asking, files) -> None:
    offered: dict[str, set[str]] = {}

    def look(dialog: OpenDialog) -> None:
        for name in ("truth_shape", "submission_shape"):
            box = find(dialog, QComboBox, name)
            offered[name] = {box.itemData(at) for at in range(box.count())} - {None}

    asking.steps = [fill(*files), look]
    action(empty, "open_files").trigger()
    assert offered["truth_shape"] == {"list", "long", "wide", "slots", "groups", "numbers"}
    assert offered["submission_shape"] == {"list", "long", "wide", "slots", "numbers"}


def test_the_metric_text_does_not_shadow_the_qt_method_metric(qtbot) -> None:
    dialog = OpenDialog(None, None)
    qtbot.addWidget(dialog)
    find(dialog, QLineEdit, "metricText").setText(" map@5 ")
    assert dialog.metric_text == "map@5"
    assert dialog.metric(QPaintDevice.PaintDeviceMetric.PdmWidth) == dialog.width()


def test_what_is_typed_first_replaces_the_file_that_is_open(qtbot, files) -> None:
    dialog = OpenDialog(*files)
    qtbot.addWidget(dialog)
    with qtbot.waitExposed(dialog):
        dialog.show()
    line = find(dialog, QLineEdit, "truthPath")
    qtbot.waitUntil(line.hasFocus)
    QTest.keyClicks(line, "/x")
    assert (line.text(), str(dialog.submission)) == ("/x", str(files[1]))


@pytest.mark.slow
def test_a_choice_changes_preview_and_result_and_is_remembered(show, asking, files, qtbot) -> None:
    settings, seen = Settings(temporary=True), []
    window = show(Inspection(), settings)
    asking.steps = [fill(*files), choose("truth_column", "alt"), lambda dialog: seen.append(rows(dialog, "truth"))]
    with qtbot.waitSignal(window.bench.open_controller.opened):
        action(window, "open_files").trigger()
    assert seen == [[("a.jpg", "p"), ("b.jpg", "q"), ("c.jpg", "r")]]
    assert window.bench.inspection.evaluation.truth(0) == ["p"]
    (recent,) = settings.recent
    assert recent.options == {"truth_column": "alt"}
    with qtbot.waitSignal(window.bench.open_controller.opened):
        window.bench.open_controller.open(*files)
    assert window.bench.inspection.evaluation.truth(0) == ["x"]
    with qtbot.waitSignal(window.bench.open_controller.opened):
        window.bench.open_controller.open_recent(recent)
    assert window.bench.inspection.evaluation.truth(0) == ["p"]


@pytest.mark.slow
def test_the_dialog_starts_with_the_choices_of_the_open_pair(empty, asking, files, qtbot) -> None:
    with qtbot.waitSignal(empty.bench.open_controller.opened):
        empty.bench.open_controller.open(*files, "map@2", Options(truth_column="alt", shape="list/"))
    seen = []
    asking.steps = [lambda dialog: seen.append((dialog.options, dialog.truth, dialog.submission))]
    with qtbot.waitSignal(empty.bench.open_controller.opened):
        action(empty, "open_files").trigger()
    assert seen == [(Options(truth_column="alt", shape="list/"), *files)]


@pytest.mark.slow
def test_choosing_other_files_resets_every_choice_to_the_guess(empty, asking, files, tmp_path) -> None:
    other, seen = put(tmp_path, "other.csv", PLAIN), []
    asking.steps = [
        fill(*files),
        choose("truth_column", "alt"),
        fill(files[0], other),
        lambda dialog: seen.append(dialog.options),
    ]
    action(empty, "open_files").trigger()
    assert seen == [Options()]
    empty.bench.open_controller.close()


@pytest.mark.slow
def test_a_repair_is_proposed_ticked_and_used(empty, asking, files, tmp_path, qtbot) -> None:
    bare, seen = put(tmp_path, "bare.csv", PLAIN.replace(".jpg", "")), []

    def look(dialog: OpenDialog) -> None:
        fixes = find(dialog, QListWidget, "fixList")
        ticked = [fixes.item(line).checkState() == Qt.CheckState.Checked for line in range(fixes.count())]
        seen.append((match(dialog), opens(dialog), find(dialog, QLabel, "openError").isVisible(), ticked))

    asking.steps = [fill(files[0], bare), look, tick("ids-extension"), look]
    with qtbot.waitSignal(empty.bench.open_controller.opened):
        action(empty, "open_files").trigger()
    assert seen == [
        ("✗ 0 of 3 ids match", False, True, [False]),
        ("✓ 3 of 3 ids match, 2 of 2 predicted labels are in the truth", True, False, [True]),
    ]
    assert empty.bench.inspection.evaluation.pair.options.fixes == ("ids-extension",)
    assert bare.read_text() == PLAIN.replace(".jpg", "")


@pytest.mark.slow
@pytest.mark.parametrize("content", ["", "no table", "Image,Id\n", "a,b\n1,2,3\n"])
def test_errors_are_shown_in_place_and_keep_the_dialog_open(empty, asking, files, tmp_path, content) -> None:
    seen = []
    asking.steps = [
        fill(files[0], put(tmp_path, "bad.csv", content)),
        lambda dialog: seen.append((text(dialog, "openError"), opens(dialog))),
        fill(*files),
        lambda dialog: seen.append((text(dialog, "openError"), opens(dialog))),
    ]
    action(empty, "open_files").trigger()
    (error, could), (none, can) = seen
    assert (error.startswith("⚠ ") and "bad.csv" in error, could) == (True, False)
    assert (none, can) == ("", True)
    assert not find(empty, QWidget, "messageBar").isVisible()
    empty.bench.open_controller.close()


@pytest.mark.slow
@pytest.mark.parametrize("name", ["x" * 300, "a\0b"])
def test_a_name_that_no_file_can_have_is_an_error_in_place(empty, asking, files, name: str) -> None:
    seen = []
    asking.steps = [
        fill(files[0], name),
        lambda dialog: seen.append((text(dialog, "openError"), opens(dialog))),
    ]
    action(empty, "open_files").trigger()
    assert (seen[0][0][:2], seen[0][1]) == ("⚠ ", False)
    assert "cannot be opened" in seen[0][0]
    empty.bench.open_controller.close()


@pytest.mark.slow
def test_a_missing_column_is_reported_and_can_be_corrected(empty, asking, files, qtbot) -> None:
    seen = []
    asking.steps = [
        fill(*files),
        choose("id_column", "alt"),
        lambda dialog: seen.append(text(dialog, "openError")),
        choose("id_column", "Image"),
        lambda dialog: seen.append(text(dialog, "openError")),
    ]
    with qtbot.waitSignal(empty.bench.open_controller.opened):
        action(empty, "open_files").trigger()
    assert "no column 'alt'" in seen[0]
    assert seen[1] == ""


@pytest.mark.slow
def test_a_file_that_holds_both_needs_no_submission(empty, asking, tmp_path, qtbot) -> None:
    both, seen = put(tmp_path, "both.csv", "id,y_true,y_pred\na,x,x\nb,y,x\n"), []
    asking.steps = [fill(both, ""), lambda dialog: seen.append((match(dialog), dialog.submission))]
    with qtbot.waitSignal(empty.bench.open_controller.opened):
        action(empty, "open_files").trigger()
    assert seen == [("✓ 2 of 2 ids match, 1 of 1 predicted labels are in the truth", None)]
    assert empty.settings.recent == [RecentPair(both, both, str(empty.bench.inspection.metric), is_guess=True)]
    with qtbot.waitSignal(empty.bench.open_controller.opened):
        empty.bench.open_controller.open_recent(empty.settings.recent[0])
    with qtbot.waitSignal(empty.bench.change_queue.rebased):
        action(empty, "reload").trigger()


@pytest.mark.slow
def test_the_newest_request_wins_and_the_dialog_never_blocks(qtbot, empty, files, asking, monkeypatch) -> None:
    begun, gate, first = threading.Event(), threading.Event(), []
    real = open_controller.preview_pair

    def slow(truth, submission, options):
        if not first:
            first.append(truth)
            yield Progress(0.0, "held")
            begun.set()
            gate.wait(30)
            raise InputError("the first answer")
        return (yield from real(truth, submission, options))

    monkeypatch.setattr(open_controller, "preview_pair", slow)

    def later(dialog: OpenDialog) -> None:
        fill(*files)(dialog)
        dialog.ask()
        assert begun.wait(30)
        assert match(dialog) == "Reading…"
        dialog.ask()

    seen = []
    asking.steps = [later, lambda dialog: seen.append(match(dialog)), lambda dialog: gate.set()]
    with qtbot.waitSignal(empty.bench.open_controller.opened):
        action(empty, "open_files").trigger()
    assert seen == ["✓ 3 of 3 ids match, 2 of 2 predicted labels are in the truth"]


@pytest.fixture
def held(monkeypatch: pytest.MonkeyPatch) -> threading.Event:
    """Lets every file count as large; all ids are matched once it is set."""
    gate, real = threading.Event(), preview.align_understood

    def align(*given):
        yield Progress(0.5, "held")
        assert gate.wait(30)
        return (yield from real(*given))

    monkeypatch.setattr(preview, "_LARGE", 0)
    monkeypatch.setattr(preview, "align_understood", align)
    return gate


@pytest.mark.slow
def test_of_large_files_a_sample_is_shown_until_all_ids_are_matched(empty, asking, files, held, qtbot) -> None:
    seen = []

    def look(dialog: OpenDialog) -> None:
        seen.append((match(dialog), rows(dialog, "submission")[0], opens(dialog)))

    def early(dialog: OpenDialog) -> None:
        fill(*files)(dialog)
        qtbot.waitUntil(lambda: match(dialog).startswith("3"))
        look(dialog)
        held.set()

    asking.steps = [early, look]
    with qtbot.waitSignal(empty.bench.open_controller.opened):
        action(empty, "open_files").trigger()
    assert seen == [
        ("3 of 3 ids tried match; matching all of them…", ("c.jpg", "x y"), True),
        ("✓ 3 of 3 ids match, 2 of 2 predicted labels are in the truth", ("c.jpg", "x   y"), True),
    ]


@pytest.mark.slow
def test_what_only_all_rows_tell_refuses_files_whose_sample_matches(empty, asking, tmp_path, held, qtbot) -> None:
    twice, seen = put(tmp_path, "s.csv", f"{PLAIN}b.jpg,z\n"), []

    def early(dialog: OpenDialog) -> None:
        fill(put(tmp_path, "t.csv", TRUTH), twice)(dialog)
        qtbot.waitUntil(lambda: match(dialog).startswith("3"))
        seen.append(opens(dialog))
        held.set()

    asking.steps = [early, lambda dialog: seen.extend([opens(dialog), text(dialog, "openError")])]
    action(empty, "open_files").trigger()
    assert seen[:2] == [True, False]
    assert "more than one row" in str(seen[2])


@pytest.mark.slow
def test_a_choice_replaces_a_sample_whose_rest_is_still_to_come(empty, asking, files, held, qtbot) -> None:
    seen = []

    def early(dialog: OpenDialog) -> None:
        fill(*files)(dialog)
        qtbot.waitUntil(lambda: match(dialog).startswith("3"))
        choose("truth_column", "Id")(dialog)
        fill(files[1], files[0])(dialog)
        held.set()

    asking.steps = [early, lambda dialog: seen.append((match(dialog), rows(dialog, "truth")[0]))]
    with qtbot.waitSignal(empty.bench.open_controller.opened):
        action(empty, "open_files").trigger()
    ((words, first),) = seen
    assert words.startswith("✓ 3 of 3 ids match")
    assert first[0] == "c.jpg"


@pytest.mark.slow
def test_text_of_the_files_is_never_markup_in_the_dialog(empty, asking, tmp_path) -> None:
    truth = put(tmp_path, "t.csv", "id,<b>l</b>\n<i>a</i>,<b>x</b>\nb,y\n")
    other, seen = put(tmp_path, "s.csv", "id,<b>l</b>\n<i>a</i>,<b>x</b>\nb,y\n"), []

    def look(dialog: OpenDialog) -> None:
        labels = [label for label in dialog.findChildren(QLabel) if "<b>" in label.text()]
        table = find(dialog, QTableWidget, "truthRows")
        seen.append(({label.textFormat() for label in labels}, "<b>" in table.item(0, 1).toolTip()))

    asking.steps = [fill(truth, other), look]
    action(empty, "open_files").trigger()
    assert seen == [({Qt.TextFormat.PlainText}, False)]
    empty.bench.open_controller.close()


def test_files_of_every_format_are_listed_to_choose_from(qtbot, monkeypatch: pytest.MonkeyPatch, files) -> None:
    listed = []

    def answer(*given: str) -> tuple[str, str]:
        listed.append(given[-1].partition(";;")[0].partition("(")[2].rstrip(")"))
        return str(files[0]), ""

    monkeypatch.setattr(QFileDialog, "getOpenFileName", answer)
    dialog = OpenDialog(None, None)
    qtbot.addWidget(dialog)
    next(button for button in dialog.findChildren(QPushButton) if button.text() == "Browse…").click()
    assert dialog.truth == files[0]
    assert {"*.csv", "*.json", "*.jsonl", "*.parquet", "*.gz", "*.lz4"} <= {*listed[0].split()}


def test_a_dialog_that_grows_stays_on_the_screen(qtbot) -> None:
    dialog = OpenDialog(None, None)
    qtbot.addWidget(dialog)
    dialog.show()
    available = dialog.screen().availableGeometry()
    dialog.move(0, available.bottom() - dialog.height())
    find(dialog, QToolButton, "readingFold").click()
    assert find(dialog, QComboBox, "truth_labels").isVisible()
    assert available.top() <= dialog.frameGeometry().top()
    assert dialog.frameGeometry().bottom() <= available.bottom()


def test_the_dialog_grows_for_long_words_about_the_files(qtbot, tmp_path) -> None:
    heads = f"{'the name of it ' * 8},{'what it shows ' * 8}"
    pair = put(tmp_path, "truth.csv", f"{heads}\na,x\n"), put(tmp_path, "submission.csv", f"{heads}\na,x\n")
    dialog = OpenDialog(None, None)
    qtbot.addWidget(dialog)
    dialog.show()
    dialog.show_preview(drain(preview_pair(*pair, Options())))
    qtbot.wait_until(lambda: find(dialog, QLabel, "truthWords").height() > 1.5 * dialog.fontMetrics().lineSpacing())
    assert find(dialog, QTableWidget, "submissionRows").horizontalHeaderItem(1).text() == "predictions"
    page = find(dialog, QScrollArea, "")
    assert page.verticalScrollBar().maximum() == 0


@pytest.mark.slow
def test_nothing_is_missing_before_the_second_file_is_chosen(empty, asking, files) -> None:
    seen: list[object] = []

    def look(dialog: OpenDialog) -> None:
        seen.extend((match(dialog), find(dialog, QLabel, "openError").isVisible(), opens(dialog)))

    asking.steps = [fill(files[0], ""), look, fill(*files), look]
    action(empty, "open_files").trigger()
    assert seen[:3] == ["Now choose the submission, or a file that has both true and predicted labels", False, False]
    assert seen[4:] == [False, True]


@pytest.mark.slow
def test_enter_right_after_the_second_path_opens_both(empty, asking, files) -> None:
    seen: list[bool] = []

    def type_and_look(dialog: OpenDialog) -> None:
        fill(*files)(dialog)
        seen.append(opens(dialog))  # before the pause in typing is over

    asking.steps = [fill(files[0], ""), lambda dialog: seen.append(opens(dialog)), type_and_look]
    action(empty, "open_files").trigger()
    assert seen == [False, True]


@pytest.mark.slow
def test_an_answer_about_earlier_files_is_dropped(qtbot, empty, files, asking, monkeypatch) -> None:
    begun, gate, real = threading.Event(), threading.Event(), open_controller.preview_pair

    def held(truth, submission, options):
        if submission is None:
            begun.set()
            yield Progress(0.0, "held")
            gate.wait(30)
        return (yield from real(truth, submission, options))

    monkeypatch.setattr(open_controller, "preview_pair", held)
    told: list[object] = []
    monkeypatch.setattr(OpenDialog, "show_error", lambda dialog, error: told.append(error))

    def type_on(dialog: OpenDialog) -> None:
        fill(files[0], "")(dialog)
        dialog.ask()
        assert begun.wait(30)
        fill(*files)(dialog)
        gate.set()

    asking.steps = [type_on, lambda dialog: None]
    with qtbot.waitSignal(empty.bench.open_controller.opened):
        action(empty, "open_files").trigger()
    assert told == []


@pytest.mark.slow
def test_without_a_truth_nothing_of_earlier_files_is_shown(empty, asking, files) -> None:
    seen: list[str] = []
    asking.steps = [fill(*files), fill("", ""), lambda dialog: seen.append(match(dialog))]
    action(empty, "open_files").trigger()
    assert seen == ["Nothing to show yet"]


@pytest.mark.slow
def test_files_on_each_other_s_side_are_said_to_look_swapped(empty, asking, tmp_path, qtbot) -> None:
    truth = put(tmp_path, "truth.csv", "id,label\n" + "".join(f"{n},w{n}\n" for n in range(9)))
    submission = put(tmp_path, "submission.csv", "id,label\n" + "".join(f"{n},w{n} x y z\n" for n in range(9)))
    seen: list[str] = []
    asking.steps = [fill(submission, truth), lambda dialog: seen.append(match(dialog))]
    asking.steps += [lambda dialog: press_button(dialog, "Swap"), lambda dialog: seen.append(match(dialog))]
    with qtbot.waitSignal(empty.bench.open_controller.opened):
        action(empty, "open_files").trigger()
    assert "\n! The files look swapped" in seen[0]
    assert "swapped" not in seen[1]


def press_button(dialog: OpenDialog, title: str) -> None:
    next(button for button in dialog.findChildren(QPushButton) if button.text() == title).click()


def test_an_unknown_metric_stays_in_the_dialog(qtbot, files) -> None:
    dialog = OpenDialog(*files, metric="mapp@5")
    qtbot.addWidget(dialog)
    dialog.open()
    dialog.accept()
    assert dialog.isVisible()
    assert "'mapp' is not a metric" in text(dialog, "openError")
    find(dialog, QLineEdit, "metricText").setText("map@5")
    assert not find(dialog, QLabel, "openError").isVisible()
    dialog.accept()
    assert not dialog.isVisible()


@pytest.mark.slow
def test_the_same_file_twice_is_one_file_that_holds_both(empty, asking, tmp_path) -> None:
    both, seen = put(tmp_path, "oof.csv", "id,y_true,y_pred\na,x,x\nb,y,z\n"), []
    asking.steps = [fill(both, both), lambda dialog: seen.append((match(dialog), text(dialog, "submissionWords")))]
    action(empty, "open_files").trigger()
    assert seen[0][0].startswith("✓ 2 of 2 ids match")
    assert '"y_pred"' in seen[0][1]
