"""Well-known data sets by name, and licences as hosts name them."""

import pytest

from pipeline.hosts import identify
from pipeline.hosts.known_sets import KNOWN, place_of
from pipeline.hosts.licence_names import spdx


@pytest.mark.parametrize(
    "name", ["CIFAR-10", "cifar10", "the CIFAR-10 dataset", "CIFAR 10 data set", "CIFAR-10 benchmark"]
)
def test_a_name_is_known_however_it_is_written(name: str) -> None:
    assert place_of(name) == KNOWN["CIFAR-10"]


@pytest.mark.parametrize(
    "name", ["", "the", "data set", "CIFAR-10-C", "our Wine samples", "independent test set", "HIV"]
)
def test_every_other_name_is_unknown(name: str) -> None:
    assert place_of(name) is None


def test_versions_are_told_apart_where_the_table_has_them() -> None:
    assert place_of("PDBbind v2020") and place_of("PDBbind (v2020)")
    assert place_of("PDBbind v1066") is None


def test_places_are_addresses_and_known_hosts_are_reduced() -> None:
    assert all(place.startswith("https://") for place in KNOWN.values())
    assert identify(KNOWN["Iris"]).host == "uci"
    assert identify(KNOWN["QM9"]).host == "figshare"


@pytest.mark.parametrize(
    ("named", "identifier"),
    [
        *(("cc-by-4.0", "CC-BY-4.0"), ("CC BY 4.0", "CC-BY-4.0"), ("CC BY NC 3.0", "CC-BY-NC-3.0")),
        *(("https://spdx.org/licenses/CC0-1.0.html", "CC0-1.0"), ("CC0 1.0 Universal", "CC0-1.0"), ("cc0", "CC0-1.0")),
        ("http://creativecommons.org/publicdomain/zero/1.0", "CC0-1.0"),
        ("https://creativecommons.org/licenses/by-nc-sa/4.0/", "CC-BY-NC-SA-4.0"),
        ("CC-By Attribution 4.0 International", "CC-BY-4.0"),
        ("Creative Commons Attribution Non-Commercial 4.0", "CC-BY-NC-4.0"),
        *(("mit", "MIT"), ("Apache 2.0", "Apache-2.0"), ("CC BY", "CC-BY"), ("My own terms", "My own terms")),
        *(("NOASSERTION", None), ("", None), (None, None), ("other", None)),
    ],
)
def test_licences_as_hosts_name_them(named: str | None, identifier: str | None) -> None:
    assert spdx(named) == identifier
