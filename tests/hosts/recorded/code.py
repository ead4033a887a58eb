"""Hosts of code and models."""

from schemas.data import LinkStatus
from tests.hosts.cases import Case, api, moved, page

_SHA = "5f1a9e6f0b0c4d7d8a1b2c3d4e5f60718293a4b5"
_REPOSITORY = {
    "full_name": "someone/tool",
    "default_branch": "main",
    "size": 120,
    "description": "A tool",
    "license": {"key": "mit", "spdx_id": "MIT"},
}
_COMMIT = {"sha": _SHA, "commit": {"message": "data"}}

CASES = (
    Case(
        "github, open",
        "docs.github.com REST: get a repository, get a commit",
        "https://github.com/someone/tool",
        LinkStatus.OPEN,
        (
            api("https://api.github.com/repos/someone/tool", _REPOSITORY),
            api("https://api.github.com/repos/someone/tool/commits/main", _COMMIT),
            page("https://github.com/someone/tool"),
        ),
        bytes=120 * 1024,
        licence="MIT",
        files=1,
    ),
    Case(
        "github, moved",
        "docs.github.com REST, redirects: 301 with Location api.github.com/repositories/<id>",
        "https://github.com/someone/oldname",
        LinkStatus.OPEN,
        (
            api(
                "https://api.github.com/repos/someone/oldname",
                {"message": "Moved Permanently", "url": "https://api.github.com/repositories/1300192"},
                301,
                Location="https://api.github.com/repositories/1300192",
            ),
            api("https://api.github.com/repositories/1300192", _REPOSITORY),
            api("https://api.github.com/repos/someone/tool/commits/main", _COMMIT),
            moved("https://github.com/someone/oldname", "https://github.com/someone/tool", 301),
            page("https://github.com/someone/tool"),
        ),
        detail="moved from someone/oldname",
    ),
    Case(
        "github, empty repository",
        "github/rest-api-description#385: 409 'Git Repository is empty.'",
        "https://github.com/someone/empty",
        LinkStatus.WRONG_CONTENT,
        (
            api(
                "https://api.github.com/repos/someone/empty",
                _REPOSITORY | {"full_name": "someone/empty", "size": 0, "license": None},
            ),
            api(
                "https://api.github.com/repos/someone/empty/commits/main", {"message": "Git Repository is empty."}, 409
            ),
            page("https://github.com/someone/empty"),
        ),
    ),
    Case(
        "github, deleted or never public",
        "docs.github.com REST, troubleshooting: 404 'Not Found'",
        "https://github.com/someone/gone",
        LinkStatus.UNKNOWN,
        (
            api("https://api.github.com/repos/someone/gone", {"message": "Not Found", "status": "404"}, 404),
            page("https://github.com/someone/gone", status=404),
        ),
        detail="another day",
    ),
    Case(
        "github, rate limit used up",
        "docs.github.com REST, rate limits: 403 with x-ratelimit-remaining: 0 and x-ratelimit-reset",
        "https://github.com/someone/limited",
        LinkStatus.RATE_LIMITED,
        (
            api(
                "https://api.github.com/repos/someone/limited",
                {"message": "API rate limit exceeded for 192.0.2.1."},
                403,
                x_ratelimit_remaining="0",
                x_ratelimit_reset="32503680000",
            ),
            page("https://github.com/someone/limited"),
        ),
    ),
    Case(
        "github, taken down",
        "docs.github.com: 451 'Repository access blocked', reason dmca",
        "https://github.com/someone/blocked",
        LinkStatus.DEAD,
        (
            api(
                "https://api.github.com/repos/someone/blocked",
                {"message": "Repository access blocked", "block": {"reason": "dmca"}},
                451,
            ),
            page("https://github.com/someone/blocked", status=451),
        ),
    ),
    Case(
        "gitlab, open",
        "docs.gitlab.com, projects API (license=true, statistics=true), commits API",
        "https://gitlab.com/group/sub/tool",
        LinkStatus.OPEN,
        (
            api(
                "https://gitlab.com/api/v4/projects/group%2Fsub%2Ftool?license=true&statistics=true",
                {
                    "id": 7,
                    "path_with_namespace": "group/sub/tool",
                    "default_branch": "main",
                    "empty_repo": False,
                    "license": {"key": "apache-2.0"},
                    "statistics": {"repository_size": 5000},
                },
            ),
            api("https://gitlab.com/api/v4/projects/7/repository/commits/main", {"id": _SHA}),
            page("https://gitlab.com/group/sub/tool"),
        ),
        bytes=5000,
        licence="Apache-2.0",
    ),
    Case(
        "gitlab, no such project: the page is a login",
        "docs.gitlab.com: 404 '404 Project Not Found'; the web page sends to /users/sign_in",
        "https://gitlab.com/group/gone",
        LinkStatus.UNKNOWN,
        (
            api(
                "https://gitlab.com/api/v4/projects/group%2Fgone?license=true&statistics=true",
                {"message": "404 Project Not Found"},
                404,
            ),
            moved("https://gitlab.com/group/gone", "https://gitlab.com/users/sign_in"),
            page(
                "https://gitlab.com/users/sign_in",
                "<html><title>Sign in · GitLab</title><input type='password'></html>",
            ),
        ),
        detail="another day",
    ),
    Case(
        "bitbucket, open",
        "developer.atlassian.com/cloud/bitbucket/rest: repositories, commit",
        "https://bitbucket.org/someone/tool",
        LinkStatus.OPEN,
        (
            api(
                "https://api.bitbucket.org/2.0/repositories/someone/tool",
                {"full_name": "someone/tool", "size": 777, "mainbranch": {"name": "master"}},
            ),
            api("https://api.bitbucket.org/2.0/repositories/someone/tool/commit/master", {"hash": _SHA}),
            page("https://bitbucket.org/someone/tool"),
        ),
        bytes=777,
    ),
    Case(
        "huggingface, open",
        "huggingface_hub, HfApi.dataset_info(files_metadata=True): siblings with size, blobId, lfs",
        "https://huggingface.co/datasets/owner/Name",
        LinkStatus.OPEN,
        (
            api(
                "https://huggingface.co/api/datasets/owner/Name?blobs=true",
                {
                    "id": "owner/Name",
                    "sha": _SHA,
                    "gated": False,
                    "private": False,
                    "cardData": {"license": ["mit"]},
                    "siblings": [
                        {"rfilename": "data/a.parquet", "size": 10, "lfs": {"sha256": "ef" * 32, "size": 10}},
                        {"rfilename": "README.md", "size": 2, "blobId": "ab"},
                    ],
                },
            ),
            page("https://huggingface.co/datasets/owner/Name"),
        ),
        bytes=12,
        licence="MIT",
        files=2,
    ),
    Case(
        "huggingface, gated",
        "huggingface.co/docs/hub/datasets-gated: `gated` is auto or manual",
        "https://huggingface.co/datasets/owner/Gated",
        LinkStatus.GATED,
        (
            api(
                "https://huggingface.co/api/datasets/owner/Gated?blobs=true",
                {"id": "owner/Gated", "sha": _SHA, "gated": "auto", "private": False, "siblings": []},
            ),
            page("https://huggingface.co/datasets/owner/Gated"),
        ),
    ),
    Case(
        "huggingface, private or not there",
        "huggingface_hub, RepositoryNotFoundError: 401 with X-Error-Code: RepoNotFound for both",
        "https://huggingface.co/datasets/owner/Nothing",
        LinkStatus.UNKNOWN,
        (
            api(
                "https://huggingface.co/api/datasets/owner/Nothing?blobs=true",
                {"error": "Invalid username or password."},
                401,
                X_Error_Code="RepoNotFound",
            ),
            page("https://huggingface.co/datasets/owner/Nothing", status=401),
        ),
    ),
    Case(
        "kaggle, a data set",
        "kaggle.com/docs/api: downloads need an API token",
        "https://www.kaggle.com/datasets/owner/name",
        LinkStatus.GATED,
        (page("https://www.kaggle.com/datasets/owner/name"),),
    ),
)
