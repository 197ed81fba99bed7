import { expect, test } from 'vitest';
import { createClient } from './client.ts';
import { CACHE_VERSION, fingerprint } from './store/persist.ts';
import { FakeHost } from './testing.ts';

const ada = (identity: string[]) => ({ userid: 1, token: 't', identity, nickname: 'Ada' });

async function kept() {
  const host = new FakeHost();
  const asked: string[] = [];
  const answers: Record<string, unknown> = { 'users/info': ada(['admin']), 'system/setting': { system_alias: 'Yard' } };
  host.answer = (url, { body }) => {
    const path = url.replace('/api/', '');
    if (path in answers) asked.push(`${path} ${body}`);
    return JSON.stringify({ ret: 1, msg: '', data: answers[path] ?? {} });
  };
  const meta = { owner: fingerprint('t'), cursor: 'c', user: ada([]), setting: { system_alias: 'Old' } };
  await host.storage.set('meta', { ...meta, version: CACHE_VERSION });
  const client = createClient(host, { base: '', language: 'en', version: '1', platform: 'test', preview: () => '' });
  const starting = client.start('t');
  await host.pass(0);
  await starting;
  const resume = async () => {
    host.sockets.at(-1)?.receive({ type: 'open', data: { fd: 'a', ud: 1 } });
    host.sockets.at(-1)?.receive({ type: 'resume', data: { cursor: 'c1' } });
    await host.pass(0);
  };
  return { host, client, asked, answers, resume };
}

test('a page that resumes from storage refreshes permissions and settings, but not at every reconnect', async () => {
  const { host, client, asked, answers, resume } = await kept();
  expect([client.user?.identity, client.setting?.system_alias]).toEqual([[], 'Old']);
  await resume();
  expect([client.user?.identity, client.setting?.system_alias]).toEqual([['admin'], 'Yard']);
  expect(asked).toEqual(['users/info {}', 'system/setting {"type":"all"}']);
  await host.pass(1000);
  expect(host.values.get('meta')).toMatchObject({ user: { identity: ['admin'] } });
  await resume();
  expect(asked).toHaveLength(2);
  await host.pass(10 * 60_000);
  answers['users/info'] = ada([]);
  await resume();
  expect(client.user?.identity).toEqual([]);
  expect(asked.at(-1)).toBe('system/setting {"type":"get"}');
  await client.stop();
});
