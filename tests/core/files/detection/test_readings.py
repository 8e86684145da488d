"""Files as they are found: which columns are read, and how cells are split, with no option given."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

import inspector
from inspector import InputError
from inspector.core.files.detection.evidence import split_hint
from inspector.core.files.detection.question import AmbiguousReadingError
from inspector.core.files.options import Options

IDS = [f"img_{row:03}.jpg" for row in range(40)]
SPECIES = ["Fin whale", "Humpback whale", "Blue whale", "Grey whale", "Minke whale", "Beluga", "Orca"]
CODES = [f"w_{code:04x}" for code in range(12)]


def truth_of(labels: list[str], seed: int = 1) -> dict[str, str]:
    draw = Random(seed)
    return {id_: draw.choice(labels) for id_ in IDS}


def ranked(truth: dict[str, str], labels: list[str], k: int = 3) -> dict[str, list[str]]:
    """For each id, k labels of which the right one is the first, second or third, or missing."""
    draw, found = Random(2), {}
    for id_, right in truth.items():
        wrong = draw.sample([label for label in labels if label != right], k)
        at = draw.randrange(k + 1)
        found[id_] = [*wrong[:at], right, *wrong[at:]][:k]
    return found


@pytest.fixture
def opened(tmp_path: Path):
    def open_lines(truth: list[str], submission: list[str] | None, ending: str = "csv", **options: str):
        files = []
        for name, lines in (("truth", truth), ("submission", submission)):
            if lines is not None:
                files.append(tmp_path / f"{name}.{ending}")
                files[-1].write_text("\n".join(lines) + "\n")
        return inspector.open_pair(*files, metric="map@3", **options)

    return open_lines


def lists(found, which: str) -> dict[str, list[str]]:
    evaluation = found.evaluation
    of = evaluation.truth if which == "truth" else evaluation.labels
    return {evaluation.table.id(row): of(row) for row in range(len(evaluation.table))}


def rows(*columns) -> list[str]:
    return [",".join(cells) for cells in zip(*columns, strict=True)]


@pytest.mark.parametrize("second", ["0", "Q0", "4.5", "any-text"])
@pytest.mark.parametrize("blank", [" ", "\t"])
def test_the_second_field_of_qrels_is_ignored(opened, second: str, blank: str) -> None:
    truth = truth_of(CODES)
    predicted = ranked(truth, CODES)
    qrels = [blank.join((id_, second, label, "1")) for id_, label in truth.items()]
    run = [f"{id_} Q0 {label} {at} {9 - at} tag" for id_, given in predicted.items() for at, label in enumerate(given)]
    found = opened(qrels, run, "txt")
    assert lists(found, "truth") == {id_: [label] for id_, label in truth.items()}
    assert lists(found, "predictions") == predicted


def test_the_truth_is_the_column_whose_values_are_predicted(opened) -> None:
    truth = truth_of(CODES)
    predicted = ranked(truth, CODES)
    several = rows(IDS, ["whale", "seal"] * 20, truth.values(), [str(row % 5) for row in range(40)])
    found = opened(
        ["image,species,individual_id,fold", *several],
        ["image,predictions", *rows(IDS, map(" ".join, predicted.values()))],
    )
    assert lists(found, "truth") == {id_: [label] for id_, label in truth.items()}


def test_wrong_documents_of_a_table_are_not_right(opened) -> None:
    truth = truth_of(CODES)
    predicted = ranked(truth, CODES)
    judged = [
        f"{id_},{label},{int(label == truth[id_])}"
        for id_, given in predicted.items()
        for label in {*given, truth[id_]}
    ]
    found = opened(
        ["query-id,corpus-id,score", *judged],
        ["query-id,corpus-id,score"]
        + [f"{id_},{label},{9 - at}" for id_, given in predicted.items() for at, label in enumerate(given)],
    )
    assert lists(found, "truth") == {id_: [label] for id_, label in truth.items()}
    assert lists(found, "predictions") == predicted


def test_a_phrase_is_one_label_beside_lists_of_phrases(opened) -> None:
    truth = truth_of(SPECIES)
    predicted = ranked(truth, SPECIES)
    found = opened(
        ["id,species", *rows(IDS, truth.values())], ["id,species", *rows(IDS, map("|".join, predicted.values()))]
    )
    assert lists(found, "truth") == {id_: [label] for id_, label in truth.items()}
    assert lists(found, "predictions") == predicted


def test_one_phrase_in_each_cell_of_both_files_is_one_label(opened) -> None:
    truth, predicted = truth_of(SPECIES), truth_of(SPECIES, 5)
    found = opened(["id,species", *rows(IDS, truth.values())], ["id,species", *rows(IDS, predicted.values())])
    assert lists(found, "predictions") == {id_: [label] for id_, label in predicted.items()}


def test_sets_of_words_that_also_stand_alone_are_lists(opened) -> None:
    labels = ["scab", "rust", "complex", "scab rust", "rust complex", "healthy"]
    truth, predicted = truth_of(labels), truth_of(labels, 5)
    found = opened(["image,labels", *rows(IDS, truth.values())], ["image,labels", *rows(IDS, predicted.values())])
    assert lists(found, "truth") == {id_: text.split() for id_, text in truth.items()}


def test_an_id_column_without_a_name_is_no_index(opened) -> None:
    truth = truth_of(CODES)
    found = opened(
        [",label", *rows(IDS, truth.values())], [",label", *rows(IDS, map(" ".join, ranked(truth, CODES).values()))]
    )
    assert found.evaluation.table.id(0) == IDS[0]
    assert "index-column" not in {problem.kind for problem in found.problems}


def test_texts_that_both_long_files_share_are_not_the_labels(opened) -> None:
    """A few texts beside the labels are all in both files, but again and again under one id, as labels never are."""
    draw, texts = Random(6), [f"text {sign}" for sign in "abcdefg"]
    # One in five predicted labels was never judged.
    pools = CODES[:10], CODES[2:]
    found = [{id_: draw.sample(pool, 5) for id_ in IDS} for pool in pools]
    truth = [f"{id_},{label},{draw.randrange(2)},{draw.choice(texts)}" for id_ in IDS for label in found[0][id_]]
    ranks = [f"{id_},{label},{rank},{draw.choice(texts)}" for id_ in IDS for rank, label in enumerate(found[1][id_], 1)]
    opens = opened(["query,item,relevance,prompt", *truth], ranks)
    assert lists(opens, "predictions") == found[1]


@pytest.mark.parametrize("odd", ["", "nan", "1.5", "text"])
def test_a_wide_file_stays_wide_with_an_odd_cell(opened, odd: str) -> None:
    truth = truth_of(CODES)
    draw = Random(3)
    cells = [[f"{draw.random():.3f}" for _ in CODES] for _ in IDS]
    cells[4][2] = odd
    wide = [f"{id_},{row},{','.join(values)}" for row, (id_, values) in enumerate(zip(IDS, cells, strict=True))]
    found = opened(["id,label", *rows(IDS, truth.values())], [f"id,step,{','.join(CODES)}", *wide])
    first = sorted(zip(cells[0], CODES, strict=True), key=lambda pair: -float(pair[0]))
    assert lists(found, "predictions")[IDS[0]] == [label for _, label in first]


@pytest.mark.parametrize("sign", [":", "=", "@", "^"])
@pytest.mark.parametrize("classes", [[str(code) for code in range(12)], CODES], ids=["numbers", "words"])
def test_classes_of_a_wide_truth_are_known_behind_their_confidences(opened, sign: str, classes: list[str]) -> None:
    truth, draw = truth_of(classes), Random(3)
    wide = [",".join(["id", *classes]), *rows(IDS, *([str(int(truth[i] == one)) for i in IDS] for one in classes))]
    run = {
        id_: " ".join(f"{label}{sign}{0.9 - place / 4:.4f}" for place, label in enumerate(labels))
        for id_, labels in ranked(truth, classes).items()
    }
    ages = [f"{draw.uniform(20, 180):.4f}" for _ in IDS]
    found = opened(wide, ["id,age,found", *rows(IDS, ages, [run[id_] for id_ in IDS])])
    assert lists(found, "truth") == {id_: [label] for id_, label in truth.items()}
    assert lists(found, "submission") == ranked(truth, classes)


def test_columns_of_truth_and_prediction_in_one_wide_file(opened) -> None:
    truth = truth_of(CODES[:4])
    draw = Random(4)
    header = [f"{code}_{kind}" for code in CODES[:4] for kind in ("true", "pred")]
    cells = [",".join(f"{int(truth[id_] == code)},{draw.random():.3f}" for code in CODES[:4]) for id_ in IDS]
    found = opened([f"id,{','.join(header)}", *rows(IDS, cells)], None)
    assert lists(found, "truth") == {id_: [label] for id_, label in truth.items()}
    assert {*lists(found, "predictions")[IDS[0]]} == {*CODES[:4]}


def test_files_without_a_header_lose_no_row(opened) -> None:
    truth = truth_of(CODES)
    found = opened(rows(IDS, truth.values()), rows(IDS, map(" ".join, ranked(truth, CODES).values())))
    assert lists(found, "truth") == {id_: [label] for id_, label in truth.items()}
    assert [found.evaluation.pair.truth.line(0), found.evaluation.pair.submission.line(39)] == [1, 40]


def test_a_column_for_each_rank_is_read_as_a_list(opened) -> None:
    truth = truth_of(CODES)
    predicted = ranked(truth, CODES)
    slots = ["id,article_1,article_2,article_3", *rows(IDS, map(",".join, predicted.values()))]
    found = opened(["id,article", *rows(IDS, truth.values())], slots)
    assert lists(found, "predictions") == predicted


def test_misleading_names_do_not_decide(opened) -> None:
    truth = truth_of(CODES)
    predicted = ranked(truth, CODES)
    found = opened(
        ["QuestionId_Answer,MisconceptionId", *rows(IDS, truth.values())],
        ["QuestionId_Answer,MisconceptionId", *rows(IDS, map(" ".join, predicted.values()))],
    )
    assert lists(found, "predictions") == predicted


def test_several_columns_may_identify_a_row_together(opened, tmp_path: Path) -> None:
    users = [(f"u{row % 7}", str(row // 7)) for row in range(40)]
    truth = dict(zip(users, truth_of(CODES).values(), strict=True))
    predicted = dict(zip(users, ranked(truth_of(CODES), CODES).values(), strict=True))
    found = opened(
        ["user,step,item", *(f"{u},{s},{label}" for (u, s), label in truth.items())],
        ["user,step,items", *(f"{u},{s},{' '.join(given)}" for (u, s), given in predicted.items())],
    )
    assert lists(found, "predictions") == {f"{u}_{s}": given for (u, s), given in predicted.items()}
    found.edit("u3_0", ["w_0001", "new"])
    found.save(tmp_path / "saved.csv")
    assert "u3,0,w_0001 new" in (tmp_path / "saved.csv").read_text().splitlines()


def test_labels_of_two_columns_are_those_that_are_predicted_as_one(opened) -> None:
    truth = truth_of(["True:NA", "False:Mult", "False:Whole", "True:WNB"])
    predicted = ranked(truth, [*{*truth.values()}])
    found = opened(
        ["row_id,Category,Misconception", *(f"{id_},{','.join(label.split(':'))}" for id_, label in truth.items())],
        ["row_id,Category:Misconception", *rows(IDS, map(" ".join, predicted.values()))],
    )
    assert lists(found, "truth") == {id_: [label] for id_, label in truth.items()}


@pytest.mark.parametrize(("written", "read"), [("{}.0", "{}"), ("alarm clock {}", "alarm_clock_{}")])
def test_labels_of_the_truth_are_brought_into_the_form_of_the_predictions(opened, written: str, read: str) -> None:
    numbers = truth_of([str(number) for number in range(9)])
    predicted = ranked(numbers, [str(number) for number in range(9)])
    found = opened(
        ["id,label", *rows(IDS, map(written.format, numbers.values()))],
        ["id,label", *rows(IDS, (" ".join(map(read.format, given)) for given in predicted.values()))],
    )
    assert lists(found, "truth") == {id_: [read.format(label)] for id_, label in numbers.items()}
    assert found.evaluation.pair.truth.layout.label_form in ("whole", "underscores")


def ambiguous() -> tuple[list[str], list[str]]:
    """Two columns of the truth that the predictions hit about as often."""
    one, other = truth_of(CODES), truth_of(CODES, 9)
    draw = Random(7)
    both = [" ".join(draw.sample([one[id_], other[id_]], 2)) for id_ in IDS]
    return ["id,left,right", *rows(IDS, one.values(), other.values())], ["id,guesses", *rows(IDS, both)]


def test_two_readings_that_are_close_are_asked_about(opened) -> None:
    with pytest.raises(AmbiguousReadingError) as raised:
        opened(*ambiguous())
    readings = raised.value.readings
    assert {reading.options.truth_column for reading in readings} == {"left", "right"}
    assert {reading.options.submission_column for reading in readings} == {None}
    for reading in readings:
        found = opened(*ambiguous(), **reading.options.as_dict)
        assert found.evaluation.pair.truth.label_name == reading.options.truth_column


def test_no_known_label_at_all_is_a_problem_with_its_figure(opened) -> None:
    found = opened(["id,label", *rows(IDS, truth_of(CODES).values())], ["id,label", *rows(IDS, ["zebra"] * 40)])
    assert {p.kind: p.message for p in found.problems}["label-overlap"].startswith("0 of the 1 predicted labels")
    assert found.evaluation.table.label_overlap == (0, 1)


def test_one_file_without_predictions_is_refused(opened) -> None:
    with pytest.raises(InputError, match="does not contain both"):
        opened(["id,label,fold", *rows(IDS, truth_of(CODES).values(), ["1", "2"] * 20)], None)


@pytest.mark.parametrize("name", ["prediction", "pred", "Survived_pred", "guess"])
def test_a_yes_or_no_and_its_prediction_are_the_two_sides_of_one_file(opened, name: str) -> None:
    given = dict.fromkeys(("truth_column", "submission_column"))
    if name == "guess":  # which tells nothing
        given = {"truth_column": "Survived", "submission_column": name}
    truth, wrong = ["1", "0", "1", "0", "0"] * 8, 5
    predicted = [*("10"[int(cell)] for cell in truth[:wrong]), *truth[wrong:]]
    found = opened([f"id,Survived,{name}", *rows(IDS, truth, predicted)], None, **given)
    assert (found.evaluation.pair.submission.label_name, found.overall) == (name, 1 - wrong / len(truth))


def test_a_true_score_beside_its_prediction_is_no_confidence(opened) -> None:
    draw = Random(8)
    truth = [str(draw.randint(1, 6)) for _ in IDS]
    predicted = [cell if draw.random() < 0.5 else str(draw.randint(1, 6)) for cell in truth]
    found = opened(["essay_id,score,oof_pred", *rows(IDS, truth, predicted)], None)
    assert found.evaluation.pair.submission.layout.confidence is None
    assert found.overall == sum(map(str.__eq__, truth, predicted)) / len(truth)
    sure = opened(["id,label,pred,score", *rows(IDS, truth, predicted, [f"{draw.random():.3f}" for _ in IDS])], None)
    assert sure.evaluation.pair.submission.layout.confidence == 3


@pytest.mark.parametrize(
    ("option", "value"), [("header", "maybe"), ("truth_labels", "loud"), ("shape", "tall"), ("relevance_column", "no")]
)
def test_an_unknown_value_of_an_option_is_refused(opened, option: str, value: str) -> None:
    lines = ["id,label", *rows(IDS, truth_of(CODES).values())]
    with pytest.raises(InputError, match=value):
        opened(lines if option != "relevance_column" else [*lines, *lines[1:]], lines, **{option: value})


def test_options_are_the_arguments_of_the_terminal() -> None:
    options = Options(truth_column="a b", separator=" ", fixes=("header",))
    assert options.arguments == ["--truth-column", "a b", "--separator", " ", "--fix", "header"]


def test_a_comma_and_a_blank_at_the_end_of_a_cell_are_read(opened) -> None:
    found = opened(["id,label", *rows(IDS, truth_of(CODES).values())], ["id,label", *rows(IDS, ['"x, "'] * 40)])
    assert {*map(tuple, lists(found, "submission").values())} == {("x",)}


def test_five_numbers_after_an_id_are_a_list_and_no_run(opened) -> None:
    labels = [f"08{number:08}" for number in range(0, 9_000_000, 300_000)]
    truth = truth_of(labels)
    predicted = ranked(truth, labels, 5)
    lines = [f"{id_}\t{' '.join(given)}" for id_, given in predicted.items()]
    found = opened(["id\tlabel", *(f"{id_}\t{label}" for id_, label in truth.items())], lines)
    assert lists(found, "predictions") == predicted


@pytest.mark.parametrize("are_lists", [False, True])
@pytest.mark.parametrize("seed", range(6))
def test_words_that_keep_their_places_are_phrases_and_others_lists(opened, seed: int, are_lists: bool) -> None:
    draw = Random(seed)
    stones, letters = ["Amber", "Birch", "Grove", "Iris", "Jade", "Maple", "Opal", "Raven"], [*"BFGHKL"]
    cells = {id_: [draw.choice(stones), draw.choice(letters)] for id_ in IDS[:31]}
    guesses = {id_: one if draw.random() < 0.5 else draw.choice([*cells.values()]) for id_, one in cells.items()}
    if are_lists:
        cells, guesses = ({id_: draw.sample(one, 2) for id_, one in of.items()} for of in (cells, guesses))
    lines = [[f'{id_},"{", ".join(one)}"' for id_, one in of.items()] for of in (cells, guesses)]
    try:
        found = opened(["id,labels", *lines[0]], ["id,prediction", *lines[1]])
    except AmbiguousReadingError:
        assert are_lists  # of words that look like those of names
        return
    for which, of in (("truth", cells), ("submission", guesses)):
        assert lists(found, which) == {id_: one if are_lists else [", ".join(one)] for id_, one in of.items()}


def test_the_same_list_in_every_row_says_nothing_of_places() -> None:
    popular = ", ".join(f"item {letter}" for letter in "ABCDEFGHIJKL")
    phrases = [f"{stone}, {letter}" for stone in ("Amber", "Birch", "Grove", "Iris") for letter in "BFGHKL"]
    assert split_hint([popular] * 40, ",") == split_hint([popular] * 19, ",")
    assert split_hint(phrases, ",") < split_hint([popular] * 40, ",")


def test_names_with_commas_stay_whole_beside_tabs(opened) -> None:
    names = [f"{word}, {letter}" for word in ("Amber", "Birch", "Cedar") for letter in "ABCDE"]
    truth = truth_of(names)
    predicted = ranked(truth, names)
    wide = [f"{id_},{','.join(str(int(name == right)) for name in names)}" for id_, right in truth.items()]
    header = ",".join(f'"{name}"' for name in names)
    found = opened([f"id,{header}", *wide], ["id,guess", *(f'{i},"{chr(9).join(p)}"' for i, p in predicted.items())])
    assert lists(found, "truth") == {id_: [label] for id_, label in truth.items()}
    assert lists(found, "predictions") == predicted


def test_which_of_two_columns_is_true_is_told_by_the_longer_lists(opened) -> None:
    labels = [f"w_{code:04x}" for code in range(40)]
    truth = truth_of(labels)
    predicted = ranked(truth, labels, 10)
    found = opened(["name,q,p", *rows(IDS, truth.values(), map(" ".join, predicted.values()))], None)
    assert lists(found, "truth") == {id_: [label] for id_, label in truth.items()}


@pytest.mark.parametrize("quote", ["", '"'])
def test_an_index_without_a_name_is_below_a_header(opened, quote: str) -> None:
    classes, draw = [str(code) for code in range(12)], Random(5)
    order, truth = draw.sample(classes, 12), truth_of(classes)
    shares = {id_: [draw.random() / 9 + (one == right) / 2 for one in order] for id_, right in truth.items()}
    header = ",".join(f"{quote}{name}{quote}" for name in ["", *order])
    lines = [f"{quote}{id_}{quote},{','.join(map(str, of))}" for id_, of in shares.items()]
    found = opened(["id,label", *(f"{id_},{one}" for id_, one in truth.items())], [header, *lines])
    assert len(found.evaluation.table) == len(IDS)
    assert {id_: of[0] for id_, of in lists(found, "submission").items()} == {
        id_: order[max(range(12), key=of.__getitem__)] for id_, of in shares.items()
    }


def test_a_header_that_no_other_row_knows_is_no_row(opened) -> None:
    labels = ["Amber, A", "Amber, B", "Birch, A", "Birch, B"]
    draw, ids = Random(6), [f"{Random(row).getrandbits(64):016x}" for row in range(60)]
    truth = {id_: draw.choice(labels) for id_ in ids}
    wide = [f"{id_},{','.join(f'{draw.random():.3f}' for _ in labels)}" for id_ in ids[:40]]
    header = ",".join(f'"{label}"' for label in labels)
    found = opened(["col1,v", *(f'{i},"{label}"' for i, label in truth.items())], [f"col1,{header}", *wide])
    assert [*lists(found, "truth")] == ids


def test_a_first_row_of_words_that_name_columns_is_a_row(opened) -> None:
    labels = ["true", "target", "answer", "class"]
    truth, predicted = truth_of(labels), truth_of(labels, 5)
    found = opened(rows(IDS, truth.values()), ["id,guess", *rows(IDS, predicted.values())])
    assert lists(found, "truth") == {id_: [label] for id_, label in truth.items()}


def test_a_column_that_both_files_share_is_not_predicted(opened) -> None:
    labels = [f"{word}, {letter}" for word in ("Amber", "Birch", "Cedar", "Delta") for letter in "ABCDEFGHIK"]
    draw, texts = Random(3), ["plain words", "one, two and three", "a; b", "50 % off | today", "it's ok"]
    truth, titles = truth_of(labels[:30]), [draw.choice(texts) for _ in IDS]
    guessed = {i: [*draw.sample(labels, 4), label] for i, label in truth.items()}
    guessed |= {i: draw.sample(labels, 5) for i in IDS[:14]}
    found = opened(
        ["target,title,id", *(f'"{truth[i]}","{title}",{i}' for i, title in zip(IDS, titles, strict=True))],
        ["id,prediction,title"]
        + [f'{i},"{"|".join(guessed[i])}","{title}"' for i, title in zip(IDS, titles, strict=True)],
    )
    assert lists(found, "truth") == {id_: [label] for id_, label in truth.items()}


def test_any_decimals_beside_predictions_do_not_order_them(opened) -> None:
    draw = Random(11)
    truth = truth_of(CODES)
    predicted = {i: draw.sample(given, 10) for i, given in ranked(truth, CODES, 10).items()}
    lines = [f"{i},{label},{draw.random():.4f}" for i, given in predicted.items() for label in given]
    found = opened(["id,label", *rows(IDS, truth.values())], ["id,label,moisture", *lines])
    assert lists(found, "predictions") == predicted


def test_a_rank_without_a_name_tells_which_column_holds_the_ids(opened) -> None:
    groups = {str(number): str(700 + number // 3) for number in range(60)}
    of = {id_: [other for other, group in groups.items() if group == groups[id_]] for id_ in groups}
    draw, lines = Random(4), []
    for id_, members in of.items():
        given = [*draw.sample(members, 3), *draw.sample([other for other in groups if other not in members], 2)]
        lines += [f"{id_},{label},{rank}" for rank, label in enumerate(given, 1)]
    found = opened(["sample_id,group", *rows(groups, groups.values())], draw.sample(lines, len(lines)))
    assert all(labels[0] in of[id_] for id_, labels in lists(found, "predictions").items())


def test_whether_ids_and_labels_are_exchanged_is_asked_if_names_mislead(opened) -> None:
    draw = Random(8)
    ids, labels = [f"q{number}" for number in range(60)], [str(number) for number in range(20, 44)]
    truth = {id_: draw.choice(labels) for id_ in ids}
    lines = [f"{i},{label}" for i, right in truth.items() for label in dict.fromkeys([right, *draw.sample(labels, 3)])]
    draw.shuffle(lines)
    with pytest.raises(AmbiguousReadingError):
        opened(["query,answer", *(f"{label},{i}" for i, label in truth.items())], ["answer,query", *lines])


def test_a_first_row_whose_id_only_the_truth_has_is_a_row(opened) -> None:
    labels = [f"{word}_{part}:{number}" for word in ("True", "False") for part in ("amber", "iris") for number in "123"]
    draw, ids = Random(2), [f"q{number}" for number in range(60)]
    truth = {id_: draw.sample(labels, 3) for id_ in ids}
    guessed = [f"{id_},{draw.choice(truth[id_])}" for id_ in ids[1:]]
    found = opened([f'{id_},"[{", ".join(right)}]"' for id_, right in truth.items()], guessed)
    assert [*lists(found, "truth")] == ids


def test_queries_that_all_match_as_labels_are_still_the_ids(opened) -> None:
    # Each document is relevant to one query, and most documents of the run were not judged.
    queries, draw = [str(300_000 + 17 * number) for number in range(60)], Random(3)
    documents = [str(1_000_000 + 31 * number) for number in range(500)]
    qrels = dict(zip(queries, documents, strict=False))
    run = [(query, [qrels[query], *draw.sample(documents[60:], 14)]) for query in queries]
    found = opened(
        ["query-id,corpus-id,score", *(f"{query},{document},1" for query, document in qrels.items())],
        [
            "qid,docid,score",
            *(f"{q},{document},{9.5 - rank}" for q, given in run for rank, document in enumerate(given)),
        ],
    )
    assert lists(found, "predictions") == dict(run)


def test_the_ids_of_a_file_that_begins_with_many_rows_of_one_id(opened) -> None:
    draw = Random(4)
    documents = {query: [f"d{draw.randrange(10**6):06}" for _ in range(260)] for query in ("1", "2", "3", "4")}
    found = opened(
        ["query,document,relevance", *(f"{q},{d},{d[-1] > '4':d}" for q, given in documents.items() for d in given)],
        [f"{q} Q0 {d} 0 {300 - rank} me" for q, given in documents.items() for rank, d in enumerate(given[:50])],
    )
    assert lists(found, "predictions") == {query: given[:50] for query, given in documents.items()}


def test_cells_of_several_labels_are_no_ids_though_rows_stand_by_label(opened) -> None:
    rng = Random(4)
    names = ["amber", "birch", "cedar", "delta", "ember", "grove", "iris", "jade"]
    true = {str(row): rng.sample(names, rng.choice((1, 2, 3))) for row in range(41)}
    ranked = {row: list(dict.fromkeys([*labels[:1], *rng.sample(names, 2)]))[:2] for row, labels in true.items()}
    by_label = sorted(
        (name, rng.random(), f"{row},{name},{at}") for row in true for at, name in enumerate(ranked[row], 1)
    )
    truth = ["image_id,landmark_id", *(f"{row},{' '.join(labels)}" for row, labels in true.items())]
    found = opened(truth, ["image_id,landmark_id,rank", *(line for *_, line in by_label)])
    assert {id_: {*labels} for id_, labels in lists(found, "truth").items()} == {k: {*v} for k, v in true.items()}
    assert lists(found, "submission") == ranked
