# Before a master stops, it fails over while writes wait, so that none is lost or refused. If that takes too long, the
# sentinels replace it after it stopped.
. /etc/redis/common.sh

# The new master refuses writes until a replica follows it; there may be no other replica.
takes_changes() {
  ask "$1" 6379 info replication | grep -q '^min_slaves_good_slaves:[1-9]'
}

case $(ask localhost 6379 role) in master*) ;; *) exit 0 ;; esac
ask localhost 6379 client pause 15000 write
for node in $nodes; do
  [ "$node" != "$me" ] || continue
  case $(ask "$node" 26379 sentinel failover $name) in OK | INPROG*) ;; *) continue ;; esac
  tries=0
  while [ $tries -lt 40 ]; do
    new=$(named_by "$node")
    case $new in
      '' | "$me") ;;
      *) if [ $tries -gt 12 ] || takes_changes "$new"; then exit 0; fi ;;
    esac
    tries=$((tries + 1))
    sleep 0.25
  done
done
ask localhost 6379 client unpause
