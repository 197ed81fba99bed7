#!/usr/bin/env bash
# Builds the container image of the present commit: deploy/image/build.sh [--embedded] [--archive FILE]
#   --embedded      includes the database server, for a workspace of one container
#   --archive FILE  also writes the image to a file, for `docker load` or `podman load`
#
# Needs Debian with buildah, mmdebstrap, binutils, git and Node 18 or newer with npm, the npm registry and a Debian
# mirror. Where there is no overlay file system, set STORAGE_DRIVER=vfs. The same commit, packages and mirror state make
# the same layers; DEBIAN_MIRROR can name a fixed state, such as
# https://snapshot.debian.org/archive/debian/20261120T000000Z.
set -euo pipefail
umask 022
export LC_ALL=C BUILDAH_FORMAT=docker

suite=trixie
mirror=${DEBIAN_MIRROR:-http://deb.debian.org/debian}
uid=10001
embedded= archive=
while [ $# -gt 0 ]; do
  case $1 in
    --embedded) embedded=yes ;;
    --archive) archive=$2 && shift ;;
    *) sed -n '2,4s/^# //p' "$0" >&2 && exit 2 ;;
  esac
  shift
done

repository=$(git -C "$(dirname "$0")" rev-parse --show-toplevel)
revision=$(git -C "$repository" rev-parse HEAD)
SOURCE_DATE_EPOCH=$(git -C "$repository" log -1 --format=%ct)
export SOURCE_DATE_EPOCH
version=$(sed -n 's/^  "version": "\(.*\)",$/\1/p' "$repository/package.json")
name=localhost/atrium:$version${embedded:+-embedded}

work=$(mktemp -d /tmp/atrium-image.XXXXXX)
container=
trap '[ -z "$container" ] || buildah rm "$container" >/dev/null; rm -rf "$work"' EXIT

# Only what is committed. The web client and the bundles of libraries are built with all packages, in a tree of its own.
echo "Building the web client of ${revision:0:8}"
mkdir "$work/web" "$work/server" "$work/root" "$work/app"
git -C "$repository" archive "$revision" | tee >(tar -x -C "$work/web") | tar -x -C "$work/server"
npm=(npm ci --ignore-scripts --no-audit --no-fund --no-update-notifier --loglevel=error)
(cd "$work/web" && "${npm[@]}" && node scripts/build.mjs)

echo 'Installing the packages of the server'
(cd "$work/server" && "${npm[@]}" --omit=dev --workspace apps/server --include-workspace-root)
modules=$work/server/node_modules
strip --strip-all -o "$work/node" "$modules"/node-linux-*/bin/node
# The Node package also brings headers. Types and source maps are for developing; TypeScript and React are wanted by
# packages of the server only for what it does not use.
rm -rf "$modules"/node-linux-* "$modules"/{typescript,@typescript,@types,react,react-dom,.bin}
find "$modules" -type f \( -name '*.map' -o -name '*.d.ts' -o -name '*.d.mts' -o -name '*.d.cts' \) -delete
if [ -n "$embedded" ]; then
  # The links that the server would make at its first start: the image is read-only.
  find "$modules/@embedded-postgres" -name '*.a' -delete
  (cd "$work/server" && "$work/node" -e "
    const { preparedBinaries } = await import('./apps/server/src/platform/postgres/binaries.ts');
    preparedBinaries(null, '/nonexistent');" --input-type=module)
else
  rm -rf "$modules/@embedded-postgres"
fi

echo "Making the base from Debian $suite"
# Libraries only: no shell, no package manager. The database's own programs need a shell.
mmdebstrap --quiet --variant=extract --include="base-files,libc6,libstdc++6,libatomic1${embedded:+,dash}" \
  --extract-hook='mkdir -p "$1/var/lib/dpkg/status.d"; for deb in "$1"/var/cache/apt/archives/*.deb; do
    dpkg-deb -f "$deb" >"$1/var/lib/dpkg/status.d/$(dpkg-deb -f "$deb" Package)"; done' \
  "$suite" "$work/root" "$mirror"
rm -rf "$work/root"/{etc/{hostname,resolv.conf,apt,fstab},var/{cache,log,lib/{apt,dpkg/{alternatives,info,triggers,updates,status}}},usr/share/{doc,info,man,locale,lintian,bug}}
rm -rf "$work/root"/{boot,home,media,mnt,srv,dev}/* 2>/dev/null || true
[ -z "$embedded" ] || ln -sf dash "$work/root/usr/bin/sh"
echo "atrium:x:$uid:$uid::/data:/nonexistent" >"$work/root/etc/passwd"
echo "atrium:x:$uid:" >"$work/root/etc/group"
mkdir -p "$work/root/tmp" && chmod 1777 "$work/root/tmp"

echo 'Putting the image together'
install -D "$work/node" "$work/app/usr/local/bin/node"
target=$work/app/opt/atrium
mkdir -p "$target/apps/server" "$target/apps/web" "$target/deploy"
cp -a "$modules" "$work/server/packages" "$work/server"/{package.json,LICENSE,CHANGELOG.md} "$target/"
mkdir -p "$target/docs"
cp -a "$work/server/docs/news" "$target/docs/"
cp -a "$work/server"/apps/server/{package.json,src,migrations} "$target/apps/server/"
[ ! -d "$work/server/apps/server/node_modules" ] || cp -a "$work/server/apps/server/node_modules" "$target/apps/server/"
cp -a "$work/web/apps/web/dist" "$target/apps/web/"
cp -a "$work/server/apps/micro" "$target/apps/"
cp -a "$work/server"/deploy/{start,health}.mjs "$target/deploy/"
mkdir -p "$target/scripts/lib" "$target/node_modules/.cache"
cp -a "$work/server"/scripts/lib/{directImports,findImport,libraries,repository}.mjs "$target/scripts/lib/"
cp -a "$work/web/node_modules/.cache/libraries" "$target/node_modules/.cache/"
rm -rf "$target/apps/server/src/testing"
find "$target/apps" "$target/packages" -name '*.test.ts' -delete
find "$target/node_modules" -xtype l -delete

# The OCI format has no place for the health check; Docker's has, and every runtime reads it.
container=$(buildah from --format docker scratch)
buildah add --quiet "$container" "$work/root" / >/dev/null
buildah config --created-by "mmdebstrap $suite" "$container"
layer=$(buildah commit --quiet --format docker --timestamp "$SOURCE_DATE_EPOCH" "$container")
buildah rm "$container" >/dev/null
container=$(buildah from --format docker "$layer")
buildah add --quiet "$container" "$work/app" / >/dev/null
# The folder is inside another one, because --chown applies to what is in the folder that is named.
mkdir -p "$work/volume/data" && chmod 700 "$work/volume/data"
buildah add --quiet --chown $uid:$uid "$container" "$work/volume" / >/dev/null
buildah config --user $uid:$uid --workingdir /opt/atrium --port 8080/tcp --port 8080/udp --port 9080/tcp --volume /data \
  --entrypoint '["/usr/local/bin/node", "--min-semi-space-size=16", "--no-allocation-site-pretenuring", "/opt/atrium/deploy/start.mjs"]' --cmd '' --stop-signal SIGTERM \
  --env PATH=/usr/local/bin:/usr/bin --env NODE_ENV=production --env ATRIUM_HOST=0.0.0.0 --env ATRIUM_DATA=/data \
  --healthcheck 'CMD /usr/local/bin/node /opt/atrium/deploy/health.mjs' --healthcheck-interval 10s \
  --healthcheck-timeout 5s --healthcheck-start-period 60s --healthcheck-retries 3 \
  --label org.opencontainers.image.title=Atrium --label "org.opencontainers.image.version=$version" \
  --label "org.opencontainers.image.revision=$revision" --label org.opencontainers.image.licenses=Apache-2.0 \
  --label 'org.opencontainers.image.description=A workspace for your team on your own server' \
  --created-by "deploy/image/build.sh" "$container"
buildah commit --quiet --format docker --timestamp "$SOURCE_DATE_EPOCH" "$container" "$name" >/dev/null

echo "Root file system: $(du -sm "$work/root" | cut -f1) MB of Debian, $(du -sm "$work/app" | cut -f1) MB of Atrium"
du -sm "$work/node" "$target/node_modules" "$target/apps" "$target/packages" | sed "s#$work/##; s#app/##"
buildah inspect --type image --format 'Layers: {{.OCIv1.RootFS.DiffIDs}}{{println}}' "$name"
if [ -n "$archive" ]; then
  rm -f "$archive"
  buildah push --quiet "$name" "docker-archive:$archive:$name"
  echo "Archive: $(du -m "$archive" | cut -f1) MB, $(gzip -c "$archive" | wc -c | awk '{printf "%d MB compressed", $1 / 1048576}')"
fi
echo "$name"
