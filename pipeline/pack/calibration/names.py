"""Which solver a baseline of the paper is, by its name alone. A name that says more is another method."""

import re

_PATTERNS = {
    "logistic_regression": r"(?:logistic regression|logreg)s?",
    "linear_regression": r"(?:multiple |ordinary )?(?:linear regression|least squares|ols)",
    "ridge_regression": r"ridge(?: regression)?",
    "random_forest": r"random[ -]?forests?|rf",
    "nearest_neighbours": r"k-?\s?nn|k-?\s?nearest[ -]neighbou?rs?|nearest[ -]neighbou?rs?",
    "decision_tree": r"decision[ -]trees?|cart|dt",
    "support_vectors": r"svm|svc|svr|support[ -]vector (?:machine|classifier|regression|regressor)s?",
    "naive_bayes": r"(?:gaussian |multinomial )?na[iï]ve[ -]bayes|nb|gnb",
    "gradient_boosting": r"gradient[ -]boost(?:ing|ed)(?: (?:decision )?trees?| machines?)?|gbdt|gbm|xgboost|lightgbm",
}
_EITHER = {True: "logistic_regression", False: "linear_regression"}
_ADDED = re.compile(r"\s*(?:\([^()]*\)|\[[^\[\]]*\]|[*†‡]|classifier|regressor|baseline|model)\s*$", re.IGNORECASE)
_CLASSES_ONLY, _VALUES_ONLY = {"logistic_regression", "naive_bayes"}, {"linear_regression", "ridge_regression"}


def solver_of(method: str, is_class: bool) -> str | None:
    """The solver that goes by the name of a method; None where there is none. `LR` is what fits the target."""
    name = " ".join(method.split()).casefold()
    for _ in range(3):
        name = _ADDED.sub("", name) or name
    if name == "lr":
        return _EITHER[is_class]
    found = next((solver for solver, pattern in _PATTERNS.items() if re.fullmatch(pattern, name)), None)
    return None if found in (_VALUES_ONLY if is_class else _CLASSES_ONLY) else found
