import { groupAdd } from '@atrium/contract/chat/dialogs.ts';
import { msgSendtext } from '@atrium/contract/chat/messages.ts';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import type { App } from '#platform/app';
import { cloneTemplate } from '#testing/database';
import { administrator, person, startServer, unique } from '#testing/world';

/** Rows written since the database started, by table. The single connection is asked to report its counts at once. */
async function written(app: App): Promise<Record<string, number>> {
  await sql`select pg_stat_force_next_flush()`.execute(app.db);
  const { rows } = await sql<{ relname: string; n: number }>`
    select case when relname like 'events_%' then 'events' else relname end as relname,
      sum(n_tup_ins + n_tup_upd + n_tup_del)::int as n
    from pg_stat_user_tables where relname not in ('users', 'devices') group by 1 order by 1`.execute(app.db);
  return Object.fromEntries(rows.map((row) => [row.relname, row.n]));
}

test('a send writes the same number of rows for two people as for two hundred', { timeout: 60_000 }, async () => {
  const server = await startServer({ databaseUrl: await cloneTemplate(unique('atrium_cost_')), poolSize: 1 });
  try {
    const ada = await person('ada', { server });
    const { rows } = await sql<{ userid: number }>`
      insert into users (email, password, nickname) select 'p' || n || '@example.com', '', 'Person ' || n from generate_series(1, 199) n
      returning userid`.execute(server.app.db);
    const everybody = rows.map((row) => row.userid);
    const small = await ada.call(groupAdd, { userids: everybody.slice(0, 1), chat_name: 'Two' });
    const large = await ada.call(groupAdd, { userids: everybody.slice(0, 99), chat_name: 'Many' });
    await sql`insert into dialog_members (dialog_id, userid) select ${large.id}, u from unnest(${everybody.slice(99)}::int[]) u`.execute(
      server.app.db,
    );
    await sql`update dialogs set people = 200, member_version = member_version + 1 where id = ${large.id}`.execute(
      server.app.db,
    );

    const cost = async (dialog_id: number, text: string) => {
      const before = await written(server.app);
      for (let i = 0; i < 5; i++) await ada.call(msgSendtext, { dialog_id, text });
      const after = await written(server.app);
      return Object.fromEntries(
        Object.entries(after)
          .map(([table, n]) => [table, n - (before[table] ?? 0)] as const)
          .filter(([, n]) => n > 0),
      );
    };
    expect((await ada.call(msgSendtext, { dialog_id: large.id, text: 'first' })).send).toBe(199);
    const two = await cost(small.id, 'hello');
    expect(two).toEqual({ dialogs: 5, dialog_members: 5, messages: 5, events: 5 });
    expect(await cost(large.id, 'hello')).toEqual(two);
    // Each mentioned person costs a row, everyone together one.
    const named = { ...two, message_mentions: 5 };
    expect(await cost(large.id, '<span class="mention user" data-id="0">@all</span> hello')).toEqual(named);
  } finally {
    await server.close();
  }
});

test('a message records its recipients, whatever its sender', async () => {
  const admin = await administrator();
  const bo = await person('bo');
  const group = await admin.call(groupAdd, { userids: [bo.userid], chat_name: 'Pair' });
  expect((await admin.call(msgSendtext, { dialog_id: group.id, text: 'hi' })).send).toBe(1);
});
