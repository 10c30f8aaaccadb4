# Restores all databases from a backup: the named one, such as 2026-11-23T03-00-00Z, or the
# newest. Stop the services first: PostgreSQL refuses while they are connected.
set -eu
backups=${BACKUPS:-/backups}
name=${1:-newest}
[ "$name" != newest ] || name=$(ls "$backups" | grep 'Z$' | tail -n 1)

# Changes nothing unless all backups exist.
for service in auth library catalog social media; do
  pg_restore --list "$backups/$name/$service.dump" >/dev/null
done
for service in auth library catalog social media; do
  pg_restore --exit-on-error --clean --if-exists --create --dbname=postgres "$backups/$name/$service.dump"
  echo "The database of $service is as it was: $name"
done
