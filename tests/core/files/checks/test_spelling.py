"""Skipped spelling candidates could not have been the best one."""

from __future__ import annotations

import hypothesis.strategies as st
from hypothesis import example, given

from inspector.core.arrays.arrow import texts
from inspector.core.files.checks.spelling import SPELLINGS, respell

spelled = st.lists(st.text("01eE.jA ", max_size=5), min_size=1, max_size=5, unique=True)


@given(spelled, spelled, st.booleans())
@example(["0.jp"], ["0.jA"], False)
@example(["1e01"], ["0010"], False)
@example(["1"], ["01"], False)
@example(["1E1"], ["10"], False)
@example(["01"], ["10"], False)
@example(["0", "00", "0e"], ["000", "e"], False)
@example(["a"], [""], True)
@example(["0 "], ["0.0"], False)
def test_the_best_of_those_tried_is_the_best_of_all(unknown, known, distinct) -> None:
    given = texts([text for text in unknown if text not in known]), texts(known)
    tried = [one for name in SPELLINGS if (one := respell(*given, distinct=distinct, name=name)) is not None]
    best, found = max(tried, key=len, default=None), respell(*given, distinct=distinct)
    if best is None:
        assert found is None
    else:
        assert found.spelling.name == best.spelling.name
        assert found.at.tolist() == best.at.tolist()
        assert found.texts.equals(best.texts)
