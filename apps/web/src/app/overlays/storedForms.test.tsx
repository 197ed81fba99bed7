import type { VendorSetting } from '@atrium/contract/chat/assistants.ts';
import type { ChainMsg } from '@atrium/contract/chat/messages.ts';
import type { UserRow } from '@atrium/contract/people/accounts.ts';
import type { Project } from '@atrium/contract/projects/projects.ts';
import type { ReactElement } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import { ChainModal } from '#entities/message/polls/ChainModal.tsx';
import { VoteModal } from '#entities/message/polls/VoteModal.tsx';
import { NewProjectModal } from '#features/projects/overview/NewProjectModal.tsx';
import { EditProjectModal } from '#features/projects/settings/EditProjectModal.tsx';
import { VendorForm } from '#features/settings/assistant/VendorForm.tsx';
import { DeleteSettings } from '#features/settings/personal/DeleteSettings.tsx';
import { PersonalSettings } from '#features/settings/personal/PersonalSettings.tsx';
import { LeaveModal } from '#features/settings/team/LeaveModal.tsx';
import { client } from '#sync/session.ts';
import { open, refused, serve } from '#testing/stage.tsx';

afterEach(async () => {
  await client.drafts.clear();
  client.store.clear();
  vi.restoreAllMocks();
});
const nothing = () => {};
/** The input for loading a profile's tags. */
const EXTRA = { userid: 1, birthday: '', address: '', introduction: '', personal_tags: [], personal_tags_total: 0 };
const FORMS: [name: string, form: ReactElement, field: string, button: string, path: string, answer: unknown][] = [
  [
    'a new project',
    <NewProjectModal key="p" onClose={nothing} onDone={nothing} />,
    'Description',
    'Create',
    'project/add',
    { id: 4 },
  ],
  [
    'a profile',
    <PersonalSettings key="s" />,
    'About me',
    'Save',
    'users/editdata',
    { userid: 1, nickname: 'Ada', userimg: '', identity: [] },
  ],
];

test.each(FORMS)('an unfinished %s is restored, stays after a refusal, and is cleared once sent', async (...row) => {
  const [, form, field, button, path, answer] = row;
  const server = serve({ 'users/extra': EXTRA, 'project/template/list': [], [path]: refused('Not now.') });
  const first = await open(form);
  if (path === 'project/add') await first.user.type(first.screen.getAllByRole('textbox')[0] as HTMLElement, 'Boat');
  await first.user.type(await first.screen.findByLabelText(field), 'a long story');
  first.unmount();

  const again = await open(form);
  const input = await again.screen.findByLabelText<HTMLTextAreaElement>(field);
  expect(input.value).toBe('a long story');
  await again.user.click(again.screen.getByRole('button', { name: button }));
  await expect.poll(() => server.inputsOf(path)).toHaveLength(1);
  again.unmount();

  server.answers[path] = answer;
  const third = await open(form);
  expect((await third.screen.findByLabelText<HTMLTextAreaElement>(field)).value).toBe('a long story');
  await third.user.click(third.screen.getByRole('button', { name: button }));
  await expect.poll(() => server.inputsOf(path)).toHaveLength(2);
  await expect.poll(() => client.drafts.ids().filter((id) => id.startsWith('form:'))).toEqual([]);
  expect(client.drafts.content(path === 'project/add' ? 'form:project_new' : 'form:profile')).toBe('');
});

test('an unfinished poll is restored with its options and cleared once posted', async () => {
  serve({});
  const form = <VoteModal text="" dialogId={7} onClose={nothing} />;
  const first = await open(form);
  const fields = first.screen.getAllByRole('textbox');
  for (const [index, words] of ['Where to?', 'North', 'South'].entries())
    await first.user.type(fields[index] as HTMLElement, words);
  first.unmount();
  const again = await open(form);
  const values = () => again.screen.getAllByRole<HTMLInputElement>('textbox').map((field) => field.value);
  expect(values()).toEqual(['Where to?', 'North', 'South']);
  await again.user.click(again.screen.getAllByRole('button').at(-1) as HTMLElement);
  again.unmount();
  const third = await open(form);
  expect(third.screen.getAllByRole<HTMLInputElement>('textbox').map((field) => field.value)).toEqual(['', '', '']);
});

test('unfinished sign-up entries are restored among newer ones', async () => {
  serve({});
  const line = (id: number, userid: number, text: string) => ({ id, userid, type: 'text', text });
  const chain = { uuid: 'c1', createid: 2, text: 'Cakes', list: [line(1, 2, 'Plum')] } as unknown as ChainMsg;
  const first = await open(<ChainModal dialogId={7} chain={chain} onClose={nothing} />);
  const values = (page: typeof first) =>
    page.screen.getAllByRole<HTMLInputElement>('textbox').map((field) => field.value);
  await first.user.clear(first.screen.getAllByRole('textbox')[2] as HTMLElement);
  await first.user.type(first.screen.getAllByRole('textbox')[2] as HTMLElement, 'Poppy');
  first.unmount();
  const later = { ...chain, list: [...chain.list, line(2, 3, 'Cherry')] } as unknown as ChainMsg;
  const again = await open(<ChainModal dialogId={7} chain={later} onClose={nothing} />);
  expect(values(again)).toEqual(['Cakes', 'Plum', 'Cherry', 'Poppy']);
  await again.user.click(again.screen.getByRole('button', { name: 'Send' }));
  again.unmount();
  expect(client.drafts.ids()).toEqual([]);
});

test('a project’s edited description is restored and cleared once saved', async () => {
  const server = serve({ 'project/update': refused('Not now.') });
  const project = { id: 4, name: 'Boat', desc: '', archive_method: 'system', archive_days: 30 } as unknown as Project;
  const form = <EditProjectModal project={project} onClose={nothing} />;
  const first = await open(form);
  await first.user.type(first.screen.getByLabelText('Description'), 'with sails');
  await first.user.click(first.screen.getByRole('button', { name: 'Save' }));
  await expect.poll(() => server.inputsOf('project/update')).toHaveLength(1);
  first.unmount();
  const again = await open(form);
  expect(again.screen.getByLabelText<HTMLTextAreaElement>('Description').value).toBe('with sails');
  server.answers['project/update'] = project;
  await again.user.click(again.screen.getByRole('button', { name: 'Save' }));
  await expect.poll(() => client.drafts.ids()).toEqual([]);
});

test('a project’s edited description does not take back what somebody else has changed meanwhile', async () => {
  const server = serve({});
  const project = { id: 4, name: 'Boat', desc: '', archive_method: 'system', archive_days: 30 } as unknown as Project;
  const first = await open(<EditProjectModal project={project} onClose={nothing} />);
  await first.user.type(first.screen.getByLabelText('Description'), 'with sails');
  await first.user.type(first.screen.getByLabelText('Project name'), 's{Backspace}');
  first.unmount();
  const changed = { ...project, name: 'Ship', archive_method: 'custom', archive_days: 7 } as Project;
  const again = await open(<EditProjectModal project={changed} onClose={nothing} />);
  expect(again.screen.getByLabelText<HTMLInputElement>('Project name').value).toBe('Ship');
  expect(again.screen.getByLabelText<HTMLInputElement>('Archive after (days)').value).toBe('7');
  await again.user.click(again.screen.getByRole('button', { name: 'Save' }));
  await expect.poll(() => server.inputsOf('project/update')).toEqual([{ project_id: 4, desc: 'with sails' }]);
});

test('an assistant’s instructions are restored without its key and cleared once saved', async () => {
  const setting = {
    vendor: 'openai',
    base_url: '',
    models: ['gpt-x'],
    model: 'gpt-x',
    temperature: 0.7,
    system: '',
    access: 'all',
    userids: [],
    has_key: false,
    is_ready: false,
  } as unknown as VendorSetting;
  const server = serve({ 'system/setting/aibot': refused('Not now.') });
  const form = <VendorForm setting={setting} onSaved={nothing} />;
  const field = (page: Awaited<ReturnType<typeof open>>) =>
    page.screen.getByLabelText<HTMLTextAreaElement>('Instructions');
  const first = await open(form);
  await first.user.type(first.screen.getByLabelText('API key'), 'sk-secret');
  await first.user.type(field(first), 'Speak like a sailor.');
  await first.user.click(first.screen.getByRole('button', { name: 'Save' }));
  await first.screen.findByText('Not now.');
  first.unmount();
  const again = await open(form);
  expect(field(again).value).toBe('Speak like a sailor.');
  expect(again.screen.getByLabelText<HTMLInputElement>('API key').value).toBe('');
  for (const id of client.drafts.ids()) expect(client.drafts.content(id)).not.toContain('sk-secret');
  server.answers['system/setting/aibot'] = [{ ...setting, system: 'Speak like a sailor.' }];
  await again.user.click(again.screen.getByRole('button', { name: 'Save' }));
  await expect.poll(() => client.drafts.ids()).toEqual([]);
});

test('the reason for deleting an account is restored, for others and oneself', async () => {
  const server = serve({ 'users/operation': refused('Not now.') });
  const user = { userid: 4, nickname: 'Dora' } as unknown as UserRow;
  const done = vi.fn();
  for (const form of [
    <LeaveModal key="l" user={user} type="delete" onClose={nothing} onDone={done} />,
    <DeleteSettings key="d" />,
  ]) {
    const first = await open(form);
    await first.user.type(first.screen.getByLabelText(/Reason/), 'Moved on');
    first.unmount();
    const again = await open(form);
    expect(again.screen.getByLabelText<HTMLTextAreaElement>(/Reason/).value).toBe('Moved on');
    again.unmount();
  }
  server.answers['users/operation'] = user;
  const last = await open(<LeaveModal user={user} type="delete" onClose={nothing} onDone={done} />);
  await last.user.click(last.screen.getByRole('button', { name: 'Delete account' }));
  await expect.poll(() => done).toHaveBeenCalled();
  expect(client.drafts.content('form:leave_4')).toBe('');
  expect(client.drafts.content('form:delete')).toBe('"Moved on"');
});
