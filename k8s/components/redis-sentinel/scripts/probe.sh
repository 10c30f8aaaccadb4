# probe.sh ready|alive PORT
. /etc/redis/common.sh

case $1 in
  # A replica is once it follows: the next pod of a rollout is stopped no sooner.
  ready) ask localhost "$2" info | grep -qx -e role:master -e master_link_status:up -e redis_mode:sentinel ;;
  # Whatever it answers: it may be loading, or have another password by now.
  alive) [ -n "$(ask localhost "$2" ping)" ] ;;
esac
