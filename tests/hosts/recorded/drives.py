"""Shared drives."""

from schemas.data import LinkStatus
from tests.hosts.cases import Case, api, content, moved, page

_DRIVE = "https://drive.usercontent.google.com/download"
_ID = "1AbCdEfGhIjKlMnOpQ"
_VIRUS = f"""<!DOCTYPE html><html><head><title>Google Drive - Virus scan warning</title></head><body>
<p>data.zip (2.1G) is too large for Google to scan for viruses. Would you still like to download this file?</p>
<form id="download-form" action="{_DRIVE}" method="get">
<input type="hidden" name="id" value="{_ID}"><input type="hidden" name="export" value="download">
<input type="hidden" name="confirm" value="t"><input type="hidden" name="uuid" value="1d-2e">
<input type="submit" id="uc-download-link" value="Download anyway"/></form></body></html>"""
_QUOTA = """<!DOCTYPE html><html><head><title>Google Drive - Quota exceeded</title></head><body>
<p>Sorry, you can't view or download this file at this time.</p><p>Too many users have viewed or downloaded this file
recently. Please try accessing the file again later.</p></body></html>"""
_FOLDER = """<html><body class="flip-list"><div class="flip-entries">
<div class="flip-entry"><a href="https://drive.google.com/file/d/1aaaaaaaaaaaaaaaaa/view?usp=drive_web"><div class="flip-entry-title">train.csv</div></a></div>
<div class="flip-entry"><a href="https://drive.google.com/file/d/1bbbbbbbbbbbbbbbbb/view?usp=drive_web"><div class="flip-entry-title">test.csv</div></a></div>
</div></body></html>"""

CASES = (
    Case(
        "google drive, past the virus-scan form",
        "gdown (get_url_from_gdrive_confirmation) and public scripts: the form `download-form` with confirm and uuid",
        f"https://drive.google.com/file/d/{_ID}/view?usp=sharing",
        LinkStatus.OPEN,
        (
            page(f"{_DRIVE}?id={_ID}&export=download", _VIRUS),
            content(
                f"{_DRIVE}?id={_ID}&export=download&confirm=t&uuid=1d-2e",
                b"PK\x03\x04" + bytes(5000),
                content_disposition='attachment; filename="data.zip"',
            ),
            page(f"https://drive.google.com/file/d/{_ID}/view?usp=sharing"),
        ),
        bytes=5004,
    ),
    Case(
        "google drive, quota exceeded, with status 200",
        "wkentaro/gdown#406 and Akianonymus/gdrive-downloader#18 on GitHub",
        "https://drive.google.com/open?id=1Quotaaaaaaaaaaaaaa",
        LinkStatus.RATE_LIMITED,
        (
            page(f"{_DRIVE}?id=1Quotaaaaaaaaaaaaaa&export=download", _QUOTA),
            page("https://drive.google.com/open?id=1Quotaaaaaaaaaaaaaa"),
        ),
    ),
    Case(
        "google drive, not shared",
        "support.google.com: a file that is not shared sends to accounts.google.com",
        "https://drive.google.com/open?id=1Privateeeeeeeeeeee",
        LinkStatus.GATED,
        (
            moved(
                f"{_DRIVE}?id=1Privateeeeeeeeeeee&export=download",
                "https://accounts.google.com/ServiceLogin?continue=x",
            ),
            page(
                "https://accounts.google.com/ServiceLogin?continue=x",
                "<html><head><title>Google Drive: Sign-in</title></head><body><input type=email></body></html>",
            ),
            moved(
                "https://drive.google.com/open?id=1Privateeeeeeeeeeee",
                "https://accounts.google.com/ServiceLogin?continue=x",
            ),
        ),
    ),
    Case(
        "google drive, a folder",
        "gdown (download_folder): embeddedfolderview lists flip-entry-title",
        "https://drive.google.com/drive/folders/1Folderrrrrrrrrrrr",
        LinkStatus.OPEN,
        (
            page("https://drive.google.com/embeddedfolderview?id=1Folderrrrrrrrrrrr", _FOLDER),
            page("https://drive.google.com/drive/folders/1Folderrrrrrrrrrrr"),
        ),
        files=2,
    ),
    Case(
        "dropbox, open",
        "help.dropbox.com: dl=1 forces the download",
        "https://www.dropbox.com/s/abc123/data.csv?dl=0",
        LinkStatus.OPEN,
        (
            moved(
                "https://www.dropbox.com/s/abc123/data.csv?dl=1",
                "https://uc1.dl.dropboxusercontent.com/cd/0/get/x/file",
            ),
            content(
                "https://uc1.dl.dropboxusercontent.com/cd/0/get/x/file",
                b"a,b\n1,2\n",
                content_disposition='attachment; filename="data.csv"',
            ),
            page("https://www.dropbox.com/s/abc123/data.csv?dl=0"),
        ),
        bytes=8,
    ),
    Case(
        "dropbox, too much traffic",
        "help.dropbox.com, banned links: 'temporarily disabled' for 'generating excessive traffic', 429",
        "https://www.dropbox.com/s/abc124/data.csv?dl=0",
        LinkStatus.RATE_LIMITED,
        (
            page(
                "https://www.dropbox.com/s/abc124/data.csv?dl=1",
                "<html><title>Dropbox - Error</title>This account's links are generating too much traffic and have been temporarily disabled!</html>",
                429,
                Retry_After="86400",
            ),
            page("https://www.dropbox.com/s/abc124/data.csv?dl=0"),
        ),
    ),
    Case(
        "onedrive, the interface wants a login although a browser gets the file",
        "OneDrive/onedrive-api-docs#1555 on GitHub: 401 for public shares",
        "https://1drv.ms/u/s!Abcdef",
        LinkStatus.UNKNOWN,
        (
            api(
                "https://api.onedrive.com/v1.0/shares/u!aHR0cHM6Ly8xZHJ2Lm1zL3UvcyFBYmNkZWY/root?expand=children",
                {"error": {"code": "unauthenticated"}},
                401,
            ),
            page("https://1drv.ms/u/s!Abcdef"),
        ),
    ),
    Case(
        "onedrive, open",
        "docs.microsoft.com, OneDrive API: shares, DriveItem with file.hashes and @content.downloadUrl",
        "https://1drv.ms/u/s!Abcdeg",
        LinkStatus.OPEN,
        (
            api(
                "https://api.onedrive.com/v1.0/shares/u!aHR0cHM6Ly8xZHJ2Lm1zL3UvcyFBYmNkZWc/root?expand=children",
                {
                    "name": "data.csv",
                    "size": 8,
                    "eTag": "e1",
                    "file": {"hashes": {"sha1Hash": "AB" * 20}},
                    "@content.downloadUrl": "https://public.bl.files.1drv.com/y4m",
                },
            ),
            page("https://1drv.ms/u/s!Abcdeg"),
        ),
        bytes=8,
    ),
    Case(
        "baidu, a share",
        "pan.baidu.com: downloads go through a signed-in client",
        "https://pan.baidu.com/s/1abcDEF123",
        LinkStatus.GATED,
        (
            page(
                "https://pan.baidu.com/share/init?surl=abcDEF123", "<html><title>百度网盘 请输入提取码</title></html>"
            ),
            page("https://pan.baidu.com/s/1abcDEF123"),
        ),
    ),
)
