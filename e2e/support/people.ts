import type { Call, InputOf, OutputOf } from '@atrium/contract/kit.ts';
import { invitationAccept, invitationAdd } from '@atrium/contract/people/invitations.ts';
import { userEditdata } from '@atrium/contract/people/profile.ts';
import { login } from '@atrium/contract/people/sessions.ts';
import { systemSetting } from '@atrium/contract/workspace/settings.ts';
import { type Browser, type BrowserContext, type BrowserContextOptions, expect, type Page } from '@playwright/test';
import { firstMailTo } from './mailbox.ts';

export const PASSWORD = 'correct-Horse7';
export const INVITE_CODE = 'welcome';

export interface Person {
  userid: number;
  nickname: string;
  email: string;
  token: string;
  call<C extends Call>(call: C, input: InputOf<C>): Promise<OutputOf<C>>;
}

/** An account created over the API, for journeys about something else. */
export async function account(base: string, nickname: string, administrator?: Person): Promise<Person> {
  const email = `${nickname.toLowerCase()}${Math.random().toString(36).slice(2, 8)}@example.com`;
  const profile = administrator
    ? await invited(base, administrator, { email, nickname })
    : await ask(base, '', login, { type: 'reg', email, password: PASSWORD, invite: INVITE_CODE });
  await ask(base, profile.token, userEditdata, { nickname });
  // The others sign up by this code; a new workspace would want invitations.
  if (profile.identity.includes('admin'))
    await ask(base, profile.token, systemSetting, { type: 'save', reg: 'invite', reg_invite: INVITE_CODE });
  return personOf(base, { ...profile, nickname });
}

/** For workspaces that send mail, where a sign-up would wait for its link. */
async function invited(base: string, administrator: Person, { email, nickname }: { email: string; nickname: string }) {
  await administrator.call(invitationAdd, { emails: [email] });
  const token = /token=([\w-]+)/.exec((await firstMailTo(email)).text)?.[1] ?? '';
  return ask(base, '', invitationAccept, { token, nickname, password: PASSWORD });
}

/** Signs in a person who has an account. */
export async function signedIn(base: string, email: string, password: string): Promise<Person> {
  return personOf(base, await ask(base, '', login, { email, password }));
}

function personOf(base: string, { userid, nickname, email, token }: Omit<Person, 'call'>): Person {
  return { userid, nickname, email, token, call: (definition, input) => ask(base, token, definition, input) };
}

async function ask<C extends Call>(
  base: string,
  token: string,
  definition: C,
  input: InputOf<C>,
): Promise<OutputOf<C>> {
  const response = await fetch(`${base}/api/${definition.path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', addresses: 'bare', ...(token && { token }) },
    body: JSON.stringify(input),
  });
  const answer = (await response.json()) as { ret: number; msg: string; data: OutputOf<C> };
  if (answer.ret !== 1) throw new Error(`${definition.path}: ${answer.msg}`);
  return answer.data;
}

/** Waits until a page has stored these words on the device, and their cursor. */
export async function expectStored(page: Page, ...words: string[]): Promise<void> {
  const stored = () =>
    page.evaluate<string>(`new Promise((resolve, reject) => {
      const opening = indexedDB.open('atrium');
      opening.onerror = () => reject(opening.error);
      opening.onsuccess = () => {
        const store = opening.result.transaction('cache').objectStore('cache');
        const [keys, values] = [store.getAllKeys(), store.getAll()];
        store.transaction.oncomplete = () => {
          opening.result.close();
          resolve(keys.result.includes('meta') ? JSON.stringify([values.result, { ...localStorage }]) : '');
        };
      };
    })`);
  for (const each of words) await expect.poll(stored).toContain(each);
}

/** Waits until a page has been laid out and painted. */
export const nextPaint = (page: Page): Promise<unknown> =>
  page.evaluate('new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))');

export const DESKTOP = { width: 1440, height: 900 };
export const PHONE = { width: 390, height: 844 };

/** A page's console errors; a journey must end without any. */
export function complaintsOf(page: Page): string[] {
  const complaints: string[] = [];
  page.on('console', (message) => {
    if (!['error', 'warning'].includes(message.type())) return;
    // Some journeys are about losing the server.
    if (/ERR_CONNECTION_REFUSED|WebSocket connection|ERR_INTERNET_DISCONNECTED/.test(message.text())) return;
    if (/Service Worker registration blocked by Playwright/.test(message.text())) return;
    complaints.push(message.text());
  });
  page.on('pageerror', (error) => complaints.push(error.message));
  return complaints;
}

export interface Seat {
  context: BrowserContext;
  page: Page;
  complaints: string[];
}

/** A separate browser; signed in if a person is given. */
export async function seat(
  browser: Browser,
  base: string,
  person?: Person,
  options: BrowserContextOptions = {},
): Promise<Seat> {
  const context = await browser.newContext({
    baseURL: base,
    viewport: DESKTOP,
    locale: 'en-GB',
    // Animations are drawn by the processor here, frame by frame.
    reducedMotion: 'reduce',
    // Installing the application takes as long as a journey; only the one about it does.
    serviceWorkers: 'block',
    ...options,
  });
  if (person) {
    await context.addInitScript((token) => {
      if (!sessionStorage.getItem('seated')) localStorage.setItem('token', token);
      sessionStorage.setItem('seated', 'yes');
    }, person.token);
  }
  const page = await context.newPage();
  return { context, page, complaints: complaintsOf(page) };
}
