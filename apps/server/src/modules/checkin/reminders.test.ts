import { userOperation } from '@atrium/contract/people/accounts.ts';
import { sql } from 'kysely';
import pg from 'pg';
import { expect, test, vi } from 'vitest';
import { countStatements } from '#testing/statements';
import { ALWAYS, checkinServers } from './checkin.testing.ts';
import { remindOfCheckins } from './reminders.service.ts';

const site = checkinServers('reminders');

test('people who checked in recently are reminded once before and once after work, by one of several servers', async () => {
  const [hal, ivy, jon, kim, lea, mia] = await Promise.all([
    site.person('hal'),
    site.person('ivy'),
    site.person('jon'),
    site.person('kim'),
    site.person('lea'),
    site.person('mia'),
  ]);
  const { db } = site.server.app;
  await sql`delete from checkin_days`.execute(db);
  const span = '{[2030-03-01 08:00+00, 2030-03-01 09:00+00]}';
  // hal: yesterday; ivy: long ago; jon: yesterday and today already; kim: yesterday, but is disabled; mia: yesterday, and on leave today.
  await sql`insert into checkin_days (userid, date, spans) values
    (${hal.userid}, '2030-03-04', ${span}), (${ivy.userid}, '2030-03-01', ${span}), (${jon.userid}, '2030-03-04', ${span}),
    (${jon.userid}, '2030-03-05', ${span}), (${kim.userid}, '2030-03-04', ${span}), (${mia.userid}, '2030-03-04', ${span})`.execute(
    db,
  );
  await sql`insert into approvals (definition_id, version, name, icon, title, userid, answers, state, effect, away_from, away_to)
    select id, version, 'Leave', 'beach', 'Leave', ${mia.userid}, '{}', 2, 'leave', '2030-03-05 00:00+00', '2030-03-06 00:00+00'
    from approval_definitions limit 1`.execute(db);
  await site.admin.call(userOperation, { userid: kim.userid, type: 'setdisable' });
  await site.set({
    time: ['09:00', '18:00'],
    days: [1, 2, 3, 4, 5],
    timezone: 'Europe/Berlin',
    remindin: 5,
    remindexceed: 10,
  });
  const tick = (iso: string) => Promise.all(site.servers.map(({ app }) => remindOfCheckins(app, new Date(iso))));
  for (const iso of ['2030-03-05T07:54:00Z', '2030-03-05T07:55:00Z', '2030-03-05T07:56:00Z', '2030-03-05T08:11:00Z'])
    await tick(iso);
  // Saturday.
  await tick('2030-03-09T07:56:00Z');
  expect(await site.botMessages(hal)).toEqual([
    { key: 'bot.checkin_before', content: '09:00 – 18:00' },
    { key: 'bot.checkin_after', content: '09:00 – 18:00' },
  ]);
  const others = await Promise.all([ivy, jon, lea, mia].map(site.keysReceived));
  expect(others).toEqual([[], [], [], []]);
  await site.set(ALWAYS);
});

test('a person whom another server is reminding right now is not reminded twice', async () => {
  const who = await site.person('ada');
  const { db } = site.server.app;
  await sql`insert into checkin_days (userid, date, spans) values
    (${who.userid}, '2030-03-04', '{[2030-03-04 08:00+00, 2030-03-04 09:00+00]}')`.execute(db);
  await site.set({ time: ['09:00', '18:00'], days: [1, 2, 3, 4, 5], timezone: 'UTC', remindin: 5 });
  const reminding = await db.transaction().execute(async (tx) => {
    await sql`insert into checkin_days (userid, date, reminded_before) values (${who.userid}, '2030-03-05', true)`.execute(
      tx,
    );
    const other = remindOfCheckins(site.server.app, new Date('2030-03-05T08:56:00Z'));
    await new Promise((resolve) => setTimeout(resolve, 300));
    return { other };
  });
  await reminding.other;
  expect(await site.keysReceived(who)).toEqual([]);
  await site.set(ALWAYS);
});

test('reminding a thousand people takes as many statements as one batch', async () => {
  const { db } = site.server.app;
  await sql`delete from checkin_days`.execute(db);
  await sql`with p as (insert into users (email, nickname) select 'crowd' || n || '@example.com', 'C' || n from generate_series(1, 1000) n returning userid)
    insert into checkin_days (userid, date, spans) select userid, '2030-03-04', '{[2030-03-04 08:00+00, 2030-03-04 09:00+00]}' from p`.execute(
    db,
  );
  await site.set({ time: ['09:00', '18:00'], timezone: 'UTC', remindin: 5 });
  const asked = vi.spyOn(pg.Client.prototype, 'query');
  await remindOfCheckins(site.server.app, new Date('2030-03-05T08:56:00Z'));
  const statements = countStatements(asked.mock.calls);
  asked.mockRestore();
  const { rows } = await sql<{
    n: number;
  }>`select count(*)::int as n from messages where msg ->> 'key' = 'bot.checkin_before' and created_at > now() - interval '1 minute'`.execute(
    db,
  );
  expect(rows[0]?.n).toBeGreaterThanOrEqual(1000);
  expect(statements).toBeGreaterThan(0);
  expect(statements).toBeLessThan(60);
  await site.set(ALWAYS);
}, 20_000);
