import type { Project } from '@atrium/contract/projects/projects.ts';
import type { Task } from '@atrium/contract/projects/tasks.ts';
import { act } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { client } from '#sync/session.ts';
import { open, serve } from '#testing/stage.tsx';
import { StatusPick } from './StatusPick.tsx';
import { pickStatus, stopPicking, tickedStatus } from './statuses.ts';

const item = (id: number, name: string, status: string) => ({
  id,
  name,
  status,
  turns: [1, 2],
  userids: [],
  color: '',
});
const project = { id: 7, project_flow_item: [item(1, 'Open', 'start'), item(2, 'Done', 'end')] } as unknown as Project;
const task = { id: 5, project_id: 7, name: 'Ship', flow_item_id: 1, flow_item_name: 'start|Open|', task_user: [] };

afterEach(() => {
  stopPicking();
});

test('an open status picker closes with its task and does not return with it', async () => {
  serve({});
  const { base } = client.store;
  base.project.put({ ...project, owner: 1 } as never);
  base.task.put(task as unknown as Task);
  const { screen } = await open(<StatusPick />);
  await act(async () => pickStatus(task as unknown as Task, { x: 10, y: 10 }));
  expect(await screen.findByRole('menuitem', { name: /Done/ })).toBeTruthy();
  await act(async () => base.task.remove(task.id));
  await expect.poll(() => screen.queryByRole('menu')).toBeNull();
  await act(async () => base.task.put(task as unknown as Task));
  expect(screen.queryByRole('menu')).toBeNull();
});

test('ticking goes to the first end status that the workflow leads to, and back to the first start status', () => {
  const items = [item(1, 'Open', 'start'), item(2, 'Done', 'end'), item(3, 'Cancelled', 'end'), item(4, 'New', 'test')];
  const turns: Record<number, number[]> = { 1: [2, 3], 2: [1, 4], 3: [], 4: [3] };
  client.store.base.project.put({
    ...{ ...project, id: 8 },
    project_flow_item: items.map((each) => ({ ...each, turns: turns[each.id] ?? [] })),
  } as never);
  const ticked = (flow_item_id: number, complete_at: string | null) => {
    const status = tickedStatus({ ...task, project_id: 8, flow_item_id, complete_at } as unknown as Task);
    return typeof status === 'object' ? status?.name : status;
  };
  expect([ticked(1, null), ticked(4, null), ticked(2, '2026-01-01 09:00:00')]).toEqual(['Done', 'Cancelled', 'Open']);
  // From here no status of that kind is allowed.
  expect(ticked(3, '2026-01-01 09:00:00')).toBe('ask');
});
