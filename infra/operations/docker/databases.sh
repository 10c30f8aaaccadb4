# Creates a database and a role for each service; only this role and the superuser may connect. A second run only updates
# passwords. Does the same as infra/local, with the tools of the PostgreSQL image.
set -eu

psql --quiet --dbname=postgres --command='revoke connect on database postgres from public'

for service in auth library catalog social media; do
  variable=$(echo "$service" | tr '[:lower:]' '[:upper:]')_DATABASE_PASSWORD
  # psql reads it from the environment, because process lists show arguments.
  ROLE_PASSWORD=$(printenv "$variable") psql --quiet --dbname=postgres --set=ON_ERROR_STOP=1 --set=name="$service" <<'SQL'
\getenv password ROLE_PASSWORD
select format('create role %I login', :'name') where not exists (select from pg_roles where rolname = :'name') \gexec
alter role :"name" password :'password';
select format('create database %I owner %I', :'name', :'name')
 where not exists (select from pg_database where datname = :'name') \gexec
revoke connect, temporary on database :"name" from public;
SQL
  psql --quiet --dbname="$service" --set=ON_ERROR_STOP=1 <<'SQL'
set client_min_messages = warning;
create extension if not exists pg_trgm;
create extension if not exists unaccent;
create extension if not exists citext;
SQL
  echo "The database of $service is ready."
done
