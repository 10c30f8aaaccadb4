# Starts a sentinel. The volume keeps its state (master, other sentinels, epoch); its settings are written at each start.
. /etc/redis/common.sh
before=$(mounted)
known=/data/sentinel.conf

known_by_others() {
  for node in $nodes; do [ "$node" = "$me" ] || named_by "$node"; done | head -n 1
}

# Without state, it asks the others. Only the first pod may begin a new group when none responds.
master_at_first() {
  tries=0
  until master=$(known_by_others) && [ -n "$master" ]; do
    tries=$((tries + 1))
    if [ "$me" = redis-0.redis ] && [ $tries -gt 10 ]; then master=$me && return; fi
    sleep 1
  done
}

if ! grep -q "^sentinel monitor $name " $known 2>/dev/null; then
  master_at_first
  echo "sentinel monitor $name $master 6379 2" >$known
fi
{
  common_settings
  cat <<END
bind * -::*
tls-port 26379
dir /data
sentinel resolve-hostnames yes
sentinel announce-hostnames yes
sentinel announce-ip $me
sentinel announce-port 26379
sentinel sentinel-pass $password
END
  grep -E '^sentinel (monitor|myid|current-epoch|config-epoch|leader-epoch|known-replica|known-sentinel) ' $known
  cat <<END
sentinel auth-pass $name $password
sentinel down-after-milliseconds $name 5000
sentinel failover-timeout $name 30000
sentinel parallel-syncs $name 1
END
} >$known.new
mv $known.new $known

# A running sentinel cannot reload them: the sentinels stop one after the other and are restarted.
end_in_turn() {
  ordinal=${HOSTNAME##*-}
  sleep $((ordinal * 20))
  kill $$
}
when_renewed end_in_turn
exec redis-server $known --sentinel
