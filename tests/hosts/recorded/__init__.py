"""Answers of hosts as their public documentation and bug reports show them; each case names its source."""

from tests.hosts.cases import Case
from tests.hosts.recorded import archives, code, drives, pages, repositories

ALL: tuple[Case, ...] = (*repositories.CASES, *code.CASES, *archives.CASES, *drives.CASES, *pages.CASES)
