"""What a run records of itself, so that two runs can be compared: code, prompts, models, settings."""

from flows.judging import Judging
from flows.settings import Settings
from flows.versions import stage_version
from schemas.judging import Role
from schemas.outcome import Stage

_NO_ANSWER = {
    *("var", "packs", "workers", "server_idle_seconds", "read_timeout_seconds", "read_memory_mb", "budget"),
    *("contact", "private_hosts", "never_ask", "routes", "host_interval_seconds", "host_timeout_seconds"),
    *("max_run_gb", "max_store_gb"),
}
"""Where things lie and how fast they go changes no answer; paths of a machine stay out of the warehouse."""


def recorded(settings: Settings, judging: Judging, until: Stage) -> dict[str, str]:
    """Names are `kind.name`; `papergym compare` groups by kind."""
    from prompts import all_prompts

    models, said = settings.models, {"until": until.value}
    said |= {f"code.{stage}": stage_version(stage, with_prompts=False) for stage in Stage}
    if judging.judge == "llm":
        said |= {f"prompt.{prompt.prompt_id}": f"{prompt.version} ({prompt.digest})" for prompt in all_prompts()}
        said |= {f"model.{role}": f"{models.of(role).model} ({models.signature(role)})" for role in Role}
    plain = settings.model_dump(mode="json", exclude=_NO_ANSWER | {"mirrors", "models"})
    plain["judge"] = judging.judge
    said |= {f"setting.{name}": str(value) for name, value in plain.items()}
    said |= {f"mirror.{url}": path.name for url, path in settings.mirrored_paths.items()}
    return said | {f"mirror.{url}": place for url, place in settings.mirrored_urls.items()}
