#!/bin/sh
# Run once by the image of PostgreSQL, for an empty volume: lets the standby replicate.
set -eu
psql --set ON_ERROR_STOP=1 --username "$POSTGRES_USER" --dbname "$POSTGRES_DB" \
  --set password="$(cat /run/secrets/REPLICATION)" <<'SQL'
create role replicator replication login password :'password';
select pg_create_physical_replication_slot('standby');
SQL
echo 'host replication replicator samenet scram-sha-256' >>"$PGDATA/pg_hba.conf"
