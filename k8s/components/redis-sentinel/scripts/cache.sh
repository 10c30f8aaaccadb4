# Starts the cache.
. /etc/redis/common.sh
before=$(mounted)

{
  common_settings
  echo "include /etc/redis/cache.conf"
} >/run/redis/redis.conf
when_renewed take_renewed
exec redis-server /run/redis/redis.conf
