import { updateTask } from '@atrium/client/projects/projectActions.ts';
import type { Task } from '@atrium/contract/projects/tasks.ts';
import { act } from '@testing-library/react';
import { beforeAll, expect, test, vi } from 'vitest';
import { TimeFormPart } from '#entities/task/times/timeFormPart.ts';
import { client } from '#sync/session.ts';
import { ME, open } from '#testing/stage.tsx';
import { useQuestion } from '#ui/overlays/ask.ts';
import { ClaimButton } from './ClaimButton.tsx';

const task = (fields: Partial<Task>): Task =>
  ({
    id: 5,
    parent_id: 0,
    name: 'Ship',
    start_at: null,
    end_at: null,
    task_user: [],
    ...fields,
  }) as unknown as Task;

// Boards load it after a while; once loaded, the form opens at once.
beforeAll(async () => void (await TimeFormPart.fetch()));

async function claiming(fields: Partial<Task> = {}) {
  const mutate = vi.spyOn(client, 'mutate').mockResolvedValue({} as never);
  mutate.mockClear();
  const outside = vi.fn();
  const stage = await open(
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- it only shows that clicks stay inside.
    <div role="presentation" onClick={outside}>
      <ClaimButton task={task(fields)} />
    </div>,
  );
  const press = async (name: string) => stage.user.click(await stage.screen.findByRole('button', { name }));
  await press('Claim “Ship”');
  return {
    ...stage,
    press,
    outside,
    sent: () => mutate.mock.calls.map(([kind, input]) => [kind === updateTask, input]),
  };
}

test('claiming an unplanned task proposes today’s working hours and takes it in one step', async () => {
  vi.useFakeTimers({ now: new Date('2030-03-01T10:00:00'), toFake: ['Date'] });
  const { press, sent, outside } = await claiming();
  vi.useRealTimers();
  expect(sent()).toEqual([]);
  await press('Claim');
  expect(sent()).toEqual([[true, { task_id: 5, owner: [ME], times: ['2030-03-01 09:00:00', '2030-03-01 18:00:00'] }]]);
  // Otherwise a card below would open.
  expect(outside).not.toHaveBeenCalled();
});

test('a task can be claimed without planning it', async () => {
  const { press, sent } = await claiming();
  await press('Claim without dates');
  expect(sent()).toEqual([[true, { task_id: 5, owner: [ME] }]]);
});

test('an existing time is confirmed unchanged; a new one may have a reason', async () => {
  const planned = { start_at: '2030-03-01 00:00:00', end_at: '2030-03-02 23:59:59' };
  const first = await claiming(planned);
  expect(first.screen.queryByRole('textbox', { name: 'Reason (optional)' })).toBeNull();
  expect(first.screen.queryByRole('button', { name: 'Claim without dates' })).toBeNull();
  await first.press('Claim');
  expect(first.sent()).toEqual([[true, { task_id: 5, owner: [ME] }]]);
  first.unmount();

  vi.useFakeTimers({ now: new Date('2030-03-01T10:00:00'), toFake: ['Date'] });
  const second = await claiming(planned);
  await second.press('Tomorrow');
  vi.useRealTimers();
  expect(second.sent()).toEqual([
    [true, { task_id: 5, owner: [ME], times: ['2030-03-02 09:00:00', '2030-03-02 18:00:00'] }],
  ]);
});

test('claiming a subtask asks before it changes the main task; declining assigns nobody', async () => {
  client.store.base.task.put(task({ id: 4, name: 'Voyage' }));
  const { press, sent } = await claiming({ parent_id: 4 });
  await press('Claim');
  const question = () => useQuestion.getState().question;
  expect(question()?.text).toMatch('“Voyage” has no dates yet');
  await act(async () => question()?.answer(false));
  expect(sent()).toEqual([]);
});
