#!/bin/sh
# Runs a standby of the database. An empty volume gets a copy of the primary first.
set -eu
umask 077
if [ ! -s "$PGDATA/PG_VERSION" ]; then
  # A copy that was cut off must not be taken for a database.
  rm -rf "$PGDATA.new"
  mkdir -p "$(dirname "$PGDATA")"
  PGPASSWORD=$(cat /run/secrets/REPLICATION) pg_basebackup --host=database --username=replicator --pgdata="$PGDATA.new" \
    --write-recovery-conf --wal-method=stream --slot=standby --checkpoint=fast
  mv "$PGDATA.new" "$PGDATA"
fi
exec postgres "$@"
