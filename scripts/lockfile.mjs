// `node scripts/lockfile.mjs`: run after every `npm install` that changes package-lock.json.
//
// npm omits packages of other platforms from the lockfile when it cannot or need not read them
// (https://github.com/npm/cli/issues/4828), and then refuses that same lockfile in `npm ci`. This adds them again,
// without a checksum: a platform that installs one uses the version pinned by its parent.
//
// It also adds the addresses that npm leaves out with `omit-lockfile-registry-resolved`: without them, `npm ci` asks the
// registry about every package and takes two thirds longer. npm replaces this host with the configured registry's.
import { readFileSync, writeFileSync } from 'node:fs';
import { addressOf, nameOf } from './lib/registry.mjs';
import { inRoot } from './lib/repository.mjs';

const platforms = [
  'aix',
  'android',
  'darwin',
  'freebsd',
  'linux',
  'netbsd',
  'openbsd',
  'openharmony',
  'sunos',
  'win32',
];
const processors = ['arm64', 'arm', 'ia32', 'loong64', 'mips64el', 'ppc64', 'riscv64', 's390x', 'wasm32', 'x64'];

const file = inRoot('package-lock.json');
const lock = JSON.parse(readFileSync(file, 'utf8'));
const added = [];

for (const [parent, entry] of Object.entries(lock.packages)) {
  for (const [name, range] of Object.entries(entry.optionalDependencies ?? {})) {
    if (isLocked(parent, name)) continue;
    const path = `node_modules/${name}`;
    lock.packages[path] = {
      version: range.replace(/^[\^~>=v ]+/, ''),
      ...platformOf(name),
      ...(entry.dev && { dev: true }),
      ...(entry.license && { license: entry.license }),
      optional: true,
    };
    added.push(name);
  }
}

let addressed = 0;
for (const [path, entry] of Object.entries(lock.packages)) {
  if (!entry.integrity || entry.resolved) continue;
  const { name, version, ...more } = entry;
  lock.packages[path] = { ...(name && { name }), version, resolved: addressOf(nameOf(path, entry), version), ...more };
  addressed++;
}

const { '': root, ...rest } = lock.packages;
lock.packages = { '': root, ...Object.fromEntries(Object.entries(rest).sort(([a], [b]) => (a < b ? -1 : 1))) };
if (added.length || addressed) writeFileSync(file, `${JSON.stringify(lock, null, 2)}\n`);
console.log(added.length ? `Added ${added.length}: ${added.join(', ')}` : 'The lockfile names all platforms.');
console.log(addressed ? `Added ${addressed} addresses.` : 'The lockfile has all addresses.');

function isLocked(parent, name) {
  for (let folder = parent; ; folder = folder.replace(/(^|\/)node_modules\/(@[^/]+\/)?[^/]+$/, '')) {
    if (lock.packages[`${folder && `${folder}/`}node_modules/${name}`]) return true;
    if (!folder || !folder.includes('node_modules')) return Boolean(lock.packages[`node_modules/${name}`]);
  }
}

function platformOf(name) {
  const words = name.split(/[-/.]/);
  const cpu = processors.find((each) => words.includes(each));
  const os = platforms.find((each) => words.includes(each));
  if (!cpu || !os)
    throw new Error(`${name} does not say which platform it is for: add it to package-lock.json by hand`);
  const libc = words.some((word) => word.startsWith('musl')) ? 'musl' : words.includes('gnu') ? 'glibc' : undefined;
  return { cpu: [cpu], ...(libc && { libc: [libc] }), os: [os] };
}
