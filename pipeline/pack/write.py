"""Every file of a pack, written from its plan into an empty folder."""

import json
from pathlib import Path

from pipeline.pack import layout, texts
from pipeline.pack.brief import secrets_of
from pipeline.pack.calibration import calibration_json
from pipeline.pack.croissant import croissant
from pipeline.pack.environment import dockerfile, packages_json, requirements
from pipeline.pack.evaluator import render_evaluator
from pipeline.pack.files import settle, write
from pipeline.pack.floors import measured_floors
from pipeline.pack.licences import write_licences
from pipeline.pack.lock import lock_text, make_lock
from pipeline.pack.metadata import make_metadata
from pipeline.pack.output import contract_of
from pipeline.pack.plan import Plan
from pipeline.pack.samples import sample_submission
from pipeline.pack.tables import table, write_visible
from pipeline.pack.withheld import manifest, withheld_paths
from pipeline.ports import Store
from pipeline.scoring import leaderboard_csv, leaderboard_rows, scoring_file


def write_pack(plan: Plan, pack_dir: Path, store: Store, unscored: dict[str, str]) -> None:
    """Write the pack. `unscored` are metrics of the paper that a submission cannot be scored by, with the reason."""
    _write_problem(plan, pack_dir)
    _write_evaluation(plan, pack_dir)
    write(pack_dir, layout.DOCKERFILE, dockerfile())
    write(pack_dir, layout.PACKAGES, packages_json())
    write(pack_dir, layout.REQUIREMENTS, requirements())
    write_licences(plan, pack_dir, store)
    write(pack_dir, layout.METADATA, _json(make_metadata(plan).model_dump(mode="json")))
    write(pack_dir, layout.CROISSANT, croissant(plan, pack_dir))
    write(pack_dir, layout.FIREWALL, _json(secrets_of(plan).model_dump(mode="json")))
    withheld = () if plan.ships_data else withheld_paths(pack_dir)
    if withheld:
        write(pack_dir, layout.FETCH, manifest(plan, pack_dir))
    write(pack_dir, layout.LOCK, lock_text(make_lock(plan, pack_dir, unscored, withheld)))
    settle(pack_dir)


def _write_problem(plan: Plan, pack_dir: Path) -> None:
    contract = contract_of(plan)
    for instance, output in zip(plan.instances, contract.instances, strict=True):
        write_visible(instance, pack_dir)
        table(pack_dir, layout.SAMPLES / output.name / output.file, sample_submission(instance, output))
    write(pack_dir, layout.README, texts.readme(plan, contract))
    write(pack_dir, layout.STARTER, texts.starter(plan, contract))
    write(pack_dir, layout.DESCRIPTION, texts.data_description(plan, pack_dir / "problem"))


def _write_evaluation(plan: Plan, pack_dir: Path) -> None:
    contract = contract_of(plan)
    for instance, output in zip(plan.instances, contract.instances, strict=True):
        table(pack_dir, layout.GROUND_TRUTH / output.name / output.truth_file, instance.truth)
    write(pack_dir, layout.EVALUATOR, render_evaluator(contract))
    write(
        pack_dir,
        layout.SCORING,
        _json(scoring_file(plan.task, measured_floors(plan, contract)).model_dump(mode="json")),
    )
    write(pack_dir, layout.LEADERBOARD, leaderboard_csv(leaderboard_rows(plan.task)))
    write(pack_dir, layout.CALIBRATION, calibration_json(plan.calibration))


def _json(document: object) -> str:
    return json.dumps(document, indent=2, ensure_ascii=False, allow_nan=False) + "\n"
