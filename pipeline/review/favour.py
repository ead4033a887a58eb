"""Whether a change would make the paper look better: then models do not make it, whatever they quote.

The review is there to break a record. A finding that takes a rival out, or lifts the method, is what a passage planted
in a paper would ask for; it may be right, and a human says so.
"""

from schemas.task import Task


def favours(before: Task, after: Task) -> bool:
    """True where the method leads by more on the primary metric of a setting, or leads where it did not."""
    same = before.primary.metric_id == after.primary.metric_id
    for setting in before.settings:
        old, new = lead(before, setting.setting_id), lead(after, setting.setting_id)
        if old is None:
            continue
        if same and (new is None or new > old) and _is_there(after, setting.setting_id):
            return True
        if not same and old < 0 and (new is None or new >= 0):
            return True
    return False


def lead(task: Task, setting_id: str) -> float | None:
    """By how much the method leads the best baseline on the primary metric, in its unit; None without such a pair."""
    own = task.sota(setting_id, task.primary.metric_id)
    other = task.best_baseline(setting_id, task.primary.metric_id)
    return None if own is None or other is None else task.primary.direction.sign * (own.value - other.value)


def _is_there(task: Task, setting_id: str) -> bool:
    return any(setting.setting_id == setting_id for setting in task.settings)
