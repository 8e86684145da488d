"""Contests of images and sounds, with the headers that their hosts gave."""

from __future__ import annotations

from core.files.understanding.contest import (
    Draw,
    Files,
    contest,
    f_macro,
    f_mean,
    f_micro,
    gap,
    hit_at,
    listed,
    map_at,
    probabilities,
    table,
    wide,
)

_SOUNDS = [
    "Acoustic_guitar",
    "Applause",
    "Bark",
    "Bass_drum",
    "Burping_or_eructation",
    "Bus",
    "Cello",
    "Chime",
    "Flute",
]


@contest("Google Landmark Recognition 2019", "gap")
def _(draw: Draw) -> Files:
    labels = draw.numbers(25, 1, 203_094)
    truth = draw.truth(draw.hexes(90, 16), labels, 0, 1)
    best = {id_: found[0] for id_, found in draw.guesses(truth, labels, skill=0.8).items() if draw.random() < 0.8}
    guesses = {id_: (label, c) for (id_, label), c in zip(best.items(), draw.confidences(len(best)), strict=True)}
    cells = {id_: f"{label} {c:.6f}" for id_, (label, c) in guesses.items()}
    solution = ((id_, " ".join(found), draw.choice(("Public", "Private"))) for id_, found in truth.items())
    submitted = table("id,landmarks", ((id_, cells.get(id_, "")) for id_ in truth))
    return table("id,landmarks,Usage", solution), submitted, gap(truth, guesses)


@contest("Google Landmark Recognition 2020, truth as in train.csv", "gap")
def _(draw: Draw) -> Files:
    labels = draw.numbers(30, 1, 203_094)
    truth = draw.truth(draw.hexes(80, 16), labels)
    best = draw.guesses(truth, labels)
    guesses = {id_: (best[id_][0], c) for id_, c in zip(truth, draw.confidences(len(truth)), strict=True)}
    submitted = table("id,landmarks", ((id_, f"{label} {c}") for id_, (label, c) in guesses.items()))
    return listed("id,landmark_id", truth), submitted, gap(truth, guesses)


@contest("Google Landmark Retrieval 2019", "map@100")
def _(draw: Draw) -> Files:
    index = draw.hexes(200, 16)
    truth = draw.truth(draw.hexes(40, 16), index, 1, 9)
    guesses = draw.guesses(truth, index, 100)
    solution = ((id_, " ".join(found), draw.choice(("Public", "Private"))) for id_, found in truth.items())
    return table("id,images,Usage", solution), listed("id,images", guesses), map_at(100, truth, guesses)


@contest("Human Protein Atlas 2018", "f1(average=macro)")
def _(draw: Draw) -> Files:
    organelles = [str(number) for number in range(28)]
    ids = draw.distinct(80, lambda: "-".join(f"{draw.getrandbits(4 * n):0{n}x}" for n in (8, 4, 4, 4, 12)))
    truth = draw.truth(ids, organelles, 1, 3)
    guesses = draw.guesses(truth, organelles, 1, 4)
    return listed("Id,Target", truth), listed("Id,Predicted", guesses), f_macro(truth, guesses)


@contest("iMet Collection 2020", "f1(average=micro)")
def _(draw: Draw) -> Files:
    attributes = draw.numbers(40, 0, 3_474)
    truth = draw.truth(draw.hexes(70, 32), attributes, 1, 6)
    guesses = draw.guesses(truth, attributes, 1, 6)
    return listed("id,attribute_ids", truth), listed("id,attribute_ids", guesses), f_micro(truth, guesses)


@contest("iMaterialist Fashion 2018", "f1(average=micro)")
def _(draw: Draw) -> Files:
    labels = draw.numbers(40, 1, 229)
    truth = draw.truth([str(number) for number in range(1, 81)], labels, 2, 9)
    guesses = draw.guesses(truth, labels, 2, 9)
    return listed("image_id,label_id", truth), listed("image_id,label_id", guesses), f_micro(truth, guesses)


@contest("Inclusive Images 2018, tuning labels without a header", "f2")
def _(draw: Draw) -> Files:
    labels = draw.distinct(40, lambda: f"/m/0{draw.choice('1234569')}{draw.getrandbits(16):04x}")
    truth = draw.truth(draw.hexes(80, 16), labels, 1, 5)
    guesses = draw.guesses(truth, labels, 1, 6)
    return listed("", truth), listed("image_id,labels", guesses), f_mean(2, truth, guesses)


@contest("Planet: Understanding the Amazon 2017", "f2")
def _(draw: Draw) -> Files:
    tags = [
        "agriculture",
        "clear",
        "cloudy",
        "cultivation",
        "habitation",
        "haze",
        "primary",
        "road",
        "water",
        "selective_logging",
    ]
    truth = draw.truth([f"train_{number}" for number in range(80)], tags, 1, 4)
    guesses = draw.guesses(truth, tags, 1, 5)
    return listed("image_name,tags", truth), listed("image_name,tags", guesses), f_mean(2, truth, guesses)


@contest("Hotel-ID 2021, truth as in train.csv", "map@5")
def _(draw: Draw) -> Files:
    hotels = draw.numbers(60, 100, 68_000)
    truth = draw.truth(draw.hexes(80, 16, ".jpg"), hotels)
    guesses = draw.guesses(truth, hotels, 5)
    rows = ((id_, draw.randrange(90), found[0], "2018-05-02 11:18:29") for id_, found in truth.items())
    return table("image,chain,hotel_id,timestamp", rows), listed("image,hotel_id", guesses), map_at(5, truth, guesses)


@contest("Freesound Audio Tagging 2018, truth as published afterwards", "map@3")
def _(draw: Draw) -> Files:
    truth = draw.truth(draw.hexes(80, 8, ".wav"), _SOUNDS)
    guesses = draw.guesses(truth, _SOUNDS, 3)
    rows = (
        (id_, found[0], draw.choice(("Public", "Private")), draw.randrange(10**6), "Attribution")
        for id_, found in truth.items()
    )
    solution = table("fname,label,usage,freesound_id,license", rows)
    return solution, listed("fname,label", guesses), map_at(3, truth, guesses)


@contest("Freesound Audio Tagging 2019", "map(divisor=m)")
def _(draw: Draw) -> Files:
    truth = draw.truth(draw.hexes(60, 8, ".wav"), _SOUNDS, 1, 3)
    guesses = draw.guesses(truth, _SOUNDS, len(_SOUNDS), skill=1)
    submitted = wide("fname", guesses, _SOUNDS, probabilities(draw, guesses))
    return listed("fname,labels", truth, ","), submitted, map_at(len(_SOUNDS), truth, guesses, whole=True)


@contest("DrivenData Image Similarity Challenge", "gap")
def _(draw: Draw) -> Files:
    references = [f"R{number:06}" for number in draw.sample(range(10**6), 60)]
    truth = draw.truth([f"Q{number:05}" for number in range(80)], references, 0, 1)
    best = {id_: found[0] for id_, found in draw.guesses(truth, references).items() if draw.random() < 0.7}
    guesses = {id_: (label, c) for (id_, label), c in zip(best.items(), draw.confidences(len(best)), strict=True)}
    rows = ((id_, label, c) for id_, (label, c) in guesses.items())
    return listed("query_id,reference_id", truth), table("query_id,reference_id,score", rows), gap(truth, guesses)


@contest("DrivenData Genetic Engineering Attribution", "hit@10")
def _(draw: Draw) -> Files:
    labs = draw.distinct(30, lambda: "".join(draw.choices("ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789", k=8)))
    truth = draw.truth(
        draw.distinct(60, lambda: "".join(draw.choices("ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789", k=5))), labs
    )
    guesses = draw.guesses(truth, labs, 30)
    solution = wide("sequence_id", truth, labs, lambda id_, label: float(label in truth[id_]))
    return solution, wide("sequence_id", guesses, labs, probabilities(draw, guesses)), hit_at(10, truth, guesses)
