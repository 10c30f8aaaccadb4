# Shared by the scripts of Redis, its sentinels and the cache, which source it.
set -eu

nodes="redis-0.redis redis-1.redis redis-2.redis"
name=nightshelf
me=$HOSTNAME.redis
secret=/etc/redis-secret
tls=/etc/redis-tls
password=$(cat $secret/password)

# ask HOST PORT COMMAND…   with a timeout of two seconds, or `limit`
limit=2
ask() {
  host=$1 port=$2
  shift 2
  REDISCLI_AUTH=$password timeout $limit redis-cli --tls --cacert $tls/ca.crt -h "$host" -p "$port" "$@" 2>/dev/null | tr -d '\r'
}

# The master according to a sentinel; empty if it knows none.
named_by() {
  ask "$1" 26379 sentinel get-master-addr-by-name $name | grep -x 'redis-[0-9]*\.redis' || true
}

# Hashes of the accepted passwords: the current one, and a second one while it changes.
accepted() {
  for file in $secret/password $secret/second-password; do
    [ ! -s $file ] || printf '#%s ' "$(printf %s "$(cat $file)" | sha256sum | cut -c 1-64)"
  done
}

# Settings of every server.
common_settings() {
  cat <<END
port 0
tls-cert-file $tls/tls.crt
tls-key-file $tls/tls.key
tls-ca-cert-file $tls/ca.crt
tls-auth-clients no
tls-replication yes
user default on $(accepted) ~* &* +@all
END
}

mounted() {
  cat $tls/ca.crt $tls/tls.crt $tls/tls.key $secret/* | sha256sum
}

# A server reads certificates and passwords only at its start. Compares the mounted ones with `before` from now on,
# and runs the given command when they differ, repeatedly if it fails.
when_renewed() {
  while sleep 5; do
    now=$(mounted)
    [ "$now" = "$before" ] || ! "$@" || before=$now
  done &
}

# Makes a running server use them for new connections; existing ones stay open.
take_renewed() {
  [ -s $secret/password ] || return 1
  new=$(cat $secret/password)
  # shellcheck disable=SC2046
  [ "$(ask localhost 6379 acl setuser default resetpass $(accepted))" = OK ] || return 1
  password=$new
  [ "$(ask localhost 6379 config set masterauth "$new" \
    tls-cert-file $tls/tls.crt tls-key-file $tls/tls.key tls-ca-cert-file $tls/ca.crt)" = OK ]
}
