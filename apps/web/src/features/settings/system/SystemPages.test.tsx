import type { Profile } from '@atrium/contract/people/profile.ts';
import type { SettingsAnswer } from '@atrium/contract/workspace/settings.ts';
import { waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import * as ports from '#entities/meeting/portTest.ts';
import { client } from '#sync/session.ts';
import { open, refused, serve } from '#testing/stage.tsx';
import { SystemPages } from './SystemPages.tsx';

const show = (tab: string) =>
  open(<SystemPages />, {
    path: '/manage/setting/system',
    at: `/manage/setting/system?tab=${tab}`,
    me: { email: 'ada@x.example', identity: ['admin'] } as Partial<Profile>,
  });

test('priorities are renamed, added, preset and removed; tasks keep their number', async () => {
  const list = [
    { name: 'Now', color: '#ED4014', days: 1, priority: 3, is_default: 1 },
    { name: 'Later', color: '#19C919', days: 5, priority: 5, is_default: 0 },
  ];
  let words: unknown = refused('No such color.');
  const server = serve({ 'system/priority': ({ type }: { type?: string }) => (type === 'save' ? words : list) });
  const { screen, user } = await show('priorities');
  const names = await screen.findAllByLabelText('Name');
  expect(screen.queryByRole('button', { name: 'Save' })).toBeNull();
  await user.clear(names[0] as HTMLElement);
  await user.type(names[0] as HTMLElement, 'At once');
  await user.click(screen.getByRole('button', { name: 'Remove Later' }));
  await user.click(screen.getByRole('button', { name: 'Add priority' }));
  await user.type(screen.getAllByLabelText('Name')[1] as HTMLElement, 'Someday');
  await user.click(screen.getAllByRole('radio', { name: 'Default' })[1] as HTMLElement);
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect((await screen.findByRole('alert')).textContent).toBe('No such color.');
  words = list;
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await expect.poll(() => screen.queryByRole('button', { name: 'Save' })).toBeNull();
  expect(server.inputsOf('system/priority').at(-1)).toEqual({
    type: 'save',
    list: [
      { name: 'At once', color: '#ED4014', days: 1, priority: 3, is_default: false },
      { name: 'Someday', color: expect.stringMatching(/^#/), days: 0, priority: 4, is_default: true },
    ],
  });
});

test('project templates have names and columns; unsaved changes can be discarded', async () => {
  const server = serve({ 'system/column/template': [{ name: 'Plain', columns: ['To do', 'Done'] }] });
  const { screen, user } = await show('templates');
  const name = await screen.findByLabelText<HTMLInputElement>('Name');
  await user.type(name, ' one');
  await user.click(screen.getByRole('button', { name: 'Cancel' }));
  expect(screen.getByLabelText<HTMLInputElement>('Name').value).toBe('Plain');
  await user.type(screen.getByRole('combobox', { name: 'Columns' }), 'Shipped{Enter}');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await expect.poll(() => screen.queryByRole('button', { name: 'Save' })).toBeNull();
  expect(server.inputsOf('system/column/template').at(-1)).toEqual({
    type: 'save',
    list: [{ name: 'Plain', columns: ['To do', 'Done', 'Shipped'] }],
  });
});

const mailSet = {
  smtp_server: 'mail.example.org',
  port: 587,
  account: 'office@example.org',
  has_password: true,
  smtp_secure: 'auto',
  sender: '',
  default_sender: 'office@example.org',
  is_fixed: false,
};

test('the mail server is saved and tested from the fields; its password is write-only', async () => {
  const server = serve({
    'system/setting/email': ({ type, password, ...sent }: Record<string, unknown>) =>
      type === 'save'
        ? { ...mailSet, ...sent, ...(password !== undefined && { has_password: password !== '' }) }
        : mailSet,
    'system/email/check': refused('The mail server rejected the email: no such mailbox'),
  });
  const { screen, user } = await show('mail');
  const host = await screen.findByLabelText<HTMLInputElement>('Mail server');
  const password = screen.getByLabelText<HTMLInputElement>('Password');
  expect([password.value, password.placeholder]).toEqual(['', 'A password is saved. Enter a new one to replace it.']);
  expect(screen.getByLabelText<HTMLInputElement>('Sender').placeholder).toBe('office@example.org');
  await user.clear(host);
  await user.type(host, 'post.example.org');
  await user.type(password, 'pw');
  const mail = within(screen.getByRole('region', { name: 'Test email' }));
  expect(mail.getByLabelText<HTMLInputElement>('Email').value).toBe('ada@x.example');
  await user.click(mail.getByRole('button', { name: 'Send test email' }));
  expect((await mail.findByRole('alert')).textContent).toContain('no such mailbox');
  const change = { smtp_server: 'post.example.org', password: 'pw' };
  expect(server.inputsOf('system/email/check')).toEqual([{ ...change, to: 'ada@x.example' }]);
  server.answers['system/email/check'] = {};
  await user.click(mail.getByRole('button', { name: 'Send test email' }));
  expect((await mail.findByRole('status')).textContent).toContain('ada@x.example');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await expect.poll(() => screen.queryByRole('button', { name: 'Save' })).toBeNull();
  expect(server.inputsOf('system/setting/email').at(-1)).toEqual({ type: 'save', ...change });
  expect(screen.getByLabelText<HTMLInputElement>('Password').value).toBe('');
  await user.click(screen.getByRole('button', { name: 'Remove password' }));
  await expect.poll(() => server.inputsOf('system/setting/email').at(-1)).toEqual({ type: 'save', password: '' });
});

test('a mail server from the environment is read-only except for the sender', async () => {
  const server = serve({ 'system/setting/email': { ...mailSet, is_fixed: true } });
  const { screen, user } = await show('mail');
  for (const label of ['Mail server', 'Port', 'Encryption', 'Username', 'Password']) {
    expect((await screen.findByLabelText<HTMLInputElement>(label)).disabled, label).toBe(true);
  }
  expect(screen.queryByRole('button', { name: 'Remove password' })).toBeNull();
  await user.type(screen.getByLabelText('Sender'), 'team@x.example');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await expect
    .poll(() => server.inputsOf('system/setting/email').at(-1))
    .toEqual({ type: 'save', sender: 'team@x.example' });
});

test('the archive permission saves at once; the storage test shows its result', async () => {
  const quotas = {
    quota_person: 0,
    quota_total: 0,
    used_total: 3 * 1024 ** 2,
    used_most: [{ userid: 1, bytes: 2 * 1024 ** 2 }],
  };
  const packers = { permission_pack_type: 'all', permission_pack_userids: [], ...quotas };
  const storages = [
    { folder: '/data/files', is_bucket: false, free: 5 * 1024 ** 3 },
    { folder: 's3://files/atrium', is_bucket: true, free: 0 },
  ];
  const server = serve({
    'system/storage/check': () => storages.shift(),
    'system/setting/file': ({ type, ...sent }: Record<string, unknown>) =>
      type === 'save' ? { ...packers, ...sent } : packers,
  });
  const { screen, user } = await show('files');
  await user.click(screen.getByRole('button', { name: 'Test storage' }));
  expect((await screen.findByText(/5 GB free/)).textContent).toContain('/data/files');
  await user.click(screen.getByRole('button', { name: 'Test storage' }));
  await screen.findByText('Storage works: the bucket s3://files/atrium.');
  await user.click(await screen.findByRole('combobox', { name: /Who can download folders/ }));
  await user.click(await screen.findByRole('option', { name: 'Everyone except selected people' }));
  expect(await screen.findByRole('button', { name: 'Select people' })).toBeTruthy();
  expect(server.inputsOf('system/setting/file').at(-1)).toEqual({
    type: 'save',
    permission_pack_type: 'appointProhibit',
  });
  expect(await screen.findByText('3 MB used')).toBeTruthy();
  expect(screen.getByRole('list', { name: 'Most storage used' }).textContent).toContain('2 MB');
  const person = screen.getByRole('textbox', { name: /Storage per person/ });
  await user.clear(person);
  await user.type(person, '500');
  await user.tab();
  await waitFor(() =>
    expect(server.inputsOf('system/setting/file').at(-1)).toEqual({ type: 'save', quota_person: 500 }),
  );
});

test('changed rules are saved together, others untouched, and apply here at once', async () => {
  const rules = {
    reg: 'open',
    reg_identity: 'normal',
    project_add_permission: ['all'],
    project_add_userids: [1],
    image_compress: 'close',
    task_default_time: ['09:00', '18:00'],
    system_welcome: '',
    server_version: '1.0.0',
  };
  const server = serve({
    'system/setting': ({ type, ...sent }: Record<string, unknown>) => (type === 'save' ? { ...rules, ...sent } : rules),
  });
  const { screen, user } = await show('rules');
  await user.type(await screen.findByLabelText('Welcome message'), 'Ahoy');
  const end = screen.getByLabelText('End of the working day');
  await user.clear(end);
  await user.type(end, '17:30');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await expect.poll(() => client.setting?.system_welcome).toBe('Ahoy');
  expect(server.inputsOf('system/setting').at(-1)).toEqual({
    type: 'save',
    system_welcome: 'Ahoy',
    task_default_time: ['09:00', '17:30'],
  });
  const adders = screen.getByRole('combobox', { name: /Who can create projects/ });
  await user.click(adders);
  await user.click(await screen.findByRole('option', { name: 'Department heads' }));
  await user.click(await screen.findByRole('option', { name: 'Selected people' }));
  expect(await screen.findByRole('button', { name: 'Select people' })).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await expect
    .poll(() => server.inputsOf('system/setting').at(-1))
    .toEqual({ type: 'save', project_add_permission: ['departmentOwner', 'appoint'] });
});

test('push is turned on and off for everybody, with the contact for push services', async () => {
  const push = { push: 'open', contact: '', default_contact: 'https://atrium.example', devices: 3 };
  const server = serve({
    'system/setting/apppush': ({ type, ...sent }: Record<string, unknown>) => {
      if (sent['contact'] === 'nobody') return refused('No such contact.');
      return type === 'save' ? Object.assign(push, sent) : push;
    },
    'users/push/check': refused('This device isn’t subscribed yet.'),
  });
  const { screen, user } = await show('push');
  expect(await screen.findByText('Devices subscribed: 3')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: /Test/ }));
  expect((await screen.findByRole('alert')).textContent).toContain('isn’t subscribed');
  const contact = screen.getByLabelText<HTMLInputElement>('Contact');
  expect(contact.placeholder).toBe('https://atrium.example');
  await user.type(contact, 'nobody');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('No such contact.')).toBeTruthy();
  await user.clear(contact);
  await user.type(contact, 'ops@atrium.example');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await expect.poll(() => screen.queryByRole('button', { name: 'Save' })).toBeNull();
  expect(server.inputsOf('system/setting/apppush').at(-1)).toEqual({ type: 'save', contact: 'ops@atrium.example' });
  await user.click(screen.getByRole('switch', { name: /Notify when Atrium is closed|subscribed/ }));
  await expect.poll(() => server.inputsOf('system/setting/apppush').at(-1)).toEqual({ type: 'save', push: 'close' });
  await expect.poll(() => screen.queryByRole('button', { name: /Test/ })).toBeNull();
});

test('meetings are disabled for everybody, here at once, and a refusal is shown', async () => {
  client.setting = { meeting: 'open' } as SettingsAnswer;
  const server = serve({
    'system/setting/meeting': ({ open: wanted = 'open' }: Record<string, unknown>) => ({ open: wanted }),
  });
  const { screen, user } = await show('meeting');
  const allowed = await screen.findByRole<HTMLInputElement>('switch', { name: 'Allow meetings' });
  expect(allowed.checked).toBe(true);
  await user.click(allowed);
  await expect.poll(() => client.setting?.meeting).toBe('close');
  expect(server.inputsOf('system/setting/meeting').at(-1)).toEqual({ type: 'save', open: 'close' });
  expect(allowed.checked).toBe(false);
  server.answers['system/setting/meeting'] = refused('Not just now.');
  await user.click(allowed);
  expect((await screen.findByRole('alert')).textContent).toBe('Not just now.');
  expect(allowed.checked).toBe(false);
});

test('the test of the meetings’ ports says what gets through, and what to do about the rest', async () => {
  client.setting = { meeting: 'open' } as SettingsAnswer;
  const isOpen = vi.spyOn(ports, 'isOpen').mockImplementation(async (way) => way === 'tcp');
  const server = serve({
    'system/setting/meeting': { open: 'open' },
    'system/meeting/test': { token: 'x', udp: 7000, tcp: 8000, ice: [] },
  });
  const { screen, user } = await show('meeting');
  const run = await screen.findByRole('button', { name: 'Test connection' });
  await user.click(run);
  await screen.findByText('TCP 8000: works');
  await screen.findByText('UDP 7000: doesn’t get through');
  screen.getByText(/^Open UDP 7000 in the firewall of the server/);
  expect(isOpen).toHaveBeenCalledTimes(2);
  server.answers['system/meeting/test'] = refused('Meetings can’t start.');
  await user.click(run);
  expect((await screen.findByRole('alert')).textContent).toBe('Meetings can’t start.');
  expect(screen.queryByText(/works/)).toBeNull();
});
