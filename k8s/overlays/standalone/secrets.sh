# Prints Secrets for kubectl:
#   sh secrets.sh passwords | kubectl -n nightshelf create -f -     once: random passwords, stored only in the cluster
#   sh secrets.sh keys      | kubectl -n nightshelf apply -f -      the keys in settings.env, again after each change
# `create` does not change existing Secrets: the volumes keep the passwords with which they were created.
set -eu

random() { head -c 32 /dev/urandom | od -An -tx1 | tr -d ' \n'; }

# secret NAME TYPE [KEY VALUE]…
secret() {
  printf -- '---\napiVersion: v1\nkind: Secret\nmetadata: { name: %s }\ntype: %s\ndata:\n' "$1" "$2"
  shift 2
  while [ $# -gt 0 ]; do
    printf '  %s: %s\n' "$1" "$(printf %s "$2" | base64 | tr -d '\n')"
    shift 2
  done
}

passwords() {
  secret identity Opaque secret "$(random)"
  secret redis Opaque password "$(random)"
  secret postgres Opaque password "$(random)"
  for service in auth library catalog social media; do
    secret "$service-database" kubernetes.io/basic-auth username "$service" password "$(random)"
  done
}

# Prints a value of settings.env as written.
setting() { sed -n "s/^$1=//p" "$(dirname "$0")/settings.env" | tail -n 1; }

# keys_of SERVICE KEY…   the keys with a value
keys_of() {
  service=$1
  shift
  for key in "$@"; do
    shift
    value=$(setting "$key")
    [ -z "$value" ] || set -- "$@" "$key" "$value"
  done
  [ $# -eq 0 ] || secret "$service-keys" Opaque "$@"
}

keys() {
  keys_of catalog GIANTBOMB_API_KEY IGDB_CLIENT_ID IGDB_CLIENT_SECRET STEAM_API_KEY
  keys_of media YOUTUBE_API_KEY
  keys_of auth SMTP_URL MAIL_FROM OIDC_PROVIDERS SECOND_FACTOR_KEYS
  keys_of social PUSH_PUBLIC_KEY PUSH_PRIVATE_KEY PUSH_SUBJECT
}

case ${1:-} in
  passwords | keys) "$1" ;;
  *) sed -n '1,4s/^# \{0,1\}//p' "$0" >&2; exit 2 ;;
esac
