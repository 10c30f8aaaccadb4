# Starts Redis in the role that the sentinels assign. The previous master may have been replaced, so no server starts before
# two of three sentinels agree; they store their state on a volume.
. /etc/redis/common.sh
before=$(mounted)

agreed() {
  for node in $nodes; do named_by "$node"; done | sort | uniq -d
}

await_agreed() {
  until master=$(agreed) && [ -n "$master" ]; do sleep 1; done
}

# Unknown to a pod without data.
empty() {
  [ ! -e /data/dump.rdb ] && ! ls /data/appendonlydir/*.manifest >/dev/null 2>&1
}

# A master that returns with less data than its replicas would make them discard the rest. Prints `more` if a replica followed this
# one until it stopped, is a master, or has keys while this one has none; `silent` if one does not respond.
seen_at() {
  info=$(ask "$1" 6379 info replication) || true
  case $info in
    *role:master* | *master_link_down_since_seconds:[0-9]*) echo more ;;
    *role:slave*) ! empty || [ "$(ask "$1" 6379 dbsize)" = 0 ] || echo more ;;
    *) echo silent ;;
  esac
}

seen() {
  for node in $nodes; do [ "$node" = "$me" ] || seen_at "$node"; done
}

hand_over() {
  for node in $nodes; do
    case $(ask "$node" 26379 sentinel failover $name) in OK | INPROG*) return ;; esac
  done
}

await_agreed
waited=0
while [ "$master" = "$me" ]; do
  case $(seen) in
    *more*) hand_over ;;
    # Without data, it waits a minute for the others, because one of them may have data.
    *silent*) ! empty || [ $waited -ge 60 ] && break ;;
    *) break ;;
  esac
  sleep 1
  waited=$((waited + 1))
  await_agreed
done

{
  common_settings
  echo "include /etc/redis/redis.conf"
  echo "masterauth $password"
  echo "replica-announce-ip $me"
  [ "$master" = "$me" ] || echo "replicaof $master 6379"
} >/run/redis/redis.conf
when_renewed take_renewed
exec redis-server /run/redis/redis.conf
