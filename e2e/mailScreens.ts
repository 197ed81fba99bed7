/**
 * Screenshots of the mails that people get, in English, German and Chinese, light and dark, as wide as a phone, and in
 * English as wide as a desktop: `npm run screens:mails` writes them to `screens/mails`, or to the given folder. A server
 * process sends them to a mail server here.
 */
import { mkdir, readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { dialogOpenUser } from '@atrium/contract/chat/dialogs.ts';
import { meetingPlanDelete, meetingPlanSave } from '@atrium/contract/chat/meetingPlans.ts';
import { msgSendtext } from '@atrium/contract/chat/messages.ts';
import type { Call, InputOf, OutputOf } from '@atrium/contract/kit.ts';
import { imageUpload, logoSave } from '@atrium/contract/people/avatars.ts';
import { invitationAccept, invitationAdd } from '@atrium/contract/people/invitations.ts';
import { emailSend, userEditdata } from '@atrium/contract/people/profile.ts';
import { login } from '@atrium/contract/people/sessions.ts';
import {
  factorClear,
  passwordForgot,
  passwordReset,
  totpBegin,
  totpConfirm,
  totpRemove,
} from '@atrium/contract/people/signIn.ts';
import { projectLists } from '@atrium/contract/projects/projects.ts';
import { emailCheck, mailSetting } from '@atrium/contract/workspace/mailServer.ts';
import { systemSetting } from '@atrium/contract/workspace/settings.ts';
import { chromium } from '@playwright/test';
import pg from 'pg';
import { startEmbeddedPostgres } from '../apps/server/src/platform/postgres/embedded.ts';
import { browserPath } from './support/browser.ts';
import { codeOf, openMailbox, type ReceivedMail } from './support/mailbox.ts';
import { PASSWORD } from './support/people.ts';
import { shoot } from './support/pictures.ts';
import { startRealServer } from './support/server.ts';

const [folder = path.resolve(import.meta.dirname, '../screens/mails')] = process.argv.slice(2);
const PHONE = 390;
const DESKTOP = 1024;
const MOST = 3000;
const WAIT_MS = 120_000;

const box = await openMailbox(0);
const quiet = { debug() {}, info() {}, warn() {}, error() {} };
const database = await startEmbeddedPostgres({ ephemeral: true, log: quiet });
const server = await startRealServer({
  args: ['--demo'],
  env: { SMTP_URL: `smtp://127.0.0.1:${box.port}`, DATABASE_URL: database.url },
});
const opened = Date.now();
const browser = await chromium.launch({
  executablePath: browserPath,
  args: ['--no-sandbox', '--disable-gpu', '--no-first-run'],
});
try {
  await mkdir(folder, { recursive: true });
  for (const name of await readdir(folder)) if (name.endsWith('.png')) await rm(path.join(folder, name));
  for (const language of ['en', 'de', 'zh']) {
    for (const [name, mail] of await mailsIn(language)) {
      await picture(mail, `${name}-${language}`, PHONE);
      if (language === 'en') await picture(mail, `${name}-desktop`, DESKTOP);
    }
  }
} finally {
  await browser.close();
  await server.close();
  await database.stop();
  await box.close();
}

/** A picture with a transparent ground, as most logos are. */
async function ownLogo(): Promise<string> {
  const page = await browser.newPage({ viewport: { width: 240, height: 120 } });
  await page.setContent(
    '<body style="margin:0;background:transparent"><svg width="240" height="120"><path d="M20 100 80 20l60 80z" fill="#1f7a8c"/>' +
      '<path d="M100 100 160 40l60 60z" fill="#e1701a"/></svg></body>',
  );
  const picture = await page.screenshot({ omitBackground: true });
  await page.close();
  return `data:image/png;base64,${picture.toString('base64')}`;
}

/** Does everything that sends a mail, and returns the mails by name. */
async function mailsIn(language: string): Promise<Map<string, ReceivedMail>> {
  const mails = new Map<string, ReceivedMail>();
  const ask = asking(language);
  const boss = await ask(login, { email: 'ada@demo.example', password: 'atrium-demo' });
  const admin = asking(language, boss.token);
  const seen = new Map<string, number>();
  /** The next mail to an address. */
  const keep = async (name: string, email: string): Promise<ReceivedMail> => {
    const at = seen.get(email) ?? 0;
    seen.set(email, at + 1);
    const until = Date.now() + WAIT_MS;
    while (!box.to(email)[at]) {
      if (Date.now() > until) throw new Error(`no mail “${name}” to ${email}`);
      await new Promise((resolve) => setTimeout(resolve, 200));
    }
    const mail = box.to(email)[at] as ReceivedMail;
    mails.set(name, mail);
    return mail;
  };
  const tokenIn = ({ text }: ReceivedMail) => /token=([\w-]+)/.exec(text)?.[1] ?? '';

  await admin(systemSetting, { type: 'save', reg: 'open' });
  // A workspace's own logo, in all languages but the first.
  if (language !== 'en') {
    const { path: logo } = await admin(imageUpload, { image64: await ownLogo(), filename: 'logo.png' });
    await admin(logoSave, { logo });
  }
  await admin(mailSetting, { type: 'save', notice_msg: 'open', msg_unread_user_minute: 0 });
  const grace = `grace-${language}@example.com`;
  const { data: projects } = await admin(projectLists, {});
  await admin(invitationAdd, { emails: [grace], project_ids: projects.slice(0, 2).map(({ id }) => id) });
  const token = tokenIn(await keep('invitation', grace));
  const own = asking(language, (await ask(invitationAccept, { token, nickname: 'Grace', password: PASSWORD })).token);
  const { userid } = await own(userEditdata, { lang: language });

  const fresh = `linus-${language}@example.com`;
  for (const [name, email] of [
    ['sign-up', fresh],
    ['account-exists', grace],
  ] as const) {
    await ask(login, { type: 'reg', email, password: PASSWORD }).catch(() => undefined);
    await keep(name, email);
  }
  await own(emailSend, { type: 2, email: fresh });
  await keep('code', fresh);
  await admin(emailCheck, { to: fresh });
  await keep('check', fresh);

  const add = async () => {
    const { secret } = await own(totpBegin, {});
    await own(totpConfirm, { code: codeOf(secret) });
  };
  await add();
  await keep('factor-added', grace);
  await own(totpRemove, {});
  await keep('factor-removed', grace);
  await add();
  await keep('factor-added', grace);
  await admin(factorClear, { userid });
  await keep('factor-cleared', grace);
  await ask(passwordForgot, { email: grace });
  await ask(passwordReset, { token: tokenIn(await keep('reset', grace)), password: `${PASSWORD}-2` });
  await keep('password-changed', grace);
  const agent = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10.15; rv:140.0) Gecko/20100101 Firefox/140.0';
  const elsewhere = { 'user-agent': agent, 'x-forwarded-for': '203.0.113.9' };
  await asking(language, '', elsewhere)(login, { email: grace, password: `${PASSWORD}-2` });
  await keep('new-place', grace);

  // Messages from before the first check, which runs once a minute, are not mailed about.
  await new Promise((resolve) => setTimeout(resolve, Math.max(0, opened + 65_000 - Date.now())));
  const { id: dialog_id } = await admin(dialogOpenUser, { userid });
  for (const text of [
    'Welcome aboard! The cranes arrive on Thursday.',
    'Could you look at the **tender** before lunch? https://example.org/tenders/2026/harbor-cranes?lot=4&page=12',
  ]) {
    await admin(msgSendtext, { dialog_id, text, text_type: 'md' });
  }
  await keep('unread', grace);

  const { id } = await admin(meetingPlanSave, {
    ...{ name: 'Crane inspection', start_at: '2030-05-06 09:00:00', minutes: 45 },
    emails: [fresh],
  });
  await keep('meeting', fresh);
  await admin(meetingPlanDelete, { id });
  await keep('meeting-canceled', fresh);

  await admin(userEditdata, { lang: language });
  seen.set(boss.email, box.to(boss.email).length);
  await warnOfBackup(boss.userid);
  await keep('backup-warning', boss.email);
  return mails;
}

/** Creates the state after two days without a backup. */
async function warnOfBackup(userid: number): Promise<void> {
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  try {
    const payload = { userid, missing: 'late', last: Date.now() - 60 * 3_600_000, at: Date.now() };
    await client.query(`select graphile_worker.add_job('mail_backup_warning', $1::json)`, [JSON.stringify(payload)]);
  } finally {
    await client.end();
  }
}

type Ask = <C extends Call>(call: C, input: InputOf<C>) => Promise<OutputOf<C>>;

function asking(language: string, token = '', headers: Record<string, string> = {}): Ask {
  return async <C extends Call>({ path: at }: C, input: InputOf<C>) => {
    const response = await fetch(`${server.base}/api/${at}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', language, ...(token && { token }), ...headers },
      body: JSON.stringify(input),
    });
    const answer = (await response.json()) as { ret: number; msg: string; data: OutputOf<C> };
    if (answer.ret !== 1) throw new Error(`${at}: ${answer.msg}`);
    return answer.data;
  };
}

async function picture({ html }: ReceivedMail, name: string, width: number): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    const page = await browser.newPage({ viewport: { width, height: 200 }, colorScheme });
    await page.setContent(html);
    const height = await page.evaluate<number>('document.documentElement.scrollHeight');
    await page.setViewportSize({ width, height: Math.min(MOST, height) });
    await shoot(page, path.join(folder, `${name}-${colorScheme}`));
    await page.close();
  }
}
