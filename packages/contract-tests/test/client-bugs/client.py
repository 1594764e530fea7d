"""Runs one identity-verification journey (v2) for the onboarding service and prints its conclusion.

Only the conclusion goes to stdout. Log lines go to stderr, without data of the person, tokens or secrets.
"""

import datetime
import email.utils
import http.client
import json
import logging
import os
import sys
import time
import urllib.error
import urllib.parse
import urllib.request
import uuid
from dataclasses import dataclass

log = logging.getLogger("onboarding.journey")

TIMEOUT_SECONDS = 10
MAX_POLLS = 200
MAX_REFUSALS = 8  # in a row, for one request
BACKOFF_FACTORS = (1, 2, 4, 8, 16, 32)  # of the polling interval, by the number of errors in a row
REFUSED = (425, 429, 503)  # the service did not execute the request

FAILED_STATUSES = {"failed", "error"}
OUTCOMES = {"accept", "reject", "refer"}
IDENTITY_FIELDS = {
    "FullName": ("firstName", "middleNames", "lastNames"), "DateOfBirth": ("dateOfBirth",),
    "CurrentAddress": ("currentAddress",), "SSN": ("idNumbers",),
}
SUBJECT_LISTS = {"PrimaryDocument": "documents", "Selfie": "biometrics"}


class Settings:
    def __init__(self, env):
        self.base_url = env["JOURNEY_BASE_URL"].rstrip("/")
        self.auth_url = env["JOURNEY_AUTH_URL"].rstrip("/")
        self.client_id = env["JOURNEY_CLIENT_ID"]
        self.client_secret = env["JOURNEY_CLIENT_SECRET"]
        self.resource_id = env["JOURNEY_RESOURCE_ID"]
        self.person = json.loads(env["JOURNEY_SUBJECT"])
        self.poll_seconds = float(env.get("JOURNEY_POLL_SECONDS", "10"))


@dataclass
class Answer:
    status: int  # 0: the answer was lost or cannot be read
    body: dict | None = None
    retry_after: float | None = None

    @property
    def ok(self):
        return 200 <= self.status < 300 and self.body is not None


def parse_retry_after(text):
    """Returns the seconds that a Retry-After header asks for (a number or an HTTP date), or None."""
    if not text or text.strip().isdigit():
        return float(text) if text else None
    try:
        delay = email.utils.parsedate_to_datetime(text) - datetime.datetime.now(datetime.timezone.utc)
    except (ValueError, TypeError):  # not a date, or one without a zone
        return None
    return max(0.0, delay.total_seconds())


def send_once(url, data, headers):
    """Sends one POST. Never raises for what the network or the service does."""
    request = urllib.request.Request(url, data=data, headers=headers, method="POST")
    try:
        with urllib.request.urlopen(request, timeout=TIMEOUT_SECONDS) as response:
            body = json.loads(response.read())
            answer = Answer(response.status, body if isinstance(body, dict) else None)
    except urllib.error.HTTPError as error:
        answer = Answer(error.code, None, parse_retry_after(error.headers.get("Retry-After")))
        error.close()
    except (OSError, http.client.HTTPException, ValueError) as error:  # reset, timed out, truncated, not JSON
        log.warning("%s: no usable answer (%s)", urllib.parse.urlsplit(url).path, type(error).__name__)
        return Answer(0)
    log.info("%s: %s", urllib.parse.urlsplit(url).path, answer.status)
    return answer


class Backoff:
    """Waits longer with each error in a row."""

    def __init__(self, interval):
        self.interval, self.errors = interval, 0

    def delay(self):
        return self.interval * BACKOFF_FACTORS[min(self.errors, len(BACKOFF_FACTORS) - 1)]

    def wait(self, answer):
        self.errors += 1
        time.sleep(self.delay() if answer.retry_after is None else answer.retry_after)


class TokenProvider:
    """Keeps one access token and renews it before it expires."""

    def __init__(self, settings):
        self._settings, self._token, self._fresh_until = settings, None, 0.0

    def get(self):
        if self._token is None or time.monotonic() >= self._fresh_until:
            self.discard()
            self._renew()
        return self._token

    def discard(self):
        self._token = None

    def _renew(self):
        client = {"client_id": self._settings.client_id, "client_secret": self._settings.client_secret}
        form = {"grant_type": "client_credentials", "scope": "service.token", **client}
        data, headers = urllib.parse.urlencode(form).encode(), {"Content-Type": "application/x-www-form-urlencoded"}
        backoff = Backoff(self._settings.poll_seconds)
        for _ in range(MAX_REFUSALS):
            asked_at = time.monotonic()
            answer = send_once(self._settings.auth_url + "/as/token.oauth2", data, headers)
            if answer.ok and "access_token" in answer.body:
                lifetime = float(answer.body.get("expires_in", 60))
                margin = min(20.0, lifetime * 0.25)
                self._token = answer.body["access_token"]
                self._fresh_until = asked_at + lifetime - margin
                return
            if 400 <= answer.status < 500 and answer.status not in REFUSED:
                break  # wrong credentials
            backoff.wait(answer)
        log.error("the token service gave no token")


class HttpTransport:
    """Calls the journey service: adds the token, replaces a refused one, waits when the service is overloaded."""

    def __init__(self, settings, tokens):
        self._settings, self._tokens = settings, tokens

    def post(self, path, body):
        url = self._settings.base_url + "/v2/captain/journey" + path
        data = json.dumps(body).encode()
        backoff = Backoff(self._settings.poll_seconds)
        token_replaced, refusals = False, 0
        while True:
            token = self._tokens.get()
            if token is None:
                return Answer(401)
            headers = {"Authorization": "Bearer " + token, "Content-Type": "application/json"}
            answer = send_once(url, data, headers)
            if answer.status == 401 and not token_replaced:
                token_replaced = True
                self._tokens.discard()
                continue
            if answer.status not in REFUSED or refusals == MAX_REFUSALS:
                return answer
            if answer.status == 503 and answer.retry_after is None:
                return answer  # without the header it may be a gateway that lost the real answer
            refusals += 1
            backoff.wait(answer)


def data_of(element, person):
    """Returns the part of a subject that holds one domain element, or None if the person lacks it."""
    if element in SUBJECT_LISTS:
        member = SUBJECT_LISTS[element]
        return {member: person[member]} if person.get(member) else None
    identity = person.get("identity", {})
    found = {field: identity[field] for field in IDENTITY_FIELDS.get(element, ()) if identity.get(field)}
    return {"identity": found} if found else None


class JourneyClient:
    def __init__(self, settings, transport):
        self._settings, self._transport = settings, transport

    def run(self):
        instance_id = self.start()
        return "unknown" if instance_id is None else self.poll(instance_id)

    def start(self):
        """Starts the journey once. None: there is no instance, or there is one that we cannot know."""
        context = {"config": {"delivery": "api"}, "subject": {"uid": str(uuid.uuid4())}}
        answer = self._transport.post("/start", {"resourceId": self._settings.resource_id, "context": context})
        return answer.body.get("instanceId") if answer.ok else None

    def poll(self, instance_id):
        backoff = Backoff(self._settings.poll_seconds)
        for _ in range(MAX_POLLS):
            answer = self._transport.post("/state/fetch", {"instanceId": instance_id})
            conclusion = self.conclude(answer.body) if answer.ok else None
            if conclusion:
                return conclusion
            if answer.ok and self.submit_outstanding(instance_id):
                backoff.errors = 0
            else:
                backoff.errors += 1
            time.sleep(answer.retry_after or backoff.delay())
        return "undecided"

    def submit_outstanding(self, instance_id):
        """Submits what the current interactions ask for. Returns False after an error."""
        answered = None
        for _ in range(20):
            answer = self._transport.post("/interaction/fetch", {"instanceId": instance_id})
            if not answer.ok:
                return answer.status in (404, 409)  # no interaction is open
            step = answer.body
            outstanding = step["outstanding"] if "outstanding" in step else step.get("collects")
            refs = [entry.get("ref") if isinstance(entry, dict) else entry for entry in outstanding or []]
            names = dict.fromkeys(str(ref).split("/")[0] for ref in refs)  # some list FullName/firstName
            parts = {name: data_of(name, self._settings.person) for name in names}
            parts = {name: part for name, part in parts.items() if part is not None}
            asked = (step.get("interactionId"), list(parts))
            if not asked[0] or not parts or asked == answered:
                return True  # nothing to submit, or the service has not caught up with what we just submitted
            answered = asked
            accepted = self.submit(instance_id, step["interactionId"], parts)
            if accepted is not True:
                return accepted is None
        return True

    def submit(self, instance_id, interaction_id, parts):
        """True: accepted. None: the service has it already. False: an error; the next fetch shows what arrived."""
        subject = {}
        for part in parts.values():
            for member, value in part.items():
                subject[member] = {**subject.get(member, {}), **value} if member == "identity" else value
        participants = [{"domainElementId": name} for name in parts]
        body = {"instanceId": instance_id, "interactionId": interaction_id, "participants": participants}
        answer = self._transport.post("/interaction/submit", {**body, "context": {"subject": subject}})
        if answer.status == 409:  # an earlier submit of ours, whose answer was lost
            return None
        if not answer.ok:
            log.warning("submit: status %s for %d elements", answer.status, len(parts))
        return answer.ok

    @staticmethod
    def conclude(state):
        status = str(state.get("status", "")).lower()
        if status in FAILED_STATUSES:
            return "failed"
        if status != "completed":
            return None
        context = state.get("context") or {}
        result = (context.get("process") or {}).get("result") or context.get("result") or state.get("result")
        word = result.get("outcome") if isinstance(result, dict) else result
        word = str(word or "").strip().lower().removeprefix("decision:").strip()
        return word if word in OUTCOMES else "unknown"


def main():
    logging.basicConfig(level=logging.INFO, stream=sys.stderr, format="%(asctime)s %(levelname)s %(message)s")
    settings = Settings(os.environ)
    print(JourneyClient(settings, HttpTransport(settings, TokenProvider(settings))).run())


main()
