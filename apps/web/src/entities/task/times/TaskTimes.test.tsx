import { updateTask } from '@atrium/client/projects/projectActions.ts';
import type { UserBasic } from '@atrium/contract/people/users.ts';
import type { Task } from '@atrium/contract/projects/tasks.ts';
import { beforeEach, expect, test, vi } from 'vitest';
import { type LogEntry, LogLine } from '#entities/task/LogLine.tsx';
import { client } from '#sync/session.ts';
import { ME, open, serve } from '#testing/stage.tsx';
import { BusyNotice } from './BusyHint.tsx';
import { TaskTimes } from './TaskTimes.tsx';

const task = (owner: number): Task =>
  ({
    id: 5,
    parent_id: 0,
    project_id: 7,
    name: 'Ship',
    start_at: '2030-03-01 09:00:00',
    end_at: '2030-03-02 18:00:00',
    complete_at: null,
    task_user: [{ userid: owner, owner: 1 }],
  }) as unknown as Task;
const later = { start_at: '2030-03-01 00:00:00', end_at: '2030-03-09 00:00:00' };

let server: ReturnType<typeof serve>;
beforeEach(() => {
  server = serve({
    'project/task/easylists': { data: [{ id: 9, name: 'Row', ...later, task_user: [{ userid: 2, owner: 1 }] }] },
    'approve/away': { list: [] },
  });
  client.store.base.user.put({ userid: 2, nickname: 'Bo', userimg: '' } as unknown as UserBasic);
});

async function times(owner = ME) {
  const mutate = vi.spyOn(client, 'mutate').mockResolvedValue({} as never);
  mutate.mockClear();
  const shown = task(owner);
  client.store.base.task.put(shown);
  const stage = await open(
    <>
      <TaskTimes task={shown} />
      <BusyNotice taskId={5} />
    </>,
  );
  await stage.user.click(stage.screen.getByRole('button', { name: /2 Mar/ }));
  const press = async (name: string) => stage.user.click(await stage.screen.findByRole('button', { name }));
  return { ...stage, press, sent: () => mutate.mock.calls.map(([kind, input]) => [kind === updateTask, input]) };
}

test('a delay takes a reason; its length is remembered for the next one', async () => {
  const first = await times();
  await first.press('Postpone');
  const reason = () => first.screen.getByRole('textbox', { name: 'Reason' });
  expect(first.screen.getByRole<HTMLButtonElement>('button', { name: 'Postpone' }).disabled).toBe(true);
  await first.user.click(first.screen.getByRole('radio', { name: 'Hours' }));
  await first.user.type(reason(), 'The crane came late');
  await first.press('Postpone');
  const sent = [true, { task_id: 5, times: ['2030-03-01 09:00:00', '2030-03-02 19:00:00', 'The crane came late'] }];
  await expect.poll(first.sent).toEqual([sent]);
  first.unmount();
  const second = await times();
  await second.press('Postpone');
  expect(second.screen.getByRole<HTMLInputElement>('radio', { name: 'Hours' }).checked).toBe(true);
  await second.press('+3 days');
  await second.user.type(second.screen.getByRole('textbox', { name: 'Reason' }), 'Rain{Enter}');
  await expect
    .poll(second.sent)
    .toEqual([[true, { task_id: 5, times: ['2030-03-01 09:00:00', '2030-03-05 18:00:00', 'Rain'] }]]);
  // One's own plans need no warning.
  expect(server.inputsOf('project/task/easylists')).toEqual([]);
});

test('a time change may have a reason; other assignees who are busy then are named', async () => {
  const { screen, user, press, sent } = await times(2);
  await user.type(screen.getByRole('textbox', { name: 'Reason (optional)' }), 'Wind');
  await press('Save');
  expect((await screen.findByRole('region', { name: 'Bo' })).textContent).toContain('Row');
  await expect
    .poll(sent)
    .toEqual([[true, { task_id: 5, times: ['2030-03-01 09:00:00', '2030-03-02 18:00:00', 'Wind'] }]]);
  expect(server.inputsOf('project/task/easylists')[0]).toMatchObject({ userid: [2], taskid: 5 });
});

test('a person who is on leave then is named too', async () => {
  server.answers['project/task/easylists'] = { data: [] };
  const leave = { userid: 2, kind: 'leave', name: 'Vacation', from: '2030-03-01 09:00:00', to: '2030-03-03 18:00:00' };
  server.answers['approve/away'] = { list: [leave] };
  const { screen, press } = await times(2);
  await press('Save');
  expect((await screen.findByRole('region', { name: 'Bo' })).textContent).toContain('Away: Vacation');
  await press('Close');
  expect(screen.queryByRole('region', { name: 'Bo' })).toBeNull();
  expect(server.inputsOf('approve/away')[0]).toMatchObject({ userids: [2] });
});

test('a log line shows the old and new time, the subtask, and the reason', async () => {
  const entry = (word: string, record: Record<string, unknown>) =>
    ({ id: 1, userid: 0, word, detail: 'did it', record, created_at: '2026-01-01 00:00:00' }) as unknown as LogEntry;
  const line = async (word: string, record: Record<string, unknown>) => {
    const { screen, unmount } = await open(<LogLine entry={entry(word, record)} />);
    const words = screen.getByRole('listitem').querySelector('small')?.textContent ?? '';
    unmount();
    return words;
  };
  expect(await line('task.rename', { change: ['Ship', 'Sail'] })).toBe('Ship → Sail');
  expect(await line('column.color', { change: ['Doing', 'Doing'] })).toBe('');
  expect(await line('task.loop', { change: ['never', 'week'] })).toBe('');
  const span = ['2030-03-01 09:00:00', '2030-03-02 18:00:00'];
  const subtask = { id: 6, parent_id: 5, name: 'Pack' };
  expect(await line('task.time', { change: [[null, null], span], remark: 'Rain', subtask })).toMatch(
    /^Pack– → 1 Mar.*2 Mar.*Rain$/,
  );
});
