import type { Project } from '@atrium/contract/projects/projects.ts';
import { expect, test } from 'vitest';
import { open } from '#testing/stage.tsx';
import { ProjectProgress } from './ProjectProgress.tsx';

const project = (fields: Partial<Project>) =>
  ({
    id: 7,
    name: 'Harbour',
    task_num: 8,
    task_complete: 2,
    task_my_num: 4,
    task_my_complete: 3,
    ...fields,
  }) as Project;

test('project progress unfolds and remembers that; without tasks it is hidden', async () => {
  const first = await open(<ProjectProgress project={project({})} />);
  expect(first.screen.queryByRole('progressbar')).toBeNull();
  await first.user.click(first.screen.getByRole('button', { name: 'Progress of Harbour' }));
  const bar = (name: string) => first.screen.getByRole('progressbar', { name }).getAttribute('aria-valuenow');
  expect([bar('Mine 3/4'), bar('All 2/8')]).toEqual(['75', '25']);
  first.unmount();
  const again = await open(<ProjectProgress project={project({ task_my_num: 0, task_my_complete: 0 })} />);
  expect(again.screen.getAllByRole('progressbar')).toHaveLength(1);
  again.unmount();
  const empty = await open(<ProjectProgress project={project({ task_num: 0 })} />);
  expect(empty.screen.queryByRole('button')).toBeNull();
});
