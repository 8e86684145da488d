"""The ladder as a table."""

from __future__ import annotations

import numpy as np
import pyarrow as pa

from inspector.core.arrays.arrow import floats, integers
from inspector.core.errors import InputError
from inspector.core.evaluation.evaluation import Evaluation
from inspector.core.ladder.inversions import inversions_of
from inspector.core.ladder.ladder import NEEDS_GAP, ladder_of


def ladder_table(evaluation: Evaluation) -> pa.Table:
    """Each listed prediction, the most confident first: the id of its row, place, confidence, hit, cost, partner, gain.

    cost, partner (an id) and gain are null for hits, the last two also where no exchange is known to win. Raises
    InputError under a metric without one list of all predictions.
    """
    ladder, found = ladder_of(evaluation), inversions_of(evaluation)
    if ladder is None or found is None:
        raise InputError(NEEDS_GAP.removesuffix("."), found=str(evaluation.metric), expected="gap")
    ids, has_partner = evaluation.table.ids, ~np.isnan(found.gain)
    partner = pa.array(ladder.row[np.full(len(ladder), found.partner)], pa.int32(), mask=~has_partner)
    return pa.table(
        {
            "id": ids.take(integers(ladder.row.astype(np.int64))),
            "place": np.arange(1, len(ladder) + 1),
            "confidence": floats(ladder.confidence),
            "hit": ladder.hit,
            "cost": floats(ladder.cost),
            "partner": ids.take(partner),
            "gain": floats(found.gain),
        }
    )
