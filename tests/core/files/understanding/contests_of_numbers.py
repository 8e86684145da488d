"""Contests scored on numbers and probabilities: headers as their hosts gave them, made rows."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from core.files.understanding.contest import table

ROWS = 80
IDS = [str(1461 + row) for row in range(ROWS)]
Columns = dict[str, list[object]]


@dataclass(frozen=True)
class Numbers:
    """truth, submission: columns by name, None if the truth's file holds both; read: the columns of both to be read.

    read: empty if labels are to be read, as they always were.
    """

    truth: Columns
    submission: Columns | None
    read: tuple[tuple[str, str], ...] = ()
    delimiter: str = ","

    @property
    def texts(self) -> list[str]:
        """The text of each file."""
        return [_text(columns, self.delimiter) for columns in (self.truth, self.submission) if columns is not None]

    def values(self, which: int) -> np.ndarray:
        """float64 (n, c): the numbers to be read."""
        columns = self.truth if which == 0 or self.submission is None else self.submission
        return np.array([[float(cell) for cell in columns[pair[which]]] for pair in self.read]).T


CONTESTS: dict[str, Callable[[np.random.Generator], Numbers]] = {}


def contest(name: str) -> Callable[[Callable[[np.random.Generator], Numbers]], None]:
    """Register the function that makes the files of a contest."""
    return lambda make: CONTESTS.__setitem__(name, make)


def _text(columns: Columns, delimiter: str) -> str:
    rows = zip(*columns.values(), strict=True)
    cells = (["" if cell is None else str(cell) for cell in row] for row in rows)
    decimal = ([cell.replace(".", ",") for cell in row] if delimiter == ";" else row for row in cells)
    return table(delimiter.join(columns), decimal, delimiter)


def whole(values: np.ndarray) -> list[object]:
    return [int(value) for value in np.round(values)]


def rounded(values: np.ndarray, digits: int = 4) -> list[object]:
    return [round(float(value), digits) for value in values]


def prices(draw: np.random.Generator) -> tuple[Columns, np.ndarray]:
    """House Prices' train.csv, and predictions."""
    area = draw.integers(500, 4000, ROWS).astype(float)
    price = area * 100 + draw.normal(0, 20_000, ROWS) + 60_000
    features: Columns = {
        "Id": [*IDS],
        "MSSubClass": [*draw.choice([20, 50, 60], ROWS)],
        "LotArea": whole(draw.normal(10_000, 2000, ROWS)),
        "Neighborhood": [*draw.choice(["CollgCr", "Veenker"], ROWS)],
        "LotFrontage": [None if draw.random() < 0.2 else 60 + int(draw.integers(30)) for _ in range(ROWS)],
        "GrLivArea": whole(area),
        "YrSold": [*draw.integers(2006, 2011, ROWS)],
        "SalePrice": whole(price),
    }
    return features, price * draw.normal(1, 0.1, ROWS)


@contest("House Prices")
def _(draw: np.random.Generator) -> Numbers:
    train, predicted = prices(draw)
    return Numbers(train, {"Id": [*IDS], "SalePrice": rounded(predicted)}, (("SalePrice", "SalePrice"),))


@contest("House Prices, whole dollars in both files")
def _(draw: np.random.Generator) -> Numbers:
    train, predicted = prices(draw)
    truth = {name: train[name] for name in ("Id", "SalePrice")}
    return Numbers(truth, {"Id": [*IDS], "SalePrice": whole(predicted)}, (("SalePrice", "SalePrice"),))


@contest("House Prices, under another name")
def _(draw: np.random.Generator) -> Numbers:
    train, predicted = prices(draw)
    return Numbers(train, {"Id": [*IDS], "Predicted": rounded(predicted)}, (("SalePrice", "Predicted"),))


@contest("House Prices, the mean in every row")
def _(draw: np.random.Generator) -> Numbers:
    train, predicted = prices(draw)
    return Numbers(train, {"Id": [*IDS], "SalePrice": [float(predicted.mean())] * ROWS}, (("SalePrice", "SalePrice"),))


@contest("House Prices, out of fold")
def _(draw: np.random.Generator) -> Numbers:
    train, predicted = prices(draw)
    return Numbers({**train, "oof": rounded(predicted)}, None, (("SalePrice", "oof"),))


@contest("House Prices, an index beside the features")
def _(draw: np.random.Generator) -> Numbers:
    train, predicted = prices(draw)
    features = {"": [*range(ROWS)], **{name: cells for name, cells in train.items() if name != "Id"}}
    return Numbers(features, {"": [*range(ROWS)], "SalePrice": rounded(predicted)}, (("SalePrice", "SalePrice"),))


@contest("out of fold, y_true and y_pred")
def _(draw: np.random.Generator) -> Numbers:
    true = draw.normal(0, 1, ROWS)
    folds: list[object] = [row % 5 for row in range(ROWS)]
    held = {"id": [*IDS], "fold": folds, "y_true": rounded(true), "y_pred": rounded(true + draw.normal(0, 0.4, ROWS))}
    return Numbers(held, None, (("y_true", "y_pred"),))


@contest("Bike Sharing Demand")
def _(draw: np.random.Generator) -> Numbers:
    hours: list[object] = [f"2011-01-{20 + row // 24} {row % 24:02}:00:00" for row in range(ROWS)]
    count = np.round(np.exp(draw.normal(4, 1, ROWS)))
    casual = np.round(count / 5)
    truth = {
        "datetime": hours,
        "season": [1] * ROWS,
        "temp": rounded(draw.normal(15, 5, ROWS), 2),
        "casual": whole(casual),
        "registered": whole(count - casual),
        "count": whole(count),
    }
    return Numbers(truth, {"datetime": hours, "count": whole(count * draw.normal(1, 0.2, ROWS))}, (("count", "count"),))


def yes_no(draw: np.random.Generator, share: float, columns: int = 1) -> tuple[np.ndarray, np.ndarray]:
    """Yes and no, and probabilities of yes."""
    true = (draw.random((ROWS, columns)) < share).astype(float)
    return true, np.clip(0.3 * true + 0.6 * draw.random((ROWS, columns)), 0, 1)


@contest("Titanic")
def _(draw: np.random.Generator) -> Numbers:
    true, predicted = yes_no(draw, 0.4)
    features = {"Pclass": [*draw.integers(1, 4, ROWS)], "Name": ["Braund, Mr. Owen"] * ROWS}
    truth = {"PassengerId": [*IDS], "Survived": whole(true[:, 0]), **features}
    return Numbers(truth, {"PassengerId": [*IDS], "Survived": whole(predicted[:, 0] > 0.5)})


@contest("Titanic, probabilities")
def _(draw: np.random.Generator) -> Numbers:
    true, predicted = yes_no(draw, 0.4)
    truth = {"PassengerId": [*IDS], "Survived": whole(true[:, 0])}
    submission = {"PassengerId": [*IDS], "Survived": rounded(predicted[:, 0])}
    return Numbers(truth, submission, (("Survived", "Survived"),))


@contest("Porto Seguro")
def _(draw: np.random.Generator) -> Numbers:
    true, _ = yes_no(draw, 0.04)
    truth = {"id": [*IDS], "target": whole(true[:, 0]), "ps_ind_01": [*draw.integers(0, 8, ROWS)]}
    submission = {"id": [*IDS], "target": rounded(0.03 + 0.02 * draw.random(ROWS), 6)}
    return Numbers(truth, submission, (("target", "target"),))


@contest("Otto")
def _(draw: np.random.Generator) -> Numbers:
    classes = [f"Class_{number}" for number in range(1, 10)]
    shares = draw.dirichlet(np.ones(9), ROWS)
    true = [classes[int(row.argmax())] for row in shares]
    truth = {"id": [*IDS], "feat_1": [*draw.integers(0, 9, ROWS)], "target": true}
    return Numbers(truth, {"id": [*IDS], **{name: rounded(shares[:, at]) for at, name in enumerate(classes)}})


@contest("Toxic Comments")
def _(draw: np.random.Generator) -> Numbers:
    kinds = ["toxic", "severe_toxic", "obscene", "threat", "insult", "identity_hate"]
    true, predicted = yes_no(draw, 0.1, 6)
    both = [
        {name: make(values[:, at]) for at, name in enumerate(kinds)}
        for make, values in ((whole, true), (rounded, predicted))
    ]
    truth = {"id": [*IDS], "comment_text": ["so, what"] * ROWS, **both[0]}
    return Numbers(truth, {"id": [*IDS], **both[1]}, tuple((name, name) for name in kinds))


@contest("OpenVaccine, columns in another order")
def _(draw: np.random.Generator) -> Numbers:
    targets = ["reactivity", "deg_Mg_pH10", "deg_pH10", "deg_Mg_50C", "deg_50C"]
    places: list[object] = [f"id_00ae4_{row}" for row in range(ROWS)]
    true = {name: draw.normal(0.4, 0.5, ROWS) for name in targets}
    predicted = {name: rounded(true[name] + draw.normal(0, 0.2, ROWS)) for name in reversed(targets)}
    truth = {"id_seqpos": places, **{name: rounded(values) for name, values in true.items()}}
    return Numbers(truth, {"id_seqpos": places, **predicted}, tuple((name, name) for name in targets))


@contest("several targets in the unit interval")
def _(draw: np.random.Generator) -> Numbers:
    true = {name: rounded(draw.random(ROWS), 3) for name in ("question_type", "answer_helpful", "answer_plausible")}
    predicted = {name: rounded(draw.random(ROWS), 3) for name in true}
    return Numbers({"qa_id": [*IDS], **true}, {"qa_id": [*IDS], **predicted}, tuple((name, name) for name in true))


@contest("several targets, whole and half points")
def _(draw: np.random.Generator) -> Numbers:
    traits = ["cohesion", "syntax", "vocabulary"]
    true = {name: draw.integers(2, 11, ROWS) / 2 for name in traits}
    predicted = {name: np.clip(np.round(2 * true[name] + draw.normal(0, 1.2, ROWS)) / 2, 1, 5) for name in traits}
    files = [
        {"text_id": [*IDS], **{name: rounded(values, 1) for name, values in one.items()}} for one in (true, predicted)
    ]
    return Numbers(files[0], files[1], tuple((name, name) for name in traits))


@contest("Santander Value")
def _(draw: np.random.Generator) -> Numbers:
    ids: list[object] = [f"{number:09x}" for number in draw.integers(0, 1 << 36, ROWS)]
    value = np.round(np.exp(draw.normal(14, 1.7, ROWS)))
    columns = {f"{number:09x}": whole(draw.integers(0, 3, ROWS) * 1000) for number in draw.integers(0, 1 << 36, 6)}
    predicted = rounded(value * np.exp(draw.normal(0, 1, ROWS)), 2)
    return Numbers(
        {"ID": ids, "target": whole(value), **columns}, {"ID": ids, "target": predicted}, (("target", "target"),)
    )


@contest("Rossmann")
def _(draw: np.random.Generator) -> Numbers:
    sales = draw.integers(2000, 12_000, ROWS) * (draw.random(ROWS) > 0.15)
    truth = {
        "Id": [*IDS],
        "Store": [*draw.integers(1, 1116, ROWS)],
        "Date": ["2015-07-31"] * ROWS,
        "Sales": whole(sales),
    }
    return Numbers(truth, {"Id": [*IDS], "Sales": rounded(sales * draw.normal(1, 0.1, ROWS))}, (("Sales", "Sales"),))


@contest("Elo")
def _(draw: np.random.Generator) -> Numbers:
    cards: list[object] = [f"C_ID_{number:010x}" for number in draw.integers(0, 1 << 40, ROWS)]
    truth = {"first_active_month": ["2017-06"] * ROWS, "card_id": cards, "feature_1": [*draw.integers(1, 6, ROWS)]}
    truth |= {"target": rounded(draw.normal(0, 3.8, ROWS))}
    return Numbers(truth, {"card_id": cards, "target": rounded(draw.normal(0, 1, ROWS))}, (("target", "target"),))


@contest("MoA")
def _(draw: np.random.Generator) -> Numbers:
    names = [f"{word}_inhibitor" for word in ("acat", "akt", "alk", "ampk", "aurora_kinase")]
    true, predicted = yes_no(draw, 0.05, 5)
    both = [
        {name: make(values[:, at]) for at, name in enumerate(names)}
        for make, values in ((whole, true), (rounded, predicted))
    ]
    pairs = tuple((name, name) for name in names)
    return Numbers({"sig_id": [*IDS], **both[0]}, {"sig_id": [*IDS], **both[1]}, pairs)


@contest("Diabetic Retinopathy")
def _(draw: np.random.Generator) -> Numbers:
    level = draw.choice(5, ROWS, p=[0.5, 0.1, 0.25, 0.1, 0.05])
    images: list[object] = [f"{number}_left" for number in IDS]
    predicted = np.clip(level + draw.choice([-1, 0, 0, 0, 1], ROWS), 0, 4)
    return Numbers({"image": images, "level": whole(level)}, {"image": images, "level": whole(predicted)})


@contest("ages in whole years")
def _(draw: np.random.Generator) -> Numbers:
    age = draw.integers(18, 76, ROWS)
    return Numbers(
        {"id": [*IDS], "age": whole(age)},
        {"id": [*IDS], "age": whole(age + draw.normal(0, 5, ROWS))},
        (("age", "age"),),
    )


@contest("landmarks, few of them right")
def _(draw: np.random.Generator) -> Numbers:
    marks = draw.integers(0, 14_000, ROWS)
    guessed = np.where(draw.random(ROWS) < 0.15, marks, draw.permutation(marks))
    images: list[object] = [f"{number:016x}" for number in range(ROWS)]
    return Numbers({"id": images, "landmark_id": whole(marks)}, {"id": images, "landmark_id": whole(guessed)})


@contest("stores and dates")
def _(draw: np.random.Generator) -> Numbers:
    keys = {"store": [row // 8 for row in range(ROWS)], "date": [f"2017-01-{1 + row % 8:02}" for row in range(ROWS)]}
    sales = np.exp(draw.normal(3, 1, ROWS))
    return Numbers(
        {**keys, "sales": rounded(sales, 2)},
        {**keys, "sales": rounded(sales * draw.normal(1, 0.1, ROWS), 3)},
        (("sales", "sales"),),
    )


@contest("decimal commas")
def _(draw: np.random.Generator) -> Numbers:
    true = draw.normal(5, 2, ROWS)
    submission = {"id": [*IDS], "y": rounded(true + draw.normal(0, 0.5, ROWS), 3)}
    return Numbers({"id": [*IDS], "y": rounded(true, 2)}, submission, (("y", "y"),), ";")


@contest("scientific notation")
def _(draw: np.random.Generator) -> Numbers:
    true = np.exp(draw.normal(-8, 2, ROWS))
    predicted: list[object] = [f"{value:.3e}" for value in true * draw.normal(1, 0.2, ROWS)]
    return Numbers({"id": [*IDS], "y": [f"{v:e}" for v in true]}, {"id": [*IDS], "y": predicted}, (("y", "y"),))
