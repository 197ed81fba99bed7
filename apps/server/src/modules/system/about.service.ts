import { readdir, readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import type { InputOf } from '@atrium/contract/kit.ts';
import type { systemUpdatelog } from '@atrium/contract/workspace/system.ts';
import type { App } from '#platform/app';
import type { View } from '#platform/work';
import { publishedBy } from './releases.service.ts';
import { settingsOf } from './settings.service.ts';
import { countDevices, countPeople } from './system.queries.ts';

const ROOT = path.resolve(import.meta.dirname, '../../../../..');

/** The version of the server, and where clients are. */
export async function readVersion({ app, tx, caller }: View) {
  const devices = caller.userid ? await countDevices(tx, caller.userid) : { n: 0 };
  const { privacy_url } = await settingsOf(app);
  return { version: app.version, device_count: Number(devices.n), publish: await publishedBy(app), privacy_url };
}

/** The license has no limits: no seats, no expiry, and no binding to a machine. */
export async function readLicense({ app, tx }: View) {
  const users = await countPeople(tx);
  return {
    license: 'Apache-2.0',
    info: { people: 0, expired_at: null, sn: '', mac: [], ip: [], domain: [], email: [] },
    macs: [],
    version: app.version,
    user_count: users,
    error: [],
  };
}

/** Removes links into the repository, which do not work on a screen. */
const withoutOwnLinks = (text: string): string =>
  text
    .replaceAll(/ \(\[[^[\]]{1,200}\]\((?!https?:)[^()]{1,200}\)\)/g, '')
    .replaceAll(/\[([^[\]]{1,200})\]\((?!https?:)[^()]{1,200}\)/g, '$1');

const newsIn = (lang: string) => readFile(path.join(ROOT, 'docs/news', `${lang}.md`), 'utf8');

/** The release notes for people, in their language; empty if the installation has no such file. */
export async function readNews({ app, caller }: View, { take = 50 }: InputOf<typeof systemUpdatelog>) {
  const text = await newsIn(caller.lang).catch(() => newsIn('en').catch(() => ''));
  const versions = withoutOwnLinks(text)
    .split(/^(?=## )/m)
    .slice(1, 1 + take);
  return { logVersion: app.version, updateLog: versions.join('').trim() };
}

/** Smaller files are not worth prefetching. */
const WORTH_BYTES = 50 * 1024;
const built = new WeakMap<App, Promise<string[]>>();

/** The client's larger files, for a shell to prefetch. A browser gets an empty list: its service worker stores them. */
export async function listPrefetch({ app, caller }: View): Promise<string[]> {
  const isShell = ['Electron/', 'Capacitor'].some((word) => caller.userAgent.includes(word));
  if (!isShell || !app.webDir) return [];
  const known = built.get(app) ?? largeFiles(path.join(app.webDir, 'assets'));
  built.set(app, known);
  return (await known).map((name) => `${app.publicUrl}/assets/${encodeURIComponent(name)}`);
}

async function largeFiles(dir: string): Promise<string[]> {
  const names = await readdir(dir).catch(() => []);
  const sizes = await Promise.all(names.map(async (name) => (await stat(path.join(dir, name))).size));
  return names.filter((_name, index) => (sizes[index] ?? 0) > WORTH_BYTES).sort();
}
