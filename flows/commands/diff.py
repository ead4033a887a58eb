"""`papergym diff PACK_A PACK_B`: what differs between two packs. Exit code 3 where something does."""

from pathlib import Path

from flows.show.console import line, print_json, print_table


def run(before: Path, after: Path, as_json: bool) -> int:
    """Print the differences by weight."""
    from pipeline.pack.lifecycle import difference

    found = difference(before, after)
    if as_json:
        print_json(found.model_dump(mode="json") | {"weight": found.weight})
    elif found.weight is None:
        line("the packs are equal, byte by byte")
    else:
        print_table(["weight", "file", "change"], [[file.weight, file.path, file.change] for file in found.files])
        for title, items in (("origin", found.origins), ("marks", found.marks)):
            for item in items:
                line(f"{title}: {item}")
        if found.code:
            line(f"built by other code: {', '.join(found.code)}")
        line(f"in all: {found.weight}", style="bold")
    return 3 if found.weight else 0
