"""Plain features of any table: numbers, categories, aligned sequences, chemical formulas, other text. Stands alone."""

import re
from collections import defaultdict
from typing import Any

import numpy as np
import pandas as pd
from scipy import sparse
from sklearn.feature_extraction.text import CountVectorizer

_MAX_LENGTH = 200
_MAX_CATEGORIES = 50
_MAX_KMERS = 2000
_FORMULA = re.compile(r"(?:(?:[A-Z][a-z]?|[()\[\]])[\d.]*)+")
_TOKEN = re.compile(r"([A-Z][a-z]?)([\d.]*)|([(\[])|[)\]]([\d.]*)")
_SYMBOLS = frozenset(
    re.findall(
        "[A-Z][a-z]?",
        "HHeLiBeBCNOFNeNaMgAlSiPSClArKCaScTiVCrMnFeCoNiCuZnGaGeAsSeBrKrRbSrYZrNbMoTcRuRhPdAgCdInSnSbTeIXeCsBaLaCePrNd"
        "PmSmEuGdTbDyHoErTmYbLuHfTaWReOsIrPtAuHgTlPbBiPoAtRnFrRaAcThPaUNpPuAmCmBkCfEsFmMdNoLr",
    )
)


def matrices(train: pd.DataFrame, test: pd.DataFrame, is_coded: bool = False) -> tuple[Any, Any]:
    """Feature matrices (n, d) of both tables. `is_coded` gives codes for trees instead of indicator columns."""
    both = pd.concat([train, test], ignore_index=True)
    blocks = [_column(both[name], len(train), is_coded) for name in both.columns]
    stacked = np.hstack(blocks) if is_coded else sparse.hstack(list(map(sparse.csr_matrix, blocks)), format="csr")
    return stacked[: len(train)], stacked[len(train) :]


def _column(values: pd.Series, n_train: int, is_coded: bool) -> Any:
    if pd.api.types.is_numeric_dtype(values):
        return _numbers(values, n_train)
    texts = values.fillna("").astype(str)
    if all(map(is_formula, texts)):
        return _compositions(texts)
    lengths = texts.str.len()
    if lengths.nunique() == 1 and 1 < lengths.iloc[0] <= _MAX_LENGTH:
        return _coded(np.array([list(text) for text in texts]), is_coded)
    if texts[:n_train].nunique() <= _MAX_CATEGORIES:
        return _coded(texts.to_numpy(dtype=str)[:, None], is_coded)
    counts = CountVectorizer(analyzer="char", ngram_range=(1, 3), max_features=_MAX_KMERS, lowercase=False)
    found = counts.fit(texts[:n_train]).transform(texts)
    return found.toarray() if is_coded else found


def _numbers(values: pd.Series, n_train: int) -> Any:
    """Standardised by the training rows; a missing value becomes their mean."""
    numbers = values.to_numpy(dtype=float)
    mean, spread = np.nanmean(numbers[:n_train]), np.nanstd(numbers[:n_train]) or 1.0
    return np.nan_to_num((numbers - mean) / spread)[:, None]


def _coded(symbols: Any, is_coded: bool) -> Any:
    """Symbols (n, positions) as codes, or as one indicator column per position and symbol."""
    alphabet, codes = np.unique(symbols, return_inverse=True)
    codes = codes.reshape(symbols.shape)
    if is_coded:
        return codes
    n, positions = codes.shape
    columns = codes + np.arange(positions) * len(alphabet)
    rows = np.repeat(np.arange(n), positions)
    return sparse.csr_matrix((np.ones(rows.size), (rows, columns.ravel())), (n, positions * len(alphabet)))


def is_formula(text: str) -> bool:
    """True for a chemical formula such as `Sr(AlH)2`."""
    return bool(_FORMULA.fullmatch(text)) and set(re.findall("[A-Z][a-z]?", text)) <= _SYMBOLS


def composition(formula: str) -> dict[str, float]:
    """The share of each element in a formula; brackets multiply."""
    stack: list[defaultdict[str, float]] = [defaultdict(float)]
    for element, amount, opening, factor in _TOKEN.findall(formula):
        if element:
            stack[-1][element] += _amount(amount)
        elif opening:
            stack.append(defaultdict(float))
        elif len(stack) > 1:
            inner = stack.pop()
            for name, share in inner.items():
                stack[-1][name] += share * _amount(factor)
    total = sum(stack[0].values()) or 1.0
    return {name: share / total for name, share in stack[0].items()}


def _amount(text: str) -> float:
    try:
        return float(text)
    except ValueError:
        return 1.0


def _compositions(formulas: pd.Series) -> Any:
    shares = [composition(formula) for formula in formulas]
    elements = sorted({element for share in shares for element in share})
    return np.array([[share.get(element, 0.0) for element in elements] for share in shares])
