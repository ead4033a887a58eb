"""`papergym export-pack PACK --to FORM`: a pack in the form of another tool."""

from pathlib import Path

from flows.show.console import line, print_json
from flows.show.pack_status import warn_of


def run(pack: Path, form: str, out: Path, as_json: bool) -> int:
    """Write the export into a new folder."""
    from pipeline.pack.exporters import all_exporters, write_export
    from pipeline.pack.withheld import require_data

    require_data(pack)
    warn_of(pack)
    exporter = all_exporters()[form]
    count = write_export(exporter, pack, out)
    if as_json:
        print_json({"form": form, "folder": str(out), "files": count})
    else:
        line(f"{exporter.title}: {count} files in {out}")
    return 0
