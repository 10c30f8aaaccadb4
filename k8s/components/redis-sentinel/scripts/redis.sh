# Starts Redis as what the sentinels say it is. Whoever was the master may not be it any more, so nobody starts before
# two of three sentinels agree; they keep what they know on a volume.
. /etc/redis/common.sh
before=$(mounted)

agreed() {
  for node in $nodes; do named_by "$node"; done | sort | uniq -d
}

await_agreed() {
  until master=$(agreed) && [ -n "$master" ]; do sleep 1; done
}

# What a pod without data does not know.
empty() {
  [ ! -e /data/dump.rdb ] && ! ls /data/appendonlydir/*.manifest >/dev/null 2>&1
}

# A master that comes back with less than its replicas have would have them forget the rest. Says `more` if one followed this
# one until it ended, or leads, or has keys while this has none; `silent` if one does not answer.
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
    # With nothing of its own it waits for the others, a minute, lest one of them has something.
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
