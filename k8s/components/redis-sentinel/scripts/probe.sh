# probe.sh started|ready|alive PORT
. /etc/redis/common.sh
# A node that is busy is no reason to end what others rely on.
limit=8

is_ready() {
  ask localhost "$1" info | grep -qx -e role:master -e master_link_status:up -e redis_mode:sentinel
}

# Another sentinel may go on asking at the address of the pod before this one, for 15 s, and would not take this one for a master.
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
  # The next pod of a rollout or a drain is stopped no sooner than this one could take over.
  started) is_ready "$2" && is_seen "$2" ;;
  ready) is_ready "$2" ;;
  # Whatever it answers: it may be loading, or have another password by now.
  alive) [ -n "$(ask localhost "$2" ping)" ] ;;
esac
