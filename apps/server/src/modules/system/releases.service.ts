import type { OutputOf } from '@atrium/contract/kit.ts';
import type { systemVersion } from '@atrium/contract/workspace/system.ts';
import type { App } from '#platform/app';
import { guardedFetch } from '#platform/outside/outbound';
import { settingsOf } from './settings.service.ts';

type Publish = OutputOf<typeof systemVersion>['publish'];

/** An answer of the code host, also a failure, is used for this long: it limits anonymous requests. */
const KEPT_MS = 600_000;
const LIMIT_MS = 5000;
/** The limit for an answer: a release lists its files, and hundreds of them fit. */
const MAX_BYTES = 1024 * 1024;
const API = 'https://api.github.com';
const HOST = 'https://github.com';

/** A tag of a release; other tags name no version. */
const VERSION = /^v?(\d{1,6}\.\d{1,6}(?:\.\d{1,6})?(?:-[\w.]{1,20})?)$/;

interface Release {
  url: string;
  version: string;
}
const known = new WeakMap<App, { repo: string; at: number; release: Release }>();

/** The source of downloads for clients: the address, or the repository, that an administrator has named. */
export async function publishedBy(app: App): Promise<Publish> {
  const { client_url, client_repo } = await settingsOf(app);
  const none = { provider: 'generic' as const, url: client_url, owner: '', repo: '', version: '' };
  const [owner, repo] = client_repo.split('/');
  if (!owner || !repo) return none;
  const { url, version } = latestRelease(app, client_repo);
  return { provider: 'github', url: client_url || url, owner, repo, version };
}

const pageOf = (repo: string): Release => ({ url: `${HOST}/${repo}/releases`, version: '' });

/** Returns the latest known release without waiting for the code host. An outdated answer is renewed by one caller. */
function latestRelease(app: App, repo: string): Release {
  const kept = known.get(app);
  const release = kept?.repo === repo ? kept.release : pageOf(repo);
  if (kept?.repo === repo && Date.now() - kept.at < KEPT_MS) return release;
  const looking = { repo, at: Date.now(), release };
  known.set(app, looking);
  askForRelease(app, repo).then(
    (found) => {
      looking.release = found;
    },
    (error: unknown) => {
      looking.release = pageOf(repo);
      app.log.warn({ err: error, repo }, 'could not look up the newest release');
    },
  );
  return release;
}

async function askForRelease(app: App, repo: string): Promise<Release> {
  const response = await guardedFetch(app.openStream)(`${API}/repos/${repo}/releases/latest`, {
    headers: { accept: 'application/vnd.github+json', 'user-agent': 'Atrium' },
    signal: AbortSignal.timeout(LIMIT_MS),
  });
  const text = await limited(response);
  if (!response.ok) throw new Error(`the code host answered ${response.status}`);
  const { html_url, tag_name } = JSON.parse(text) as { html_url?: unknown; tag_name?: unknown };
  const isPage = typeof html_url === 'string' && html_url.startsWith(`${HOST}/`);
  const [, tag] = (typeof tag_name === 'string' && VERSION.exec(tag_name)) || [];
  return { url: isPage ? html_url : pageOf(repo).url, version: tag ?? '' };
}

async function limited({ body }: Response): Promise<string> {
  const parts: Uint8Array[] = [];
  let bytes = 0;
  for await (const part of body ?? []) {
    bytes += part.length;
    if (bytes > MAX_BYTES) throw new Error('the answer of the code host is too long');
    parts.push(part);
  }
  return Buffer.concat(parts).toString();
}
