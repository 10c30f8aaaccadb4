# probe.sh started|ready|alive PORT
. /etc/redis/common.sh
# A busy node is no reason to restart it.
limit=8

is_ready() {
  ask localhost "$1" info | grep -qx -e role:master -e master_link_status:up -e redis_mode:sentinel
}

# For 15 s, another sentinel may still use the address of the previous pod and not recognize this one as the master.
seen_by() {
  list=$(ask "$1" 26379 sentinel "$2" $name) || true
  [ -n "$list" ] || return 0
  answered=$(printf '%s\n' "$list" | sed -n "/^$me\$/,/^last-ping-reply\$/p" | sed -n '/^last-ok-ping-reply$/{n;p}')
  [ -n "$answered" ] && [ "$answered" -lt 3000 ]
}

is_seen() {
  listed=sentinels
  if [ "$1" = 6379 ]; then
    case $(ask localhost 6379 role) in master*) return ;; *) listed=replicas ;; esac
  fi
  for node in $nodes; do [ "$node" = "$me" ] || seen_by "$node" $listed || return 1; done
}

case $1 in
  # A rollout or drain stops the next pod only when this one can take over.
  started) is_ready "$2" && is_seen "$2" ;;
  ready) is_ready "$2" ;;
  # Accepts any response: it may be loading data or already have another password.
  alive) [ -n "$(ask localhost "$2" ping)" ] ;;
esac
