#!/bin/sh
# Makes the passwords that the Compose files need, in the folder "secrets". Files that exist are kept.
# The folder is closed to other users of this machine. The files are readable, because each container has its own user.
set -eu
cd "$(dirname "$0")"
mkdir -p secrets && chmod 700 secrets
umask 022
for name in PGPASSWORD REPLICATION ATRIUM_SECRET_KEY; do
  [ -s "secrets/$name" ] || openssl rand -hex 24 >"secrets/$name"
done
if [ ! -s secrets/REDIS_URL ]; then
  password=$(openssl rand -hex 24)
  echo "redis://:$password@redis:6379" >secrets/REDIS_URL
  echo "requirepass $password" >secrets/redis.conf
fi
