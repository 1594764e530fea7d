"""A client that runs a v2 or v1 journey and prints the outcome. Uses only Python's standard library."""
import email.utils, http.client, json, os, sys, time, urllib.parse, urllib.request

BASE, AUTH = os.environ["JOURNEY_BASE_URL"], os.environ["JOURNEY_AUTH_URL"]
SUBJECT = json.loads(os.environ["JOURNEY_SUBJECT"])
POLL = float(os.environ.get("JOURNEY_POLL_SECONDS", "10"))
IS_V1 = os.environ.get("JOURNEY_API_VERSION") == "v1"
PATHS = {  # places of each domain element's data in the subject
    "FullName": ["identity.firstName", "identity.middleNames", "identity.lastNames"],
    "DateOfBirth": ["identity.dateOfBirth"],
    "CurrentAddress": ["identity.currentAddress"],
    "SSN": ["identity.idNumbers"],
    "PrimaryDocument": ["documents"],
    "Selfie": ["biometrics"],
}
token = {"value": "", "until": 0.0}


def send(url, body, headers):
    """Returns the status, the body and the seconds in `Retry-After`. The status is 0 if the response was lost."""
    try:
        with urllib.request.urlopen(urllib.request.Request(url, body, headers), timeout=30) as response:
            return response.status, json.load(response), None
    except (OSError, ValueError, http.client.HTTPException) as error:
        return getattr(error, "code", 0), {}, retry_after(getattr(error, "headers", None) or {})


def retry_after(headers):
    """Reads `Retry-After`, a number of seconds or a date. Returns None if it is missing or invalid."""
    text = headers.get("Retry-After", "")
    if text.isdigit():
        return int(text)
    date = email.utils.parsedate_tz(text)
    return None if date is None else max(0, email.utils.mktime_tz(date) - time.time())


def request_token(grant):
    client = {"client_id": os.environ["JOURNEY_CLIENT_ID"], "client_secret": os.environ["JOURNEY_CLIENT_SECRET"]}
    return send(AUTH + "/as/token.oauth2", urllib.parse.urlencode({**grant, **client}).encode(), {})[1]


def post(path, body, renewals=1, repeats=5):
    """Returns the status and the body of a response. Repeats a request that the service refused to execute."""
    if time.time() > token["until"]:
        answer = request_token({"grant_type": "client_credentials", "scope": "service.token"})
        if "access_token" not in answer and "JOURNEY_USERNAME" in os.environ:
            user = {"username": os.environ["JOURNEY_USERNAME"], "password": os.environ["JOURNEY_PASSWORD"]}
            answer = request_token({"grant_type": "password", **user})
        token.update(value=answer["access_token"], until=time.time() + answer["expires_in"] - 20)
    headers = {"Authorization": "Bearer " + token["value"], "Content-Type": "application/json"}
    prefix = "/captain/api/journey" if IS_V1 else "/v2/captain/journey"
    status, answer, wait = send(BASE + prefix + path, json.dumps(body).encode(), headers)
    if status in (401, 403):
        if renewals == 0:
            print("unknown")  # the service refuses a new token too, so nobody can continue
            sys.exit()
        token["until"] = 0.0
        return post(path, body, renewals - 1, repeats)
    if wait is None:
        return status, answer
    time.sleep(max(wait, POLL))
    # With these statuses, the service did not execute the request, so a retry is safe, even of a start.
    return post(path, body, renewals, repeats - 1) if status in (425, 429, 503) and repeats > 0 else (status, answer)


def submit_elements(instance):
    """Submits the outstanding elements of the current v2 interaction. Returns whether the service accepted any."""
    _, step = post("/interaction/fetch", instance)
    names = {name.split("/")[0] for name in step.get("outstanding") or []}  # some services list fields, such as FullName/firstName
    if not names:  # some services do not list optional elements, but wait for them
        collects = step.get("collects") or step.get("interaction", {}).get("collects") or []
        names = {one["ref"] if isinstance(one, dict) else one for one in collects}
    person = {**SUBJECT, **SUBJECT.get("identity", {})}  # a person may lack the data of optional elements
    names = {name for name in names if any(path.split(".")[-1] in person for path in PATHS[name])}
    if not step.get("interactionId") or not names:
        return False
    subject = {}
    for member, *rest in (path.split(".") for name in names for path in PATHS[name]):
        if rest:
            subject.setdefault(member, {}).update({name: SUBJECT[member][name] for name in rest if name in SUBJECT[member]})
        else:
            subject[member] = SUBJECT[member]
    data = {"participants": [{"domainElementId": name} for name in names], "context": {"subject": subject}}
    status, _ = post("/interaction/submit", {**instance, "interactionId": step["interactionId"], **data})
    return 200 <= status < 300  # if the response was lost, the next fetch shows whether the submit arrived


def pick(schema, value):
    """Copies only the members that a JSON Schema lists."""
    if isinstance(value, list):
        return [pick(schema.get("items", {}), entry) for entry in value]
    if not isinstance(value, dict) or "properties" not in schema:
        return value
    return {name: pick(schema["properties"][name], value[name]) for name in value if name in schema["properties"]}


def complete_tasks(instance, completed):
    """Completes the new v1 tasks. Returns whether the service accepted any."""
    status, listing = post("/task/list/schema", instance)
    before = len(completed)
    for task in listing.get("tasks", []):
        if task["taskId"] in completed:
            continue
        schema = listing["schemas"][task["schema"]["$ref"].rsplit("/", 1)[-1]]
        if "context" in schema["properties"]:
            context = pick(schema, {"context": {"subject": SUBJECT}})["context"]
        else:
            context = {"subject": pick(schema, SUBJECT)}
        status, _ = post("/task/update", {**instance, "intent": "Complete", "taskId": task["taskId"], "context": context})
        if status in (200, 201, 409):  # 409: an earlier update arrived, but its response was lost
            completed.add(task["taskId"])
    return len(completed) > before


def find_outcome(state):
    """Returns accept, reject, refer or unknown. Services differ in where the state has the outcome and how they spell it."""
    if IS_V1:
        data = state.get("data", {})
        process = data.get("process") or data.get("context", {}).get("process", {})
        result = process.get("outcome") or process.get("flow", {}).get("decision", {}).get("result")
    else:
        context = state["context"]
        result = state.get("result") or context.get("result") or context["process"]["result"]
    outcome = result.get("outcome") if isinstance(result, dict) else result
    word = (outcome or "").lower().removeprefix("decision: ").replace("manual review", "refer")
    return word if word in ("accept", "reject", "refer") else "unknown"


def run():
    config = {"async": True} if IS_V1 else {"delivery": "api"}
    subject = {"documents": [], "biometrics": []} if IS_V1 else {}
    context = {"config": config, "subject": subject}
    status, started = post("/start", {"resourceId": os.environ["JOURNEY_RESOURCE_ID"], "context": context})
    if "instanceId" not in started:
        return "unknown"  # the journey may have started, so a retry could start a second one
    instance, completed, errors = {"instanceId": started["instanceId"]}, set(), 0
    for _ in range(200):
        if complete_tasks(instance, completed) if IS_V1 else submit_elements(instance):
            continue
        status, state = post("/state/fetch", {**instance, "filterKeys": ["/.*/"]} if IS_V1 else instance)
        errors = errors + 1 if status == 0 or status >= 400 else 0
        if state.get("status") in ("Failed", "Error"):
            return "failed"
        if state.get("status") == "Completed":
            return find_outcome(state)
        time.sleep(POLL * 2 ** min(errors, 5))
    return "undecided"


print(run())
