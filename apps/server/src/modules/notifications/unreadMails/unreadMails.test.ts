import { dialogOpenUser, dialogSilence, groupAdd, groupDeluser } from '@atrium/contract/chat/dialogs.ts';
import { msgWithdraw } from '@atrium/contract/chat/messageActions.ts';
import { msgRead, msgSendtext } from '@atrium/contract/chat/messages.ts';
import type { InputOf } from '@atrium/contract/kit.ts';
import { mailInfo, mailSave, mailUnsubscribe } from '@atrium/contract/people/mails.ts';
import { userEditdata } from '@atrium/contract/people/profile.ts';
import { mailSetting } from '@atrium/contract/workspace/mailServer.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { isWithin, nextRange } from '#modules/system/mail.service';
import { cloneTemplate } from '#testing/database';
import { type Mailbox, openMailbox } from '#testing/mailbox';
import { runJobs } from '#testing/runJobs';
import { person, startServer, TestClient, type TestServer, unique } from '#testing/world';
import { mailUnreadMessages } from './unreadMails.service.ts';

let box: Mailbox;
let server: TestServer;
let admin: TestClient;

beforeAll(async () => {
  box = await openMailbox();
  server = await startServer({ databaseUrl: await cloneTemplate(unique('atrium_unread_')), smtpUrl: box.url });
  admin = await person('admin', { server });
}, 60_000);
afterAll(async () => {
  await server.close();
  await box.close();
});

const RULES = { notice_msg: 'open', msg_unread_user_minute: 10, msg_unread_group_minute: 60 } as const;
const rules = (change: Omit<InputOf<typeof mailSetting>, 'type'>) =>
  admin.call(mailSetting, { type: 'save', ...change });
beforeEach(async () => {
  await rules({ ...RULES, msg_unread_time_ranges: [], ignore_addr: '' });
  await mailUnreadMessages(server.app);
  box.mails.length = 0;
});

/** Makes all messages and mails older by this many minutes. */
async function pass(minutes: number): Promise<void> {
  await sql`update messages set created_at = created_at - make_interval(mins => ${minutes}::int)`.execute(
    server.app.db,
  );
  await sql`update unread_mails set mailed_at = mailed_at - make_interval(mins => ${minutes}::int)`.execute(
    server.app.db,
  );
  await sql`update graphile_worker._private_jobs set run_at = run_at - make_interval(mins => ${minutes}::int)`.execute(
    server.app.db,
  );
  await mailUnreadMessages(server.app);
  await runJobs(server);
}
async function team() {
  const [ada, bo, cy] = await Promise.all(['ada', 'bo', 'cy'].map((name) => person(name, { server })));
  if (!ada || !bo || !cy) throw new Error('people');
  await ada.call(userEditdata, { nickname: 'Ada L' });
  const group = await ada.call(groupAdd, { userids: [bo.userid, cy.userid], chat_name: 'Harbor <b>' });
  const direct = await ada.call(dialogOpenUser, { userid: bo.userid });
  return { ada, bo, cy, group: group.id, direct: direct.id };
}
const subjects = (client: TestClient) => box.to(client.email).map(({ subject }) => subject);

test('what stays unread is mailed once, all of it together, with links that open it', async () => {
  const { ada, bo, cy, group, direct } = await team();
  const first = await ada.call(msgSendtext, { dialog_id: direct, text: '<p>Lunch at <b>twelve</b>?</p>' });
  await ada.call(msgSendtext, { dialog_id: group, text: 'the crane & the pier' });
  await pass(5);
  expect(subjects(bo)).toEqual([]);
  await pass(6);
  const [mail] = box.to(bo.email);
  expect(mail?.subject).toBe('2 unread messages in Atrium');
  expect(mail?.text).toContain('Lunch at twelve?');
  expect(mail?.text).toContain('Harbor <b>');
  expect(mail?.html).toContain('Harbor &lt;b&gt;');
  expect(mail?.html).toContain('the crane &amp; the pier');
  expect(mail?.html).toContain(`/manage/messenger?dialog=${direct}&amp;msg=${first.id}`);
  // The group's hour is not over for the others, and the author is not mailed.
  expect([subjects(cy).length, subjects(ada).length]).toEqual([0, 0]);
  await pass(55);
  expect([subjects(bo).length, subjects(cy).length]).toEqual([1, 1]);
});

test('read, withdrawn and muted messages are not mailed, mentions in muted chats are', async () => {
  const { ada, bo, cy, group, direct } = await team();
  const { id } = await ada.call(msgSendtext, { dialog_id: direct, text: 'one' });
  const gone = await ada.call(msgSendtext, { dialog_id: direct, text: 'two' });
  await bo.call(msgRead, { id: String(id) });
  await ada.call(msgWithdraw, { msg_id: gone.id });
  await cy.call(dialogSilence, { dialog_id: group, type: 'set' });
  await bo.call(dialogSilence, { dialog_id: group, type: 'set' });
  const mention = `<p><span class="mention" data-denotation-char="@" data-id="${cy.userid}" data-value="x">@x</span> look</p>`;
  await ada.call(msgSendtext, { dialog_id: group, text: mention });
  await pass(61);
  expect([subjects(bo), subjects(cy)]).toEqual([[], ['1 unread message in Atrium']]);
});

test('the right to read is looked at when the mail is written', async () => {
  const { ada, cy, group } = await team();
  await ada.call(msgSendtext, { dialog_id: group, text: 'secret' });
  await sql`update messages set created_at = created_at - interval '61 minutes'`.execute(server.app.db);
  await mailUnreadMessages(server.app);
  await ada.call(groupDeluser, { dialog_id: group, userids: [cy.userid] });
  await runJobs(server);
  expect(subjects(cy)).toEqual([]);
});

test('a busy chat is mailed at most every half hour', async () => {
  const { ada, bo, direct } = await team();
  for (let round = 0; round < 4; round++) {
    await ada.call(msgSendtext, { dialog_id: direct, text: `news ${round}` });
    await pass(11);
  }
  expect(subjects(bo)).toEqual(['1 unread message in Atrium', '3 unread messages in Atrium']);
});

test('a mail is in the reader’s language and can be unsubscribed with one click, not by a scanner', async () => {
  const { ada, bo, direct } = await team();
  await bo.call(userEditdata, { lang: 'de' });
  await ada.call(msgSendtext, { dialog_id: direct, text: 'hallo' });
  await pass(11);
  const [mail] = box.to(bo.email);
  expect(mail?.subject).toBe('1 ungelesene Nachricht in Atrium');
  expect(mail?.html).toContain('lang="de');
  expect(mail?.headers).toContain('List-Unsubscribe-Post: List-Unsubscribe=One-Click');
  const path = /List-Unsubscribe: <http:\/\/atrium\.test(\/mail\/[^>]+)>/.exec(mail?.headers ?? '')?.[1] ?? '';
  expect(await bo.call(mailInfo, {})).toEqual({ is_open: true, is_wanted: true });
  // A browser gets the page that asks; earlier mails have the call's address.
  const shown = await fetch(`${server.base}${path}`, { redirect: 'manual' });
  expect(shown.headers.get('location')).toMatch(/^\/single\/unsubscribe\?token=\d+\.[\w-]+$/);
  expect(await (await fetch(`${server.base}${path.replace('/mail', '/api/users/mail')}`)).json()).toMatchObject({
    ret: 1,
    msg: '',
  });
  expect((await bo.call(mailInfo, {})).is_wanted).toBe(true);
  const answer = await fetch(`${server.base}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: 'List-Unsubscribe=One-Click',
  });
  expect(answer.status).toBe(200);
  expect((await bo.call(mailInfo, {})).is_wanted).toBe(false);
  await ada.call(msgSendtext, { dialog_id: direct, text: 'noch da?' });
  await pass(45);
  expect(subjects(bo)).toHaveLength(1);
  const token = new URL(`http://x${path}`).searchParams.get('token') ?? '';
  await expect(
    new TestClient(server.base).call(mailUnsubscribe, { token: token.replace(/^\d+/, String(ada.userid)) }),
  ).rejects.toMatchObject({ data: { code: 'unsubscribe.link' } });
  expect(await bo.call(mailSave, { is_wanted: true })).toEqual({ is_open: true, is_wanted: true });
});

test('ignored addresses, hours and kinds that are off are respected; nothing from before it was on is mailed', async () => {
  const { ada, bo, cy, group, direct } = await team();
  await rules({ ignore_addr: `other@example.com\n ${bo.email.toUpperCase()}` });
  await ada.call(msgSendtext, { dialog_id: direct, text: 'one' });
  await pass(11);
  expect(subjects(bo)).toEqual([]);
  const hour = (offset: number) => `${String((new Date().getUTCHours() + offset + 24) % 24).padStart(2, '0')}:00`;
  await rules({ msg_unread_time_ranges: [[hour(3), hour(5)]] });
  await ada.call(msgSendtext, { dialog_id: group, text: 'two' });
  await pass(61);
  expect(subjects(cy)).toEqual([]);
  await rules({ msg_unread_time_ranges: [] });
  await pass(0);
  expect(subjects(cy)).toHaveLength(1);
  await rules({ msg_unread_group_minute: -1 });
  await mailUnreadMessages(server.app);
  await ada.call(msgSendtext, { dialog_id: group, text: 'three' });
  await pass(61);
  await rules({ msg_unread_group_minute: 60 });
  await pass(61);
  expect(subjects(cy)).toHaveLength(1);
  await expect(rules({ msg_unread_time_ranges: [['09:00', '09:00']] })).rejects.toMatchObject({
    data: { code: 'mail.hours' },
  });
});

test('a mail that waits for the pause waits for the hours too', async () => {
  const { ada, bo, direct } = await team();
  await ada.call(msgSendtext, { dialog_id: direct, text: 'one' });
  await pass(11);
  await ada.call(msgSendtext, { dialog_id: direct, text: 'two' });
  await pass(11);
  expect(subjects(bo)).toHaveLength(1);
  // The half hour since the first mail ends at night.
  const hour = (offset: number) => `${String((new Date().getUTCHours() + offset + 24) % 24).padStart(2, '0')}:00`;
  await rules({ msg_unread_time_ranges: [[hour(3), hour(5)]] });
  await pass(20);
  expect(subjects(bo)).toHaveLength(1);
  const { rows } = await sql<{ run_at: Date }>`select run_at from graphile_worker.jobs
    where key = ${`unread_mail:${bo.userid}`}`.execute(server.app.db);
  expect(rows.map(({ run_at }) => run_at.toISOString().slice(11, 16))).toEqual([hour(3)]);
  await rules({ msg_unread_time_ranges: [] });
  await pass(200);
  expect(subjects(bo)).toEqual(['1 unread message in Atrium', '1 unread message in Atrium']);
});

test('what arrives right after it was turned on is mailed once, if it is still unread after the wait', async () => {
  const { ada, bo, direct } = await team();
  const turnOn = async () => {
    await rules({ notice_msg: 'close' });
    await mailUnreadMessages(server.app);
    await rules({ notice_msg: 'open' });
  };
  await bo.call(userEditdata, { lang: 'zh' });
  await turnOn();
  const read = await ada.call(msgSendtext, { dialog_id: direct, text: 'read' });
  await mailUnreadMessages(server.app);
  await bo.call(msgRead, { id: String(read.id) });
  await pass(11);
  expect(subjects(bo)).toEqual([]);
  await turnOn();
  await ada.call(msgSendtext, { dialog_id: direct, text: 'unread' });
  await mailUnreadMessages(server.app);
  await pass(5);
  expect(subjects(bo)).toEqual([]);
  await pass(6);
  await pass(31);
  const mails = box.to(bo.email);
  expect(mails).toHaveLength(1);
  // In Chinese with its own signs.
  expect(mails[0]?.text).toMatch(/ {2}Ada L（.+）：unread\r?\n/);
});

test('ranges may cross midnight', () => {
  const at = (time: string) => new Date(`2026-11-25T${time}:00Z`);
  const night = [['22:00', '06:00']];
  expect([at('23:00'), at('05:59'), at('06:00'), at('12:00')].map((now) => isWithin(night, now))).toEqual([
    true,
    true,
    false,
    false,
  ]);
  const split = [['13:00', '17:30'], ...night];
  expect(['06:00', '17:30', '21:59'].map((time) => nextRange(split, at(time)))).toEqual([
    at('13:00'),
    at('22:00'),
    at('22:00'),
  ]);
});

test('a mail shows times in the zone of its reader', async () => {
  const { ada, bo, cy, group } = await team();
  await expect(bo.call(userEditdata, { timezone: 'Atlantis/Center' })).rejects.toMatchObject({
    data: { code: 'parameter' },
  });
  expect(await bo.call(userEditdata, { timezone: 'Asia/Tokyo' })).toMatchObject({ timezone: 'Asia/Tokyo' });
  await ada.call(msgSendtext, { dialog_id: group, text: 'when?' });
  await pass(61);
  const timeIn = (client: TestClient) => {
    const text = box.to(client.email)[0]?.text ?? '';
    return { hour: Number(/Ada L \([^)]*?(\d+):\d\d/.exec(text)?.[1]), zone: /UTC|Asia\/Tokyo/.exec(text)?.[0] };
  };
  const [there, here] = [timeIn(bo), timeIn(cy)];
  expect([there.zone, here.zone]).toEqual(['Asia/Tokyo', 'UTC']);
  // Nine hours later, on a clock of twelve hours too.
  expect((there.hour - here.hour + 24) % 12).toBe(9);
});
