"""Contests of species and plant diseases, with the headers that their hosts gave."""

from __future__ import annotations

from core.files.understanding.contest import (
    Draw,
    Files,
    accuracy,
    contest,
    f_macro,
    f_mean,
    hit_at,
    listed,
    long,
    map_at,
    mrr,
    probabilities,
    table,
    wide,
)

_BIRDS = ["nocall", "amecro", "bkcchi", "comgra", "eurjay", "houspa", "norcar", "rewbla", "sonspa", "wesmea", "yerwar"]


@contest("iNaturalist 2018", "hit@3")
def _(draw: Draw) -> Files:
    species = [str(number) for number in range(60)]
    truth = draw.truth(draw.numbers(90, 400_000, 500_000), species)
    guesses = draw.guesses(truth, species, 3)
    return listed("id,category_id", truth), listed("id,predicted", guesses), hit_at(3, truth, guesses)


@contest("iNaturalist 2019", "accuracy")
def _(draw: Draw) -> Files:
    species = [str(number) for number in range(50)]
    truth = draw.truth(draw.numbers(90, 268_000, 300_000), species)
    guesses = draw.guesses(truth, species)
    return listed("id,category_id", truth), listed("id,predicted", guesses), accuracy(truth, guesses)


@contest("Herbarium 2020", "f1(average=macro)")
def _(draw: Draw) -> Files:
    species = [str(number) for number in range(20)]
    truth = draw.truth([str(number) for number in range(100)], species)
    guesses = draw.guesses(truth, species)
    return listed("Id,category_id", truth), listed("Id,Predicted", guesses), f_macro(truth, guesses)


@contest("Cassava Leaf Disease 2020", "accuracy")
def _(draw: Draw) -> Files:
    truth = draw.truth(draw.numbers(90, 10**8, 10**9), ["0", "1", "2", "3", "4"])
    truth = {f"{id_}.jpg": found for id_, found in truth.items()}
    guesses = draw.guesses(truth, ["0", "1", "2", "3", "4"])
    return listed("image_id,label", truth), listed("image_id,label", guesses), accuracy(truth, guesses)


@contest("BirdCLEF 2021, truth as in train_soundscape_labels.csv", "f1")
def _(draw: Draw) -> Files:
    ids = [f"{audio}_{site}_{second}" for audio, site in ((7019, "COR"), (7954, "SSW")) for second in range(5, 205, 5)]
    truth = draw.truth(ids, _BIRDS, 1, 2)
    guesses = draw.guesses(truth, _BIRDS, 1, 3)
    rows = ((id_, *id_.split("_")[1::-1], id_.split("_")[2], " ".join(found)) for id_, found in truth.items())
    solution = table("row_id,site,audio_id,seconds,birds", rows)
    return solution, listed("row_id,birds", guesses), f_mean(1, truth, guesses)


@contest("FungiCLEF 2023, several photographs an observation", "accuracy")
def _(draw: Draw) -> Files:
    species = draw.numbers(40, 0, 1_604)
    truth = draw.truth(draw.numbers(70, 3_000_000_000, 3_100_000_000), species)
    guesses = draw.guesses(truth, species)
    rows = (
        (id_, "Denmark", f"{id_}-{i}.JPG", found[0], draw.choice(("soil", "wood")), draw.randrange(1, 13))
        for id_, found in truth.items()
        for i in range(draw.randint(1, 4))
    )
    solution = table("observationID,countryCode,filename,class_id,Substrate,month", rows)
    return solution, listed("ObservationId,ClassId", guesses), accuracy(truth, guesses)


@contest("SnakeCLEF 2023, several photographs an observation", "f1(average=macro)")
def _(draw: Draw) -> Files:
    species = draw.numbers(25, 0, 1_784)
    truth = draw.truth(draw.numbers(70, 63_000_000, 64_000_000), species)
    guesses = draw.guesses(truth, species)
    rows = (
        (
            draw.choice(("True", "False")),
            id_,
            draw.choice(("BR", "US", "unknown")),
            found[0],
            f"1990/Vipera_berus/{i}{id_}.jpeg",
        )
        for id_, found in truth.items()
        for i in range(draw.randint(1, 3))
    )
    solution = table("endemic,observation_id,code,class_id,image_path", rows)
    return solution, listed("observation_id,class_id", guesses), f_macro(truth, guesses)


@contest("PlantCLEF 2017, a run without a header", "mrr", "csv csv")
def _(draw: Draw) -> Files:
    species = draw.numbers(60, 1_000, 9_999)
    truth = draw.truth(draw.numbers(50, 10_000, 99_999), species)
    guesses = draw.guesses(truth, species, 5)
    rows = [
        (id_, label, f"{share:.5f}", rank)
        for id_, labels in guesses.items()
        for rank, (label, share) in enumerate(zip(labels, draw.confidences(5), strict=True), 1)
    ]
    return listed("ObservationId;ClassId", truth, delimiter=";"), table("", rows, ";"), mrr(5, truth, guesses)


@contest("GeoLifeCLEF 2022", "hit@30")
def _(draw: Draw) -> Files:
    species = [str(number) for number in range(150)]
    truth = draw.truth(draw.numbers(60, 10_000_000, 23_000_000), species)
    guesses = draw.guesses(truth, species, 30)
    rows = ((id_, draw.uniform(41, 51), draw.uniform(-5, 8), found[0], "val") for id_, found in truth.items())
    solution = table("observation_id;latitude;longitude;species_id;subset", rows, ";")
    return solution, listed("Id,Predicted", guesses), hit_at(30, truth, guesses)


@contest("FathomNet 2023", "map@20")
def _(draw: Draw) -> Files:
    kinds = draw.numbers(60, 1, 290)
    truth = draw.truth(draw.hexes(60, 32), kinds, 1, 4)
    guesses = draw.guesses(truth, kinds, 20)
    solution = table("id,categories", ((id_, f"[{', '.join(found)}]") for id_, found in truth.items()))
    rows = ((id_, " ".join(found), draw.random()) for id_, found in guesses.items())
    return solution, table("id,categories,osd", rows), map_at(20, truth, guesses)


@contest("Rainforest Connection 2021", "mrr")
def _(draw: Draw) -> Files:
    truth = draw.truth(draw.hexes(60, 9), [str(number) for number in range(24)], 1, 2)
    columns = {str(number): f"s{number}" for number in range(24)}
    guesses = draw.guesses(truth, [*columns], 24)
    rows = (
        (id_, label, 1, draw.uniform(0, 30), draw.uniform(90, 900), draw.uniform(30, 60), draw.uniform(900, 9000))
        for id_, found in truth.items()
        for label in found
    )
    named = {id_: [columns[label] for label in found] for id_, found in guesses.items()}
    submitted = wide("recording_id", named, [*columns.values()], probabilities(draw, named))
    return (
        table("recording_id,species_id,songtype_id,t_min,f_min,t_max,f_max", rows),
        submitted,
        mrr(24, truth, guesses),
    )


@contest("Petals to the Metal", "f1(average=macro)")
def _(draw: Draw) -> Files:
    truth = draw.truth(draw.hexes(90, 9), [str(number) for number in range(20)])
    guesses = draw.guesses(truth, [str(number) for number in range(20)])
    return listed("id,label", truth), listed("id,label", guesses), f_macro(truth, guesses)


@contest("Plant Pathology 2020, best class", "hit@1")
def _(draw: Draw) -> Files:
    classes = ["healthy", "multiple_diseases", "rust", "scab"]
    truth = draw.truth([f"Test_{number}" for number in range(70)], classes)
    guesses = draw.guesses(truth, classes, 4)
    solution = wide("image_id", truth, classes, lambda id_, label: int(label in truth[id_]))
    return solution, wide("image_id", guesses, classes, probabilities(draw, guesses)), hit_at(1, truth, guesses)


@contest("AIcrowd PlantVillage, best class", "hit@1")
def _(draw: Draw) -> Files:
    classes = [f"c_{number}" for number in range(38)]
    truth = draw.truth(draw.hexes(60, 8, ".jpg"), classes)
    guesses = draw.guesses(truth, classes, 38)
    return (
        listed("filename,class", truth),
        wide("filename", guesses, classes, probabilities(draw, guesses)),
        hit_at(1, truth, guesses),
    )


@contest("DrivenData Conser-vision, best class", "hit@1")
def _(draw: Draw) -> Files:
    classes = ["antelope_duiker", "bird", "blank", "civet_genet", "hog", "leopard", "monkey_prosimian", "rodent"]
    truth = draw.truth([f"ZJ{number:06}" for number in range(70)], classes)
    guesses = draw.guesses(truth, classes, 8)
    solution = wide("id", truth, classes, lambda id_, label: float(label in truth[id_]))
    return solution, wide("id", guesses, classes, probabilities(draw, guesses)), hit_at(1, truth, guesses)


@contest("DrivenData Where's Whale-do?", "map@20")
def _(draw: Draw) -> Files:
    images = [f"train{number:04}" for number in range(120)]
    truth = draw.truth(images[:40], images[40:], 1, 6)
    guesses = draw.guesses(truth, images[40:], 20)
    rows = (
        (id_, label, share)
        for id_, found in guesses.items()
        for label, share in zip(found, draw.confidences(len(found)), strict=True)
    )
    submitted = table("query_id,database_image_id,score", rows)
    return long("query_id,database_image_id", truth), submitted, map_at(20, truth, guesses)
