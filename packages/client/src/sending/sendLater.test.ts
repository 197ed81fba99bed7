import { expect, test } from 'vitest';
import { type StoredChange, sendRemaining, withoutSent } from './sendLater.ts';

const later = { token: 't', language: 'de', version: '1', platform: 'web' };
const kept = (id: string, tempId: number, input: unknown, rest: Partial<StoredChange> = {}): StoredChange => ({
  id,
  tempId,
  input,
  path: `do/${id}`,
  state: 'waiting',
  ...rest,
});

test('a closed page’s changes are sent in order; those that depend on refused or unsent ones stay', async () => {
  let queue = [
    kept('make', -1, { name: 'Boat' }),
    kept('name', -2, { task_id: -1, names: { '-1': 'Ship' } }),
    kept('picture', -3, { file: 'x' }, { path: '' }),
    kept('caption', -4, { msg_id: -3 }),
    kept('wrong', -5, {}),
    kept('after', -6, { list: [-5] }),
    kept('refused', -7, {}, { state: 'refused' }),
    kept('last', -8, {}),
  ];
  const posted: [string, unknown][] = [];
  const outcome = await sendRemaining(
    queue,
    later,
    async (path, body, headers) => {
      posted.push([path, JSON.parse(body)]);
      expect(headers).toMatchObject({ token: 't', language: 'de', mutation: path.slice(3) });
      return path === 'do/wrong' ? { ret: 0, data: {} } : { ret: 1, data: { id: 40 + posted.length } };
    },
    async (id, names) => void (queue = withoutSent(queue, id, names)),
  );
  expect(outcome).toBe('done');
  expect(posted).toEqual([
    ['do/make', { name: 'Boat' }],
    ['do/name', { task_id: 41, names: { '41': 'Ship' } }],
    ['do/wrong', {}],
    ['do/last', {}],
  ]);
  expect(queue.map(({ id }) => id)).toEqual(['picture', 'caption', 'wrong', 'after', 'refused']);
});

test('an expired token ends it, and a lost network leaves the rest', async () => {
  const queue = [kept('one', -1, {}), kept('two', -2, {})];
  const over = await sendRemaining(
    queue,
    later,
    async () => ({ ret: -1, data: { code: 'auth.ended' } }),
    async () => {
      throw new Error('nothing was sent');
    },
  );
  expect(over).toBe('over');
  const sent: string[] = [];
  const broken = sendRemaining(
    queue,
    later,
    async (path) => {
      if (path === 'do/two') throw new Error('gone');
      return { ret: 1, data: {} };
    },
    async (id) => void sent.push(id),
  );
  await expect(broken).rejects.toThrow('gone');
  expect(sent).toEqual(['one']);
});

test.each(['rate.limited', 'database.away'])('later changes wait for one that is postponed by %s', async (code) => {
  const posted: string[] = [];
  const sent: string[] = [];
  const postponed = sendRemaining(
    [kept('one', -1, {}), kept('two', -2, {}), kept('three', -3, {})],
    later,
    async (path) => {
      posted.push(path);
      return path === 'do/two' ? { ret: 0, data: { code } } : { ret: 1, data: {} };
    },
    async (id) => void sent.push(id),
  );
  await expect(postponed).rejects.toThrow(code);
  expect(posted).toEqual(['do/one', 'do/two']);
  expect(sent).toEqual(['one']);
});
