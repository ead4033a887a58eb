"""An audit as a person reads it: outcome first, then stage by stage what was decided, on what grounds, by whom."""

from collections.abc import Iterable, Sequence

from flows.show.console import COLOURS, line, print_table
from schemas.data import CheckStatus, LinkStatus, Recipe
from schemas.evidence import DecidedBy, Evidence, Place
from schemas.outcome import Outcome
from schemas.review import Action, Finding
from schemas.task import Score
from warehouse.audit import Audit, StageAudit

QUOTES = 3
INPUTS = 8


def show_audit(audit: Audit) -> None:
    """Print the audit."""
    _show_head(audit)
    _show_stages(audit.stages)
    _show_verdicts(audit)
    _show_links(audit)
    _show_task(audit)
    _show_claims(audit)
    _show_findings(audit)
    _show_data(audit)
    _show_packs(audit)
    for fault in audit.faults:
        state = "cleared" if fault.cleared else "open"
        line(f"fault at {fault.stage} ({state}): {fault.message}", style="magenta")


def _heading(text: str) -> None:
    line()
    line(text, style="bold")


def _show_head(audit: Audit) -> None:
    outcome = audit.outcome.value if audit.outcome else "under way"
    line(f"{audit.title or audit.paper_id}", style="bold")
    line(f"{audit.paper_id}   doi {audit.doi or 'unknown'}   run {audit.run}")
    for source in audit.sources:
        copy = f"   (a copy; {source.duplicate_of} was used)" if source.duplicate_of else ""
        line(f"file {source.name}   sha256 {source.sha256[:16]}{copy}")
    rule = f"   rule {audit.rule}" if audit.rule else ""
    category = f"   category {audit.category}" if audit.category else ""
    line(f"outcome: {outcome}{rule}{category}", style=COLOURS.get(outcome))
    if audit.outcome is not Outcome.PACKED:
        line(f"reason: {audit.reason}")


def _show_stages(stages: Sequence[StageAudit]) -> None:
    _heading("stages")
    print_table(
        ["stage", "call", "decided by", "seconds", "unit", "made in run", "reason"],
        [
            [
                stage.stage.value,
                stage.decision.call.value,
                str(stage.decision.decider),
                "" if stage.seconds is None else f"{stage.seconds:.1f}",
                stage.unit_key.rsplit(":", 2)[-2] + ":" + stage.unit_key.rsplit(":", 1)[-1],
                stage.made_in,
                stage.decision.reason,
            ]
            for stage in stages
        ],
    )
    for stage in stages:
        for question in stage.decision.questions:
            where = "" if question.field == "source" else f" (curation.yaml: {question.field})"
            line(f"  to decide: {question.question}{where}", style="yellow")
            for choice in question.choices:
                line(f"      - {choice}", style="dim")
            _show_evidence(question.evidence)


def _show_verdicts(audit: Audit) -> None:
    if not audit.verdicts:
        return
    _heading("screening")
    for verdict in audit.verdicts:
        call = verdict.call.value
        line(f"{verdict.rule:9} {call:8} {verdict.category:28} by {verdict.decider}", style=COLOURS.get(call))
        line(f"          {verdict.reason}")
        _show_evidence(verdict.evidence)


def _show_evidence(evidence: Iterable[Evidence], limit: int = QUOTES) -> None:
    items = list(dict.fromkeys(evidence))
    for item in items[:limit]:
        line(f'          "{item.quote}"', style="italic")
        line(f"            {item.place}{_box(item)}", style="dim")
    if len(items) > limit:
        line(f"            and {len(items) - limit} more (--json shows all)", style="dim")


def _box(item: Evidence) -> str:
    box = item.place.box
    return f", box {box.x0:.0f} {box.y0:.0f} {box.x1:.0f} {box.y1:.0f}" if box else ""


def _show_links(audit: Audit) -> None:
    if audit.link_checks:
        _heading("links")
        rows = [[check.status.value, check.url, check.via, check.detail] for check in audit.link_checks]
        print_table(["status", "url", "via", "detail"], rows)
    for check in audit.link_checks:
        if check.status is not LinkStatus.OPEN:
            for told in check.told:
                line(f"  {told}", style="dim")


def _show_task(audit: Audit) -> None:
    if not audit.scores:
        return
    _heading("task")
    for algorithm in audit.algorithms:
        line(f"algorithm {algorithm.name}   variants {', '.join(algorithm.variants) or '-'}   by {algorithm.decider}")
    for setting in audit.settings:
        line(f"setting {setting.setting_id}: {setting.task} ({setting.protocol.value}), by {setting.decider}")
    primary = next((metric.metric_id for metric in audit.metrics if metric.is_primary), "")
    line(f"primary metric {primary}")
    for setting in audit.settings:
        _show_scores([score for score in audit.scores if score.setting_id == setting.setting_id], primary)


def _show_scores(scores: Sequence[Score], primary: str) -> None:
    """A setting as a table: a row per method, a column per metric, and the places the scores stand in."""
    metrics = sorted({score.metric_id for score in scores}, key=lambda name: (name != primary, name))
    printed = {(score.method, score.metric_id): score.printed for score in scores}
    roles = {score.method: score.role.value for score in scores}
    print_table(
        ["setting", "method", "role", *metrics],
        [
            [scores[0].setting_id, method, role, *(printed.get((method, metric), "") for metric in metrics)]
            for method, role in roles.items()
        ],
    )
    places = {_where(item.place) for score in scores for item in score.evidence}
    deciders = {str(score.decider) for score in scores}
    line(
        f"  as printed in {'; '.join(sorted(places))}, by {', '.join(sorted(deciders))} (--json: every cell)",
        style="dim",
    )


def _show_claims(audit: Audit) -> None:
    """The parts of the data as a model saw them, and what models claimed that code could not bear out."""
    if audit.data_components:
        _heading("data as the paper speaks of it")
    for part in audit.data_components:
        line(f"{part.role.value}: {part.name}   by {part.decider}")
        _show_evidence(part.evidence, 1)
    if audit.ungrounded_claims:
        _heading("ungrounded claims, never stored as values")
    for claim in audit.ungrounded_claims:
        line(f"{claim.stage.value} {claim.field_path}: {claim.claimed!r}: {claim.problem} [{claim.decider}]")


def _where(place: Place) -> str:
    return f"{place.table or place.figure or place.section}" + (f" (page {place.page})" if place.page else "")


def _show_findings(audit: Audit) -> None:
    if audit.findings:
        _heading("review")
        for finding in audit.findings:
            _show_finding(finding)
    _show_amendments(audit)


def _show_finding(finding: Finding) -> None:
    """What was claimed, what became of it, and who settled it."""
    number = f"{finding.number}. " if finding.number else ""
    claimed = f"{finding.check_id} {finding.severity.value} {finding.field_path}: {finding.reason}"
    line(f"{number}{claimed} [{finding.state}] by {finding.decider}", style=COLOURS.get(finding.state))
    if finding.recommended and finding.decider.by is DecidedBy.LLM:
        line(f"          {finding.action}: {finding.current!r} -> {finding.recommended!r}")
    if finding.ruling:
        line(f"          {finding.ruling}" + (f", by {finding.ruled_by}" if finding.ruled_by else ""))
    if finding.quote and not finding.evidence:
        line(f'          claimed: "{finding.quote}"', style="dim")
    _show_evidence(finding.evidence)


def _show_amendments(audit: Audit) -> None:
    """What was read, and what it was changed to: by a person, or by a finding of that number."""
    if audit.amendments:
        _heading("amended")
        for item in audit.amendments:
            source = f"finding {item.finding}, " if item.finding else ""
            new = "taken out" if item.action is Action.REMOVE else repr(item.new)
            line(f"{item.field_path}: {item.old!r} -> {new}   ({source}{item.decider})")


def _show_data(audit: Audit) -> None:
    if not audit.data_checks:
        return
    _heading(f"data: {len(audit.data_files)} files, {len(audit.recipes)} recipes")
    for recipe in audit.recipes:
        _show_recipe(recipe)
    for check in audit.data_checks:
        status = check.status.value
        line(
            f"{check.check_id} {status:8} {check.setting_id}: {check.subject}: {check.reason}",
            style=COLOURS.get(status),
        )
        if check.status is not CheckStatus.PASS:
            for example in check.examples[:QUOTES]:
                line(f"          {example}", style="dim")
            _show_evidence(check.evidence, 1)


def _show_recipe(recipe: Recipe) -> None:
    """What a setting is made of, how sure that is, why, and who said so."""
    shown = ", ".join(recipe.inputs[:INPUTS]) + (", ..." if len(recipe.inputs) > INPUTS else "")
    how = f"{recipe.proposer}, split by {recipe.split}, confidence {recipe.confidence:.2f}, by {recipe.decider}"
    line(f"recipe {recipe.setting_id}: {shown} -> {recipe.target} ({how})")
    for reason in recipe.reasons:
        line(f"          {reason}", style="dim")
    _show_evidence(recipe.evidence, 1 if recipe.decider.by is DecidedBy.RULES else QUOTES)


def _show_packs(audit: Audit) -> None:
    for pack in audit.packs:
        checks = [check for check in audit.pack_checks if check.pack_id == pack.pack_id]
        _heading(f"pack {pack.pack_id} {pack.semantic_version}   sha256 {pack.pack_sha256[:16]}")
        counts = {status: sum(check.status is status for check in checks) for status in CheckStatus}
        line("  ".join(f"{count} {status.value}" for status, count in counts.items()))
        line(f"background and objective by {pack.brief_by or 'templates'}")
        for item in pack.settled:
            line(f"{item.metric_id} {item.assumption}: scored as {item.metric}: {item.reason}")
            _show_evidence(item.evidence, 2)
        for run in (run for run in pack.calibration if run.metric == pack.primary_metric):
            said = run.note if run.value is None else f"{run.value:.4g}"
            line(f"{run.instance}: {run.method} run again ({run.solver}): {said}, printed {run.printed:.4g}")
        for check in checks:
            if check.status in {CheckStatus.FAIL, CheckStatus.WARN}:
                line(f"{check.check_id} {check.status.value}: {check.reason}", style=COLOURS.get(check.status.value))
