#!/bin/sh
# A client of the journey service as a shell script: curl, and sed to read JSON. Its last line is its conclusion.
set -eu

form="grant_type=client_credentials&client_id=$JOURNEY_CLIENT_ID&client_secret=$JOURNEY_CLIENT_SECRET&scope=service.token"
text() { sed -n "s/.*\"$1\":\"\([^\"]*\)\".*/\1/p" | head -n 1; }
token=$(printf %s "$form" | curl -sf -d @- "$JOURNEY_AUTH_URL/as/token.oauth2" | text access_token)

# The header goes in by a file, because whoever lists the processes of a machine sees their arguments.
post() {
  printf 'header = "Authorization: Bearer %s"\n' "$token" |
    curl -s -K - -H 'Content-Type: application/json' -d "$2" "$JOURNEY_BASE_URL/v2/captain/journey$1" || true
}
# The part of the person's JSON behind a name: from its first bracket to the one that closes it.
part() { printf %s "$JOURNEY_SUBJECT" | sed -n "s/.*\(\"$1\":\(\[{[^]]*\]\|\"[^\"]*\"\|\[[^]]*\]\)\).*/\1/p"; }

started=$(post /start "{\"resourceId\":\"$JOURNEY_RESOURCE_ID\",\"context\":{\"config\":{\"delivery\":\"api\"},\"subject\":{}}}")
id=$(printf %s "$started" | text instanceId)
if [ -z "$id" ]; then echo unknown; exit; fi # it may have been heard: never send it again

submit() {
  post /interaction/submit "{\"instanceId\":\"$id\",\"interactionId\":\"$1\",\"participants\":[$2],\"context\":{\"subject\":{$3}}}" >/dev/null
}
wait=$JOURNEY_POLL_SECONDS
rounds=0
while [ $rounds -lt 100 ]; do
  rounds=$((rounds + 1))
  step=$(post /interaction/fetch "{\"instanceId\":\"$id\"}")
  interaction=$(printf %s "$step" | text interactionId)
  case $step in
    *'"outstanding":["FullName"'*)
      submit "$interaction" '{"domainElementId":"FullName"},{"domainElementId":"DateOfBirth"}' \
        "\"identity\":{$(part firstName),$(part lastNames),$(part dateOfBirth)}"
      continue ;;
    *'"outstanding":["PrimaryDocument"'*)
      submit "$interaction" '{"domainElementId":"PrimaryDocument"}' "$(part documents)"
      continue ;;
    *'"outstanding":["Selfie"'*)
      submit "$interaction" '{"domainElementId":"Selfie"}' "$(part biometrics)"
      continue ;;
  esac
  state=$(post /state/fetch "{\"instanceId\":\"$id\"}")
  case $state in
    *'"status":"Failed"'* | *'"status":"Error"'*) echo failed; exit ;;
    *'"status":"Completed"'*) printf %s "$state" | sed 's/.*"result":{"status":"completed","outcome":"\([A-Za-z]*\)".*/\1/' | tr A-Z a-z; echo; exit ;;
    *'"status":"InProgress"'* | *'"status":"Paused"'*) wait=$JOURNEY_POLL_SECONDS ;;
    *) wait=$(awk "BEGIN { print $wait * 2 }") ;; # an error: back off
  esac
  sleep "$wait"
done
echo undecided
