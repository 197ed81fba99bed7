import { dialogOpenUser } from '@atrium/contract/chat/dialogs.ts';
import { msgSendtext } from '@atrium/contract/chat/messages.ts';
import { syncStart } from '@atrium/contract/workspace/sync.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { cloneTemplate } from '#testing/database';
import { allCommitted, person, startServer, type TestServer } from '#testing/world';
import { afterFailover } from './failover.service.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startServer({ databaseUrl: await cloneTemplate(`failover_${process.pid}`) });
  await person('admin', { server });
});
afterAll(() => server.close());

test('a client that stays connected while a standby takes over resumes later, and does not load afresh', async () => {
  const [ada, bo] = await Promise.all([person('ada', { server }), person('bo', { server })]);
  const dialog = await bo.call(dialogOpenUser, { userid: ada.userid });
  await allCommitted(server.app);
  const { cursor: before } = await ada.call(syncStart, {});
  await ada.listen({ cursor: before });
  const hears = async (text: string) => {
    const { id } = await bo.call(msgSendtext, { dialog_id: dialog.id, text });
    return ada.receives('dialog', 'add', ({ data }) => data.id === id);
  };
  await hears('before');
  // As a promotion leaves it: the epoch is of the timeline before.
  await sql`update log_epochs set timeline = '00000000'`.execute(server.app.db);
  await afterFailover(server.app);
  const moved = await ada.receives('cursor');
  const after = String(moved.data.cursor);
  expect(after.split('.')[0]).not.toBe(before.split('.')[0]);
  const last = await hears('after');
  const connectsWith = async (cursor: string) => {
    ada.hang();
    ada.frames.splice(0);
    await ada.listen({ cursor, seen: String(last.id) });
    const isOutcome = ({ type }: { type: string }) => type === 'resume' || type === 'reset';
    await expect.poll(() => ada.frames.filter(isOutcome)).toHaveLength(1);
    return ada.frames.find(isOutcome)?.type;
  };
  expect(await connectsWith(after)).toBe('resume');
  // The earlier cursor would have led to a reset.
  expect(await connectsWith(before)).toBe('reset');
});
