import type { ClientMessage } from '@atrium/client/store/rows.ts';
import { cleanup } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { client } from '#sync/session.ts';
import { ME, open, serve } from '#testing/stage.tsx';
import { SystemLine } from './SystemLine.tsx';

const [BO, CY] = [2, 3];

async function line(userid: number, type: string, action: string, data: object = {}) {
  cleanup();
  serve({});
  for (const [id, nickname] of [
    [ME, 'Ada'],
    [BO, 'Bo'],
    [CY, 'Cy'],
  ] as const) {
    client.store.base.user.put({ userid: id, nickname } as never);
  }
  const msg = { action, data: { id: 8, ...data } };
  const message = { id: 9, dialog_id: 3, userid, type, mtype: type, msg } as unknown as ClientMessage;
  const { screen } = await open(<SystemLine message={message} onJump={() => {}} />);
  return (await screen.findByRole('button')).textContent;
}

test('the reader appears as “you”, as actor and as object', async () => {
  const to = (...userids: number[]) => ({ userids: userids.join(','), count: userids.length });
  expect(await line(BO, 'todo', 'add', to(CY))).toBe('Bo added a to-do for Cy');
  expect(await line(BO, 'todo', 'add', to(ME))).toBe('Bo added a to-do for you');
  expect(await line(BO, 'todo', 'add', to(BO))).toBe('Bo added a to-do');
  expect(await line(BO, 'todo', 'add', to(BO, CY))).toBe('Bo added a to-do for Bo, Cy');
  expect(await line(ME, 'todo', 'add', to(BO, CY))).toBe('You added a to-do for Bo, Cy');
  expect(await line(ME, 'todo', 'add', to(ME))).toBe('You added a to-do for yourself');
  expect(await line(BO, 'todo', 'remove', to(ME, CY))).toBe('Bo removed a to-do from you, Cy');
  expect(await line(CY, 'todo', 'done', { done_userids: [ME] })).toBe('Completed by you');
  expect(await line(CY, 'todo', 'done', { done_userids: [CY] })).toBe('Completed by Cy');
  expect(await line(ME, 'top', 'add')).toBe('You pinned a message');
  expect(await line(BO, 'tag', 'remove')).toBe('Bo removed a tag');
});

test('a long subject is cut and expands on demand', async () => {
  const text = `<p>${'seven words of a sentence that goes '.repeat(4)}</p>`;
  expect(await line(BO, 'top', 'add', { type: 'text', msg: { text } })).toBe(
    'Bo pinned a message· seven words of a sentence that goes seven words of a…',
  );
  expect(await line(BO, 'top', 'add', { type: 'text', msg: { text: '<p>short</p>' } })).toBe(
    'Bo pinned a message· short',
  );
});

test('names are joined as the language does', async () => {
  localStorage.setItem('language', 'zh');
  vi.resetModules();
  const { formatList } = await import('#sync/language.ts');
  expect(formatList(['小明', '小红', '+3'])).toBe('小明、小红、+3');
  // Later files share its modules.
  localStorage.setItem('language', 'en');
  vi.resetModules();
});
