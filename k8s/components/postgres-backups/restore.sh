# Puts the database of each service back to what a backup has: the one that is named, such as 2026-11-23T03-00-00Z, or the
# newest. PostgreSQL refuses while a service is connected to its database: stop the services first.
set -eu
backups=${BACKUPS:-/backups}
name=${1:-newest}
[ "$name" != newest ] || name=$(ls "$backups" | grep 'Z$' | tail -n 1)

# None is touched unless all are there.
for service in auth library catalog social media; do
  pg_restore --list "$backups/$name/$service.dump" >/dev/null
done
for service in auth library catalog social media; do
  pg_restore --exit-on-error --clean --if-exists --create --dbname=postgres "$backups/$name/$service.dump"
  echo "The database of $service is as it was: $name"
done
