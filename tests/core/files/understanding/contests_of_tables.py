"""Contests of tables, texts and proteins, with the headers that their hosts gave."""

from __future__ import annotations

import json

from core.files.understanding.contest import (
    Draw,
    Files,
    accuracy,
    contest,
    f_macro,
    f_mean,
    hit_at,
    jaccard,
    listed,
    map_at,
    probabilities,
    table,
    wide,
)


@contest("Cdiscount 2017", "accuracy")
def _(draw: Draw) -> Files:
    kinds = draw.numbers(40, 10**9, 1_000_023_000)
    truth = draw.truth(draw.numbers(90, 1, 24_000_000), kinds)
    guesses = draw.guesses(truth, kinds)
    return listed("_id,category_id", truth), listed("_id,category_id", guesses), accuracy(truth, guesses)


@contest("Eedi Misconceptions 2024", "map@25")
def _(draw: Draw) -> Files:
    misconceptions = draw.numbers(100, 0, 2_587)
    truth = draw.truth(draw.distinct(80, lambda: f"{draw.randrange(1869)}_{draw.choice('ABCD')}"), misconceptions)
    guesses = draw.guesses(truth, misconceptions, 25)
    rows = ((id_, draw.choice(("Use the order, of operations", "Simplify")), *found) for id_, found in truth.items())
    solution = table("QuestionId_Answer,ConstructName,MisconceptionId", rows)
    return solution, listed("QuestionId_Answer,MisconceptionId", guesses), map_at(25, truth, guesses)


@contest("CAFA 5, predictions without a header", "map(divisor=m)", "tsv tsv")
def _(draw: Draw) -> Files:
    terms = [f"GO:{number:07}" for number in draw.sample(range(10**6), 80)]
    proteins = draw.distinct(50, lambda: "".join(draw.choices("ABCDEFGHPQ0123456789", k=6)))
    truth = draw.truth(proteins, terms, 2, 9)
    guesses = draw.guesses(truth, terms, 12)
    aspects = ((id_, term, draw.choice(("BPO", "CCO", "MFO"))) for id_, found in truth.items() for term in found)
    scored = (
        (id_, term, f"{share:.3f}")
        for id_, found in guesses.items()
        for term, share in zip(
            found, sorted((n / 1000 for n in draw.sample(range(1, 1000), 12)), reverse=True), strict=True
        )
    )
    score = map_at(12, truth, guesses, whole=True)
    return table("EntryID\tterm\taspect", aspects, "\t"), table("", scored, "\t"), score


@contest("Yelp Restaurant Photos 2016", "f1")
def _(draw: Draw) -> Files:
    labels = [str(number) for number in range(9)]
    truth = draw.truth(draw.numbers(70, 1_000, 4_001), labels, 1, 6)
    guesses = draw.guesses(truth, labels, 1, 6)
    return listed("business_id,labels", truth), listed("business_id,labels", guesses), f_mean(1, truth, guesses)


@contest("LSHTC 2014, Wikipedia articles", "f1(average=macro)")
def _(draw: Draw) -> Files:
    kinds = draw.numbers(30, 1, 445_000)
    truth = draw.truth([str(number) for number in range(1, 81)], kinds, 1, 5)
    guesses = draw.guesses(truth, kinds, 1, 5)
    return listed("Id,Labels", truth), listed("Id,Predicted", guesses), f_macro(truth, guesses)


@contest("WISE 2014, Greek print media", "f1")
def _(draw: Draw) -> Files:
    labels = draw.numbers(30, 1, 204)
    truth = draw.truth(draw.numbers(70, 64_858, 99_780), labels, 1, 3)
    guesses = draw.guesses(truth, labels, 1, 3)
    return listed("ArticleId,Labels", truth), listed("ArticleId,Labels", guesses), f_mean(1, truth, guesses)


@contest("EvalAI VQA, answers as JSON", "accuracy", "json json")
def _(draw: Draw) -> Files:
    answers = ["yes", "no", "2", "red", "on the table", "tennis racket", "frisbee", "none"]
    truth = draw.truth(draw.numbers(70, 10**5, 10**8), answers)
    guesses = draw.guesses(truth, answers)
    annotations = [
        {
            "question_id": int(id_),
            "image_id": draw.randrange(10**6),
            "answer_type": "other",
            "multiple_choice_answer": found[0],
        }
        for id_, found in truth.items()
    ]
    submitted = [{"question_id": int(id_), "answer": found[0]} for id_, found in guesses.items()]
    return json.dumps(annotations), json.dumps(submitted), accuracy(truth, guesses)


@contest("DrivenData Pump it Up", "accuracy")
def _(draw: Draw) -> Files:
    states = ["functional", "functional needs repair", "non functional"]
    truth = draw.truth(draw.numbers(90, 0, 75_000), states)
    guesses = draw.guesses(truth, states)
    return listed("id,status_group", truth), listed("id,status_group", guesses), accuracy(truth, guesses)


@contest("Playground S3E13 Vector Borne Disease, truth as in train.csv", "map@3")
def _(draw: Draw) -> Files:
    diseases = [
        "Chikungunya",
        "Dengue",
        "Japanese_encephalitis",
        "Lyme_disease",
        "Malaria",
        "Plague",
        "Rift_Valley_fever",
    ]
    symptoms = [
        "sudden_fever",
        "headache",
        "mouth_bleed",
        "nose_bleed",
        "muscle_pain",
        "joint_pain",
        "vomiting",
        "rash",
    ]
    truth = draw.truth([str(number) for number in range(80)], diseases)
    guesses = draw.guesses(truth, diseases, 3)
    rows = ((id_, *(float(draw.randrange(2)) for _ in symptoms), *found) for id_, found in truth.items())
    return table(f"id,{','.join(symptoms)},prognosis", rows), listed("id,prognosis", guesses), map_at(3, truth, guesses)


@contest("Playground S4E2 Obesity, truth as in train.csv", "accuracy")
def _(draw: Draw) -> Files:
    kinds = ["Insufficient_Weight", "Normal_Weight", "Obesity_Type_I", "Overweight_Level_I", "Overweight_Level_II"]
    truth = draw.truth([str(number) for number in range(20_758, 20_848)], kinds)
    guesses = draw.guesses(truth, kinds)
    rows = (
        (
            id_,
            draw.choice(("Male", "Female")),
            draw.uniform(14, 61),
            draw.choice(("yes", "no")),
            draw.choice((1.0, 2.0, 3.0)),
            *found,
        )
        for id_, found in truth.items()
    )
    solution = table("id,Gender,Age,FAVC,NCP,NObeyesdad", rows)
    return solution, listed("id,NObeyesdad", guesses), accuracy(truth, guesses)


@contest("Playground S3E26 Cirrhosis, best class", "hit@1")
def _(draw: Draw) -> Files:
    states = {"C": "Status_C", "CL": "Status_CL", "D": "Status_D"}
    truth = draw.truth([str(number) for number in range(7_905, 7_985)], [*states])
    guesses = draw.guesses(truth, [*states], 3)
    named = {id_: [states[state] for state in found] for id_, found in guesses.items()}
    rows = (
        (id_, draw.randrange(4_500), draw.choice(("M", "F")), draw.choice(("Y", "N")), *found)
        for id_, found in truth.items()
    )
    submitted = wide("id", named, [*states.values()], probabilities(draw, named))
    return table("id,N_Days,Sex,Ascites,Status", rows), submitted, hit_at(1, truth, guesses)


@contest("Otto Group Products 2015, best class", "hit@1")
def _(draw: Draw) -> Files:
    classes = [f"Class_{number}" for number in range(1, 10)]
    truth = draw.truth([str(number) for number in range(1, 81)], classes)
    guesses = draw.guesses(truth, classes, 9)
    rows = ((id_, *(draw.choice((0, 0, 1, 2, 5)) for _ in range(12)), *found) for id_, found in truth.items())
    solution = table(f"id,{','.join(f'feat_{number}' for number in range(1, 13))},target", rows)
    return solution, wide("id", guesses, classes, probabilities(draw, guesses)), hit_at(1, truth, guesses)


@contest("Forest Cover Type, truth as in train.csv", "accuracy")
def _(draw: Draw) -> Files:
    covers = [str(number) for number in range(1, 8)]
    truth = draw.truth([str(number) for number in range(1, 101)], covers)
    guesses = draw.guesses(truth, covers)
    rows = (
        (
            id_,
            draw.randint(1_863, 3_849),
            draw.randint(0, 360),
            draw.randint(0, 52),
            *(draw.randrange(2) for _ in range(8)),
            *found,
        )
        for id_, found in truth.items()
    )
    soils = ",".join(f"Soil_Type{number}" for number in range(1, 9))
    solution = table(f"Id,Elevation,Aspect,Slope,{soils},Cover_Type", rows)
    return solution, listed("Id,Cover_Type", guesses), accuracy(truth, guesses)


@contest("Digit Recognizer", "accuracy")
def _(draw: Draw) -> Files:
    digits = [str(number) for number in range(10)]
    truth = draw.truth([str(number) for number in range(1, 121)], digits)
    guesses = draw.guesses(truth, digits)
    return listed("ImageId,Label", truth), listed("ImageId,Label", guesses), accuracy(truth, guesses)


@contest("Titanic, truth as in train.csv", "accuracy")
def _(draw: Draw) -> Files:
    truth = draw.truth([str(number) for number in range(1, 121)], ["0", "1"])
    guesses = draw.guesses(truth, ["0", "1"])
    rows = (
        (
            id_,
            *found,
            draw.randint(1, 3),
            "Braund, Mr. Owen",
            draw.choice(("male", "female")),
            draw.randrange(6),
            draw.randrange(4),
        )
        for id_, found in truth.items()
    )
    solution = table("PassengerId,Survived,Pclass,Name,Sex,SibSp,Parch", rows)
    return solution, listed("PassengerId,Survived", guesses), accuracy(truth, guesses)


@contest("Spaceship Titanic, truth as in train.csv", "accuracy")
def _(draw: Draw) -> Files:
    sides = ["False", "True"]
    truth = draw.truth([f"{number:04}_01" for number in range(1, 121)], sides)
    guesses = draw.guesses(truth, sides)
    rows = (
        (
            id_,
            draw.choice(("Europa", "Earth")),
            draw.choice(sides),
            "B/0/P",
            draw.uniform(1, 79),
            draw.choice(sides),
            *found,
        )
        for id_, found in truth.items()
    )
    solution = table("PassengerId,HomePlanet,CryoSleep,Cabin,Age,VIP,Transported", rows)
    return solution, listed("PassengerId,Transported", guesses), accuracy(truth, guesses)


@contest("SemEval 2018 emotions, tabs, the tweets in both files", "jaccard", "txt txt")
def _(draw: Draw) -> Files:
    emotions = ["anger", "anticipation", "disgust", "fear", "joy", "love", "optimism", "pessimism", "sadness", "trust"]
    truth = draw.truth([f"2018-En-{number:05}" for number in range(80)], emotions, 1, 4)
    guesses = draw.guesses(truth, emotions, 1, 4)
    files = [
        table(
            "\t".join(("ID", "Tweet", *emotions)),
            (
                (id_, f"so happy, {id_} #day", *(int(emotion in found) for emotion in emotions))
                for id_, found in lists.items()
            ),
            "\t",
        )
        for lists in (truth, guesses)
    ]
    return files[0], files[1], jaccard(truth, guesses)


@contest("Zindi Swahili News, best class", "hit@1")
def _(draw: Draw) -> Files:
    kinds = ["kitaifa", "michezo", "biashara", "kimataifa", "burudani"]
    truth = draw.truth([f"SW{number}" for number in range(90)], kinds)
    guesses = draw.guesses(truth, kinds, 5)
    rows = ((id_, "SERIKALI imesema, leo", found[0]) for id_, found in truth.items())
    submitted = wide("swahili_id", guesses, kinds, probabilities(draw, guesses))
    return table("id,content,category", rows), submitted, hit_at(1, truth, guesses)
