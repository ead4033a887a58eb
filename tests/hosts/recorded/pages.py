"""Laboratory servers, publishers, firewalls: everything without an interface of its own."""

import time

from werkzeug import Request, Response

from schemas.data import LinkStatus
from tests.hosts.cases import Case, Recorded, content, moved, page

_LAB = "https://lab.example.edu"
_LOGIN = """<!doctype html><html><head><title>Please log in</title></head><body><form method="post">
<input name="user"><input type="password" name="pass"></form></body></html>"""
_CLOUDFLARE = """<!DOCTYPE html><html lang="en-US"><head><title>Just a moment...</title></head><body>
<script src="/cdn-cgi/challenge-platform/h/g/orchestrate/chl_page/v1"></script></body></html>"""
_F5 = """<html><head><title>Request Rejected</title></head><body>The requested URL was rejected. Please consult with your
administrator.<br><br>Your support ID is: 1234567890</body></html>"""
_INDEX = """<!DOCTYPE HTML PUBLIC "-//W3C//DTD HTML 3.2 Final//EN"><html><head><title>Index of /data</title></head><body>
<h1>Index of /data</h1><a href="/">Parent Directory</a> <a href="train.csv">train.csv</a> <a href="test.csv">test.csv</a>
<a href="?C=N;O=D">Name</a></body></html>"""
_AGREEMENT = """<html><head><title>Download</title></head><body><p>Fill in the form and sign the data use agreement.</p>
<form action="/request"><input name="institution"></form></body></html>"""


def _slow(request: Request) -> Response:
    time.sleep(1.5)
    return Response(b"late")


def _status(name: str, code: int, status: LinkStatus, detail: str = "") -> Case:
    url = f"{_LAB}/{code}/data.zip"
    return Case(
        name, "RFC 9110, 15", url, status, (page(url, f"<html><title>{code}</title></html>", code),), detail=detail
    )


CASES = (
    Case(
        "plain, a file",
        "RFC 9110, 14: ranges",
        f"{_LAB}/data/set.csv",
        LinkStatus.OPEN,
        (content(f"{_LAB}/data/set.csv", b"a,b\n" + b"1,2\n" * 50_000, "text/csv", ETag='"v1"'),),
        bytes=200_004,
    ),
    Case(
        "plain, a file from a server that knows no ranges",
        "RFC 9110, 14.2: a server may ignore Range",
        f"{_LAB}/data/old.zip",
        LinkStatus.OPEN,
        (Recorded(f"{_LAB}/data/old.zip", 200, b"PK\x03\x04" + bytes(99_996), {"Content-Type": "application/zip"}),),
        bytes=100_000,
    ),
    Case(
        "plain, an index of a folder",
        "Apache mod_autoindex",
        f"{_LAB}/data/",
        LinkStatus.OPEN,
        (page(f"{_LAB}/data/", _INDEX),),
        files=2,
    ),
    Case(
        "plain, 200 with a login page for data.csv",
        "the HTML specification: input type=password",
        f"{_LAB}/data.csv",
        LinkStatus.GATED,
        (page(f"{_LAB}/data.csv", _LOGIN),),
    ),
    Case(
        "plain, redirected to a sign-on",
        "Shibboleth: /idp/profile/SAML2/Redirect/SSO",
        f"{_LAB}/closed/data.csv",
        LinkStatus.GATED,
        (
            moved(f"{_LAB}/closed/data.csv", "https://idp.example.edu/idp/profile/SAML2/Redirect/SSO"),
            page(
                "https://idp.example.edu/idp/profile/SAML2/Redirect/SSO",
                "<html><title>Web Login Service</title></html>",
            ),
        ),
    ),
    Case(
        "plain, an agreement before the download",
        "wording of data use agreements on such pages",
        f"{_LAB}/download.php",
        LinkStatus.GATED,
        (page(f"{_LAB}/download.php", _AGREEMENT),),
    ),
    Case(
        "plain, a home page in place of data.csv",
        "soft 404s: 200 for everything",
        f"{_LAB}/soft/data.csv",
        LinkStatus.WRONG_CONTENT,
        (page(f"{_LAB}/soft/data.csv", "<html><title>Welcome to our lab</title></html>"),),
    ),
    Case(
        "plain, text in place of a zip",
        "signatures: APPNOTE.TXT 4.3.7",
        f"{_LAB}/wrong.zip",
        LinkStatus.WRONG_CONTENT,
        (Recorded(f"{_LAB}/wrong.zip", 200, b"Error: file not available", {"Content-Type": "text/plain"}),),
    ),
    Case(
        "plain, no bytes",
        "RFC 9110, 15.3.1",
        f"{_LAB}/empty.csv",
        LinkStatus.WRONG_CONTENT,
        (Recorded(f"{_LAB}/empty.csv", 200, b"", {"Content-Type": "text/csv"}),),
    ),
    Case(
        "plain, a project page",
        "any page",
        f"{_LAB}/project",
        LinkStatus.UNKNOWN,
        (page(f"{_LAB}/project", '<html><title>Our project</title><a href="files/train.csv">train</a></html>'),),
        detail="train.csv",
    ),
    Case(
        "plain, a project page with boxes for a search and for a login",
        "any page: a login box is no gate of its own",
        f"{_LAB}/portal",
        LinkStatus.UNKNOWN,
        (
            page(
                f"{_LAB}/portal",
                '<html><title>Portal</title><p>Curators request access to the portal here.</p><form><input name="q"></form>'
                '<form><input name="u"><input type="password" name="p"></form></html>',
            ),
        ),
    ),
    Case(
        "plain, a 403 of a web firewall",
        "F5 BIG-IP ASM default blocking page: 'Request Rejected ... support ID'",
        f"{_LAB}/f5/data.csv",
        LinkStatus.BLOCKED,
        (page(f"{_LAB}/f5/data.csv", _F5, 403),),
    ),
    Case(
        "plain, a firewall's page with status 200",
        "F5 BIG-IP ASM default blocking page has status 200",
        f"{_LAB}/f5ok/data.csv",
        LinkStatus.BLOCKED,
        (page(f"{_LAB}/f5ok/data.csv", _F5),),
    ),
    Case(
        "plain, a challenge of Cloudflare",
        "developers.cloudflare.com, challenge pages: cf-mitigated: challenge, 'Just a moment...'",
        f"{_LAB}/cf/data.csv",
        LinkStatus.BLOCKED,
        (page(f"{_LAB}/cf/data.csv", _CLOUDFLARE, 403, cf_mitigated="challenge", server="cloudflare"),),
    ),
    Case(
        "plain, a bare 403",
        "RFC 9110, 15.5.4: the reason need not be told",
        f"{_LAB}/bare.csv",
        LinkStatus.BLOCKED,
        (Recorded(f"{_LAB}/bare.csv", 403, b"Forbidden", {"Content-Type": "text/plain"}),),
    ),
    Case(
        "plain, basic authentication",
        "RFC 9110, 11.6.1",
        f"{_LAB}/basic.csv",
        LinkStatus.GATED,
        (Recorded(f"{_LAB}/basic.csv", 401, b"", {"WWW-Authenticate": "Basic realm=data"}),),
    ),
    _status("plain, 404 on one day", 404, LinkStatus.UNKNOWN, "another day"),
    _status("plain, 410 on one day", 410, LinkStatus.UNKNOWN, "another day"),
    _status("plain, 503", 503, LinkStatus.UNKNOWN),
    _status("plain, 500", 500, LinkStatus.UNKNOWN),
    Case(
        "plain, a redirect loop",
        "RFC 9110, 15.4: clients detect cycles",
        f"{_LAB}/a.csv",
        LinkStatus.UNKNOWN,
        (moved(f"{_LAB}/a.csv", f"{_LAB}/b.csv"), moved(f"{_LAB}/b.csv", f"{_LAB}/a.csv")),
        detail="redirect loop",
    ),
    Case(
        "plain, a redirect to this machine",
        "OWASP, server-side request forgery",
        f"{_LAB}/ssrf1.csv",
        LinkStatus.UNKNOWN,
        (moved(f"{_LAB}/ssrf1.csv", "http://127.0.0.1:1/secret"),),
        detail="not a public address",
    ),
    Case(
        "plain, a redirect to cloud metadata",
        "OWASP, server-side request forgery: 169.254.169.254",
        f"{_LAB}/ssrf2.csv",
        LinkStatus.UNKNOWN,
        (moved(f"{_LAB}/ssrf2.csv", "http://169.254.169.254/latest/meta-data/"),),
        detail="not a public address",
    ),
    Case(
        "plain, a redirect to a file of this machine",
        "OWASP, server-side request forgery: file:",
        f"{_LAB}/ssrf3.csv",
        LinkStatus.UNKNOWN,
        (moved(f"{_LAB}/ssrf3.csv", "file:///etc/passwd"),),
        detail="no web address",
    ),
    Case(
        "plain, a server that is silent",
        "time-outs",
        f"{_LAB}/slow.csv",
        LinkStatus.UNKNOWN,
        (Recorded(f"{_LAB}/slow.csv", act=_slow),),
        detail="timeout",
    ),
)
