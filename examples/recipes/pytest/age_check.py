"""The client under test. In your project, this is your own client. Uses only Python's standard library."""

import json
import time
import urllib.error
import urllib.parse
import urllib.request


class UnknownOutcome(Exception):
    """The response to a start was lost, so a second start could create a second journey."""


class AgeCheck:
    def __init__(self, base_url, auth_url, client_id, client_secret, poll_seconds=10.0):
        self.base_url, self.auth_url, self.poll_seconds = base_url, auth_url, poll_seconds
        self.credentials = {"client_id": client_id, "client_secret": client_secret}
        self.token = None

    def run(self, date_of_birth):
        """Runs a whole journey and returns the outcome in lower case, such as accept."""
        context = {"config": {"delivery": "api"}, "subject": {"identity": {"dateOfBirth": date_of_birth}}}
        try:
            started = self._post("/start", {"resourceId": "age-check@latest", "context": context})
        except OSError as error:
            raise UnknownOutcome from error
        while True:
            state = self._post("/state/fetch", {"instanceId": started["instanceId"]})
            if state["status"] == "Failed":
                return "failed"
            if state["status"] == "Completed":
                return state["context"]["process"]["result"]["outcome"].lower()
            time.sleep(self.poll_seconds)

    def _post(self, path, body):
        if self.token is None:
            return self._renew_and_post(path, body)
        try:
            return self._post_once(path, body)
        except urllib.error.HTTPError as error:
            if error.code != 401:
                raise
            return self._renew_and_post(path, body)  # a refused request was not executed, so a retry is safe

    def _renew_and_post(self, path, body):
        form = {"grant_type": "client_credentials", "scope": "service.token", **self.credentials}
        granted = self._send(self.auth_url + "/as/token.oauth2", urllib.parse.urlencode(form).encode())
        self.token = granted["access_token"]
        return self._post_once(path, body)

    def _post_once(self, path, body):
        headers = {"Authorization": "Bearer " + self.token, "Content-Type": "application/json"}
        return self._send(self.base_url + "/v2/captain/journey" + path, json.dumps(body).encode(), headers)

    def _send(self, url, body, headers=None):
        with urllib.request.urlopen(urllib.request.Request(url, body, headers or {}), timeout=30) as response:
            return json.load(response)
