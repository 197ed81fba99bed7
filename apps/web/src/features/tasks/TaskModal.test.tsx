import { CallError, RET_NETWORK } from '@atrium/client/api.ts';
import type { Project } from '@atrium/contract/projects/projects.ts';
import type { Task } from '@atrium/contract/projects/tasks.ts';
import { act, fireEvent } from '@testing-library/react';
import type { Editor } from '@tiptap/react';
import { useState } from 'react';
import { expect, test, vi } from 'vitest';
import { client } from '#sync/session.ts';
import { open, refused, serve } from '#testing/stage.tsx';
import { ContentScreen } from './description/ContentScreen.tsx';
import { TaskModal } from './TaskModal.tsx';

const shipped = (fields: Partial<Task>) =>
  ({
    parent_id: 0,
    project_id: 1,
    dialog_id: 0,
    name: 'Ship',
    file_num: 0,
    flow_item_name: '',
    color: '',
    loop: 'never',
    visibility: 1,
    task_user: [],
    task_tag: [],
    archived_at: null,
    updated_at: '',
    ...fields,
  }) as unknown as Task;
type Editable = HTMLElement & { editor: Editor };
const quietServer = () =>
  serve({ 'project/task/related': { list: [] }, 'project/log/lists': { data: [] }, 'project/tag/list': [] });

// covers C8-07
test('a task that cannot be opened shows the reason and closes', async () => {
  vi.spyOn(client.opened, 'loadTask').mockRejectedValue(new CallError(-4002, 'task.gone', 'This task does not exist.'));
  const onClose = vi.fn();
  const { screen } = await open(<TaskModal taskId={7} onOpen={vi.fn()} onClose={onClose} onPerson={vi.fn()} />);
  await expect.poll(() => screen.queryByText('This task does not exist.')).not.toBeNull();
  expect(onClose).toHaveBeenCalled();
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('offline errors use the reader’s own language', async () => {
  const lost = new CallError(RET_NETWORK, 'network', 'words of the engine');
  vi.spyOn(client.opened, 'loadTask').mockRejectedValue(lost);
  const { screen } = await open(<TaskModal taskId={7} onOpen={vi.fn()} onClose={vi.fn()} onPerson={vi.fn()} />);
  await screen.findByText('Request failed. Try again.');
  expect(screen.queryByText('words of the engine')).toBeNull();
});

test('an open task that is deleted says so and closes; one that is only briefly missing stays', async () => {
  client.store.clear();
  const task = shipped({ id: 7 });
  client.store.base.task.put(task);
  const load = vi.spyOn(client.opened, 'loadTask').mockImplementation(async () => client.store.base.task.put(task));
  quietServer();
  const onClose = vi.fn();
  const { screen } = await open(<TaskModal taskId={7} onOpen={vi.fn()} onClose={onClose} onPerson={vi.fn()} />);
  await screen.findByRole('textbox', { name: 'Title' });
  const before = load.mock.calls.length;
  await act(async () => client.store.base.task.remove(7));
  await expect.poll(() => load.mock.calls.length).toBe(before + 1);
  await screen.findByRole('textbox', { name: 'Title' });
  expect(onClose).not.toHaveBeenCalled();
  load.mockRejectedValue(new CallError(-4002, 'task.gone', 'This task is gone.'));
  await act(async () => client.store.base.task.remove(7));
  await screen.findByText('“Ship” was deleted, or you no longer have access.');
  expect(onClose).toHaveBeenCalled();
});

test('unsaved text in a deleted task can be copied', async () => {
  client.store.clear();
  client.store.base.task.put(shipped({ id: 7 }));
  client.drafts.write('t_7_desc', '<p>Half a</p><p>plan</p>');
  const load = vi.spyOn(client.opened, 'loadTask').mockResolvedValue();
  quietServer();
  const { screen, user } = await open(<TaskModal taskId={7} onOpen={vi.fn()} onClose={vi.fn()} onPerson={vi.fn()} />);
  await screen.findByRole('textbox', { name: 'Title' });
  load.mockRejectedValue(new CallError(-4002, 'task.gone', 'This task is gone.'));
  await act(async () => client.store.base.task.remove(7));
  await screen.findByText('Your unsaved changes to “Ship” are still here.');
  await user.click(screen.getByRole('button', { name: 'Copy' }));
  expect(await navigator.clipboard.readText()).toBe('Half a\nplan');
  client.drafts.remove('t_7_desc');
});

test('a task deleted or archived with its project shows one notice, by the project', async () => {
  client.store.clear();
  client.store.base.project.put({ id: 1, name: 'Harbour' } as unknown as Project);
  client.store.base.task.put(shipped({ id: 7 }));
  const load = vi.spyOn(client.opened, 'loadTask').mockResolvedValue();
  quietServer().answers['project/lists'] = { data: [{ id: 1, name: 'Harbour' }] };
  const onClose = vi.fn();
  const { screen } = await open(<TaskModal taskId={7} onOpen={vi.fn()} onClose={onClose} onPerson={vi.fn()} />);
  await screen.findByRole('textbox', { name: 'Title' });
  load.mockRejectedValue(new CallError(-4002, 'task.gone', 'This task is gone.'));
  await act(async () => {
    client.store.base.task.remove(7);
    client.store.base.project.remove(1);
  });
  await screen.findByText('“Harbour” was archived. You can find it under archived projects.');
  expect(onClose).toHaveBeenCalled();
  expect(screen.queryByText(/was deleted, or/)).toBeNull();
});

test('the window of a description whose project is gone leads to the dashboard', async () => {
  client.store.clear();
  client.store.base.project.put({ id: 1, name: 'Harbour' } as unknown as Project);
  client.store.base.task.put(shipped({ id: 7 }));
  const load = vi.spyOn(client.opened, 'loadTask').mockResolvedValue();
  quietServer().answers['project/lists'] = { data: [] };
  const onClose = vi.fn();
  const { screen, user } = await open(<ContentScreen taskId={7} onClose={onClose} />);
  await screen.findByRole('heading', { name: 'Ship' });
  load.mockRejectedValue(new CallError(-4002, 'task.gone', 'This task is gone.'));
  await act(async () => {
    client.store.base.task.remove(7);
    client.store.base.project.remove(1);
  });
  await user.click(await screen.findByRole('button', { name: 'Dashboard' }));
  expect(onClose).toHaveBeenCalledOnce();
});

test('a task opened from another one shows none of its data', async () => {
  client.store.clear();
  for (const id of [7, 8]) client.store.base.task.put(shipped({ id, name: `Task ${id}` }));
  vi.spyOn(client.opened, 'loadTask').mockResolvedValue();
  quietServer();
  function Frame() {
    const [id, setId] = useState(7);
    return (
      <>
        <TaskModal taskId={id} onOpen={vi.fn()} onClose={vi.fn()} onPerson={vi.fn()} />
        <button type="button" onClick={() => setId(8)}>
          the other one
        </button>
      </>
    );
  }
  const { screen, user } = await open(<Frame />);
  const begun = () => screen.getByRole<HTMLInputElement>('textbox', { name: 'Add subtask' });
  await user.type(begun(), 'Pack');
  fireEvent.click(screen.getByText('the other one'));
  await screen.findByDisplayValue('Task 8');
  expect(begun().value).toBe('');
});

test('a guest reads a task without changing it; an inaccessible conversation says so', async () => {
  client.store.clear();
  const task = shipped({ id: 7, is_guest: true, dialog_id: 9 });
  client.store.base.task.put(task);
  vi.spyOn(client.opened, 'loadTask').mockResolvedValue();
  const server = quietServer();
  server.answers['project/task/dialog'] = refused('Your role does not allow this.');
  const { screen } = await open(<TaskModal taskId={7} onOpen={vi.fn()} onClose={vi.fn()} onPerson={vi.fn()} />);
  expect(screen.getByRole('note').textContent).toMatch('You’re a guest here');
  expect((await screen.findByRole<HTMLInputElement>('textbox', { name: 'Title' })).matches(':disabled')).toBe(true);
  expect(screen.getByRole('checkbox', { name: 'Complete “Ship”' }).matches(':disabled')).toBe(true);
  expect(screen.queryByRole('textbox', { name: 'Add subtask' })).toBeNull();
  const description = await screen.findByRole('textbox', { name: 'Description' });
  expect(description.getAttribute('contenteditable')).toBe('false');
  await screen.findByText('Only people on this task can post here.');
  expect(screen.queryByText('Your role does not allow this.')).toBeNull();
  // They have a role by now.
  await act(async () => client.store.base.task.put({ ...task, is_guest: false }));
  expect(screen.queryByRole('note')).toBeNull();
  expect(screen.getByRole('textbox', { name: 'Title' }).matches(':disabled')).toBe(false);
  expect(description.getAttribute('contenteditable')).toBe('true');
});

test('a task still being created opens at once and stays open once saved', async () => {
  client.store.clear();
  client.store.base.task.put(shipped({ id: -3 }));
  const load = vi.spyOn(client.opened, 'loadTask').mockResolvedValue();
  load.mockClear();
  quietServer();
  const [onOpen, onClose] = [vi.fn(), vi.fn()];
  const { screen } = await open(<TaskModal taskId={-3} onOpen={onOpen} onClose={onClose} onPerson={vi.fn()} />);
  await screen.findByDisplayValue('Ship');
  expect(load).not.toHaveBeenCalled();
  await act(async () => {
    client.store.alias(-3, 7);
    client.store.base.task.put(shipped({ id: 7 }));
    client.store.base.task.remove(-3);
  });
  await expect.poll(() => onOpen.mock.calls).toEqual([[7]]);
  expect(onClose).not.toHaveBeenCalled();
});

test('what is typed into a task still being created stays when it gets its id', async () => {
  client.store.clear();
  client.store.base.task.put(shipped({ id: -3, desc: '' }));
  vi.spyOn(client.opened, 'loadTask').mockResolvedValue();
  quietServer();
  function Frame() {
    const [id, setId] = useState(-3);
    return <TaskModal taskId={id} onOpen={setId} onClose={vi.fn()} onPerson={vi.fn()} />;
  }
  const { screen, user } = await open(<Frame />);
  const described = () => screen.findByRole('textbox', { name: 'Description' }) as Promise<Editable>;
  await expect.poll(async () => (await described()).getAttribute('contenteditable')).toBe('true');
  const { editor } = await described();
  await act(async () => void editor.commands.insertContent('Half a plan'));
  await user.type(screen.getByRole('textbox', { name: 'Message Ship' }), 'Which color?');
  await act(async () => {
    client.store.alias(-3, 7);
    client.store.base.task.put(shipped({ id: 7, desc: '' }));
    client.store.base.task.remove(-3);
  });
  await screen.findByText('#7');
  await expect.poll(async () => (await described()).textContent).toBe('Half a plan');
  expect(screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Message Ship' }).value).toBe('Which color?');
});

test('a task named before it renders opens by its name', async () => {
  client.store.clear();
  quietServer();
  client.store.aliases.set(-3, 9);
  const onOpen = vi.fn();
  const { unmount } = await open(<TaskModal taskId={-3} onOpen={onOpen} onClose={vi.fn()} onPerson={vi.fn()} />);
  expect(onOpen).toHaveBeenCalledWith(9);
  unmount();
  client.store.aliases.clear();
});
