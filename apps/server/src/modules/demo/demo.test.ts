import { expect, test } from 'vitest';
import { cloneTemplate } from '#testing/database';
import { person, startServer, unique } from '#testing/world';
import { fillDemo } from './demo.service.ts';

test('a workspace that somebody uses is not filled, and it is said that it was not', async () => {
  const server = await startServer({ databaseUrl: await cloneTemplate(unique('atrium_demo_')) });
  await person('ada', { server });
  expect(await fillDemo(server.app)).toBe('occupied');
  expect(await server.app.db.selectFrom('users').select('bot').execute()).toEqual([{ bot: 0 }]);
  await server.close();
});
