"""What careful readers found in the first example, once for all tests (see its NOTICE.md)."""

TABLE_4 = {  # method -> ACC, MCC, Sn, Sp, g-mean, read by eye on page 10
    "iSuc-PseAAC": (0.83, 0.01, 0.12, 0.89, 0.33),
    "iSuc-PseOpt": (0.72, 0.04, 0.30, 0.76, 0.48),
    "pSuc-Lys": (0.78, 0.04, 0.22, 0.83, 0.43),
    "SuccineSite": (0.84, 0.19, 0.37, 0.88, 0.57),
    "SuccineSite2.0": (0.85, 0.26, 0.40, 0.88, 0.63),
    "GPSuc": (0.85, 0.30, 0.50, 0.88, 0.66),
    "PSuccE": (0.85, 0.20, 0.38, 0.89, 0.58),
    "DeepSuccinylSite": (0.70, 0.27, 0.79, 0.69, 0.74),
    "LMSuccSite": (0.79, 0.36, 0.79, 0.79, 0.79),
}
METRICS = ("accuracy", "matthews_correlation", "sensitivity", "specificity", "g_mean")
SCORES = {(method, metric): row[at] for method, row in TABLE_4.items() for at, metric in enumerate(METRICS)}
