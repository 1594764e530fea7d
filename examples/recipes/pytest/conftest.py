import json
import os
import urllib.request
import uuid

import pytest

from age_check import AgeCheck


class World:
    """Controls the world of one client id over HTTP."""

    def __init__(self, simulator, client_id):
        self.url = f"{simulator}/_sim/worlds/{client_id}"

    def send(self, method, path="", body=None):
        content = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(self.url + path, content, {"Content-Type": "application/json"}, method=method)
        with urllib.request.urlopen(request, timeout=30) as response:
            return json.load(response)


@pytest.fixture
def client():
    """Your client, with a new client id. `journey exec` sets the addresses."""
    base_url, auth_url = os.environ["JOURNEY_BASE_URL"], os.environ["JOURNEY_AUTH_URL"]
    return AgeCheck(base_url, auth_url, f"pytest-{uuid.uuid4()}", "any", poll_seconds=0.01)


@pytest.fixture
def world(client):
    """The world of the client. Nothing that a test does there affects another test."""
    world = World(os.environ["JOURNEY_BASE_URL"], client.credentials["client_id"])
    yield world
    world.send("DELETE")
