"""croissant.json: problem/data in the format of MLCommons Croissant 1.0 (docs.mlcommons.org/croissant)."""

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pipeline.pack import describe
from pipeline.pack.files import sha256_of
from pipeline.pack.layout import DATA
from pipeline.pack.plan import Plan
from pipeline.verify.columns import describe_column
from pipeline.verify.instance import Instance

if TYPE_CHECKING:
    import pandas as pd

_CONTEXT = {
    "@language": "en",
    "@vocab": "https://schema.org/",
    "citeAs": "cr:citeAs",
    "column": "cr:column",
    "conformsTo": "dct:conformsTo",
    "cr": "http://mlcommons.org/croissant/",
    "rai": "http://mlcommons.org/croissant/RAI/",
    "data": {"@id": "cr:data", "@type": "@json"},
    "dataType": {"@id": "cr:dataType", "@type": "@vocab"},
    "dct": "http://purl.org/dc/terms/",
    "examples": {"@id": "cr:examples", "@type": "@json"},
    "extract": "cr:extract",
    "field": "cr:field",
    "fileProperty": "cr:fileProperty",
    "fileObject": "cr:fileObject",
    "fileSet": "cr:fileSet",
    "format": "cr:format",
    "includes": "cr:includes",
    "isLiveDataset": "cr:isLiveDataset",
    "jsonPath": "cr:jsonPath",
    "key": "cr:key",
    "md5": "cr:md5",
    "parentField": "cr:parentField",
    "path": "cr:path",
    "recordSet": "cr:recordSet",
    "references": "cr:references",
    "regex": "cr:regex",
    "repeated": "cr:repeated",
    "replace": "cr:replace",
    "sc": "https://schema.org/",
    "separator": "cr:separator",
    "source": "cr:source",
    "subField": "cr:subField",
    "transform": "cr:transform",
}
_TYPES = {"integer": "sc:Integer", "number": "sc:Float", "text": "sc:Text", "empty": "sc:Text"}


def croissant(plan: Plan, pack_dir: Path) -> str:
    """The description of every table of every instance, with sizes and hashes."""
    tables = [table for instance in plan.instances for table in _tables(instance)]
    document = {
        "@context": _CONTEXT,
        "@type": "sc:Dataset",
        "conformsTo": "http://mlcommons.org/croissant/1.0",
        "name": plan.pack_id,
        "description": f"{plan.phrase[:1].upper()}{plan.phrase[1:]}: training and test tables of one prediction task.",
        "license": sorted({file.licence for file in plan.files if file.licence}) or "not stated",
        "version": "1.0.0",
        "distribution": [_file_object(pack_dir, path) for path, _ in tables],
        "recordSet": [_record_set(path, frame) for path, frame in tables],
    }
    return json.dumps(document, indent=2, ensure_ascii=False) + "\n"


def _tables(instance: Instance) -> list[tuple[Path, "pd.DataFrame"]]:
    frames = {"train": instance.train, "validation": instance.validation, "test": instance.test_inputs}
    return [(DATA / instance.setting_id / f"{n}.csv", frame) for n, frame in frames.items() if frame is not None]


def _id(path: Path) -> str:
    return path.relative_to(DATA).as_posix()


def _file_object(pack_dir: Path, path: Path) -> dict[str, Any]:
    return {
        "@type": "cr:FileObject",
        "@id": _id(path),
        "name": _id(path),
        "contentUrl": path.as_posix(),
        "contentSize": f"{(pack_dir / path).stat().st_size} B",
        "encodingFormat": "text/csv",
        "sha256": sha256_of(pack_dir / path),
    }


def _record_set(path: Path, frame: "pd.DataFrame") -> dict[str, Any]:
    name = _id(path).removesuffix(".csv")
    return {
        "@type": "cr:RecordSet",
        "@id": name,
        "name": name,
        "field": [_field(name, _id(path), str(column), frame) for column in frame.columns],
    }


def _field(record_set: str, file: str, column: str, frame: "pd.DataFrame") -> dict[str, Any]:
    dtype = describe_column(column, [describe.cell(value) for value in frame[column]]).dtype
    return {
        "@type": "cr:Field",
        "@id": f"{record_set}/{column}",
        "name": f"{record_set}/{column}",
        "dataType": _TYPES[dtype],
        "source": {"fileObject": {"@id": file}, "extract": {"column": column}},
    }
