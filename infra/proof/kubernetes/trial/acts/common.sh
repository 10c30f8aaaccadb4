# What the acts have in common: the store of Secrets, and words for waiting. Read by each of them.
set -euo pipefail
k() { kubectl -n nightshelf "$@"; }
password() { openssl rand -hex 16; }
secret() { k get secret "$1" -o "go-template={{index .data \"$2\" | base64decode}}" 2>/dev/null || true; }
say() { echo "$(date +%T)  $*" >&2; }

# stored ENTRY JSON  changes what the store has of an entry, and has External Secrets fetch it now instead of within five minutes.
stored() {
  kubectl get clustersecretstore nightshelf -o json | python3 -c '
import json, sys
store = json.load(sys.stdin)
entry, value = sys.argv[1:]
for held in store["spec"]["provider"]["fake"]["data"]:
    if held["key"] == "nightshelf/" + entry: held["value"] = value
json.dump({part: store[part] for part in ("apiVersion", "kind", "metadata", "spec")}, sys.stdout)' "$1" "$2" | kubectl apply -f - >/dev/null 2>&1
  k annotate externalsecret "$1" --overwrite "force-sync=$(date +%s%N)" >/dev/null
}

# until_true WHAT COMMAND...  asks every second, for ten minutes
until_true() {
  local what=$1 n=0; shift
  until "$@" >/dev/null 2>&1; do n=$((n + 1)); [ $n -lt 600 ] || { say "not within ten minutes: $what"; exit 1; }; sleep 1; done
  say "$what"
}
is() { [ "$(secret "$1" "$2")" = "$3" ]; }
rolled_out() { k rollout status "$@" --timeout=10m >/dev/null; say "restarted: $*"; }
