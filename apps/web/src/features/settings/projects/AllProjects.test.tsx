import type { UserBasic } from '@atrium/contract/people/users.ts';
import type { Project } from '@atrium/contract/projects/projects.ts';
import { beforeEach, expect, test } from 'vitest';
import { client } from '#sync/session.ts';
import { ME, open, refused, serve } from '#testing/stage.tsx';
import { AllProjects } from './AllProjects.tsx';

const project = (id: number, name: string, more: Partial<Project> = {}) =>
  ({
    id,
    name,
    personal: 0,
    owner: null,
    owner_userid: 2,
    userid: ME,
    userid_list: [2, ME],
    archived_at: null,
    created_at: '2026-01-02 10:00:00',
    task_num: 8,
    task_complete: 2,
    task_percent: 25,
    ...more,
  }) as unknown as Project;
const page = (data: Project[], total = data.length) => ({ data, total, last_page: Math.ceil(total / 20) });

beforeEach(() => {
  for (const [userid, nickname] of [
    [ME, 'Ada'],
    [2, 'Bo'],
  ] as const)
    client.store.base.user.put({ userid, nickname, userimg: '' } as unknown as UserBasic);
});

test('an administrator sees every project with progress and owner, and opens their own', async () => {
  const server = serve({ 'project/lists': page([project(7, 'Harbour', { owner: 0 }), project(8, 'Island')]) });
  const { screen } = await open(<AllProjects />);
  const harbour = (await screen.findByText('Harbour')).closest('tr');
  expect(harbour?.textContent).toContain('2/8');
  expect(harbour?.textContent).toContain('Bo');
  expect(screen.getByRole('link', { name: 'Harbour' }).getAttribute('href')).toBe('/manage/project/7');
  expect(screen.queryByRole('link', { name: 'Island' })).toBeNull();
  expect(server.inputsOf('project/lists')).toEqual([
    { all: true, getuserid: true, type: 'all', archived: 'no', pagesize: 20, page: 1 },
  ]);
});

test('the list is filtered by name, kind and state, and paged', async () => {
  const server = serve({ 'project/lists': page([project(7, 'Harbour')], 45) });
  const { screen, user } = await open(<AllProjects />);
  const last = () => server.inputsOf('project/lists').at(-1);
  const choose = async (list: string, option: string) => {
    await user.click(screen.getByRole('combobox', { name: list }));
    await user.click(await screen.findByRole('option', { name: option, hidden: true }));
  };
  await user.click(await screen.findByRole('button', { name: '3' }));
  await expect.poll(last).toMatchObject({ page: 3 });
  await user.type(screen.getByRole('textbox', { name: 'Search projects' }), ' har ');
  await choose('Project type', 'Personal');
  await choose('Status', 'Archived');
  await choose('Projects per page', '50 per page');
  await expect.poll(last).toEqual({
    all: true,
    getuserid: true,
    type: 'personal',
    archived: 'yes',
    keys: { name: 'har' },
    pagesize: 50,
    page: 1,
  });
  server.answers['project/lists'] = refused('Not for you.');
  await user.type(screen.getByRole('textbox', { name: 'Search projects' }), 'x');
  expect((await screen.findByRole('alert')).textContent).toBe('Not for you.');
});
