"""What papergym asks models: one Markdown file per prompt. The offline `rules` decider asks none."""

from prompts.fence import fenced
from prompts.library import Prompt, Rendered, all_prompts, load

__all__ = ["Prompt", "Rendered", "all_prompts", "fenced", "load"]
