"""Where things lie in a pack, relative to its folder."""

from pathlib import Path

README = Path("problem/README.md")
DESCRIPTION = Path("problem/data_description.md")
STARTER = Path("problem/run.py")
DATA = Path("problem/data")
SAMPLES = Path("problem/sample_submission")
EVALUATOR = Path("evaluation/evaluator.py")
GROUND_TRUTH = Path("evaluation/ground_truth")
TRUTH = "truth.csv"
SCORING = Path("evaluation/scoring.json")
LEADERBOARD = Path("evaluation/leaderboard.csv")
CALIBRATION = Path("evaluation/calibration.json")
DOCKERFILE = Path("environment/Dockerfile")
PACKAGES = Path("environment/packages.json")
REQUIREMENTS = Path("environment/requirements.lock")
ATTRIBUTION = Path("licenses/ATTRIBUTION.txt")
METADATA = Path("metadata.json")
CROISSANT = Path("croissant.json")
FIREWALL = Path("firewall.json")
LOCK = Path("pack.lock.json")
FETCH = Path("fetch_data.json")
"""Only in packs that ship without their data."""

REQUIRED = (
    *(README, DESCRIPTION, STARTER, EVALUATOR, SCORING, LEADERBOARD, CALIBRATION, DOCKERFILE, PACKAGES, REQUIREMENTS),
    *(ATTRIBUTION, METADATA, CROISSANT, FIREWALL, LOCK),
)

README_SECTIONS = (
    "Scientific Problem",
    "Task Objective",
    "Dataset Information",
    "Evaluation Metrics",
    "Output Format",
    "Submission Guidelines",
)
DESCRIPTION_SECTIONS = ("Directory Structure", "Dataset Overview", "File Formats & Schemas", "Special Notes")

UNVERIFIED = "_unverified"
"""Folder below the root of the packs for those that a human has to look at."""
