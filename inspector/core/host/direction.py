"""Whether lower is better, guessed from the words that a metric's file uses; the host sets it in the contest."""

from __future__ import annotations

import ast
import builtins
import re
from collections.abc import Iterable, Iterator

_LOWER = re.compile(
    "errors?|loss|losses|rmse|mae|mse|rmsle|msle|mape|smape|wmae|mcrmse|medae|rmspe|rmsse|wrmsse|crps|divergence|distance"
    "|wer|cer|levenshtein|brier|perplexity|deviance|pinball|regret|logloss|kl"
)
_HIGHER = re.compile(
    "auc|auroc|auprc|accuracy|precision|recall|f1|fbeta|map|mapk|apk|ndcg|mrr|gap|hits?|dice|iou|jaccard|r2|kappa|mcc"
    "|correlation|corr|spearmanr?|pearsonr?|similarity|cosine|bleu|rouge|gini|sharpe"
)
# Helpers of the template, whose names speak of errors that are raised.
_OF_TEMPLATE = frozenset(["treat_as_participant_error", "ParticipantVisibleError", "HostVisibleError"])
_WORD = re.compile(r"[a-z]+[0-9]*")


def guess_lower_is_better(stem: str, module: ast.Module) -> bool | None:
    """A guess from the name of the file, or else of the functions that it defines and calls, or else from what it says
    of itself; None if they disagree.
    """
    defined = [node.name for node in module.body if isinstance(node, ast.FunctionDef) and node.name != "score"]
    for names in ([stem], defined, _called(module), _docstrings(module)):
        found = _votes(names)
        if found:
            return found.pop() if len(found) == 1 else None
    return None


def _votes(names: Iterable[str]) -> set[bool]:
    words = {word for name in names if name not in _OF_TEMPLATE for word in _WORD.findall(name.lower())}
    return {is_lower for is_lower, known in ((True, _LOWER), (False, _HIGHER)) if any(map(known.fullmatch, words))}


def _docstrings(module: ast.Module) -> Iterator[str]:
    """The first lines of the docstrings of the file and of `score`."""
    functions = [node for node in module.body if isinstance(node, ast.FunctionDef) and node.name == "score"]
    texts = (ast.get_docstring(module), *map(ast.get_docstring, functions))
    yield from (text.partition("\n")[0] for text in texts if text)


def _called(module: ast.Module) -> Iterator[str]:
    """Names in calls, and of functions that are handed on, as `safe_call_score(sklearn.metrics.log_loss, ...)` does."""
    for node in ast.walk(module):
        if isinstance(node, ast.Call):
            for part in (node.func, *node.args):
                if isinstance(part, ast.Attribute):
                    yield part.attr
                elif isinstance(part, ast.Name) and not hasattr(builtins, part.id):  # such as `map`
                    yield part.id
