import { addPicturedTask, localPictures } from '@atrium/client/projects/newTask.ts';
import { addTask } from '@atrium/client/projects/projectActions.ts';
import type { UserBasic } from '@atrium/contract/people/users.ts';
import type { Column, Project } from '@atrium/contract/projects/projects.ts';
import { act, within } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { forgetPriorities } from '#entities/task/menu/priorities.ts';
import { shortcutSpan } from '#entities/task/times/times.actions.ts';
import { client } from '#sync/session.ts';
import { toWire } from '#sync/time.ts';
import { ME, open, refused, serve } from '#testing/stage.tsx';
import { QuestionModal } from '#ui/overlays/QuestionModal.tsx';
import { NewTaskModal } from './NewTaskModal.tsx';

const person = (userid: number, nickname: string) =>
  ({ userid, nickname, email: `${nickname}@example.com`, pinyin: '', bot: 0, userimg: '' }) as unknown as UserBasic;
const template = { id: 1, project_id: 7, name: 'Bug', title: 'Bug: ', content: '<p>Steps</p>', is_default: 0 };

let server: ReturnType<typeof serve>;
// Dates count from today, which stays the same while a test runs.
beforeEach(() => {
  vi.useFakeTimers({ now: new Date('2030-03-05T23:59:59.900'), toFake: ['Date'] });
  const people = [person(ME, 'Ada'), person(2, 'Bo')];
  for (const user of people) client.store.base.user.put(user);
  for (const [id, name] of [
    [7, 'Harbour'],
    [8, 'Island'],
  ] as const) {
    client.store.base.project.put({ id, name, project_user: people } as unknown as Project);
    for (const [n, column] of ['To do', 'Doing'].entries())
      client.store.base.column.put({ id: id * 10 + n, project_id: id, name: column, sort: n } as unknown as Column);
  }
  server = serve({
    'approve/away': { list: [] },
    'project/tag/list': [{ id: 3, name: 'sea', color: '#51abea' }],
    'project/task/template_list': [template],
    'system/priority': [{ name: 'Soon', color: '#f00', days: 0, priority: 2, is_default: 0 }],
  });
});

async function form(wish: Parameters<typeof NewTaskModal>[0]['wish'] = { projectId: 7, columnId: 71 }) {
  const mutate = vi.spyOn(client, 'mutate').mockResolvedValue({} as never);
  const onClose = vi.fn();
  const { screen, user, unmount } = await open(
    <>
      <NewTaskModal wish={wish} onClose={onClose} />
      <QuestionModal cancelLabel="Cancel" />
    </>,
  );
  const name = () => screen.getByRole<HTMLInputElement>('textbox', { name: 'Title' });
  const press = (label: string) => user.click(screen.getByRole('button', { name: label }));
  const sent = () => mutate.mock.calls.filter(([kind]) => kind === addTask).map(([, input]) => input);
  return { screen, user, name, press, sent, onClose, unmount };
}

test('the title says people, tags, priority and day, as in a list, and shows what it says', async () => {
  const { screen, user, name, press, sent } = await form();
  await user.type(name(), 'Ship it @bo #sea !2 tomorrow');
  const marks = await screen.findByRole('list', { name: 'Recognized' });
  expect([...marks.children].map((each) => each.textContent)).toEqual(['Bo', 'sea', 'Soon', 'Wed 6 Mar']);
  await press('Add task');
  const times = shortcutSpan('tomorrow').map(toWire);
  expect(sent()).toMatchObject([
    { name: 'Ship it', owner: [2], p_level: 2, times, task_tag: [{ name: 'sea', color: '#51abea' }] },
  ]);
});

test('a task is created with all its fields, and reusable ones stay', async () => {
  const { screen, user, name, press, sent, onClose } = await form();
  await user.type(name(), 'Ship it');
  await press('Tomorrow');
  await user.click(screen.getByRole('combobox', { name: 'Priority' }));
  await user.click(await screen.findByRole('option', { name: 'Soon', hidden: true }));
  await user.type(screen.getByRole('combobox', { name: 'Tags' }), 'sea{Enter}new{Enter}');
  await user.type(screen.getByRole('textbox', { name: 'Add subtask' }), 'Pack{Enter}Post{Enter}');
  await press('Add and continue');
  expect(onClose).not.toHaveBeenCalled();
  expect(sent()).toMatchObject([
    {
      project_id: 7,
      column_id: '71',
      name: 'Ship it',
      owner: [ME],
      assist: [],
      visibility: 1,
      p_level: 2,
      p_name: 'Soon',
      task_tag: [
        { name: 'sea', color: '#51abea' },
        { name: 'new', color: '' },
      ],
      subtasks: [
        { name: 'Pack', owner: [ME] },
        { name: 'Post', owner: [ME] },
      ],
      times: [expect.any(String), expect.any(String)],
    },
  ]);
  expect(name().value).toBe('');
  await user.type(name(), 'Another');
  await press('Add task');
  expect(sent()[1]).toEqual({
    project_id: 7,
    column_id: '71',
    name: 'Another',
    owner: [ME],
    assist: [],
    visibility: 1,
    p_level: 0,
  });
  expect(onClose).toHaveBeenCalled();
});

test('an unfinished form is restored, also after a refusal', async () => {
  const first = await form({});
  await first.user.type(first.name(), 'Half a thought');
  await first.press('Cancel');
  expect(client.drafts.content('new_task')).toContain('Half a thought');
  document.body.innerHTML = '';
  const again = await form({});
  expect(again.name().value).toBe('Half a thought');
  vi.spyOn(client, 'mutate').mockRejectedValue(new Error('no'));
  await again.press('Add task');
  await act(async () => {});
  expect(client.drafts.content('new_task')).toContain('Half a thought');
});

test('what was typed and chosen in a column goes on in the form, and is stored at once', async () => {
  const wish = { projectId: 7, columnId: 71, name: 'Buy nails', level: 2, template };
  const first = await form(wish);
  await first.user.keyboard('{Escape}');
  expect(first.onClose).toHaveBeenCalledOnce();
  first.unmount();
  const again = await form();
  expect(again.name().value).toBe('Buy nails');
  await again.press('Add task');
  expect(again.sent()).toMatchObject([{ name: 'Buy nails', p_level: 2, content: '<p>Steps</p>' }]);
});

test('a template fills the form and asks before replacing text', async () => {
  const { screen, user, name, press, sent } = await form();
  await user.click(await screen.findByLabelText('Bug'));
  expect(name().value).toBe('Bug: ');
  await user.type(name(), 'it leaks');
  await press('Add task');
  expect(sent()).toMatchObject([{ name: 'Bug: it leaks', content: '<p>Steps</p>' }]);
  expect(server.inputsOf('project/task/template_list')).toEqual([{ project_id: 7 }]);
});

test('others who are busy in that time are named beside the form, which can be sent at once', async () => {
  const [start, end] = shortcutSpan('tomorrow');
  const busy = (id: number, name: string, userid: number, [from, to]: readonly [Date, Date]) => ({
    id,
    name,
    project_id: 8,
    project_name: 'Island',
    start_at: toWire(from),
    end_at: toWire(to),
    task_user: [{ userid, owner: 1 }],
  });
  const evening = [end, new Date(end.getTime() + 3_600_000)] as const;
  server.answers['project/task/easylists'] = {
    data: [busy(1, 'Build a hut', ME, [start, end]), busy(2, 'Dinner', 2, evening), busy(3, 'Row', 2, [start, end])],
  };
  server.answers['users/search'] = [person(ME, 'Ada'), person(2, 'Bo')];
  const { screen, user, name, press, sent, onClose } = await form();
  await user.type(name(), 'Ship it');
  await user.click(screen.getByRole('button', { name: /^Owners/ }));
  const picker = within(await screen.findByRole('dialog', { name: 'Owners' }));
  await user.click(await picker.findByRole('checkbox', { name: /Bo/ }));
  await user.click(picker.getByRole('button', { name: /^Select/ }));
  await press('Tomorrow');
  const hint = await screen.findByRole('region', { name: 'Bo' });
  // Not for one's own tasks.
  expect(server.inputsOf('project/task/easylists')).toEqual([{ userid: [2], timerange: [toWire(start), toWire(end)] }]);
  // Tasks that only touch that time do not count.
  expect([...hint.querySelectorAll('li')].map((item) => item.firstChild?.textContent)).toEqual(['Row']);
  expect(screen.queryByRole('region', { name: 'Ada' })).toBeNull();
  await press('Add task');
  await expect.poll(sent).toMatchObject([{ name: 'Ship it', owner: [ME, 2] }]);
  expect(onClose).toHaveBeenCalled();
});

test('a failed workload check does not block adding a task', async () => {
  server.answers['project/task/easylists'] = refused('No.');
  const { user, name, press, sent } = await form();
  await user.type(name(), 'Ship it');
  await press('Tomorrow');
  await press('Add task');
  await expect.poll(sent).toMatchObject([{ name: 'Ship it' }]);
});

test('assigning a new task to others makes its creator a collaborator; taking it back undoes that', async () => {
  server.answers['users/search'] = [person(ME, 'Ada'), person(2, 'Bo')];
  const { screen, user, name, press, sent } = await form();
  const choose = async (...people: string[]) => {
    await user.click(screen.getByRole('button', { name: /^Owners/ }));
    const picker = within(await screen.findByRole('dialog', { name: 'Owners' }));
    for (const each of people) await user.click(await picker.findByRole('checkbox', { name: new RegExp(each) }));
    await user.click(picker.getByRole('button', { name: /^Select/ }));
  };
  await user.type(name(), 'Ship it');
  await choose('Ada', 'Bo');
  await press('Add and continue');
  await expect.poll(sent).toMatchObject([{ owner: [2], assist: [ME] }]);
  await user.type(name(), 'Sail');
  await choose('Ada', 'Bo');
  await choose('Ada', 'Bo');
  await press('Add task');
  await expect.poll(() => sent().at(-1)).toMatchObject({ owner: [ME], assist: [] });
});

// covers C5-06
test('a subtask has its own time; extending the main task asks first', async () => {
  const { screen, user, name, press, sent, onClose } = await form();
  await user.type(name(), 'Ship it');
  await user.type(screen.getByRole('textbox', { name: 'Add subtask' }), 'Pack{Enter}Post{Enter}');
  await press('Today');
  await press('Dates of “Pack”');
  const times = within(await screen.findByRole('dialog', { name: 'Dates of “Pack”' }));
  await user.click(times.getByRole('button', { name: '7 days' }));
  const question = () => screen.queryByRole('dialog', { name: 'Change dates' });
  const answer = async (label: string) => {
    await expect.poll(question).not.toBeNull();
    const asked = question() as HTMLElement;
    expect(asked.textContent).toContain('outside those of “Ship it”');
    await user.click(within(asked).getByRole('button', { name: label }));
  };
  await press('Add task');
  await answer('Cancel');
  expect(sent()).toEqual([]);
  await press('Add task');
  await answer('Change dates');
  const [today, week] = [shortcutSpan('today'), shortcutSpan('days7')];
  await expect.poll(sent).toMatchObject([
    {
      times: [toWire(today[0]), toWire(week[1])],
      subtasks: [
        { name: 'Pack', owner: [ME], times: week.map(toWire) },
        { name: 'Post', owner: [ME] },
      ],
    },
  ]);
  // Its time is that of the task, whatever that becomes.
  expect(JSON.stringify(sent())).toContain(`"name":"Post","owner":[${ME}]}`);
  expect(onClose).toHaveBeenCalled();
});

test('a picture shows in the description at once, uploads with the task, and is restored after a refusal', async () => {
  server.answers['system/setting'] = {};
  vi.stubGlobal('createImageBitmap', async () => ({ width: 4, height: 3, close: () => undefined }));
  URL.createObjectURL = () => 'blob:pier';
  const { screen, user, name, onClose } = await form();
  const mutate = vi.spyOn(client, 'mutate').mockRejectedValue(new Error('no'));
  await user.type(name(), 'Paint');
  await screen.findByRole('textbox', { name: 'Description' });
  const choose = async (...files: File[]) => {
    await user.click(screen.getByRole('button', { name: 'Add image' }));
    await user.upload(document.querySelector('input[type=file]') as HTMLInputElement, files);
  };
  await choose(new File(['<svg/>'], 'pier.svg', { type: 'image/svg+xml' }));
  await screen.findByText(/“pier.svg” can’t be shown/);
  await choose(new File(['pier'], 'pier.png', { type: 'image/png' }));
  expect((await screen.findByRole<HTMLImageElement>('img', { name: 'pier.png' })).src).toBe('blob:pier');
  const [key = ''] = localPictures(client.drafts.content('new_task').replaceAll('\\"', '"'));
  expect(await client.files.get(key)).toBeInstanceOf(File);
  await user.click(screen.getByRole('button', { name: 'Add task' }));
  await expect
    .poll(() => mutate.mock.calls.find(([kind]) => kind === addPicturedTask)?.slice(1))
    .toMatchObject([
      { name: 'Paint', content: expect.stringContaining(`<img src="local:${key}"`) },
      { names: { [key]: 'pier.png' } },
    ]);
  expect(onClose).toHaveBeenCalled();
  // A new key: the first one was deleted with the refused task.
  await expect.poll(() => client.drafts.content('new_task')).toContain('local:');
  const [again = ''] = localPictures(client.drafts.content('new_task').replaceAll('\\"', '"'));
  expect(again).not.toBe(key);
  expect(await (await client.files.get(again))?.text()).toBe('pier');
});

test('a picture removed from the form is not stored', async () => {
  URL.createObjectURL = () => 'blob:pier';
  const begun = `<p>Here <img src="local:${client.files.add(new Blob(['pier']))}" alt="pier.png"></p>`;
  const [key = ''] = localPictures(begun);
  client.drafts.write('new_task', JSON.stringify({ name: 'Paint', content: begun }));
  const first = await form({});
  await first.screen.findByRole('img', { name: 'pier.png' });
  first.unmount();
  expect(await client.files.get(key)).toBeInstanceOf(Blob);
  const again = await form({});
  await again.screen.findByRole('img', { name: 'pier.png' });
  client.drafts.remove('new_task');
  again.unmount();
  expect(await client.files.get(key)).toBeUndefined();
});

test('a task added at the head of a column is first there', async () => {
  const { user, name, press, sent } = await form({ projectId: 7, columnId: 71, isAtTop: true });
  await user.type(name(), 'First');
  await press('Add task');
  await expect.poll(() => sent()[0]).toMatchObject({ name: 'First', top: true });
});

test('a template of another own project starts a task, and its use is counted', async () => {
  const foreign = { ...template, id: 9, project_id: 8, name: 'Leak', title: 'Leak in ', project_name: 'Island' };
  server.answers['project/task/template_search'] = ({ keyword }: { keyword: string }) => ({
    total: 2,
    page: 1,
    page_size: 50,
    items: [foreign, { ...template, project_name: 'Harbour' }].filter(({ name }) => name.includes(keyword)),
  });
  const { screen, user, name, press, sent } = await form();
  await press('Templates from other projects');
  const found = await screen.findByRole('button', { name: /Leak.*Island/ });
  // The project's own template is listed already.
  expect(screen.queryByRole('button', { name: /Bug.*Harbour/ })).toBeNull();
  await user.type(screen.getByRole('textbox', { name: 'Find templates' }), 'zzz');
  await screen.findByText('None of your other projects share templates.');
  await user.clear(screen.getByRole('textbox', { name: 'Find templates' }));
  await user.click(await screen.findByRole('button', { name: /Leak.*Island/ }));
  expect(found.isConnected).toBe(false);
  expect(name().value).toBe('Leak in ');
  await user.type(name(), 'the hull');
  await press('Add task');
  await expect.poll(() => sent()[0]).toMatchObject({ project_id: 7, name: 'Leak in the hull', template_id: 9 });
});

test('a task gets the workspace’s default priority unless another one or none is chosen', async () => {
  const level = (priority: number, is_default: number) => ({
    name: `L${priority}`,
    color: '#f00',
    days: 0,
    priority,
    is_default,
  });
  server.answers['system/priority'] = [level(1, 0), level(2, 1)];
  forgetPriorities();
  const { screen, user, name, press, sent } = await form();
  const field = () => screen.getByRole<HTMLInputElement>('combobox', { name: 'Priority' });
  await expect.poll(() => field().value).toBe('L2');
  await user.type(name(), 'One');
  await press('Add and continue');
  await expect.poll(() => sent()[0]).toMatchObject({ name: 'One', p_level: 2, p_name: 'L2' });
  await user.type(name(), 'Two');
  await user.click(field());
  await user.click(await screen.findByRole('option', { name: 'L1' }));
  await press('Add task');
  await expect.poll(() => sent()[1]).toMatchObject({ name: 'Two', p_level: 1, p_name: 'L1' });
  forgetPriorities();
});

test('visibility is asked on demand, or always where the workspace requires it', async () => {
  const folded = await form();
  expect(folded.screen.queryByRole('combobox', { name: 'Visible to' })).toBeNull();
  await folded.press('Visible to');
  expect(folded.screen.getByRole<HTMLInputElement>('combobox', { name: 'Visible to' }).value).toBe('Project members');
  folded.unmount();
  client.setting = { task_visible: 'open' } as never;
  const always = await form();
  expect(always.screen.getByRole('combobox', { name: 'Visible to' })).toBeTruthy();
});
