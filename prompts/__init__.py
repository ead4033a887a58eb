"""What papergym asks models: one Markdown file per prompt. The offline `rules` decider asks none."""
