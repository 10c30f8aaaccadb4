# Writes all databases into a folder named after the current time, or none of them, and then deletes folders that
# are older than KEEP_DAYS.
set -eu
backups=${BACKUPS:-/backups}
folder=$backups/$(date -u +%Y-%m-%dT%H-%M-%SZ)

mkdir "$folder.part"
trap 'rm -rf "$folder.part"' EXIT
for service in auth library catalog social media; do
  pg_dump --format=custom --file="$folder.part/$service.dump" "$service"
done
mv "$folder.part" "$folder"
echo "Backed up: $(du -sh "$folder")"

find "$backups" -mindepth 1 -maxdepth 1 -type d -mtime "+$KEEP_DAYS" -exec rm -r {} +
