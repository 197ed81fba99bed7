import { expect, test, vi } from 'vitest';
import { useNewTask } from '#entities/task/newTask.ts';
import { open } from '#testing/stage.tsx';
import { NewButton } from './NewButton.tsx';
import { useOverlays } from './overlays.ts';

test('one press makes a project; behind the arrow stands what else can be made, with its key', async () => {
  const onNewProject = vi.fn();
  const { screen, user } = await open(<NewButton isNarrow={false} onNewProject={onNewProject} />);
  await user.click(screen.getByRole('button', { name: 'New project' }));
  expect(onNewProject).toHaveBeenCalledOnce();
  const choose = async (name: string) => {
    await user.click(screen.getByRole('button', { name: 'Make something else' }));
    const items = await screen.findAllByRole('menuitem');
    expect(items.map((item) => item.textContent)).toEqual(['New projectb', 'New taskn', 'New groupu']);
    await user.click(screen.getByRole('menuitem', { name }));
  };
  await choose('New task');
  expect(useNewTask.getState().wish).toEqual({ projectId: 0 });
  await choose('New group');
  expect(useOverlays.getState().shown).toBe('group');
});

test('where there is no room, one press makes a project', async () => {
  const onNewProject = vi.fn();
  const { screen, user } = await open(<NewButton isNarrow onNewProject={onNewProject} />);
  expect(screen.getAllByRole('button')).toHaveLength(1);
  await user.click(screen.getByRole('button', { name: 'New project' }));
  expect(onNewProject).toHaveBeenCalledOnce();
});
