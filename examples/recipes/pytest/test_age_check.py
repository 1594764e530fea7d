import pytest

from age_check import UnknownOutcome


def test_accepts_an_adult(client):
    assert client.run("1990-12-10") == "accept"


def test_reports_a_rejection(client, world):
    world.send("POST", "/arm", {"scenario": "rejected"})
    assert client.run("1990-12-10") == "reject"


def test_does_not_start_a_second_journey_if_the_response_to_the_start_is_lost(client, world):
    rule = {"when": {"endpoint": "v2.startJourney", "nth": 1}, "then": {"type": "dropResponse"}}
    world.send("PUT", "/faults", {"rules": [rule]})
    with pytest.raises(UnknownOutcome):
        client.run("1990-12-10")
    assert len(world.send("GET", "/instances")["instances"]) == 1


def test_requests_a_new_token_when_the_old_one_has_expired(client, world):
    client.run("1990-12-10")
    world.send("POST", "/clock/advance", {"ms": 24 * 60 * 60 * 1_000})
    assert client.run("1990-12-10") == "accept"
