import { dialogOpenUser, groupAdd } from '@atrium/contract/chat/dialogs.ts';
import { msgList, msgSendtext } from '@atrium/contract/chat/messages.ts';
import { auditList } from '@atrium/contract/workspace/audit.ts';
import { retentionSetting } from '@atrium/contract/workspace/retention.ts';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { cloneTemplate } from '#testing/database';
import { person, startServer, testServer, unique } from '#testing/world';
import { listExpired } from './retention.queries.ts';
import { removeExpired } from './retention.service.ts';

test('old messages go by kind of chat, with their files, and clients hear of it', { timeout: 30_000 }, async () => {
  const server = await startServer({ databaseUrl: await cloneTemplate(unique('atrium_retention_')) });
  try {
    const { app } = server;
    const admin = await person('admin', { server });
    const bo = await person('bo', { server, live: true });
    const { id: direct } = await admin.call(dialogOpenUser, { userid: bo.userid });
    const { id: group } = await admin.call(groupAdd, { chat_name: 'Team', userids: [bo.userid] });
    const send = (dialog_id: number, text: string) => admin.call(msgSendtext, { dialog_id, text });
    const old = await send(direct, 'an old secret');
    const answer = await admin.call(msgSendtext, { dialog_id: direct, text: 'new', reply_id: old.id });
    const oldInGroup = await send(group, 'old in the group');
    const body = new FormData();
    body.set('dialog_id', String(direct));
    body.set('files', new Blob(['an old file']), 'old.txt');
    const file = await admin.raw('dialog/msg/sendfile', { method: 'POST', body });
    const fileId = Number(file.data['id']);
    await sql`update messages set created_at = now() - interval '40 days'
      where id in (${old.id}, ${oldInGroup.id}, ${fileId})`.execute(app.db);

    await removeExpired(app);
    expect((await bo.call(msgList, { dialog_id: direct })).list.map(({ id }) => id)).toContain(old.id);
    expect(await admin.call(retentionSetting, { type: 'save', user: 30, group: 60 })).toMatchObject({
      user: 30,
      group: 60,
      task: 0,
    });
    await removeExpired(app);

    const { list } = await bo.call(msgList, { dialog_id: direct });
    expect(list.map(({ id }) => id)).toEqual([answer.id]);
    const gone = await bo.receives('dialog', 'delete', ({ data }) => data['id'] === old.id);
    expect(gone.data).toMatchObject({ dialog_id: direct });
    expect((await bo.call(msgList, { dialog_id: group })).list.map(({ id }) => id)).toContain(oldInGroup.id);
    const { rows } = await sql<{ msg: unknown }>`select msg from messages where id = ${old.id}`.execute(app.db);
    expect(rows).toEqual([{ msg: {} }]);
    await expect
      .poll(async () => (await sql`select 1 from stored_files where name like 'old%'`.execute(app.db)).rows)
      .toEqual([]);
    const { data } = await admin.call(auditList, { action: 'retention.removed' });
    expect(data.map(({ detail }) => detail)).toEqual([{ kind: 'user', days: 30, messages: 2 }]);
    await removeExpired(app);
    expect((await admin.call(auditList, { action: 'retention.removed' })).total).toBe(1);
  } finally {
    await server.close();
  }
});

test('the walk through old messages misses none, also where a later chat has earlier messages', async () => {
  const { app } = await testServer();
  const [ada, bo] = [await person('ada'), await person('bo')];
  const groups = [];
  for (const chat_name of ['First', 'Second'])
    groups.push(await ada.call(groupAdd, { chat_name, userids: [bo.userid] }));
  const sent: number[] = [];
  // The second chat first: its ids are lower.
  for (const { id: dialog_id } of groups.toReversed())
    for (const text of ['one', 'two']) sent.push((await ada.call(msgSendtext, { dialog_id, text })).id);
  const found: number[] = [];
  const before = new Date(Date.now() + 60_000);
  for (let after = { dialogId: 0, id: 0 }; ; ) {
    const [next] = await listExpired(app.db, { kind: 'group', before, after, limit: 1 });
    if (!next) break;
    found.push(next.id);
    after = next;
  }
  expect(found.filter((id) => sent.includes(id)).toSorted((a, b) => a - b)).toEqual(sent);
});
