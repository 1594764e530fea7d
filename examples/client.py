"""A client of the journey service in Python, with the standard library alone. Prints its conclusion as the last line."""
import json, os, time, urllib.parse, urllib.request

BASE, AUTH = os.environ["JOURNEY_BASE_URL"], os.environ["JOURNEY_AUTH_URL"]
SUBJECT = json.loads(os.environ["JOURNEY_SUBJECT"])
POLL = float(os.environ.get("JOURNEY_POLL_SECONDS", "10"))
PARTS = {  # where the subject holds each domain element
    "FullName": lambda s: {"identity": {k: s["identity"][k] for k in ("firstName", "lastNames")}},
    "DateOfBirth": lambda s: {"identity": {"dateOfBirth": s["identity"]["dateOfBirth"]}},
    "PrimaryDocument": lambda s: {"documents": s["documents"]},
    "Selfie": lambda s: {"biometrics": s["biometrics"]},
}
token = {"value": None, "until": 0.0}

def send(url, body, headers):  # status and body of an answer; status 0 where it was lost
    try:
        with urllib.request.urlopen(urllib.request.Request(url, body, headers), timeout=30) as answer:
            return answer.status, json.load(answer)
    except (OSError, ValueError) as error:
        return getattr(error, "code", 0), {}

def post(path, body):
    if time.time() > token["until"]:
        form = {"grant_type": "client_credentials", "client_id": os.environ["JOURNEY_CLIENT_ID"],
                "client_secret": os.environ["JOURNEY_CLIENT_SECRET"], "scope": "service.token"}
        status, answer = send(AUTH + "/as/token.oauth2", urllib.parse.urlencode(form).encode(), {})
        token.update(value=answer["access_token"], until=time.time() + answer["expires_in"] - 20)
    headers = {"Authorization": "Bearer " + token["value"], "Content-Type": "application/json"}
    status, answer = send(BASE + "/v2/captain/journey" + path, json.dumps(body).encode(), headers)
    if status == 401:
        token["until"] = 0.0  # asked for again with the next call
    return status, answer

def run():
    config = {"resourceId": os.environ["JOURNEY_RESOURCE_ID"], "context": {"config": {"delivery": "api"}, "subject": {}}}
    status, started = post("/start", config)
    if status != 201:
        return "unknown"  # it may have been heard: sending it again could start a second journey
    instance, errors = {"instanceId": started["instanceId"]}, 0
    for _ in range(200):
        status, step = post("/interaction/fetch", instance)
        if status == 200 and step.get("interactionId") and step["outstanding"]:
            subject = {}
            for name in step["outstanding"]:
                for key, value in PARTS[name](SUBJECT).items():
                    subject[key] = {**subject.get(key, {}), **value} if key == "identity" else value
            post("/interaction/submit", {**instance, "interactionId": step["interactionId"], "context": {"subject": subject},
                                         "participants": [{"domainElementId": name} for name in step["outstanding"]]})
            continue  # where the answer was lost, the next fetch tells whether it was heard
        status, state = post("/state/fetch", instance)
        errors = 0 if status == 200 else errors + 1
        if state.get("status") in ("Failed", "Error"):
            return "failed"
        if state.get("status") == "Completed":
            return state["context"]["process"]["result"]["outcome"].lower()
        time.sleep(POLL * 2 ** min(errors, 5))
    return "undecided"

print(run())
