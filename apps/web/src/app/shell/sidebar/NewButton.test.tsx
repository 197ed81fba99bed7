import type { SettingsAnswer } from '@atrium/contract/workspace/settings.ts';
import { expect, test } from 'vitest';
import { useOverlays } from '#app/overlays/overlays.ts';
import { useNewTask } from '#entities/task/newTask.ts';
import { client } from '#sync/session.ts';
import { open } from '#testing/stage.tsx';
import { NewButton } from './NewButton.tsx';

test('one click creates a project; the arrow lists what else can be created, with keys', async () => {
  const { screen, user } = await open(<NewButton isNarrow={false} />);
  await user.click(screen.getByRole('button', { name: 'New project' }));
  expect(useOverlays.getState().shown).toBe('project');
  const choose = async (name: string) => {
    await user.click(screen.getByRole('button', { name: 'Create…' }));
    const items = await screen.findAllByRole('menuitem');
    expect(items.map((item) => item.textContent)).toEqual([
      'New projectb',
      'New taskn',
      'New groupu',
      'New meetingj',
      'Join meeting',
    ]);
    await user.click(screen.getByRole('menuitem', { name }));
  };
  await choose('New task');
  expect(useNewTask.getState().wish).toEqual({ projectId: 0 });
  await choose('New group');
  expect(useOverlays.getState().shown).toBe('group');
});

test('on narrow windows one click creates a project', async () => {
  const { screen, user } = await open(<NewButton isNarrow />);
  expect(screen.getAllByRole('button')).toHaveLength(1);
  await user.click(screen.getByRole('button', { name: 'New project' }));
  expect(useOverlays.getState().shown).toBe('project');
});

test('without the right to create projects, it creates a task', async () => {
  client.setting = { project_add: 'close' } as SettingsAnswer;
  const { screen, user } = await open(<NewButton isNarrow={false} />);
  await user.click(screen.getByRole('button', { name: 'New task' }));
  expect(useNewTask.getState().wish).toEqual({ projectId: 0 });
  await user.click(screen.getByRole('button', { name: 'Create…' }));
  const items = await screen.findAllByRole('menuitem');
  expect(items.map((item) => item.textContent)).toEqual(['New taskn', 'New groupu', 'New meetingj', 'Join meeting']);
});
