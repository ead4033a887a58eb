"""Every recorded case is read as what it is."""

from collections.abc import Callable

import pytest

from pipeline.adapters.network import NetworkSource
from pipeline.hosts import all_hosts, identify
from tests.hosts.cases import Case
from tests.hosts.recorded import ALL
from tests.hosts.server import FakeHosts


@pytest.mark.parametrize("case", ALL, ids=lambda case: case.name)
def test_a_recorded_case_has_its_status_and_evidence(
    case: Case, hosts: FakeHosts, source_of: Callable[..., NetworkSource]
) -> None:
    hosts.add(*case.answers)
    answer = source_of(seconds=0.5 if "silent" in case.name else 5.0).answer(case.link)
    assert answer.status is case.status, answer
    assert case.detail in answer.detail
    assert answer.told
    for found, wanted in ((answer.bytes, case.bytes), (answer.licence, case.licence)):
        assert wanted is None or found == wanted
    assert case.files is None or len(answer.files) == case.files
    assert all("curator@example.org" in agent and "papergym/" in agent for agent in hosts.agents)


def test_every_host_has_a_recorded_case_and_every_case_a_source() -> None:
    assert {identify(case.link).host for case in ALL} == {host.name for host in all_hosts()}
    assert all(case.source for case in ALL)
    assert len({case.name for case in ALL}) == len({case.link for case in ALL}) == len(ALL)
