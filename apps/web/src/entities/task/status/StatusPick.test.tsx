import type { Project } from '@atrium/contract/projects/projects.ts';
import type { Task } from '@atrium/contract/projects/tasks.ts';
import { act } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { client } from '#sync/session.ts';
import { open, serve } from '#testing/stage.tsx';
import { StatusPick } from './StatusPick.tsx';
import { pickStatus, stopPicking } from './statuses.ts';

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
