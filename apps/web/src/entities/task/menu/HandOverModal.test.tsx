import type { UserBasic } from '@atrium/contract/people/users.ts';
import type { Task } from '@atrium/contract/projects/tasks.ts';
import { act } from '@testing-library/react';
import { expect, test } from 'vitest';
import { client } from '#sync/session.ts';
import { ME, open, refused, serve } from '#testing/stage.tsx';
import { HandOverModal } from './HandOverModal.tsx';
import { handOver, mayHandOver, stopHandingOver, useHandingOver } from './handingOver.ts';

const task = (fields: Partial<Task> = {}) =>
  ({
    id: 5,
    parent_id: 0,
    project_id: 7,
    name: 'Ship',
    complete_at: null,
    archived_at: null,
    task_user: [{ userid: ME, owner: 1 }],
    ...fields,
  }) as unknown as Task;
const user = (userid: number, nickname: string) =>
  ({ userid, nickname, pinyin: '', bot: 0, email: '', profession: '', userimg: '' }) as unknown as UserBasic;
const options = (fields: object = {}) => ({
  owners: [ME],
  protected: [],
  candidates: [ME, 2, 3],
  note_required: false,
  version: 'v1',
  users: [user(3, 'Cy'), user(2, 'Bo'), user(ME, 'Ada')],
  ...fields,
});

test('a task is handed over to the ticked people with a note', async () => {
  let answer: unknown = refused('Somebody was faster.');
  const server = serve({
    'projecttaskhandoff/options': options({ note_required: true }),
    'projecttaskhandoff/assign': () => answer,
  });
  const { screen, user: hand } = await open(<HandOverModal />);
  handOver(task());
  const boxes = await screen.findAllByRole('checkbox');
  expect(boxes.map((box) => box.closest('label,div')?.parentElement?.textContent)[0]).toContain('Ada');
  const give = screen.getByRole('button', { name: 'Hand over' });
  expect(give).toHaveProperty('disabled', true);
  // The earlier owner is not among the next ones.
  expect(boxes.filter((box) => (box as HTMLInputElement).checked)).toEqual([]);
  await hand.click(screen.getByRole('checkbox', { name: /Bo/ }));
  expect(give).toHaveProperty('disabled', true);
  await hand.type(screen.getByRole('textbox', { name: /Reason/ }), 'On holiday');
  await hand.click(give);
  expect((await screen.findByRole('alert')).textContent).toBe('Somebody was faster.');
  answer = {};
  await hand.click(give);
  await expect.poll(() => screen.queryByRole('dialog')).toBeNull();
  expect(server.inputsOf('projecttaskhandoff/assign').at(-1)).toMatchObject({
    task_id: 5,
    owners: [2],
    version: 'v1',
    note: 'On holiday',
  });
});

test('fixed people cannot be removed, and ineligible ones cannot be added', async () => {
  serve({ 'projecttaskhandoff/options': options({ owners: [ME, 2], protected: [2], candidates: [ME] }) });
  const { screen } = await open(<HandOverModal />);
  handOver(task());
  const isFixed = (name: RegExp) => (screen.getByRole('checkbox', { name }) as HTMLInputElement).disabled;
  await screen.findAllByRole('checkbox');
  expect([isFixed(/Ada/), isFixed(/Bo/), isFixed(/Cy/)]).toEqual([false, true, true]);
  expect((screen.getByRole('checkbox', { name: /Bo/ }) as HTMLInputElement).checked).toBe(true);
  stopHandingOver();
});

test('the menu offers handing over to people who may', () => {
  client.user = { userid: ME } as typeof client.user;
  const set = (fields: object) => {
    client.setting = { project_task_handoff: 'open', project_task_handoff_role: 'owner', ...fields } as never;
  };
  const other = { task_user: [{ userid: 2, owner: 1 }] } as Partial<Task>;
  set({});
  expect(mayHandOver(task(), false)).toBe(true);
  expect(mayHandOver(task(other), false)).toBe(false);
  expect(mayHandOver(task(other), true)).toBe(true);
  expect(mayHandOver(task({ task_user: [] }), false)).toBe(true);
  expect(mayHandOver(task({ complete_at: '2026-01-01 00:00:00' }), true)).toBe(false);
  expect(mayHandOver(task({ is_guest: true }), false)).toBe(false);
  set({ project_task_handoff_role: 'managers' });
  expect(mayHandOver(task(), false)).toBe(false);
  set({ project_task_handoff: 'close' });
  expect(mayHandOver(task(), true)).toBe(false);
});

test('a deleted task cannot be handed over', async () => {
  serve({ 'projecttaskhandoff/options': options() });
  client.store.base.task.put(task());
  const { screen } = await open(<HandOverModal />);
  handOver(task());
  await screen.findAllByRole('checkbox');
  await act(async () => client.store.base.task.remove(5));
  await expect.poll(() => screen.queryByRole('dialog')).toBeNull();
  expect(useHandingOver.getState().task).toBeNull();
});
