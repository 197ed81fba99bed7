import { Parser } from 'htmlparser2';
import { settingsOf } from '#modules/system/settings.service';
import type { App } from '#platform/app';
import { fail } from '#platform/fail';
import { guardedFetch } from '#platform/outside/outbound';

/** An action of the office server on files of one extension, and its address. */
interface Action {
  ext: string;
  name: 'edit' | 'view';
  /** The address, with placeholders for parameters, such as `<ui=UI_LLCC&>`. */
  address: string;
}

interface Discovered {
  at: number;
  server: string;
  actions: readonly Action[];
}

const FRESH_MS = 3_600_000;
const TIMEOUT_MS = 8000;
const MAX_BYTES = 2 * 1024 * 1024;
const known = new WeakMap<App, Discovered>();

/** Returns the actions of the office server; empty if there is none. @throws office.unreachable */
export async function officeActions(app: App): Promise<readonly Action[]> {
  const server = (await settingsOf(app)).office_server;
  if (server === '') return [];
  const before = known.get(app);
  if (before?.server === server && Date.now() - before.at < FRESH_MS) return before.actions;
  const actions = await discover(app, server);
  known.set(app, { at: Date.now(), server, actions });
  return actions;
}

/** @throws office.unreachable */
export async function discover(app: App, server: string): Promise<readonly Action[]> {
  const text = await guardedFetch(app.openStream)(`${server.replace(/\/+$/, '')}/hosting/discovery`, {
    signal: AbortSignal.timeout(TIMEOUT_MS),
  })
    .then(async (answer) => (answer.ok ? readText(answer) : ''))
    .catch(() => '');
  const actions = actionsIn(text);
  if (actions.length === 0) throw fail('office.unreachable', { server });
  return actions;
}

async function readText(answer: Response): Promise<string> {
  const parts: Uint8Array[] = [];
  let bytes = 0;
  for await (const part of answer.body ?? []) {
    bytes += part.length;
    if (bytes > MAX_BYTES) return '';
    parts.push(part);
  }
  return Buffer.concat(parts).toString('utf8');
}

/** The actions in a discovery document (WOPI discovery, MS-WOPI). */
export function actionsIn(xml: string): Action[] {
  const actions: Action[] = [];
  const parser = new Parser(
    {
      onopentag(tag, { name, ext, urlsrc }) {
        if (tag !== 'action' || !ext || !urlsrc || (name !== 'edit' && name !== 'view')) return;
        if (/^https?:\/\//.test(urlsrc) && URL.canParse(urlsrc.replace(/<[^<>]*>/g, '')))
          actions.push({ ext: ext.toLowerCase(), name, address: urlsrc });
      },
    },
    { xmlMode: true },
  );
  parser.end(xml);
  return actions;
}

/** The address of an action for one file, without the placeholders that Atrium does not fill. */
export function addressOf({ address }: Action, source: string, language: string): string {
  const url = new URL(address.replace(/<[^<>]*>/g, ''));
  url.searchParams.set('WOPISrc', source);
  url.searchParams.set('lang', language);
  return url.href;
}
