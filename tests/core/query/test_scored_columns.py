"""Who types the name of a column that is scored learns which field holds it."""

from __future__ import annotations

import pytest

from inspector.core.query import QueryError, parse

ONE = "id,target\na,1\nb,0\nc,1\n", "id,tang\na,0.9\nb,0.2\nc,0.4\n"
SAME = "id,price\na,10.5\nb,20.5\n", "id,price\na,13.5\nb,4.5\n"
SEVERAL = "id,x,y\na,1.5,5.5\nb,2.5,6.5\n", "id,x_hat,y_hat\na,1.5,9.5\nb,0.5,6.5\n"
LABELS = "id,species\na,cat\nb,dog\n", "id,guess\na,cat dog\nb,cat\n"


@pytest.mark.parametrize(
    ("files", "metric", "typed", "said"),
    [
        (ONE, "logloss", "target=1", "Did you mean true?"),
        (ONE, "logloss", "Tang<0.5", "Did you mean predicted?"),
        (ONE, "logloss", "error>target", "Did you mean true?"),
        (ONE, "logloss", "scor<1", "Did you mean score?"),
        (SAME, "rmse", "price>11", "Type true for price of the truth, predicted for that of the submission."),
        (SEVERAL, "rmse", "y>6", "Did you mean true.y?"),
        (SEVERAL, "rmse", "y_hat>6", "Did you mean predicted.y?"),
        (LABELS, "map@2", "species:cat", "Did you mean truth?"),
        (LABELS, "map@2", "guess:cat", "Did you mean pred?"),
    ],
)
def test_the_error_names_the_field_of_a_scored_column(read, files, metric: str, typed: str, said: str) -> None:
    evaluation = read(*files, metric).evaluation
    with pytest.raises(QueryError) as error:
        parse(typed).mask(evaluation)
    assert str(error.value).endswith(said)
