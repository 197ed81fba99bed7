import type { TaskFile } from '@atrium/contract/projects/taskLinks.ts';
import type { Task } from '@atrium/contract/projects/tasks.ts';
import { within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { TaskFiles } from '#features/tasks/TaskFiles.tsx';
import { open, refused, serve } from '#testing/stage.tsx';

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

async function filesOf(details: Record<number, unknown>) {
  serve({
    'project/task/files': [file(1, 'plan.md'), file(2, 'run.sh'), file(3, 'notes.txt'), file(4, 'plans.zip')],
    'project/task/filedetail': ({ file_id }: { file_id: number }) => details[file_id],
  });
  const { screen, user } = await open(<TaskFiles task={task} />);
  const look = async (name: string) => {
    await user.click(await screen.findByRole('button', { name: `View ${name}` }));
    return within(await screen.findByRole('dialog', { name }));
  };
  return { screen, user, look };
}

test('a text file is previewed in place: Markdown rendered, anything else as is', async () => {
  const { screen, user, look } = await filesOf({
    1: { id: 1, file_mode: 'md', content: { type: 'md', content: '# Plan\n\n<img src=x onerror=alert(1)>' } },
    2: { id: 2, file_mode: 'code', content: { content: 'echo "```"' } },
    3: { id: 3, file_mode: 'text', content: { type: 'text', content: '*as it\n  stands*' } },
  });
  const plan = await look('plan.md');
  await plan.findByRole('heading', { name: 'Plan' });
  expect(document.querySelector('[onerror]')).toBeNull();
  await user.keyboard('{Escape}');
  await look('run.sh');
  // Highlighting splits the code into several elements.
  await expect.poll(() => document.querySelector('[role="dialog"] pre')?.textContent).toContain('echo "```"');
  await user.keyboard('{Escape}');
  const notes = await look('notes.txt');
  const words = await notes.findByText('*as it', { exact: false });
  expect(words.textContent).toBe('*as it\n  stands*');
  // A file without text is downloaded directly.
  expect(screen.queryByRole('button', { name: 'View plans.zip' })).toBeNull();
});

test('an unreadable file says so and can still be downloaded', async () => {
  const { user, look } = await filesOf({
    1: { id: 1, file_mode: 'preview', content: {} },
    2: { id: 2, file_mode: 'code', content: { content: '' } },
    3: refused('This file is gone.'),
  });
  for (const [name, words] of [
    ['plan.md', /No preview/],
    ['run.sh', 'This file is empty.'],
    ['notes.txt', 'This file is gone.'],
  ] as const) {
    const box = await look(name);
    await box.findByText(words);
    expect(box.getByText('Download').closest('a')?.getAttribute('download')).toBe(name);
    await user.keyboard('{Escape}');
  }
});
