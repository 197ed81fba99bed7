import type { TaskFile } from '@atrium/contract/projects/taskLinks.ts';
import type { Task } from '@atrium/contract/projects/tasks.ts';
import { expect, test } from 'vitest';
import { TaskFiles } from '#features/tasks/TaskFiles.tsx';
import { open, serve } from '#testing/stage.tsx';

const file = (id: number, name: string) =>
  ({
    id,
    name,
    ext: name.split('.').at(-1),
    size: 20,
    url: `{{RemoteURL}}file/${id}`,
    thumb: '',
    is_picture: false,
    userid: 1,
    created_at: '2026-01-01 00:00:00',
  }) as TaskFile;
const task = { id: 5, dialog_id: 3, file_num: 4, archived_at: null } as unknown as Task;

test('files that can be shown open in the viewer, between each other; others are downloaded', async () => {
  serve({ 'project/task/files': [file(1, 'plan.md'), file(2, 'setup.exe'), file(3, 'notes.txt')] });
  const { screen, user } = await open(<TaskFiles task={task} />);
  await user.click(await screen.findByRole('button', { name: 'View notes.txt' }));
  expect((await screen.findByRole('heading', { name: 'notes.txt' })).nextSibling?.textContent).toBe('2 / 2');
  await user.click(screen.getByRole('button', { name: 'Previous file' }));
  await screen.findByRole('heading', { name: 'plan.md' });
  await user.keyboard('{Escape}');
  expect(screen.queryByRole('button', { name: 'View setup.exe' })).toBeNull();
});
