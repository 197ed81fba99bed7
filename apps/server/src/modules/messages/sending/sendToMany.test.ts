import { dialogOne, groupAdd } from '@atrium/contract/chat/dialogs.ts';
import { msgSendtext } from '@atrium/contract/chat/messages.ts';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { refused, type TestClient, testServer, unique, world } from '#testing/world';

const groupOf = async (owner: TestClient, ...others: TestClient[]) =>
  (await owner.call(groupAdd, { userids: others.map((each) => each.userid), chat_name: unique('G') })).id;

const lineOf = (word: string, count: number) => Array.from({ length: count }, (_, index) => `${word} ${index}`);

const refusalOf = (sent: Promise<unknown>) =>
  sent.then(
    () => undefined,
    (error: unknown) => error,
  );

const db = async () => (await testServer()).app.db;

/** The number of these messages that each transaction wrote. */
async function writtenTogether(ids: readonly number[]): Promise<number[]> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from events where type = 'dialog' and action = 'add' and (data->>'id')::int = any(${ids}) group by xid`.execute(
    await db(),
  );
  return rows.map(({ n }) => n);
}

test('simultaneous sends share a statement and keep their order, numbers and readers', async () => {
  const { ada, bo, cy } = await world({ members: ['ada', 'bo', 'cy'] });
  const dialogs = await Promise.all([groupOf(ada, bo, cy), groupOf(bo, cy), groupOf(cy, ada, bo)]);
  const sends = dialogs.flatMap((dialog_id, at) =>
    [ada, bo, cy].flatMap((by) => (at === 1 && by === ada ? [] : [{ by, dialog_id }])),
  );
  const sent = await Promise.all(
    sends.flatMap(({ by, dialog_id }) =>
      lineOf(`${by.userid} says`, 12).map((text) => by.call(msgSendtext, { dialog_id, text })),
    ),
  );
  expect(Math.max(...(await writtenTogether(sent.map(({ id }) => id))))).toBeGreaterThan(1);

  for (const [at, dialog_id] of dialogs.entries()) {
    const here = sent.filter((message) => message.dialog_id === dialog_id).toSorted((a, b) => a.seq - b.seq);
    // Two notices from the group's creation may precede them.
    const first = here[0]?.seq ?? 0;
    expect(here.map((message) => message.seq)).toEqual(here.map((_, index) => first + index));
    expect(here.map((message) => message.id)).toEqual(here.map((message) => message.id).toSorted((a, b) => a - b));
    expect(here.every((message) => message.send === (at === 1 ? 1 : 2))).toBe(true);
    for (const by of at === 1 ? [bo, cy] : [ada, bo, cy]) {
      const unread = (await by.call(dialogOne, { dialog_id })).unread;
      expect(unread).toBe(here.filter((message) => message.userid !== by.userid).length);
    }
    const { last_msg } = await cy.call(dialogOne, { dialog_id });
    expect(last_msg?.id).toBe(here.at(-1)?.id);
  }
});

test('an error in one send does not affect the sends beside it', async () => {
  const { ada, bo, cy } = await world({ members: ['ada', 'bo', 'cy'] });
  const dialog_id = await groupOf(ada, bo);
  const mutation = unique('m');
  const before = await ada.call(msgSendtext, { dialog_id, text: 'once' }, { mutation });
  const say = (text: string) => ada.call(msgSendtext, { dialog_id, text });
  const [first, again, outsider, ...others] = await Promise.all([
    say('first'),
    ada.call(msgSendtext, { dialog_id, text: 'once' }, { mutation }),
    refusalOf(cy.call(msgSendtext, { dialog_id, text: 'let me in' })),
    ...lineOf('beside', 10).map(say),
  ]);
  expect(again.id).toBe(before.id);
  expect(outsider).toMatchObject(refused('dialog.gone'));
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from messages where dialog_id = ${dialog_id} and type = 'text'`.execute(await db());
  expect(rows[0]?.n).toBe(2 + others.length);
  expect(new Set([first, ...others].map(({ seq }) => seq)).size).toBe(1 + others.length);
});

test('a locked conversation delays only its own sends', { timeout: 20_000 }, async () => {
  const { ada, bo } = await world({ members: ['ada', 'bo'] });
  const free = await groupOf(bo, ada);
  // More than the number of parallel statements: if they were waited for, nothing else would be sent.
  const held: number[] = [];
  for (let n = 0; n < 4; n++) held.push(await groupOf(ada, bo));
  const send = (dialog_id: number, text: string) => ada.call(msgSendtext, { dialog_id, text });
  let waiting: Promise<unknown>[] = [];
  await (await db()).transaction().execute(async (tx) => {
    await sql`select id from dialogs where id = any(${held}::int[]) for update`.execute(tx);
    waiting = held.map((dialog_id) => send(dialog_id, 'held'));
    const all = await Promise.all(lineOf('free', 12).map((text) => send(free, text)));
    expect(all).toHaveLength(12);
  });
  expect(await Promise.all(waiting)).toHaveLength(4);
});
