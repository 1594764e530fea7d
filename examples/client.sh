#!/bin/sh
# A client that runs a v2 or v1 journey with curl and sed, and prints the outcome.
set -eu
generation=${JOURNEY_GENERATION:-v2}
case $generation in
  v1) prefix=/captain/api config='{"async":true}' prefill='{"documents":[],"biometrics":[]}' result='"process":{' ;;
  *) prefix=/v2/captain config='{"delivery":"api"}' prefill='{}' result='"result":{"status":"completed",' ;;
esac

form="grant_type=client_credentials&client_id=$JOURNEY_CLIENT_ID&client_secret=$JOURNEY_CLIENT_SECRET&scope=service.token"
until=0
text() { sed -n "s/.*\"$1\":\"\([^\"]*\)\".*/\1/p" | head -n 1; }
request_token() {
  answer=$(printf %s "$form" | curl -sf -d @- "$JOURNEY_AUTH_URL/as/token.oauth2")
  token=$(printf %s "$answer" | text access_token)
  until=$(($(date +%s) + $(printf %s "$answer" | sed -n 's/.*"expires_in":\([0-9]*\).*/\1/p') - 20))
}
# Requests a token if there is none that is valid for at least 20 s.
refresh() { [ "$(date +%s)" -lt "$until" ] || request_token; }

# Passes the token on standard input, because other users of the machine can see command-line arguments. Waits as long as
# Retry-After says, and prints the body, which is the last line.
post() {
  answer=$(printf 'header = "Authorization: Bearer %s"\n' "$token" |
    curl -s -i -K - -H 'Content-Type: application/json' -d "$2" "$JOURNEY_BASE_URL$prefix/journey$1") || answer=
  pause=$(printf %s "$answer" | tr -d '\r' | sed -n 's/^[Rr]etry-[Aa]fter: \([0-9]*\)$/\1/p')
  sleep "${pause:-0}"
  printf %s "$answer" | tail -n 1
}
# Prints a member of the subject as "name":value. The value is a string, an object, or a list of strings or objects.
member() {
  printf %s "$JOURNEY_SUBJECT" | sed -n "s/.*\(\"$1\":\(\"[^\"]*\"\|{[^}]*}\|\[{[^]]*\]\|\[[^]]*\]\)\).*/\1/p"
}

refresh
started=$(post /start "{\"resourceId\":\"$JOURNEY_RESOURCE_ID\",\"context\":{\"config\":$config,\"subject\":$prefill}}")
id=$(printf %s "$started" | text instanceId)
if [ -z "$id" ]; then echo unknown; exit; fi # the journey may have started, so a retry could start a second one

# Submits elements of an interaction. $1 is the interaction id, $2 the list of elements.
submit() {
  participants='' identity='' others=''
  for element in $2; do
    case $element in
      FullName) data="$(member firstName),$(member middleNames | sed 's/$/,/')$(member lastNames)" ;;
      DateOfBirth) data=$(member dateOfBirth) ;;
      CurrentAddress) data=$(member currentAddress) ;;
      SSN) data=$(member idNumbers) ;;
      PrimaryDocument) data=$(member documents) ;;
      Selfie) data=$(member biometrics) ;;
    esac
    [ -n "$data" ] || continue # a person may lack the data of optional elements
    participants="$participants,{\"domainElementId\":\"$element\"}"
    case $element in
      PrimaryDocument | Selfie) others="$others,$data" ;;
      *) identity="$identity,$data" ;;
    esac
  done
  subject="\"identity\":{${identity#,}}$others"
  post /interaction/submit "{\"instanceId\":\"$id\",\"interactionId\":\"$1\",\"participants\":[${participants#,}],\"context\":{\"subject\":{$subject}}}" >/dev/null
}

# Completes the listed v1 tasks with all data. The next round completes a task again if the service still lists it.
complete_tasks() {
  for task in $(post /task/list/schema "{\"instanceId\":\"$id\"}" | grep -o '"taskId":"[^"]*"' | cut -d '"' -f 4); do
    post /task/update "{\"intent\":\"Complete\",\"instanceId\":\"$id\",\"taskId\":\"$task\",\"context\":{\"subject\":$JOURNEY_SUBJECT}}" >/dev/null
  done
}

wait=$JOURNEY_POLL_SECONDS
rounds=0
while [ $rounds -lt 100 ]; do
  rounds=$((rounds + 1))
  refresh
  if [ "$generation" = v1 ]; then
    complete_tasks
  else
    step=$(post /interaction/fetch "{\"instanceId\":\"$id\"}")
    outstanding=$(printf %s "$step" | sed -n 's/.*"outstanding":\[\([^]]*\)\].*/\1/p' | tr -d '"' | tr , ' ')
    if [ -n "$outstanding" ]; then
      submit "$(printf %s "$step" | text interactionId)" "$outstanding"
      continue # if the response was lost, the next fetch shows whether the submit arrived
    fi
  fi
  state=$(post /state/fetch "{\"instanceId\":\"$id\"}")
  case $state in
    *'"status":"Failed"'* | *'"status":"Error"'*) echo failed; exit ;;
    *'"status":"Completed"'*)
      outcome=$(printf %s "$state" | sed -n "s/.*$result\"outcome\":\"\([A-Za-z]*\)\".*/\1/p" | tr A-Z a-z)
      echo "${outcome:-unknown}"
      exit ;;
    *'"status":"InProgress"'* | *'"status":"Paused"'*) wait=$JOURNEY_POLL_SECONDS ;;
    *'"name":"'*'_TOKEN"'*) request_token ;; # the token has expired or was revoked
    *) wait=$(awk "BEGIN { print $wait * 2 }") ;; # an error: back off
  esac
  sleep "$wait"
done
echo undecided
