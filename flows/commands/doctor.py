"""`papergym doctor`: is everything here that papergym needs, and does it work?"""

import os
import shutil
import sys
from collections.abc import Callable
from dataclasses import asdict, dataclass
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

from flows.server import running_server
from flows.settings import Settings, config_file, load_settings
from flows.show.console import print_json, print_table
from flows.wiring import reads_scans
from schemas.errors import ContainerFaultError, PapergymError

PACKAGES = ("pymupdf", "pymupdf4llm", "lxml", "duckdb", "pyarrow", "pandas", "great-expectations", "prefect", "openai")
MIN_FREE_GB = 2.0


@dataclass(frozen=True)
class Finding:
    """One line of the doctor: what was looked at, how it is, and what to do."""

    what: str
    status: str
    detail: str


def run(as_json: bool) -> int:
    """Print the findings. Exit code 5 if something that is needed is broken."""
    settings = load_settings()
    findings = [finding for look in _LOOKS for finding in look(settings)]
    if as_json:
        print_json([asdict(finding) for finding in findings])
    else:
        print_table(["what", "status", "detail"], [[f.what, f.status, f.detail] for f in findings])
    return 5 if any(finding.status == "fail" for finding in findings) else 0


def _python(settings: Settings) -> list[Finding]:
    return [Finding("python", "pass", sys.version.split()[0])]


def _packages(settings: Settings) -> list[Finding]:
    return [_package(name) for name in PACKAGES]


def _package(name: str) -> Finding:
    try:
        return Finding(name, "pass", version(name))
    except PackageNotFoundError:
        return Finding(name, "fail", "not installed; run `make setup`")


def _configuration(settings: Settings) -> list[Finding]:
    path = config_file()
    found = Finding("configuration", "pass", str(path) if path.is_file() else "defaults (no papergym.toml here)")
    missing = [f"{url} -> {root}" for url, root in settings.mirrored_paths.items() if not root.exists()]
    mirrors = Finding("mirrors", "warn", f"no such path: {missing[0]}") if missing else None
    return [found, mirrors or Finding("mirrors", "pass", f"{len(settings.mirrors)} mapped")]


def _network(settings: Settings) -> list[Finding]:
    """Nothing is asked here: whether a host answers is for a run to find out."""
    if not settings.network:
        off = "off: links without a mirror are not asked; set network = true or PAPERGYM_NETWORK=1"
        return [Finding("network", "pass", off), *_unreachable_mirrors(settings)]
    if not settings.contact:
        return [Finding("network", "warn", "on, without a contact: set `contact`, so that hosts know whom to write to")]
    private = f"; private hosts allowed: {', '.join(settings.private_hosts)}" if settings.private_hosts else ""
    return [Finding("network", "pass", f"on, as {settings.contact}{private}")]


def _unreachable_mirrors(settings: Settings) -> list[Finding]:
    count = len(settings.mirrored_urls)
    return [Finding("mirrors", "warn", f"{count} lead to a URL, and the network is off")] if count else []


def _folders(settings: Settings) -> list[Finding]:
    home = next(path for path in (settings.var, *settings.var.parents) if path.exists())
    is_writable = os.access(home, os.W_OK)
    free = shutil.disk_usage(home).free / 1e9
    writable = Finding("var folder", "pass" if is_writable else "fail", f"{settings.var}")
    disk = Finding("disk", "pass" if free > MIN_FREE_GB else "warn", f"{free:.1f} GB free")
    return [writable, disk]


def _warehouse(settings: Settings) -> list[Finding]:
    if not settings.warehouse_root.is_dir():
        return [Finding("warehouse", "pass", "none yet; the first run makes it")]
    from warehouse.store import Warehouse

    try:
        with Warehouse.open(settings.warehouse_root, read_only=True) as warehouse:
            rows = (
                warehouse.connect(with_calls=False).execute("select count(distinct paper_id) from run_units").fetchall()
            )
    except PapergymError as error:
        return [Finding("warehouse", "fail", error.message)]
    return [Finding("warehouse", "pass", f"{rows[0][0]} papers")]


def _server(settings: Settings) -> list[Finding]:
    url = os.environ.get("PREFECT_API_URL") or running_server(settings.prefect_home)
    return [Finding("prefect server", "pass", url or "not running; a run starts it")]


def _sandbox(settings: Settings) -> list[Finding]:
    """Which engine untrusted programs run in, and what it does not hold back."""
    from flows.wiring import open_sandbox

    try:
        sandbox = open_sandbox(settings.containers)
    except ContainerFaultError as fault:
        return [Finding("sandbox", "fail", " ".join(str(fault).split()))]
    if sandbox.containers is None:
        detail = f"none: {sandbox.reason}; container checks are skipped, scoring runs in a limited process"
        return [Finding("sandbox", "skipped", detail)]
    limits, containers = sandbox.limits, sandbox.containers
    caps = f"{limits.memory_bytes >> 20} MB, {limits.cpus:g} processors, {limits.processes} processes"
    kind = "images and containers" if containers.has_images else "no images: K5.1, K5.5 and F8 are skipped"
    weak = "; ".join(containers.weaknesses)
    return [
        Finding("sandbox", "pass" if containers.has_images else "warn", f"{containers.name}, {kind}"),
        Finding("limits", "warn" if weak else "pass", f"{caps}, {limits.seconds:g} s; {weak or 'all in force'}"),
    ]


def _grobid(settings: Settings) -> list[Finding]:
    url = os.environ.get("GROBID_URL")
    return [Finding("GROBID", "pass", url) if url else Finding("GROBID", "skipped", "GROBID_URL is not set")]


def _models(settings: Settings) -> list[Finding]:
    from flows.doctor_models import look_at_models

    return [Finding(*look) for look in look_at_models(settings)]


def _tesseract(settings: Settings) -> list[Finding]:
    if reads_scans():
        return [Finding("Tesseract", "pass", "scanned papers are read")]
    return [Finding("Tesseract", "skipped", "not installed: scanned papers are not read")]


def _examples(settings: Settings) -> list[Finding]:
    example = Path("examples/lmsuccsite/paper.pdf")
    return [Finding("example", "pass", f"make build-pack PAPER={example}")] if example.is_file() else []


_LOOKS: tuple[Callable[[Settings], list[Finding]], ...] = (
    _python,
    _packages,
    _configuration,
    _network,
    _folders,
    _warehouse,
    _server,
    _sandbox,
    _grobid,
    _models,
    _tesseract,
    _examples,
)
