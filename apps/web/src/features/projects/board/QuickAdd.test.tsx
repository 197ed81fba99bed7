import { CallError } from '@atrium/client/api.ts';
import type { UserBasic } from '@atrium/contract/people/users.ts';
import type { Column, Project } from '@atrium/contract/projects/projects.ts';
import { act } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { ProjectPanel } from '#features/projects/overview/ProjectPanel.tsx';
import { client } from '#sync/session.ts';
import { useRow } from '#sync/store/useStore.ts';
import { open, serve } from '#testing/stage.tsx';
import { useNotices } from '#ui/overlays/notices.ts';
import { QuickAdd } from './QuickAdd.tsx';

const nothing = () => {};

test('text begun in a deleted column moves to the first other column without any', async () => {
  serve({ 'project/task/template_list': [], 'system/priority': [], 'project/tag/list': [], 'users/list': [] });
  const columns = [1, 2, 3].map(
    (id) => ({ id, project_id: 7, name: `List ${id}`, color: '', sort: id }) as unknown as Column,
  );
  for (const column of columns) client.store.base.column.put(column);
  client.drafts.write('q_1', 'Mine already');
  const { screen, user, unmount } = await open(<QuickAdd column={columns[1] as Column} onClose={nothing} />);
  await user.type(screen.getByRole('textbox'), 'Paint the hull');
  act(() => client.store.base.column.remove(2));
  unmount();
  expect(client.drafts.content('q_3')).toBe('Paint the hull');
  expect([client.drafts.content('q_1'), client.drafts.content('q_2')]).toEqual(['Mine already', '']);
  expect(useNotices.getState().list.map(({ kind, text }) => [kind, text])).toEqual([
    ['news', expect.stringMatching(/“List 2” was deleted.+“List 3”/)],
  ]);
});

test('people are offered after @, strangers are named, and a weekday is the next one', async () => {
  serve({ 'project/task/template_list': [], 'system/priority': [], 'project/tag/list': [], 'users/list': [] });
  const mutate = vi.spyOn(client, 'mutate').mockResolvedValue({} as never);
  vi.useFakeTimers({ now: new Date('2030-03-13T12:00:00'), toFake: ['Date'] });
  const users = ['Bo Lind', 'Cleo', 'Deleted person'].map((nickname, at) => ({
    userid: at + 2,
    nickname,
    userimg: '',
    delete_at: nickname === 'Deleted person' ? '2030-03-01 12:00:00' : null,
  }));
  for (const user of users) client.store.base.user.put(user as unknown as UserBasic);
  client.store.base.project.put({ id: 7, name: 'Harbour', project_user: users } as unknown as Project);
  const column = { id: 70, project_id: 7, name: 'To do' } as unknown as Column;
  const { screen, user } = await open(<QuickAdd column={column} onClose={nothing} />);
  const field = screen.getByRole<HTMLTextAreaElement>('textbox');
  await user.type(field, 'Paint @');
  expect(screen.getAllByRole('option').map(({ textContent }) => textContent)).toEqual(['Bo Lind', 'Cleo']);
  await user.type(field, '{ArrowDown}{ArrowUp}{Enter}');
  expect([field.value, screen.queryByRole('listbox')]).toEqual(['Paint @BoLind ', null]);
  await user.type(field, '@dan friday');
  expect(screen.getByText('“dan” isn’t in this project')).toBeTruthy();
  await user.type(field, '{Enter}');
  expect(mutate.mock.calls.at(-1)?.[1]).toMatchObject({
    name: 'Paint @dan',
    owner: [2],
    times: [expect.stringContaining('2030-03-15'), expect.stringContaining('2030-03-15')],
  });
});

test('project permissions follow the owner', async () => {
  serve({ 'project/permission': { permissions: {} } });
  const project = { id: 7, name: 'Harbour', owner: 1 } as unknown as Project;
  client.store.base.project.put(project);
  const Panel = () => {
    const shown = useRow('project', 7);
    return (
      shown && (
        <ProjectPanel panel="permissions" project={shown} onTask={nothing} onPerson={nothing} onClose={nothing} />
      )
    );
  };
  const { screen } = await open(<Panel />);
  expect(await screen.findByRole('dialog')).toBeTruthy();
  act(() => client.store.base.project.put({ ...project, owner: 0 }));
  await expect.poll(() => screen.queryByRole('dialog')).toBeNull();
});

test('a line that the server refuses is in its field again, unless another one was begun', async () => {
  serve({ 'project/task/template_list': [], 'system/priority': [], 'project/tag/list': [], 'users/list': [] });
  let refuse = () => {};
  vi.spyOn(client, 'mutate').mockImplementation(
    () =>
      new Promise((_resolve, reject) => {
        refuse = () => reject(new CallError(0, 'task.column_limit', 'This column is full.'));
      }),
  );
  const column = { id: 80, project_id: 8, name: 'To do' } as unknown as Column;
  const { screen, user } = await open(<QuickAdd column={column} onClose={nothing} />);
  const field = screen.getByRole<HTMLTextAreaElement>('textbox');
  await user.type(field, 'Paint the hull #red{Enter}');
  expect(field.value).toBe('');
  await act(async () => refuse());
  expect([field.value, client.drafts.content('q_80')]).toEqual(['Paint the hull #red', 'Paint the hull #red']);
  await user.type(field, '{Enter}Next');
  await act(async () => refuse());
  expect([field.value, client.drafts.content('q_80')]).toEqual(['Next', 'Next']);
});
