"""Every way to write the same submission: forms, and the containers of each."""

from __future__ import annotations

import bz2
import csv
import gzip
import io
import json
import lzma
import zipfile
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import hypothesis.strategies as st
import pyarrow as pa
import pyarrow.parquet

import inspector
from inspector.core.data.prediction import Prediction

Entry = tuple[str, Prediction]
PLAIN = ("x", "y", "z", "q")
ODD = ("x", "y", "0706", "None", "été", "x1e5", "=1", "n/a")


@dataclass(frozen=True)
class Form:
    """One way to write a submission.

    write: entries to the text of a file; labels: those that it can hold; weighted: whether labels have confidences;
    most: the maximum of labels per id; falling: whether labels are in order of falling confidence; unique: whether a
    label may occur only once; told_of: the kinds of problems that it may have; told: options needed where a few odd
    cells would mislead the guess.
    """

    name: str
    write: Callable[[Sequence[Entry]], str | bytes]
    labels: tuple[str, ...] = ODD
    weighted: bool = False
    most: int = 4
    falling: bool = False
    unique: bool = False
    told: dict[str, Any] = field(default_factory=dict)
    told_of: tuple[str, ...] = ("separator",)
    ending: str = ".csv"
    holds_empty: bool = True

    def file(self, entries: Sequence[Entry]) -> bytes:
        """The bytes of the file, not packed."""
        content = self.write(entries)
        return content if isinstance(content, bytes) else content.encode()


def table(names: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    text = io.StringIO()
    csv.writer(text, lineterminator="\n").writerows([names, *rows])
    return text.getvalue()


def listed(join: Callable[[Prediction], str]) -> Callable[[Sequence[Entry]], str]:
    return lambda entries: table(["id", "label"], [(id_, join(prediction)) for id_, prediction in entries])


def weights(prediction: Prediction) -> list[str]:
    return [repr(value) for value in prediction.confidence or ()]


def in_turn(prediction: Prediction) -> str:
    return " ".join(" ".join(pair) for pair in zip(prediction.labels, weights(prediction), strict=True))


def joined(prediction: Prediction) -> str:
    return " ".join(":".join(pair) for pair in zip(prediction.labels, weights(prediction), strict=True))


def own_column(entries: Sequence[Entry]) -> str:
    rows = [(id_, " ".join(p.labels), " ".join(weights(p))) for id_, p in entries]
    return table(["id", "pred", "conf"], rows)


def long(names: Sequence[str], cells: Callable[[int, Prediction], Sequence[str]]) -> Callable[[Sequence[Entry]], str]:
    def write(entries: Sequence[Entry]) -> str:
        rows = []
        for id_, p in entries:
            rows += [(id_, p.labels[place], *cells(place, p)) for place in range(len(p))]
            rows += [] if len(p) else [(id_, *[""] * (len(names) - 1))]
        return table(names, rows)

    return write


def wide(cell: Callable[[Prediction, str], str]) -> Callable[[Sequence[Entry]], str]:
    return lambda entries: table(["id", *PLAIN], [(id_, *(cell(p, label) for label in PLAIN)) for id_, p in entries])


def slots(entries: Sequence[Entry]) -> str:
    rows = [(id_, *p.labels, *[""] * (len(PLAIN) - len(p))) for id_, p in entries]
    return table(["id", *(f"article_{rank}" for rank in range(1, len(PLAIN) + 1))], rows)


def share(prediction: Prediction, label: str) -> str:
    return repr(dict(zip(prediction.labels, prediction.confidence or (), strict=True)).get(label, 0))


def words(yes: str, no: str) -> Callable[[Prediction, str], str]:
    return lambda prediction, label: yes if label in prediction.labels else no


def json_lines(entries: Sequence[Entry]) -> str:
    lines = [{"id": id_, "labels": list(p.labels)} for id_, p in entries]
    return "".join(json.dumps(line, ensure_ascii=False) + "\n" for line in lines)


def hits(entries: Sequence[Entry]) -> str:
    """A line for each id, with an object for each label."""
    lines = [
        {
            "query": id_,
            "hits": [
                {"rank": rank, "doc_id": label, "score": value, "title": f"about {label}"}
                for rank, (label, value) in enumerate(zip(p.labels, p.confidence or (), strict=True), 1)
            ],
        }
        for id_, p in entries
    ]
    return "".join(json.dumps(line, ensure_ascii=False) + "\n" for line in lines)


def hits_in_no_order(**kept: bool) -> Callable[[Sequence[Entry]], str]:
    """Such lines with the objects from the last to the first, and only some keys of each."""

    def write(entries: Sequence[Entry]) -> str:
        lines = [json.loads(line) for line in hits(entries).splitlines()]
        for line in lines:
            line["hits"] = [{key: hit[key] for key in hit if kept.get(key, True)} for hit in line["hits"][::-1]]
        return "".join(json.dumps(line, ensure_ascii=False) + "\n" for line in lines)

    return write


def as_objects(entries: Sequence[Entry]) -> str:
    return "[\n" + ",\n".join(json_lines(entries).splitlines()) + "\n]\n"


def by_id(value: Callable[[Prediction], Any]) -> Callable[[Sequence[Entry]], str]:
    """One object with a line for each id."""

    def write(entries: Sequence[Entry]) -> str:
        pairs = [f"{json.dumps(id_)}: {json.dumps(value(p), ensure_ascii=False)}" for id_, p in entries]
        return "{\n" + ",\n".join(pairs) + "\n}\n"

    return write


def scores(prediction: Prediction) -> dict[str, float]:
    return dict(zip(prediction.labels, prediction.confidence or (), strict=True))


def trec_run(entries: Sequence[Entry]) -> str:
    lines = ["# a comment"]
    for id_, p in entries:
        lines += [f"{id_} Q0\t{p.labels[i]}  {i + 1} {weights(p)[i]} tag" for i in range(len(p))]
    return "\n".join(lines) + "\n"


def parquet(cell: Callable[[Prediction], object]) -> Callable[[Sequence[Entry]], bytes]:
    def write(entries: Sequence[Entry]) -> bytes:
        out, cells = io.BytesIO(), [cell(prediction) for _, prediction in entries]
        kind = pa.list_(pa.string()) if isinstance(cells[0], list) else pa.string()
        columns = {"id": pa.array([id_ for id_, _ in entries]), "label": pa.array(cells, kind)}
        pa.parquet.write_table(pa.table(columns), out)
        return out.getvalue()

    return write


def parquet_of_structs(entries: Sequence[Entry]) -> bytes:
    kind = pa.list_(pa.struct([("item", pa.string()), ("rating", pa.float64())]))
    lists = [
        [{"item": label, "rating": value} for label, value in zip(p.labels, p.confidence or (), strict=True)]
        for _, p in entries
    ]
    table, out = pa.table({"user": [id_ for id_, _ in entries], "items": pa.array(lists, kind)}), io.BytesIO()
    pa.parquet.write_table(table, out)
    return out.getvalue()


LONG, LIST, WIDE, SLOTS = ({"shape": f"list/{shape}"} for shape in ("long", "list", "wide", "slots"))
PAIRS = ("x", "y", "lm_1", "été")
FORMS = [
    Form("list", listed(lambda p: " ".join(p.labels)), told=LIST | {"separator": " "}),
    Form("list by bars", listed(lambda p: "|".join(p.labels)), told=LIST | {"separator": "|"}),
    Form("list by commas", listed(lambda p: ",".join(p.labels)), told=LIST | {"separator": ","}),
    Form("one label", listed(lambda p: " ".join(p.labels)), most=1, told=LIST | {"separator": " "}),
    Form("label and confidence", listed(in_turn), PAIRS, True, 1, told=LIST | {"separator": " "}),
    Form("pairs", listed(in_turn), PAIRS, weighted=True, told=LIST | {"separator": " "}),
    Form("colons", listed(joined), (*PAIRS, "a:b", "1"), weighted=True, told=LIST | {"separator": " "}),
    Form("confidence column", own_column, weighted=True, told=LIST | {"separator": " ", "confidence_column": "conf"}),
    Form("python list", listed(lambda p: repr(list(p.labels))), (*ODD, "a,b", "it's", "[c]"), told=LIST),
    Form("json list", listed(lambda p: json.dumps(list(p.labels), ensure_ascii=False)), (*ODD, "a,b", "]"), told=LIST),
    Form("bare list", listed(lambda p: f"[{', '.join(p.labels)}]"), told=LIST),
    Form("long", long(["id", "label"], lambda place, p: ()), told=LONG),
    Form("long with ranks", long(["id", "label", "rank"], lambda place, p: [str(place + 1)]), told=LONG),
    Form(
        "long with scores",
        long(["id", "label", "score"], lambda place, p: [weights(p)[place]]),
        weighted=True,
        falling=True,
        told=LONG | {"confidence_column": "score"},
    ),
    Form("wide", wide(words("1", "0")), PLAIN, unique=True, told=WIDE),
    Form("wide with words", wide(words("True", "False")), PLAIN, unique=True, told=WIDE),
    Form("wide probabilities", wide(share), PLAIN, weighted=True, falling=True, unique=True, told=WIDE),
    Form("slots", slots, (*ODD, "a b", "a,b"), told=SLOTS),
    Form("JSON lines", json_lines, (*ODD, "a,b", 'q"t'), ending=".jsonl"),
    Form("JSON list", as_objects, (*ODD, "a,b", 'q"t'), ending=".json"),
    Form("JSON hits", hits, (*ODD, "a,b", 'q"t'), weighted=True, unique=True, ending=".jsonl"),
    Form("JSON hits by rank", hits_in_no_order(), (*ODD, "a,b", 'q"t'), weighted=True, unique=True, ending=".jsonl"),
    Form(
        "JSON hits by score",
        hits_in_no_order(rank=False),
        (*ODD, "a,b", 'q"t'),
        weighted=True,
        falling=True,
        unique=True,
        told_of=("rank-against-score",),
        ending=".jsonl",
    ),
    Form("JSON by id", by_id(lambda p: list(p.labels)), (*ODD, "a,b", "{"), ending=".json"),
    Form(
        "JSON scores",
        by_id(scores),
        (*ODD, "a b", 'q"t', "\\n"),
        weighted=True,
        falling=True,
        unique=True,
        ending=".json",
        holds_empty=False,
    ),
    Form("TREC run", trec_run, weighted=True, falling=True, unique=True, ending=".txt", holds_empty=False),
    Form("parquet", parquet(lambda p: " ".join(p.labels)), told=LIST | {"separator": " "}, ending=".parquet"),
    Form(
        "parquet of structs",
        parquet_of_structs,
        (*ODD, "a,b"),
        weighted=True,
        falling=True,
        unique=True,
        ending=".parquet",
    ),
    Form("parquet of lists", parquet(lambda p: list(p.labels)), (*ODD, "a,b"), ending=".parquet"),
]
NAMED = {form.name: form for form in FORMS}


def zipped(content: bytes, name: str) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr(name, content)
    return out.getvalue()


# The packing of a file with this ending.
PACKINGS: dict[str, Callable[[bytes, str], bytes]] = {
    "": lambda content, name: content,
    ".gz": lambda content, name: gzip.compress(content),
    ".zip": zipped,
    ".xz": lambda content, name: lzma.compress(content),
    ".bz2": lambda content, name: bz2.compress(content),
    ".zst": lambda content, name: bytes(pa.Codec("zstd").compress(content)),
    ".lz4": lambda content, name: bytes(pa.Codec("lz4").compress(content)),
}


def put(folder: Path, form: Form, entries: Sequence[Entry], packing: str = "") -> Path:
    """Write a submission; its path."""
    path = folder / f"submission{form.ending}{packing}"
    path.write_bytes(PACKINGS[packing](form.file(entries), path.stem))
    return path


def opened(truth: Path, path: Path, **told: Any) -> inspector.Inspection:
    return inspector.open_pair(truth, path, "map@5", **told)


def predictions(inspection: inspector.Inspection) -> dict[str, Prediction]:
    """The current predictions by id."""
    evaluation = inspection.evaluation
    return {evaluation.table.id(row): evaluation.prediction(row) for row in range(len(evaluation.table))}


@st.composite
def one(draw: st.DrawFn, form: Form, at_least: int = 0) -> Prediction:
    """A prediction that this form can hold."""
    labels = draw(st.lists(st.sampled_from(form.labels), min_size=at_least, max_size=form.most, unique=form.unique))
    if not form.weighted:
        # A wide file of zeros and ones orders its labels by column.
        return Prediction(tuple(sorted(labels, key=form.labels.index) if form.unique else labels))
    value = st.sampled_from([0.9, 0.75, 0.637822, 0.5, 0.25, 1e-07])
    values = draw(st.lists(value, min_size=len(labels), max_size=len(labels), unique=form.falling))
    values = sorted(values, reverse=True) if form.falling else values
    return Prediction(tuple(labels), tuple(values))


@st.composite
def entries(draw: st.DrawFn, form: Form) -> list[Entry]:
    """Some ids of r0, r1, ... in any order, each with a prediction."""
    ids = draw(st.lists(st.sampled_from([f"r{row}" for row in range(5)]), min_size=1, unique=True))
    return [(id_, draw(one(form, at_least=0 if form.holds_empty else 1))) for id_ in ids]
