#!/bin/sh
# A client that runs a v2 or v1 journey with curl and sed, and prints the outcome.
set -eu
apiVersion=${JOURNEY_API_VERSION:-v2}
case $apiVersion in
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

# Prints the seconds in Retry-After, which is a number or a date, with the `date` of Linux or macOS.
retry_after() {
  text=$(tr -d '\r' | sed -n 's/^[Rr]etry-[Aa]fter: *//p')
  case $text in
    *[!0-9]*)
      at=$(date -d "$text" +%s 2>/dev/null || date -juf '%a, %d %b %Y %T GMT' "$text" +%s 2>/dev/null) || return 0
      echo $((at > $(date +%s) ? at - $(date +%s) : 0)) ;;
    *) echo "$text" ;;
  esac
}

# Sends a request, and sets `status` and `body`, which are empty if the response was lost. Repeats a request that the
# service refused to execute. Passes the token on standard input, because other users of the machine can see
# command-line arguments.
post() {
  renewals=1 repeats=5
  while :; do
    [ "$(date +%s)" -lt "$until" ] || request_token
    response=$(printf 'header = "Authorization: Bearer %s"\n' "$token" |
      curl -s -i -K - -H 'Content-Type: application/json' -d "$2" "$JOURNEY_BASE_URL$prefix/journey$1") || response=
    status=${response#* } status=${status%% *} # the first line is, for example, HTTP/1.1 200 OK
    body=$(printf %s "$response" | tail -n 1)
    case $status in
      2*) return ;;
      401 | 403)
        if [ $renewals = 0 ]; then echo unknown; exit; fi # the service refuses a new token too, so nobody can continue
        renewals=0 until=0
        continue ;;
    esac
    pause=$(printf %s "$response" | retry_after)
    [ -n "$pause" ] || return 0
    sleep "$pause"
    # With these statuses, the service did not execute the request, so a retry is safe, even of a start.
    case $status in 425 | 429 | 503) ;; *) return ;; esac
    [ $repeats -gt 0 ] || return 0
    repeats=$((repeats - 1))
    sleep "$JOURNEY_POLL_SECONDS"
  done
}

# Prints a member of the subject as "name":value. The value is a string, an object, or a list of strings or objects.
member() {
  printf %s "$JOURNEY_SUBJECT" | sed -n "s/.*\(\"$1\":\(\"[^\"]*\"\|{[^}]*}\|\[{[^]]*\]\|\[[^]]*\]\)\).*/\1/p"
}

post /start "{\"resourceId\":\"$JOURNEY_RESOURCE_ID\",\"context\":{\"config\":$config,\"subject\":$prefill}}"
id=$(printf %s "$body" | text instanceId)
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
  post /interaction/submit "{\"instanceId\":\"$id\",\"interactionId\":\"$1\",\"participants\":[${participants#,}],\"context\":{\"subject\":{$subject}}}"
}

# Completes the listed v1 tasks with all data. The next round completes a task again if the service still lists it.
complete_tasks() {
  post /task/list/schema "{\"instanceId\":\"$id\"}"
  for task in $(printf %s "$body" | grep -o '"taskId":"[^"]*"' | cut -d '"' -f 4); do
    post /task/update "{\"intent\":\"Complete\",\"instanceId\":\"$id\",\"taskId\":\"$task\",\"context\":{\"subject\":$JOURNEY_SUBJECT}}"
  done
}

wait=$JOURNEY_POLL_SECONDS
rounds=0
while [ $rounds -lt 100 ]; do
  rounds=$((rounds + 1))
  if [ "$apiVersion" = v1 ]; then
    complete_tasks
  else
    post /interaction/fetch "{\"instanceId\":\"$id\"}"
    outstanding=$(printf %s "$body" | sed -n 's/.*"outstanding":\[\([^]]*\)\].*/\1/p' | tr -d '"' | tr , ' ')
    if [ -n "$outstanding" ]; then
      submit "$(printf %s "$body" | text interactionId)" "$outstanding"
      case $status in 2*) continue ;; esac # if the response was lost, the next fetch shows whether the submit arrived
    fi
  fi
  post /state/fetch "{\"instanceId\":\"$id\"}"
  case $body in
    *'"status":"Failed"'* | *'"status":"Error"'*) echo failed; exit ;;
    *'"status":"Completed"'*)
      outcome=$(printf %s "$body" | sed -n "s/.*$result\"outcome\":\"\([A-Za-z]*\)\".*/\1/p" | tr A-Z a-z)
      echo "${outcome:-unknown}"
      exit ;;
    *'"status":"InProgress"'* | *'"status":"Paused"'*) wait=$JOURNEY_POLL_SECONDS ;;
    *) wait=$(awk "BEGIN { w = $wait * 2; most = $JOURNEY_POLL_SECONDS * 32; if (w > most) w = most; print w }") ;; # back off
  esac
  sleep "$wait"
done
echo undecided
