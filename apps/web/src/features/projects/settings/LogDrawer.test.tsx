import type { UserBasic } from '@atrium/contract/people/users.ts';
import type { Project } from '@atrium/contract/projects/projects.ts';
import { within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import type { LogEntry } from '#entities/task/LogLine.tsx';
import { client } from '#sync/session.ts';
import { open, serve } from '#testing/stage.tsx';
import { LogDrawer } from './LogDrawer.tsx';

const entry = (id: number, userid: number, created_at: string, name: string) =>
  ({
    id,
    userid,
    created_at,
    word: 'task.create',
    detail: 'created the task',
    record: {},
    project_task: { id: id * 10, parent_id: 0, name },
  }) as unknown as LogEntry;

test('the project log is grouped by day and person, and its tasks open', async () => {
  for (const [userid, nickname] of [
    [2, 'Bo'],
    [3, 'Cy'],
  ] as const)
    client.store.base.user.put({ userid, nickname, userimg: '' } as unknown as UserBasic);
  const first = [
    entry(6, 2, '2026-01-02 15:00:00', 'Sail'),
    entry(5, 3, '2026-01-02 14:00:00', 'Row'),
    entry(4, 2, '2026-01-02 13:00:00', 'Pack'),
    entry(3, 0, '2026-01-01 12:00:00', 'Repeat'),
  ];
  const server = serve({
    'project/log/lists': ({ page }: { page: number }) =>
      page === 1
        ? { data: first, next_page_url: '2' }
        : { data: [entry(2, 2, '2026-01-01 11:00:00', 'Build')], next_page_url: null },
  });
  const onTask = vi.fn();
  const { screen, user } = await open(
    <LogDrawer project={{ id: 7, name: 'Harbour' } as unknown as Project} onTask={onTask} onClose={vi.fn()} />,
  );
  await screen.findByText('Sail');
  const shown = () =>
    screen.getAllByRole('heading', { level: 3 }).map((day) =>
      within(day.parentElement as HTMLElement)
        .getAllByRole('group')
        .map((person) => [
          within(person).getByRole('heading', { level: 4 }).lastChild?.textContent,
          ...within(person)
            .getAllByRole('button')
            .map((each) => each.textContent),
        ]),
    );
  const lately = [
    ['Bo', 'Sail', 'Pack'],
    ['Cy', 'Row'],
  ];
  expect(shown()).toEqual([lately, [['Atrium', 'Repeat']]]);
  await user.click(screen.getByRole('button', { name: 'Load more' }));
  await screen.findByText('Build');
  expect(server.inputsOf('project/log/lists').map(({ page }) => page)).toEqual([1, 2]);
  expect(shown()).toEqual([
    lately,
    [
      ['Atrium', 'Repeat'],
      ['Bo', 'Build'],
    ],
  ]);
  await user.click(screen.getByRole('button', { name: 'Pack' }));
  expect(onTask).toHaveBeenCalledWith(40);
});
