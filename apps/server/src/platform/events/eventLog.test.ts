import { columnAdd, projectAdd } from '@atrium/contract/projects/projects.ts';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { allCommitted, person, testServer, unique } from '#testing/world';
import { follower } from './eventLog.ts';

test('a follower that becomes wanted begins with the last minute, not with the whole log', async () => {
  const { app } = await testServer();
  const ada = await person('ada');
  const { id: project_id } = await ada.call(projectAdd, { name: unique('P') });
  const name = unique('follower');
  await sql`insert into meta (name, value) values (${name}, '0.0')`.execute(app.db);
  await sql`update events set at = at - interval '2 minutes'`.execute(app.db);
  // Events that an older transaction hides are not skipped.
  await allCommitted(app);

  let isWanted = false;
  const refs: (number | null)[] = [];
  const { step } = follower({
    name,
    isWanted: () => isWanted,
    take: async (_tx, events) => {
      for (const event of events) if (event.type === 'projectColumn') refs.push(event.ref);
    },
  });
  expect(await step(app)).toBe(false);
  isWanted = true;
  const { id } = await ada.call(columnAdd, { project_id, name: 'Later' });
  await expect
    .poll(async () => {
      await step(app);
      return refs;
    })
    .toEqual([id]);
});
