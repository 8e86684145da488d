"""Contests and test collections of searching, with the headers that their hosts gave."""

from __future__ import annotations

import json

from core.files.understanding.contest import (
    Draw,
    Files,
    Lists,
    contest,
    f_mean,
    listed,
    long,
    map_at,
    mrr,
    ndcg,
    table,
)


def _trec_run(draw: Draw, guesses: Lists) -> str:
    lines = []
    for id_, found in guesses.items():
        scores = draw.confidences(len(found))
        lines += [f"{id_} Q0 {label} {i + 1} {20 * scores[i]:.6f} bm25\n" for i, label in enumerate(found)]
    return "".join(lines)


def _judged(draw: Draw, truth: Lists, documents: list[str], best: int) -> dict[str, dict[str, int]]:
    grades = {}
    for id_, found in truth.items():
        judged = dict.fromkeys(draw.sample(documents, 8), 0) | {label: draw.randint(1, best) for label in found}
        grades[id_] = dict(draw.sample([*judged.items()], len(judged)))
    return grades


@contest("Personalized Expedia Hotel Searches 2013", "ndcg(gain=exp2)@38")
def _(draw: Draw) -> Files:
    hotels, grades = draw.numbers(150, 1, 140_000), dict[str, dict[str, int]]()
    for id_ in draw.numbers(50, 1, 665_000):
        shown = draw.sample(hotels, draw.randint(5, 20))
        grades[id_] = dict.fromkeys(shown, 0) | {shown[draw.randrange(5)]: draw.choice((1, 5))}
    guesses = {id_: sorted(found, key=lambda h: -found[h] + draw.gauss(0, 4)) for id_, found in grades.items()}
    rows = ((id_, hotel, draw.randint(1, 5), grade) for id_, found in grades.items() for hotel, grade in found.items())
    score = ndcg(38, grades, guesses, power=True)
    return table("srch_id,prop_id,prop_starrating,relevance", rows), long("SearchId,PropertyId", guesses), score


@contest("Yandex Personalized Web Search 2013", "ndcg(gain=exp2)@10")
def _(draw: Draw) -> Files:
    pages, grades = draw.numbers(200, 1, 70_000_000), dict[str, dict[str, int]]()
    for id_ in draw.numbers(50, 34_573_000, 35_400_000):
        grades[id_] = {page: draw.choice((0, 0, 1)) for page in draw.sample(pages, 9)} | {draw.choice(pages): 2}
    guesses = {id_: sorted(found, key=lambda page: -found[page] + draw.gauss(0, 2)) for id_, found in grades.items()}
    rows = ((id_, page, grade) for id_, found in grades.items() for page, grade in found.items())
    score = ndcg(10, grades, guesses, power=True)
    return table("SessionID,URLID,Relevance", rows), long("SessionID,URLID", guesses), score


@contest("MS MARCO passages, dev", "mrr@10", "tsv tsv")
def _(draw: Draw) -> Files:
    passages = draw.numbers(150, 1, 8_841_822)
    truth = draw.truth(draw.numbers(60, 1, 1_102_000), passages)
    guesses = draw.guesses(truth, passages, 50)
    solution = table("", ((id_, 0, found[0], 1) for id_, found in truth.items()), "\t")
    ranked = ((id_, passage, rank) for id_, found in guesses.items() for rank, passage in enumerate(found, 1))
    return solution, table("", ranked, "\t"), mrr(10, truth, guesses)


@contest("TREC Deep Learning 2019", "ndcg@10", "txt txt")
def _(draw: Draw) -> Files:
    passages = draw.numbers(150, 1, 8_841_822)
    truth = draw.truth(draw.numbers(43, 1, 1_136_000), passages, 2, 9)
    grades = _judged(draw, truth, passages, 3)
    guesses = draw.guesses(truth, passages, 60)
    lines = (f"{id_} Q0 {passage} {grade}\n" for id_, found in grades.items() for passage, grade in found.items())
    return "".join(lines), _trec_run(draw, guesses), ndcg(10, grades, guesses)


@contest("BEIR SciFact", "ndcg@10", "tsv txt")
def _(draw: Draw) -> Files:
    documents = draw.numbers(150, 1, 200_000_000)
    grades = _judged(draw, draw.truth(draw.numbers(60, 1, 1_400), documents, 1, 3), documents, 1)
    guesses = draw.guesses({id_: [d for d in f if f[d]] for id_, f in grades.items()}, documents, 40)
    rows = ((id_, document, grade) for id_, found in grades.items() for document, grade in found.items())
    return table("query-id\tcorpus-id\tscore", rows, "\t"), _trec_run(draw, guesses), ndcg(10, grades, guesses)


@contest("MTEB retrieval, both as JSON", "ndcg@10", "json json")
def _(draw: Draw) -> Files:
    documents = [f"doc-{number}" for number in draw.sample(range(10**5), 120)]
    grades = _judged(draw, draw.truth([f"q{number}" for number in range(50)], documents, 1, 4), documents, 2)
    guesses = draw.guesses({id_: [d for d in f if f[d]] for id_, f in grades.items()}, documents, 30)
    run = {id_: dict(zip(found, draw.confidences(len(found)), strict=True)) for id_, found in guesses.items()}
    return json.dumps(grades), json.dumps(run), ndcg(10, grades, guesses)


@contest("CheckThat! 2021, verified claims", "map(divisor=m)@5", "tsv txt")
def _(draw: Draw) -> Files:
    claims = [f"vclaim-sno-{number}" for number in draw.sample(range(14_000), 120)]
    truth = draw.truth([f"tw-sno-{number}" for number in range(60)], claims)
    guesses = draw.guesses(truth, claims, 20)
    solution = table("", ((id_, 0, found[0], 1) for id_, found in truth.items()), "\t")
    return solution, _trec_run(draw, guesses), map_at(5, truth, guesses, whole=True)


@contest("Million articles: clicked or not, courses' header", "ndcg@10")
def _(draw: Draw) -> Files:
    items = draw.numbers(90, 1, 4_000)
    grades = _judged(draw, draw.truth(draw.numbers(60, 10_000, 90_000), items, 1, 4), items, 1)
    guesses = draw.guesses({id_: [d for d in f if f[d]] for id_, f in grades.items()}, items, 10)
    rows = ((id_, item, grade) for id_, found in grades.items() for item, grade in found.items())
    return table("user_id,item_id,label", rows), listed("user_id,recommendations", guesses), ndcg(10, grades, guesses)


@contest("Stack Exchange tags 2016, everything quoted", "f1")
def _(draw: Draw) -> Files:
    tags = ["quantum-mechanics", "optics", "homework", "energy", "forces", "waves", "string-theory", "thermodynamics"]
    truth = draw.truth([str(number) for number in range(1, 81)], tags, 1, 4)
    guesses = draw.guesses(truth, tags, 1, 4)
    rows = ((id_, "what is 'x'?", '<p>a "body", long</p>', " ".join(found)) for id_, found in truth.items())
    solution = table("id,title,content,tags", rows, quoted=True)
    return solution, listed("id,tags", guesses, quoted=True), f_mean(1, truth, guesses)
