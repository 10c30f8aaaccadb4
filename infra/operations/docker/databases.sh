# Gives each service a database and a role that only it (and the superuser) may enter; run again it changes nothing but
# passwords. The same as infra/local does for npm start, with what the image of PostgreSQL has.
set -eu

psql --quiet --dbname=postgres --command='revoke connect on database postgres from public'

for service in auth library catalog social media; do
  variable=$(echo "$service" | tr '[:lower:]' '[:upper:]')_DATABASE_PASSWORD
  # Read by psql from the environment: arguments can be seen in a list of processes.
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
