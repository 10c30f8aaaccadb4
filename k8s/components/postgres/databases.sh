# Creates a database and a role for each service; only this role may connect. Runs once, on an empty volume.
set -e
create() {
  psql -v ON_ERROR_STOP=1 -v name="$1" -v password="$2" -U postgres -d postgres <<'SQL'
create role :"name" login password :'password';
create database :"name" owner :"name";
revoke connect, temporary on database :"name" from public;
SQL
  psql -v ON_ERROR_STOP=1 -U postgres -d "$1" -c 'create extension pg_trgm; create extension unaccent; create extension citext;'
}
create auth "$AUTH_PASSWORD"
create library "$LIBRARY_PASSWORD"
create catalog "$CATALOG_PASSWORD"
create social "$SOCIAL_PASSWORD"
create media "$MEDIA_PASSWORD"
