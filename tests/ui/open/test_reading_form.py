"""The form of reading options: a field for each, with the guess as its first entry."""

from __future__ import annotations

from dataclasses import fields

import pytest
from PySide6.QtWidgets import QComboBox
from ui.user import find

from inspector import InputError
from inspector.core.files.options import Options
from inspector.core.files.preview import FilePreview, Preview
from inspector.ui.open.open_dialog import OpenDialog
from inspector.ui.open.reading_choices import CHOICES, option_titles
from inspector.ui.open.reading_form import ReadingForm

TRUTH = FilePreview(("query", "doc", "grade"), "", "long", "query", "doc", "grade", "", (), "whole", False)
SUBMISSION = FilePreview(("id", "top", "conf"), "", "list", "id", "top", "conf", "bars", (), header=True)
PREVIEW = Preview(TRUTH, SUBMISSION, 3, 3)
# A value of each field, and what it makes of the options.
CHOSEN = {
    "truth_header": ("no", Options(header="no/")),
    "submission_header": ("yes", Options(header="/yes")),
    "truth_shape": ("wide", Options(shape="wide/")),
    "submission_shape": ("slots", Options(shape="/slots")),
    "id_column": ("doc", Options(id_column="doc")),
    "submission_id_column": ("top", Options(submission_id_column="top")),
    "truth_column": ("grade", Options(truth_column="grade")),
    "submission_column": ("conf", Options(submission_column="conf")),
    "relevance_column": ("none", Options(relevance_column="none")),
    "confidence_column": ("none", Options(confidence_column="none")),
    "truth_separator": (";", Options(truth_separator=";")),
    "separator": ("\t", Options(separator="\t")),
    "truth_labels": ("underscores", Options(truth_labels="underscores")),
}


@pytest.fixture
def form(qtbot) -> ReadingForm:
    form = ReadingForm()
    qtbot.addWidget(form)
    form.show_preview(PREVIEW)
    return form


def choose(form: ReadingForm, name: str, value: str) -> None:
    box = find(form, QComboBox, name)
    at = box.findData(value)
    assert at > 0, f"{name} does not offer {value}"
    box.setCurrentIndex(at)
    box.activated.emit(at)


def first(form: ReadingForm) -> dict[str, str]:
    return {name: find(form, QComboBox, name).itemText(0).removeprefix("guessed: ") for name, *_ in CHOICES}


def test_every_option_has_a_field_but_the_repairs() -> None:
    reached = {
        field.name for _, options in CHOSEN.values() for field in fields(options) if getattr(options, field.name)
    }
    assert reached == {field.name for field in fields(Options)} - {
        "fixes",
        "kind",
        "else_any",
        "by_confidence",
        "of_chances",
    }
    assert {*CHOSEN} == {name for name, *_ in CHOICES}


@pytest.mark.parametrize("name", CHOSEN)
def test_a_choice_arrives_in_the_options_and_stays(form, qtbot, name: str) -> None:
    value, options = CHOSEN[name]
    assert form.options == Options()
    with qtbot.waitSignal(form.changed):
        choose(form, name, value)
    assert form.options == options
    form.show_preview(PREVIEW)
    assert form.options == options
    form.forget()
    assert form.options == Options()
    form.choose(options)
    assert form.options == options


def test_both_sides_can_be_chosen_alike_and_apart(form) -> None:
    for one, other in (("list", "list"), ("long", "wide")):
        choose(form, "truth_shape", one)
        choose(form, "submission_shape", other)
        assert (form.options.shape_of(True), form.options.shape_of(False)) == (one, other)
    form.choose(Options(header="no"))
    assert (form.options.header_of(True), form.options.header_of(False)) == (False, False)


def test_the_first_entry_of_each_field_is_the_guess(form) -> None:
    assert first(form) == {
        "truth_header": "no",
        "submission_header": "yes",
        "truth_shape": "long",
        "submission_shape": "list",
        "id_column": "query",
        "submission_id_column": "id",
        "truth_column": "doc",
        "submission_column": "top",
        "relevance_column": "grade",
        "confidence_column": "conf",
        "truth_separator": "none needed",
        "separator": "bars",
        "truth_labels": "whole",
    }


def test_a_separator_for_both_files_is_said_at_the_truth(form) -> None:
    choose(form, "separator", ";")
    form.show_preview(PREVIEW)
    assert first(form)["truth_separator"] == "as in the submission"


def test_a_value_that_is_not_offered_is_shown_all_the_same(form) -> None:
    for name, value, words in (("separator", "::", "'::'"), ("truth_column", "a+b", "a+b")):
        form.choose(Options(**{name: value}))
        form.show_preview(PREVIEW)
        assert (find(form, QComboBox, name).currentText(), getattr(form.options, name)) == (words, value)


def test_the_tab_key_goes_from_field_to_field_by_line(qtbot) -> None:
    dialog = OpenDialog(None, None)
    qtbot.addWidget(dialog)
    boxes, widget = [], dialog.nextInFocusChain()
    while widget is not dialog:
        if isinstance(widget, QComboBox):
            boxes.append(widget.objectName())
        widget = widget.nextInFocusChain()
    assert boxes == [name for name, *_ in CHOICES]
    assert all(find(dialog, QComboBox, name).accessibleName() == title for name, _, _, title, _ in CHOICES)
    assert all(find(dialog, QComboBox, name).toolTip() for name in boxes)


def test_errors_name_the_field_of_an_option() -> None:
    error = InputError("wrong", options=("id_column", "shape=long/", "header=/no", "relevance_column"))
    assert option_titles(error) == (
        "Id column of the truth, Shape of the truth (long), Header of the submission (no), Relevance column"
    )
