"""Research data repositories. Bodies are shortened to the fields that are read; the sources show them whole."""

from schemas.data import LinkStatus
from tests.hosts.cases import Case, Recorded, api, content, moved, page

ZENODO_LIMIT = (
    "zenodo/zenodo-rdm#1286 and showyourwork#238 on GitHub: 429 with '100 per 1 minute'; developers.zenodo.org "
    "(rate limiting) for the X-RateLimit headers"
)
WAF = "automl/nanoTabPFN#12 and neuromorphs/tonic#337 on GitHub: empty 202 with x-amzn-waf-action: challenge"
_ZENODO = {
    "id": 4633866,
    "conceptrecid": "4633865",
    "metadata": {
        "title": "Sites",
        "version": "1.1",
        "access_right": "open",
        "license": {"id": "cc-by-4.0"},
    },
    "files": [
        {
            "key": "train.csv",
            "size": 12,
            "checksum": "md5:0123456789abcdef0123456789abcdef",
            "links": {"self": "https://zenodo.org/api/records/4633866/files/train.csv/content"},
        },
        {"key": "test set.csv", "size": 30, "checksum": "md5:00000000000000000000000000000000"},
    ],
}
_FIGSHARE = {
    "id": 12129534,
    "title": "Windows",
    "version": 2,
    "license": {"value": 1, "name": "CC BY 4.0", "url": "https://creativecommons.org/licenses/by/4.0/"},
    "is_embargoed": False,
    "is_confidential": False,
    "files": [
        {
            "id": 22302900,
            "name": "data.csv",
            "size": 4096,
            "is_link_only": False,
            "download_url": "https://ndownloader.figshare.com/files/22302900",
            "supplied_md5": "",
            "computed_md5": "5d41402abc4b2a76b9719d911017c592",
        }
    ],
}
_OSF = {
    "data": {
        "id": "ab3cd",
        "attributes": {"title": "Trials", "date_modified": "2020-01-01T00:00:00", "public": True},
        "embeds": {"license": {"data": {"attributes": {"name": "CC0 1.0 Universal"}}}},
    }
}
_OSF_ROOT = {
    "data": [
        {
            "attributes": {"name": "raw", "kind": "folder"},
            "relationships": {
                "files": {"links": {"related": {"href": "https://api.osf.io/v2/nodes/ab3cd/files/osfstorage/5e/"}}}
            },
        },
        {
            "attributes": {
                "name": "readme.txt",
                "kind": "file",
                "size": 5,
                "extra": {"hashes": {"md5": "aa", "sha256": "bb"}},
            },
            "links": {"download": "https://osf.io/download/11111/"},
        },
    ],
    "links": {"next": None},
}
_OSF_RAW = {
    "data": [
        {
            "attributes": {"name": "x.csv", "kind": "file", "size": 7, "extra": {"hashes": {"md5": "aa"}}},
            "links": {"download": "https://osf.io/download/22222/"},
        }
    ],
    "links": {"next": None},
}
_DATAVERSE = {
    "status": "OK",
    "data": {
        "latestVersion": {
            "versionNumber": 1,
            "versionMinorNumber": 2,
            "license": {"name": "CC0 1.0", "uri": "http://creativecommons.org/publicdomain/zero/1.0"},
            "metadataBlocks": {"citation": {"fields": [{"typeName": "title", "value": "Votes"}]}},
            "files": [
                {
                    "label": "votes.tab",
                    "restricted": False,
                    "directoryLabel": "data",
                    "dataFile": {
                        "id": 3020113,
                        "filename": "votes.tab",
                        "filesize": 97247,
                        "originalFileFormat": "text/csv",
                        "originalFileName": "votes.csv",
                        "originalFileSize": 90000,
                        "checksum": {"type": "MD5", "value": "223e50347f3443a70a0209eaa9b3f9bc"},
                    },
                }
            ],
        }
    },
}
_DRYAD_VERSION = "/api/v2/versions/61858"

CASES = (
    Case(
        "zenodo, open",
        "developers.zenodo.org, Records: Retrieve",
        "https://doi.org/10.5281/zenodo.4633866",
        LinkStatus.OPEN,
        (
            api("https://zenodo.org/api/records/4633866", _ZENODO),
            moved("https://doi.org/10.5281/zenodo.4633866", "https://zenodo.org/records/4633866"),
            page("https://zenodo.org/records/4633866"),
        ),
        bytes=42,
        licence="CC-BY-4.0",
        files=2,
    ),
    Case(
        "zenodo, restricted",
        "help.zenodo.org, Share: access requests; access_right of developers.zenodo.org",
        "https://zenodo.org/records/5555555",
        LinkStatus.GATED,
        (
            api(
                "https://zenodo.org/api/records/5555555",
                {"id": 5555555, "metadata": {"title": "Scans", "access_right": "restricted"}},
            ),
            page("https://zenodo.org/records/5555555"),
        ),
    ),
    Case(
        "zenodo, 429 with Retry-After, then 200",
        ZENODO_LIMIT,
        "https://zenodo.org/record/4633867",
        LinkStatus.OPEN,
        (
            api(
                "https://zenodo.org/api/records/4633867",
                {"status": 429, "message": "100 per 1 minute"},
                429,
                Retry_After="7",
            ),
            api("https://zenodo.org/api/records/4633867", _ZENODO),
            page("https://zenodo.org/record/4633867", "<html><body>Too many requests</body></html>", 429),
        ),
        bytes=42,
    ),
    Case(
        "zenodo, 429 without Retry-After, then 200",
        ZENODO_LIMIT,
        "https://zenodo.org/record/4633868",
        LinkStatus.OPEN,
        (
            api("https://zenodo.org/api/records/4633868", {"status": 429, "message": "100 per 1 minute"}, 429),
            api("https://zenodo.org/api/records/4633868", _ZENODO),
            page("https://zenodo.org/record/4633868", "<html><body>Too many requests</body></html>", 429),
        ),
    ),
    Case(
        "zenodo, 429 for an hour",
        "scienceverse/metacheck#376 on GitHub: RateLimit-Reset far ahead, no Retry-After",
        "https://zenodo.org/record/4633869",
        LinkStatus.RATE_LIMITED,
        (
            api(
                "https://zenodo.org/api/records/4633869",
                {"status": 429, "message": "Too many requests"},
                429,
                RateLimit_Reset="3000",
            ),
            page("https://zenodo.org/record/4633869"),
        ),
        detail="3000 s",
    ),
    Case(
        "zenodo, a programmatic client is blocked with 403",
        "showyourwork#238 on GitHub: 'You are being blocked. Please contact us at: info@zenodo.org'",
        "https://zenodo.org/record/4633870",
        LinkStatus.BLOCKED,
        (
            page(
                "https://zenodo.org/api/records/4633870",
                "<html><body>You are being blocked. Please contact us at: info@zenodo.org</body></html>",
                403,
            ),
            page("https://zenodo.org/record/4633870", "You are being blocked.", 403),
        ),
    ),
    Case(
        "zenodo, deleted",
        "inveniosoftware/invenio-rdm-records#1479 and zenodo/zenodo#2447 on GitHub: 410, the page is a tombstone",
        "https://doi.org/10.5281/zenodo.7327401",
        LinkStatus.DEAD,
        (
            api("https://zenodo.org/api/records/7327401", {"status": 410, "message": "PID has been deleted."}, 410),
            moved("https://doi.org/10.5281/zenodo.7327401", "https://zenodo.org/records/7327401"),
            page(
                "https://zenodo.org/records/7327401",
                "<html><h1>Gone</h1><p>This record has been deleted.</p></html>",
                410,
            ),
        ),
    ),
    Case(
        "zenodo, 300 GB",
        "REAL-Colon on Figshare is of that kind (cosmoimd/real-colon-dataset#3); sizes as in any record",
        "https://zenodo.org/records/6000000",
        LinkStatus.OPEN,
        (
            api(
                "https://zenodo.org/api/records/6000000",
                {
                    "id": 6000000,
                    "metadata": {"title": "Videos"},
                    "files": [{"key": f"{n}.zip", "size": 3 * 10**9, "checksum": "md5:00"} for n in range(100)],
                },
            ),
            page("https://zenodo.org/records/6000000"),
        ),
        bytes=300 * 10**9,
    ),
    Case(
        "figshare, the page is a challenge, the interface answers",
        WAF,
        "https://figshare.com/articles/dataset/Windows/12129534/2",
        LinkStatus.OPEN,
        (
            api("https://api.figshare.com/v2/articles/12129534", _FIGSHARE),
            Recorded(
                "https://figshare.com/articles/dataset/Windows/12129534/2",
                202,
                b"",
                {"x-amzn-waf-action": "challenge", "Content-Type": "text/html"},
            ),
        ),
        bytes=4096,
        licence="CC-BY-4.0",
    ),
    Case(
        "figshare, even the interface is behind the challenge",
        WAF,
        "https://figshare.com/articles/12129535",
        LinkStatus.BLOCKED,
        (
            Recorded("https://api.figshare.com/v2/articles/12129535", 202, b"", {"x-amzn-waf-action": "challenge"}),
            Recorded("https://figshare.com/articles/12129535", 202, b"", {"x-amzn-waf-action": "challenge"}),
        ),
    ),
    Case(
        "figshare, 403 of nginx",
        "cosmoimd/real-colon-dataset#3 on GitHub: ndownloader gives 403 by nginx for open files",
        "https://figshare.com/articles/12129536",
        LinkStatus.BLOCKED,
        (
            page(
                "https://api.figshare.com/v2/articles/12129536",
                "<html><head><title>403 Forbidden</title></head><body><center><h1>403 Forbidden</h1></center><hr><center>nginx</center></body></html>",
                403,
            ),
            page("https://figshare.com/articles/12129536", status=403),
        ),
    ),
    Case(
        "figshare, embargoed",
        "docs.figshare.com, ArticleComplete: is_embargoed, embargo_type",
        "https://figshare.com/articles/12129537",
        LinkStatus.GATED,
        (
            api(
                "https://api.figshare.com/v2/articles/12129537",
                _FIGSHARE | {"is_embargoed": True, "embargo_type": "file", "files": []},
            ),
            page("https://figshare.com/articles/12129537"),
        ),
    ),
    Case(
        "figshare, a collection",
        "docs.figshare.com, Collections; 404 of the articles with an 'EntityNotFound' body",
        "https://doi.org/10.6084/m9.figshare.c.978904",
        LinkStatus.OPEN,
        (
            api(
                "https://api.figshare.com/v2/articles/978904",
                {"message": "Entity not found: article", "code": "EntityNotFound"},
                404,
            ),
            api("https://api.figshare.com/v2/collections/978904", {"title": "Molecules", "version": 5}),
            api("https://api.figshare.com/v2/collections/978904/articles?page_size=100", [{"id": 12129534}]),
            api("https://api.figshare.com/v2/articles/12129534", _FIGSHARE),
            moved("https://doi.org/10.6084/m9.figshare.c.978904", "https://figshare.com/collections/_/978904/5"),
            Recorded("https://figshare.com/collections/_/978904/5", 202, b"", {"x-amzn-waf-action": "challenge"}),
        ),
        bytes=4096,
        licence="CC-BY-4.0",
    ),
    Case(
        "dryad, open",
        "datadryad.org/api, datasets and versions/files",
        "https://doi.org/10.5061/dryad.v9s4mw6qx",
        LinkStatus.OPEN,
        (
            api(
                "https://datadryad.org/api/v2/datasets/doi:10.5061/dryad.v9s4mw6qx",
                {
                    "title": "Birds",
                    "versionNumber": 3,
                    "storageSize": 1234,
                    "license": "https://spdx.org/licenses/CC0-1.0.html",
                    "_links": {"stash:version": {"href": _DRYAD_VERSION}},
                },
            ),
            api(
                f"https://datadryad.org{_DRYAD_VERSION}/files",
                {
                    "_embedded": {
                        "stash:files": [
                            {
                                "path": "birds.csv",
                                "size": 1234,
                                "digest": "ab" * 32,
                                "digestType": "sha-256",
                                "_links": {"stash:download": {"href": "/api/v2/files/1/download"}},
                            }
                        ]
                    },
                    "_links": {},
                },
            ),
            moved(
                "https://doi.org/10.5061/dryad.v9s4mw6qx", "https://datadryad.org/dataset/doi:10.5061/dryad.v9s4mw6qx"
            ),
            page(
                "https://datadryad.org/dataset/doi:10.5061/dryad.v9s4mw6qx",
                "<html><title>Making sure you're not a bot!</title></html>",
            ),
        ),
        bytes=1234,
        licence="CC0-1.0",
    ),
    Case(
        "osf, open, with folders",
        "developer.osf.io: nodes_read, nodes_files_list (extra.hashes, relationships.files)",
        "https://osf.io/ab3cd/",
        LinkStatus.OPEN,
        (
            api("https://api.osf.io/v2/nodes/ab3cd/?embed=license", _OSF),
            api("https://api.osf.io/v2/nodes/ab3cd/files/osfstorage/?page[size]=100", _OSF_ROOT),
            api("https://api.osf.io/v2/nodes/ab3cd/files/osfstorage/5e/", _OSF_RAW),
            page("https://osf.io/ab3cd/"),
        ),
        bytes=12,
        licence="CC0-1.0",
        files=2,
    ),
    Case(
        "osf, private",
        "developer.osf.io, error codes: 401 'Authentication credentials were not provided.'; datalad/datalad#5508",
        "https://osf.io/xy9zk/",
        LinkStatus.GATED,
        (
            api(
                "https://api.osf.io/v2/nodes/xy9zk/?embed=license",
                {"errors": [{"detail": "Authentication credentials were not provided."}]},
                401,
            ),
            page("https://osf.io/xy9zk/"),
        ),
    ),
    Case(
        "osf, no such name",
        "developer.osf.io, error codes: 404 'Not found.'; guids_read",
        "https://osf.io/zzzz9/",
        LinkStatus.UNKNOWN,
        (
            *(
                api(f"https://api.osf.io/v2/{place}", {"errors": [{"detail": "Not found."}]}, 404)
                for place in ("nodes/zzzz9/?embed=license", "registrations/zzzz9/?embed=license", "files/zzzz9/")
            ),
            api("https://api.osf.io/v2/guids/zzzz9/?resolve=false", {"errors": [{"detail": "Not found."}]}, 404),
            page("https://osf.io/zzzz9/"),
        ),
        detail="another day",
    ),
    Case(
        "osf, a preprint",
        "developer.osf.io, guids_read: the referent may be a preprint or a user",
        "https://osf.io/prep1/",
        LinkStatus.UNKNOWN,
        (
            *(
                api(f"https://api.osf.io/v2/{place}", {"errors": [{"detail": "Not found."}]}, 404)
                for place in ("nodes/prep1/?embed=license", "registrations/prep1/?embed=license", "files/prep1/")
            ),
            api("https://api.osf.io/v2/guids/prep1/?resolve=false", {"data": {"id": "prep1", "type": "guids"}}),
            page("https://osf.io/prep1/"),
        ),
        detail="no project and no file",
    ),
    Case(
        "dryad, a gateway forbids robots",
        "carob-data/carob#853 on GitHub: 403 {'Message': 'Forbidden'} for open data",
        "https://doi.org/10.5061/dryad.2rbnzs7qh",
        LinkStatus.BLOCKED,
        (
            api("https://datadryad.org/api/v2/datasets/doi:10.5061/dryad.2rbnzs7qh", {"Message": "Forbidden"}, 403),
            page("https://doi.org/10.5061/dryad.2rbnzs7qh", status=403),
        ),
    ),
    Case(
        "osf, withdrawn",
        "developer.osf.io, error codes: 410 'The requested node is no longer available.'",
        "https://osf.io/gone5/",
        LinkStatus.DEAD,
        (
            api(
                "https://api.osf.io/v2/nodes/gone5/?embed=license",
                {"errors": [{"detail": "The requested node is no longer available."}]},
                410,
            ),
            page("https://osf.io/gone5/"),
        ),
    ),
    Case(
        "dataverse, open, a tabular file",
        "guides.dataverse.org, Native API, and recorded answers of the dataset.harvard.edu search in public test fixtures",
        "https://doi.org/10.7910/DVN/AB12CD",
        LinkStatus.OPEN,
        (
            api(
                "https://dataverse.harvard.edu/api/datasets/:persistentId/?persistentId=doi:10.7910/dvn/ab12cd",
                _DATAVERSE,
            ),
            moved(
                "https://doi.org/10.7910/DVN/AB12CD",
                "https://dataverse.harvard.edu/dataset.xhtml?persistentId=doi:10.7910/DVN/AB12CD",
            ),
            page("https://dataverse.harvard.edu/dataset.xhtml?persistentId=doi:10.7910/DVN/AB12CD"),
        ),
        bytes=90000,
        licence="CC0-1.0",
    ),
    Case(
        "dataverse, all files restricted",
        "guides.dataverse.org, restricted files and terms of access",
        "https://dataverse.harvard.edu/dataset.xhtml?persistentId=doi:10.7910/DVN/ZZ12ZZ",
        LinkStatus.GATED,
        (
            api(
                "https://dataverse.harvard.edu/api/datasets/:persistentId/?persistentId=doi:10.7910/dvn/zz12zz",
                {
                    "status": "OK",
                    "data": {
                        "latestVersion": {"files": [{"label": "a.csv", "restricted": True, "dataFile": {"id": 1}}]}
                    },
                },
            ),
            page("https://dataverse.harvard.edu/dataset.xhtml?persistentId=doi:10.7910/DVN/ZZ12ZZ"),
        ),
    ),
    Case(
        "mendeley, open",
        "public clients of data.mendeley.com/public-api: content_details with size, sha256_hash, download_url",
        "https://data.mendeley.com/datasets/ab12cd34ef/1",
        LinkStatus.OPEN,
        (
            api(
                "https://data.mendeley.com/public-api/datasets/ab12cd34ef",
                {"id": "ab12cd34ef", "name": "Leaves", "version": 1, "data_licence": {"short_name": "CC BY NC 3.0"}},
            ),
            api(
                "https://data.mendeley.com/public-api/datasets/ab12cd34ef/files?folder_id=root&version=1",
                [
                    {
                        "filename": "leaves.zip",
                        "size": 99,
                        "content_details": {
                            "size": 99,
                            "sha256_hash": "cd" * 32,
                            "download_url": "https://data.mendeley.com/public-files/datasets/ab12cd34ef/files/1/file_downloaded",
                        },
                    }
                ],
            ),
            page("https://data.mendeley.com/datasets/ab12cd34ef/1"),
        ),
        bytes=99,
        licence="CC-BY-NC-3.0",
    ),
    Case(
        "openml, open",
        "openml/OpenML api/v1 json: data_set_description (mlr3oml reads the same fields)",
        "https://www.openml.org/d/61",
        LinkStatus.OPEN,
        (
            api(
                "https://www.openml.org/api/v1/json/data/61",
                {
                    "data_set_description": {
                        "id": "61",
                        "name": "iris",
                        "version": "1",
                        "format": "ARFF",
                        "licence": "Public",
                        "url": "https://api.openml.org/data/v1/download/61/iris.arff",
                        "md5_checksum": "ad484452702105cbf3d30f8deaba39a9",
                    }
                },
            ),
            page("https://www.openml.org/d/61"),
        ),
        files=1,
    ),
    Case(
        "openml, no such set",
        "openml error codes: HTTP 412, code 111 'Unknown dataset' (scikit-learn's OpenMLError)",
        "https://www.openml.org/d/99999999",
        LinkStatus.UNKNOWN,
        (
            api(
                "https://www.openml.org/api/v1/json/data/99999999",
                {"error": {"code": "111", "message": "Unknown dataset"}},
                412,
            ),
            page("https://www.openml.org/d/99999999"),
        ),
        detail="another day",
    ),
    Case(
        "uci, open",
        "archive.ics.uci.edu: dataset pages link /static/public/<number>/<name>.zip; ucimlrepo for the interface",
        "https://archive.ics.uci.edu/dataset/53/iris",
        LinkStatus.OPEN,
        (
            api(
                "https://archive.ics.uci.edu/api/dataset?id=53", {"status": 200, "data": {"uci_id": 53, "name": "Iris"}}
            ),
            page(
                "https://archive.ics.uci.edu/dataset/53/",
                '<html><a href="/static/public/53/iris.zip">Download</a> <a href="https://creativecommons.org/licenses/by/4.0/legalcode">CC BY 4.0</a></html>',
            ),
            content(
                "https://archive.ics.uci.edu/static/public/53/iris.zip", b"PK\x03\x04" + bytes(3000), "application/zip"
            ),
            page("https://archive.ics.uci.edu/dataset/53/iris"),
        ),
        bytes=3004,
        licence="CC-BY-4.0",
    ),
)
