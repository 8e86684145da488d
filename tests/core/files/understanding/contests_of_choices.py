"""Contests of recommending, with the headers that their hosts gave."""

from __future__ import annotations

import json

from core.files.understanding.contest import (
    Draw,
    Files,
    contest,
    hit_at,
    jaccard,
    listed,
    long,
    map_at,
    mrr,
    ndcg,
    recall_pooled,
    table,
)


@contest("Outbrain Click Prediction 2016", "map@12")
def _(draw: Draw) -> Files:
    adverts, displays = draw.numbers(120, 1, 600_000), [str(number) for number in range(16_874_594, 16_874_664)]
    shown = {id_: draw.sample(adverts, draw.randint(3, 9)) for id_ in displays}
    truth = {id_: [draw.choice(found)] for id_, found in shown.items()}
    guesses = {id_: draw.sample(found, len(found)) for id_, found in shown.items()}
    rows = ((id_, advert, int(advert in truth[id_])) for id_, found in shown.items() for advert in found)
    return table("display_id,ad_id,clicked", rows), listed("display_id,ad_id", guesses), map_at(12, truth, guesses)


@contest("RecSys 2015 YooChoose, purchases without a header", "jaccard", "dat dat")
def _(draw: Draw) -> Files:
    items = draw.numbers(60, 214_507_000, 214_860_000)
    truth = draw.truth(draw.numbers(70, 11_299_000, 11_400_000), items, 1, 4)
    guesses = draw.guesses(truth, items, 1, 4)
    rows = (
        (id_, f"2014-04-{draw.randint(1, 30):02}T18:44:58.314Z", item, draw.randrange(12_000), draw.randint(1, 3))
        for id_, found in truth.items()
        for item in found
    )
    submitted = "".join(f"{id_};{','.join(found)}\n" for id_, found in guesses.items())
    return table("", rows), submitted, jaccard(truth, guesses)


@contest("RecSys 2016 XING", "recall(divisor=min-m-k, average=pooled)@30", "tsv tsv")
def _(draw: Draw) -> Files:
    items = draw.numbers(150, 1, 3_000_000)
    truth = draw.truth(draw.numbers(60, 1, 3_000_000), items, 1, 8)
    guesses = draw.guesses(truth, items, 30)
    header = "user_id\titems"
    score = recall_pooled(30, truth, guesses)
    return listed(header, truth, ",", "\t"), listed("user_id\trecommended_items", guesses, ",", "\t"), score


@contest("RecSys 2018 Spotify, a row of tracks without a header", "hit@20")
def _(draw: Draw) -> Files:
    tracks = draw.distinct(100, lambda: "spotify:track:" + "".join(draw.choices("abcdefgXYZ0123456789", k=22)))
    truth = draw.truth(draw.numbers(50, 1_000_000, 1_100_000), tracks, 2, 9)
    guesses = draw.guesses(truth, tracks, 20)
    submitted = table("", ((id_, *found) for id_, found in guesses.items()))
    return long("pid,track_uri", truth), submitted, hit_at(20, truth, guesses)


@contest("RecSys 2022 Dressipi", "mrr@100")
def _(draw: Draw) -> Files:
    items = draw.numbers(150, 1, 28_144)
    truth = draw.truth(draw.numbers(60, 1, 4_440_000), items)
    guesses = draw.guesses(truth, items, 100)
    rows = ((id_, found[0], "2021-05-31 19:30:01.482") for id_, found in truth.items())
    ranked = ((id_, item, rank) for id_, found in guesses.items() for rank, item in enumerate(found, 1))
    score = mrr(100, truth, guesses)
    return table("session_id,item_id,date", rows), table("session_id,item_id,rank", ranked), score


@contest("OTTO 2022, test labels as JSON lines", "recall(divisor=min-m-k, average=pooled)@20", "jsonl csv")
def _(draw: Draw) -> Files:
    items, lines, truth = draw.numbers(90, 1, 1_855_000), list[str](), dict[str, list[str]]()
    for session in range(12_899_779, 12_899_839):
        kinds = {kind: draw.sample(items, draw.randint(1, 4)) for kind in ("clicks", "carts", "orders")}
        kinds = {kind: found for kind, found in kinds.items() if kind == "clicks" or draw.random() < 0.4}
        kinds["clicks"] = kinds["clicks"][:1]
        truth |= {f"{session}_{kind}": found for kind, found in kinds.items()}
        written = {kind: [*map(int, found)] for kind, found in kinds.items()} | {"clicks": int(kinds["clicks"][0])}
        lines.append(json.dumps({"session": session, "labels": written}) + "\n")
    guesses = draw.guesses(truth, items, 20)
    return "".join(lines), listed("session_type,labels", guesses), recall_pooled(20, truth, guesses)


@contest("Coupon Purchase Prediction 2015, truth as in coupon_detail_train.csv", "map@10")
def _(draw: Draw) -> Files:
    coupons, bought = draw.hexes(60, 32), draw.hexes(200, 32)
    truth = draw.truth(draw.hexes(60, 32), coupons, 1, 3)
    guesses = draw.guesses(truth, coupons, 10)
    rows = (
        (
            draw.randint(1, 3),
            "2012-06-25 10:10:20",
            draw.choice(("Kanto", "Kansai")),
            bought.pop(),
            id_,
            coupon,
        )
        for id_, found in truth.items()
        for coupon in found
    )
    solution = table("ITEM_COUNT,I_DATE,SMALL_AREA_NAME,PURCHASEID_hash,USER_ID_hash,COUPON_ID_hash", rows)
    return solution, listed("USER_ID_hash,PURCHASED_COUPONS", guesses), map_at(10, truth, guesses)


@contest("Facebook Recruiting 2012, truth as in train.csv", "map@10")
def _(draw: Draw) -> Files:
    nodes = draw.numbers(150, 1, 1_862_220)
    truth = draw.truth(nodes[:60], nodes, 1, 6)
    guesses = draw.guesses(truth, nodes, 10)
    solution = long("source_node,destination_node", truth)
    return solution, listed("source_node,destination_nodes", guesses), map_at(10, truth, guesses)


@contest("Facebook V Check Ins 2016, truth as in train.csv", "map@3")
def _(draw: Draw) -> Files:
    places = draw.numbers(60, 10**9, 10**10)
    truth = draw.truth([str(number) for number in range(80)], places)
    guesses = draw.guesses(truth, places, 3)
    rows = (
        (
            id_,
            round(draw.uniform(0, 10), 4),
            round(draw.uniform(0, 10), 4),
            draw.randrange(200),
            draw.randrange(10**6),
            *found,
        )
        for id_, found in truth.items()
    )
    return (
        table("row_id,x,y,accuracy,time,place_id", rows),
        listed("row_id,place_id", guesses),
        map_at(3, truth, guesses),
    )


@contest("Event Recommendation Engine 2013, truth as in train.csv", "map@200")
def _(draw: Draw) -> Files:
    events, grades = draw.numbers(120, 10**8, 10**10), dict[str, dict[str, int]]()
    for id_ in draw.numbers(50, 10**6, 10**10):
        shown = draw.sample(events, 6)
        grades[id_] = {event: int(i < 1 + draw.randrange(3)) for i, event in enumerate(shown)}
    truth = {id_: [event for event in found if found[event]] for id_, found in grades.items()}
    guesses = {id_: draw.sample([*found], len(found)) for id_, found in grades.items()}
    rows = (
        (
            id_,
            event,
            draw.choice("01"),
            "2012-10-02 15:53:05.754000+00:00",
            interested,
            int(not interested) * draw.randrange(2),
        )
        for id_, found in grades.items()
        for event, interested in found.items()
    )
    solution = table("user,event,invited,timestamp,interested,not_interested", rows)
    return solution, listed("User,Events", guesses), map_at(200, truth, guesses)


@contest("KDD Cup 2012 track 1, Tencent Weibo", "map@3")
def _(draw: Draw) -> Files:
    items = draw.numbers(60, 1_606_000, 2_430_000)
    truth = draw.truth(draw.numbers(80, 100_000, 2_400_000), items, 0, 3)
    guesses = draw.guesses(truth, items, 3)
    rows = ((id_, " ".join(found), draw.choice(("Public", "Private"))) for id_, found in truth.items())
    return table("id,clicks,Usage", rows), listed("id,clicks", guesses), map_at(3, truth, guesses)


@contest("KDD Cup 2020 debiasing, both without a header", "ndcg@50")
def _(draw: Draw) -> Files:
    items = draw.numbers(150, 1, 117_000)
    truth = draw.truth(draw.numbers(60, 1, 35_000), items)
    guesses = draw.guesses(truth, items, 50)
    solution = table("", ((id_, found[0], draw.uniform(0.983, 0.984)) for id_, found in truth.items()))
    grades = {id_: dict.fromkeys(found, 1) for id_, found in truth.items()}
    return solution, table("", ((id_, *found) for id_, found in guesses.items())), ndcg(50, grades, guesses)


@contest("Foursquare Location Matching 2022, truth as in train.csv", "jaccard")
def _(draw: Draw) -> Files:
    ids, places = draw.hexes(80, 14, before="E_"), draw.hexes(30, 14, before="P_")
    place = {id_: draw.choice(places) for id_ in ids}
    truth = {id_: [other for other in ids if place[other] == place[id_]] for id_ in ids}
    guesses = {
        id_: [
            id_,
            *(other for other in found if other != id_ and draw.random() < 0.7),
            *draw.sample(ids, draw.randrange(2)),
        ]
        for id_, found in truth.items()
    }
    rows = (
        (
            id_,
            draw.choice(("Cafe Central", "Bar, Grill", "")),
            draw.uniform(-90, 90),
            draw.choice(("DE", "US")),
            place[id_],
        )
        for id_ in ids
    )
    solution = table("id,name,latitude,country,point_of_interest", rows)
    return solution, listed("id,matches", guesses), jaccard(truth, guesses)


@contest("CareerBuilder Job Recommendation 2012, truth as in apps.tsv", "map@150", "tsv csv")
def _(draw: Draw) -> Files:
    jobs = draw.numbers(200, 1, 1_116_000)
    truth = draw.truth(draw.numbers(50, 1, 1_472_000), jobs, 1, 6)
    guesses = draw.guesses(truth, jobs, 20, 150)
    rows = (
        (id_, draw.randint(1, 7), draw.choice(("Train", "Test")), "2012-04-04 15:56:23.537", job)
        for id_, found in truth.items()
        for job in found
    )
    solution = table("UserID\tWindowID\tSplit\tApplicationDate\tJobID", rows, "\t")
    return solution, listed("UserId,JobIds", guesses), map_at(150, truth, guesses)


@contest("Booking.com WSDM 2021", "hit@4")
def _(draw: Draw) -> Files:
    cities = draw.numbers(80, 1, 67_000)
    trips = draw.distinct(70, lambda: f"{draw.randrange(10**6)}_{draw.randint(1, 3)}")
    truth = draw.truth(trips, cities)
    guesses = draw.guesses(truth, cities, 4)
    solution = table(
        "utrip_id,city_id,hotel_country",
        ((id_, *found, draw.choice(("Cobra Island", "Elbonia"))) for id_, found in truth.items()),
    )
    ranked = table(
        "utrip_id,city_id_1,city_id_2,city_id_3,city_id_4", ((id_, *found) for id_, found in guesses.items())
    )
    return solution, ranked, hit_at(4, truth, guesses)


@contest("MovieLens 100K, ratings without a header", "ndcg@10", "test csv")
def _(draw: Draw) -> Files:
    films, grades = draw.numbers(150, 1, 1_682), dict[str, dict[str, int]]()
    for user in range(1, 51):
        grades[str(user)] = {film: draw.randint(1, 5) for film in draw.sample(films, draw.randint(5, 25))}
    guesses = {id_: sorted(found, key=lambda film: -found[film] + draw.gauss(0, 2)) for id_, found in grades.items()}
    rows = (
        (id_, film, grade, draw.randrange(874_000_000, 893_000_000))
        for id_, found in grades.items()
        for film, grade in found.items()
    )
    scored = (
        (id_, film, score)
        for id_, found in guesses.items()
        for film, score in zip(found, draw.confidences(len(found)), strict=True)
    )
    return table("", rows, "\t"), table("user_id,item_id,score", scored), ndcg(10, grades, guesses)
