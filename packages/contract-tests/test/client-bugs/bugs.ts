/**
 * One ordinary bug of a client, as edits of a correct one. Frozen before the checker that must find it was built.
 * Applied to the file, all edits of a row give a program that still runs and has this bug only.
 */
export interface ClientBug {
  /** Names the bug in test names. */
  readonly id: string;
  /** The correct client, in this folder, that the edits change. */
  readonly file: "client.py" | "client.ts";
  /** What the developer did wrong, and what it causes in production. */
  readonly title: string;
  /** Each `find` occurs exactly once in the file. */
  readonly edits: readonly { readonly find: string; readonly replace: string }[];
  /** What a requirement that catches the bug would say that the client must do. */
  readonly expect: readonly string[];
  /** Where developers shipped the same bug. */
  readonly source?: string;
}

export const bugs: readonly ClientBug[] = [
  {
    id: "token-margin-one-minute",
    file: "client.py",
    title:
      "Renews the token a fixed minute before it expires, so tokens that live a minute or less serve one request each",
    edits: [{ find: "margin = min(20.0, lifetime * 0.25)", replace: "margin = 60.0" }],
    expect: ["Requests a new token only if the one it has is about to expire, however short tokens live."],
    source: "cognitedata/cognite-sdk-python#1602",
  },
  {
    id: "token-replaced-once-per-process",
    file: "client.py",
    title: "Remembers for the whole process that it replaced a refused token, so a second revocation is final",
    edits: [
      {
        find: "self._settings, self._tokens = settings, tokens\n",
        replace: "self._settings, self._tokens = settings, tokens\n        self._token_replaced = False\n",
      },
      { find: "token_replaced, refusals = False, 0", replace: "refusals = 0" },
      {
        find: "if answer.status == 401 and not token_replaced:\n                token_replaced = True\n",
        replace: "if answer.status == 401 and not self._token_replaced:\n                self._token_replaced = True\n",
      },
    ],
    expect: ["Replaces a token that was refused with 401 on any request, also if it replaced another one before."],
    source: "own experience: retry flag on the client instead of the request",
  },
  {
    id: "backoff-wraps-round",
    file: "client.py",
    title: "Indexes the back-off table modulo its length, so from the sixth error in a row on it polls fast again",
    edits: [
      {
        find: "BACKOFF_FACTORS[min(self.errors, len(BACKOFF_FACTORS) - 1)]",
        replace: "BACKOFF_FACTORS[self.errors % len(BACKOFF_FACTORS)]",
      },
    ],
    expect: ["Never waits less after a further error in a row than after the one before."],
    source: "pathosDev/actor-ts#771 (back-off degenerates in a long outage)",
  },
  {
    id: "backoff-never-resets",
    file: "client.py",
    title: "Does not reset the number of errors after a success, so a short outage makes it poll slowly to the end",
    edits: [
      {
        find:
          "            if answer.ok and self.submit_outstanding(instance_id):\n" +
          "                backoff.errors = 0\n            else:\n",
        replace: "            if not (answer.ok and self.submit_outstanding(instance_id)):\n",
      },
    ],
    expect: ["Returns to the normal polling interval after a successful poll."],
    source: "own experience: total instead of consecutive errors",
  },
  {
    id: "retry-after-past-date-waits-a-day",
    file: "client.py",
    title: "Uses timedelta.seconds, which is 86399 for a Retry-After date that has just passed, so it sleeps for a day",
    edits: [{ find: "return max(0.0, delay.total_seconds())", replace: "return float(delay.seconds)" }],
    expect: ["Goes on at once if the date in Retry-After has passed."],
    source: "eth-cscs/pyfirecrest#118, Azure/azure-sdk-for-python#31004",
  },
  {
    id: "start-retried-on-reset",
    file: "client.py",
    title: "Sends the start again if the connection was reset, so a start whose answer was lost runs two journeys",
    edits: [
      {
        find:
          'answer = self._transport.post("/start", ' +
          '{"resourceId": self._settings.resource_id, "context": context})\n',
        replace:
          'request = {"resourceId": self._settings.resource_id, "context": context}\n' +
          '        answer = self._transport.post("/start", request)\n' +
          "        if answer.status == 0:  # the connection was reset\n" +
          '            answer = self._transport.post("/start", request)\n',
      },
    ],
    expect: ["Does not repeat a start whose answer was lost, and reports unknown."],
    source: "digitalocean/netbox-ip-controller#14, softonic/axios-retry#66",
  },
  {
    id: "own-409-crashes",
    file: "client.py",
    title: "Repeats a submit whose answer was lost, and takes the 409 that its first attempt causes for a fatal error",
    edits: [
      {
        find: 'answer = self._transport.post("/interaction/submit", {**body, "context": {"subject": subject}})\n',
        replace:
          'body["context"] = {"subject": subject}\n' +
          '        answer = self._transport.post("/interaction/submit", body)\n' +
          "        if answer.status == 0 or answer.status >= 500:\n" +
          '            answer = self._transport.post("/interaction/submit", body)\n',
      },
      {
        find: "if answer.status == 409:  # an earlier submit of ours, whose answer was lost\n            return None\n",
        replace:
          "if answer.status == 409:\n" +
          '            raise RuntimeError("submit: the service has these elements already")\n',
      },
    ],
    expect: ["Takes the 409 on a repeated submit for success and goes on to the outcome."],
    source: "linkedin/brooklin#495",
  },
  {
    id: "status-error-not-final",
    file: "client.py",
    title: "Knows only the status Failed, so it polls a journey with the status Error until it gives up as undecided",
    edits: [{ find: 'FAILED_STATUSES = {"failed", "error"}', replace: 'FAILED_STATUSES = {"failed"}' }],
    expect: ["Stops polling at the status Error and reports failed."],
    source: "indigo-dc/orchestrator#25",
  },
  {
    id: "submits-collects",
    file: "client.py",
    title:
      "Submits everything in collects, also what the service knows already, so known elements are sent twice (409)",
    edits: [
      {
        find: 'outstanding = step["outstanding"] if "outstanding" in step else step.get("collects")',
        replace: 'outstanding = step.get("collects")',
      },
    ],
    expect: ["Submits only elements that are still outstanding."],
    source: "own experience: field of the first example response",
  },
  {
    id: "participants-without-data",
    file: "client.py",
    title:
      "Lists every asked element as a participant, also without data, so submits of people without optional data fail",
    edits: [
      {
        find: "parts = {name: part for name, part in parts.items() if part is not None}",
        replace: "parts = {name: part or {} for name, part in parts.items()}",
      },
    ],
    expect: ["Lists in participants only the elements whose data the submit carries."],
    source: "own experience: optional fields tested with complete test persons only",
  },
  {
    id: "first-interaction-id-kept",
    file: "client.py",
    title: "Keeps the id of the first interaction on the client and submits the data of later interactions under it",
    edits: [
      {
        find: "self._settings, self._transport = settings, transport\n",
        replace: "self._settings, self._transport = settings, transport\n        self._interaction_id = None\n",
      },
      {
        find: '            accepted = self.submit(instance_id, step["interactionId"], parts)\n',
        replace:
          "            if self._interaction_id is None:\n" +
          '                self._interaction_id = step["interactionId"]\n' +
          "            accepted = self.submit(instance_id, self._interaction_id, parts)\n",
      },
    ],
    expect: ["Submits under the id of the interaction that the latest fetch returned."],
    source: "SynapseFI/SynapseFI-Python#3 (ids kept on the client)",
  },
  {
    id: "truncated-body-crashes",
    file: "client.py",
    title: "Does not catch IncompleteRead, which is no OSError, so a connection that ends within a body crashes it",
    edits: [
      {
        find: "except (OSError, http.client.HTTPException, ValueError) as error:",
        replace: "except (OSError, ValueError) as error:",
      },
    ],
    expect: ["Treats a response that ends early like a lost one, and goes on polling."],
    source: "launchdarkly/js-core#370 (same in Node)",
  },
  {
    id: "refused-submit-logs-person",
    file: "client.py",
    title: "Logs the data of a submit that did not succeed, so names and birth dates end up in the log",
    edits: [
      {
        find: 'log.warning("submit: status %s for %d elements", answer.status, len(parts))',
        replace: 'log.warning("submit: status %s for %s", answer.status, json.dumps(subject))',
      },
    ],
    expect: ["Never prints data of the person, also not after an error."],
    source: "plaid/plaid-node#565, axios/axios#2602",
  },
  {
    id: "urljoin-drops-region",
    file: "client.py",
    title:
      "Joins the base address with an absolute path, which drops its /eu, /us or /au: requests reach another region",
    edits: [
      {
        find: 'self._settings.base_url + "/v2/captain/journey" + path',
        replace: 'urllib.parse.urljoin(self._settings.base_url, "/v2/captain/journey" + path)',
      },
    ],
    expect: ["Sends every journey request to an address that begins with the whole base address."],
    source: "ladjs/frisbee#53",
  },
  {
    id: "answer-cut-at-64-kib",
    file: "client.py",
    title: "Reads at most 64 KiB of an answer, so it cannot parse a larger state and never learns the outcome",
    edits: [{ find: "json.loads(response.read())", replace: "json.loads(response.read(65536))" }],
    expect: ["Understands answers of any size, such as a state with 100 KiB of data."],
    source: "own experience: buffer of one read",
  },
  {
    id: "token-never-renewed-ahead",
    file: "client.ts",
    title: "Ignores expires_in and waits for a 401, so every token ends with a request that is refused",
    edits: [
      {
        find: "if (value !== undefined && performance.now() < renewAt) return value;",
        replace: "if (value !== undefined) return value;",
      },
    ],
    expect: ["Renews its token before the token expires."],
    source: "sailpoint-oss/python-sdk#59",
  },
  {
    id: "renewal-time-of-first-token-kept",
    file: "client.ts",
    title:
      "Sets the time of renewal only for the first token, so after it has passed each request asks for a new token",
    edits: [{ find: "renewAt = sentAt + lifetimeMs", replace: "renewAt ||= sentAt + lifetimeMs" }],
    expect: ["Uses a renewed token for its lifetime instead of requesting one for each request."],
    source: "openfga#332, n8n#12742 (too many token requests)",
  },
  {
    id: "endless-401-renewal",
    file: "client.ts",
    title:
      "Replaces the token after every 401, so a client without permissions floods the token service and never ends",
    edits: [{ find: "if (reply.status === 401 && renewals < 1) {", replace: "if (reply.status === 401) {" }],
    expect: ["Stops after one replaced token if a request is refused with 401 again, and ends with a conclusion."],
    source: "cloudfoundry/cf-java-client#1026, kadirahq/lokka-transport-jwt-auth#3",
  },
  {
    id: "retry-after-date-is-nan",
    file: "client.ts",
    title: "Parses Retry-After as a number only; a date gives NaN, which setTimeout takes for one millisecond",
    edits: [
      {
        find:
          "  if (/^\\s*\\d+\\s*$/.test(header)) return Number(header) * 1000;\n" +
          "  const at = Date.parse(header);\n" +
          "  return Number.isNaN(at) ? undefined : Math.max(0, at - Date.now());\n",
        replace: "  return Number.parseInt(header, 10) * 1000;\n",
      },
    ],
    expect: ["Waits until the date in Retry-After before it repeats the request."],
    source: "basecamp/basecamp-sdk#564, AstroVela/vane#170",
  },
  {
    id: "too-early-is-final",
    file: "client.ts",
    title: "Does not know 425, so a start that the service asks to repeat later is given up and the person is lost",
    edits: [{ find: "new Set([425, 429, 503])", replace: "new Set([429, 503])" }],
    expect: ["Repeats a request that was refused with 425 after the time in Retry-After."],
    source: "own experience: list of statuses copied from a blog post",
  },
  {
    id: "server-errors-not-backed-off",
    file: "client.ts",
    title: "Counts only lost answers as errors, so it polls a service that answers 500 at full speed",
    edits: [
      { find: "errors = isFine ? 0 : errors + 1;", replace: "errors = isFine || reply.status > 0 ? 0 : errors + 1;" },
    ],
    expect: ["Waits longer after each server error in a row."],
    source: "browser-use/sdk#274 (network and server errors handled apart)",
  },
  {
    id: "start-retried-on-gateway-error",
    file: "client.ts",
    title: "Repeats a start after 502 or 504, although the service behind the gateway may have started the journey",
    edits: [
      {
        find: '  const started = await send("/start", { resourceId, context });\n',
        replace:
          '  let started = await send("/start", { resourceId, context });\n' +
          "  for (let attempt = 1; attempt < 3 && (started.status === 502 || started.status === 504); attempt++) {\n" +
          "    await pause(backoffMs(attempt));\n" +
          '    started = await send("/start", { resourceId, context });\n' +
          "  }\n",
      },
    ],
    expect: ["Does not repeat a start after a gateway error, because the journey may have started."],
    source: "ministryofjustice/hmpps-template-typescript#197, adamcavendish/aioduct#79",
  },
  {
    id: "second-ask-ignored",
    file: "client.ts",
    title: "Remembers delivered elements for good, so it never answers an interaction that asks for one of them again",
    edits: [
      { find: "const POLL_LIMIT = 200;\n", replace: "const POLL_LIMIT = 200;\nconst delivered = new Set<string>();\n" },
      {
        find: ".filter((name, index, names) => names.indexOf(name) === index);",
        replace: ".filter((name) => !delivered.has(name));",
      },
      {
        find: "    if (!isSuccess(submitted)) return false; // if it arrived, its elements are no longer outstanding\n",
        replace:
          "    if (!isSuccess(submitted)) return false;\n" +
          "    for (const part of parts) delivered.add(part.element);\n",
      },
    ],
    expect: ["Submits an element again if a later interaction asks for it again, such as a new photo."],
    source: "own experience: guard against duplicate submits",
  },
  {
    id: "refer-reported-as-reject",
    file: "client.ts",
    title: "Maps every outcome but accept to reject, so people who a reviewer should see are turned away",
    edits: [
      {
        find: 'return word === "accept" || word === "reject" || word === "refer" ? word : "unknown";',
        replace: 'return word === "accept" ? "accept" : "reject";',
      },
    ],
    expect: ["Distinguishes refer from reject."],
    source: "MetaMask/core#9852, rainbow-me/rainbow#7721",
  },
  {
    id: "outcome-words-case-sensitive",
    file: "client.ts",
    title: "Compares the outcome with the spelling of its test environment, so ACCEPT or accept is not understood",
    edits: [
      {
        find:
          "  const word = outcome\n    .trim()\n    .toLowerCase()\n" +
          '    .replace(/^decision:\\s*/, "");\n' +
          '  return word === "accept" || word === "reject" || word === "refer" ? word : "unknown";\n',
        replace:
          '  if (outcome === "Accept") return "accept";\n' +
          '  if (outcome === "Reject") return "reject";\n' +
          '  return outcome === "Refer" ? "refer" : "unknown";\n',
      },
    ],
    expect: ["Understands the outcome in any case."],
    source: "openora#23 (status words change)",
  },
  {
    id: "slow-review-is-failed",
    file: "client.ts",
    title: "Reports failed if there is no decision after 20 polls, so people in a slow review are turned away",
    edits: [
      { find: "const POLL_LIMIT = 200;", replace: "const POLL_LIMIT = 20;" },
      { find: 'return "undecided";', replace: 'return "failed";' },
    ],
    expect: ["Does not report a journey without a decision as failed."],
    source: "rainbow-me/rainbow#7721",
  },
  {
    id: "missing-documents-crash",
    file: "client.ts",
    title: "Expects every person to have documents and photos, so it crashes if one is asked for that the person lacks",
    edits: [{ find: "const list = person[name] ?? [];", replace: "const list = person[name] as Json[];" }],
    expect: ["Ends with a conclusion if the person has no data for an element that the service asks for."],
    source: "own experience: cast instead of a check",
  },
  {
    id: "html-page-hides-status",
    file: "client.ts",
    title: "Parses every body as JSON, so a 503 or 429 with an HTML page counts as lost and its Retry-After is ignored",
    edits: [
      {
        find: "const json = parseJson(await response.text());",
        replace: "const json = (await response.json()) as Json;",
      },
    ],
    expect: ["Obeys the status and Retry-After of a response whose body is not JSON."],
    source: "fingerprintjs/node-sdk#204, AltimateAI/altimate-code#1119",
  },
  {
    id: "refused-token-logged",
    file: "client.ts",
    title: "Logs the headers of a request that was refused with 401, so access tokens end up in the log",
    edits: [
      {
        find: ": the token was refused`",
        replace: ": refused, sent ` + JSON.stringify(headers)",
      },
    ],
    expect: ["Never prints a token, also not one that was refused."],
    source: "icanbwell/fhir-server#2381, requests/requests-oauthlib#536",
  },
  {
    id: "heartbeat-never-cleared",
    file: "client.ts",
    title: "Does not clear the interval that logs its progress if the start fails, so the process never ends",
    edits: [
      {
        find: '  const context = { config: { delivery: "api" }, subject: { uid: randomUUID() } };\n',
        replace:
          '  const heartbeat = setInterval(() => log("still running"), 30_000);\n' +
          '  const context = { config: { delivery: "api" }, subject: { uid: randomUUID() } };\n',
      },
      {
        find: "    if (conclusion !== undefined) return conclusion;\n",
        replace:
          "    if (conclusion !== undefined) {\n      clearInterval(heartbeat);\n      return conclusion;\n    }\n",
      },
      { find: '  return "undecided";\n', replace: '  clearInterval(heartbeat);\n  return "undecided";\n' },
    ],
    expect: ["Ends its process after it has printed a conclusion, also if the start was lost."],
    source: "openai/openai-node#2477 (timers that outlive the work)",
  },
];
