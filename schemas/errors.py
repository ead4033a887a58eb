"""The exceptions of papergym. The paper's fault is never one of them: that is a `Decision`."""


class PapergymError(Exception):
    """Something a person can act on: what is wrong, and what to do. Shown as two lines, never as a traceback."""

    exit_code = 5

    def __init__(self, message: str, hint: str = "") -> None:
        super().__init__(message)
        self.message = message
        self.hint = hint

    def __str__(self) -> str:
        return f"{self.message}\n  {self.hint}" if self.hint else self.message


class UsageError(PapergymError):
    """The command was called with something that cannot be right."""

    exit_code = 2


class StalledError(PapergymError):
    """A fault of ours or of the world. The paper is stalled and tried again; it is never rejected for it."""


class ContainerFaultError(StalledError):
    """The container engine, image registry, package index or the disk under them failed. No verdict on a pack."""


class UnreadableError(PapergymError):
    """A document that cannot be read, with a category of `pipeline.intake.failures`. Intake turns it into a value."""

    def __init__(self, category: str, message: str, hint: str = "") -> None:
        super().__init__(message, hint)
        self.category = category
