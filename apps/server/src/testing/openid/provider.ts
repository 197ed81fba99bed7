import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { freePort } from '../freePort.ts';

/** The claims of a provider about the person who signs in with a name. */
export interface ClaimedPerson {
  email?: string;
  email_verified?: boolean;
  name?: string;
  groups?: string[];
}

export interface TestProvider {
  issuer: string;
  host: string;
  /** Does what a browser does: signs in and agrees. Returns the query of the redirect address. */
  signIn(url: string, name: string): Promise<string>;
  stop(): Promise<void>;
}

export const CLIENT = { client_id: 'atrium', client_secret: 'a-Secret-of-tests' };

/** Starts `oidc-provider` in a process of its own. */
export async function startProvider(
  redirect: string,
  people: Readonly<Record<string, ClaimedPerson>>,
  wantedPort = 0,
): Promise<TestProvider> {
  const port = wantedPort || (await freePort());
  const program = path.join(import.meta.dirname, 'provider.process.ts');
  const child = spawn(process.execPath, [program, JSON.stringify({ port, redirect, people })], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  process.once('exit', () => child.kill('SIGKILL'));
  await once(child.stdout, 'data');
  const issuer = `http://127.0.0.1:${port}`;
  return {
    issuer,
    host: `127.0.0.1:${port}`,
    signIn: (url, name) => walk(url, redirect, { name }),
    async stop() {
      const ended = once(child, 'exit');
      child.kill('SIGKILL');
      await ended;
    },
  };
}

/** Follows redirects with cookies and submits the forms on the way, until the redirect address comes. */
async function walk(first: string, redirect: string, { name }: { name: string }): Promise<string> {
  const jar = new Map<string, string>();
  let next: { url: string; form?: URLSearchParams } = { url: first };
  for (let step = 0; step < 12; step++) {
    if (next.url.startsWith(redirect)) return new URL(next.url).search.slice(1);
    const response: Response = await fetch(next.url, {
      method: next.form ? 'POST' : 'GET',
      redirect: 'manual',
      headers: { cookie: [...jar].map(([key, value]) => `${key}=${value}`).join('; ') },
      ...(next.form && { body: next.form }),
    });
    for (const cookie of response.headers.getSetCookie()) {
      const [, key = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
      jar.set(key, value);
    }
    const location = response.headers.get('location');
    const page = await response.text();
    const action = /<form[^>]{0,300} action="([^"]{1,300})"/.exec(page)?.[1];
    const prompt = /name="prompt" value="([^"]+)"/.exec(page)?.[1] ?? '';
    if (location) next = { url: new URL(location, next.url).href };
    else if (action) {
      const form = new URLSearchParams({ prompt, ...(prompt === 'login' && { login: name, password: 'any' }) });
      next = { url: new URL(action, next.url).href, form };
    } else throw new Error(`the provider's page has no form: ${page.slice(0, 500)}`);
  }
  throw new Error('the provider did not send back');
}
