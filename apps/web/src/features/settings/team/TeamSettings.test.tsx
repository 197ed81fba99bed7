import type { UserRow } from '@atrium/contract/people/accounts.ts';
import { fireEvent, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { client } from '#sync/session.ts';
import { ME, open, refused, serve } from '#testing/stage.tsx';
import { InviteModal } from './invitations/InviteModal.tsx';
import { TeamSettings } from './TeamSettings.tsx';

const row = (userid: number, nickname: string, more: Partial<UserRow> = {}) =>
  ({
    userid,
    nickname,
    nickname_original: nickname,
    email: `${nickname.toLowerCase()}@example.com`,
    profession: '',
    tel: '',
    department: [],
    department_name: '',
    identity: [],
    userimg: '',
    bot: 0,
    line_at: null,
    disable_at: null,
    ...more,
  }) as unknown as UserRow;
const department = (id: number, name: string, parent_id = 0, people = 0) => ({
  id,
  name,
  parent_id,
  people,
  owner_userid: 2,
  deputy_userids: [],
  dialog_id: 9,
});
const page = (data: unknown[]) => ({ data, total: data.length, last_page: 1 });

async function team(answers: Record<string, unknown> = {}) {
  const server = serve({
    'users/department/list': [department(1, 'Kitchen', 0, 3), department(3, 'Bakery'), department(2, 'Cellar', 1)],
    'users/lists': page([row(2, 'Bo', { identity: ['admin'] }), row(3, 'Cy')]),
    ...answers,
  });
  const stage = await open(<TeamSettings />);
  await stage.screen.findByText('cy@example.com');
  const menuOf = async (name: string) => {
    await stage.user.click(stage.screen.getByRole('button', { name: `More: ${name}` }));
    return within(await stage.screen.findByRole('menu'));
  };
  return { ...stage, server, menuOf };
}

beforeEach(() => {
  for (const [userid, nickname] of [
    [ME, 'Ada'],
    [2, 'Bo'],
    [3, 'Cy'],
  ] as const)
    client.store.base.user.put(row(userid, nickname));
});

test('departments are shown as a tree; choosing one filters the people', async () => {
  const { screen, user, server } = await team();
  const tree = screen.getByRole('navigation', { name: 'Departments' });
  const places = within(tree)
    .getAllByRole('button')
    .flatMap((each) => (each.hasAttribute('aria-current') ? [each.textContent] : []));
  expect(places).toEqual(['Everyone', 'No department', 'Bakery0', 'Kitchen3', 'Cellar0']);
  await user.click(within(tree).getByRole('button', { name: /^Kitchen/ }));
  await expect.poll(() => server.inputsOf('users/lists').at(-1)).toMatchObject({ keys: { department: 1 } });
  await user.click(within(tree).getByRole('button', { name: 'No department' }));
  await expect.poll(() => server.inputsOf('users/lists').at(-1)).toMatchObject({ keys: { department: 0 } });
  await user.type(screen.getByRole('textbox', { name: 'Search by name or email' }), 'bo');
  await expect.poll(() => server.inputsOf('users/lists').at(-1)).toMatchObject({ keys: { key: 'bo' }, page: 1 });
});

test('an account is created and edited; server errors are shown in the form', async () => {
  let isTaken = true;
  const { screen, user, server, menuOf } = await team({
    'users/createuser': () => (isTaken ? refused('This email is taken.') : {}),
  });
  await user.click(screen.getByRole('button', { name: 'Add person' }));
  const form = within(await screen.findByRole('dialog', { name: 'Add person' }));
  await user.click(form.getByText('Set a password'));
  await user.type(form.getByLabelText(/^Email/), 'grace@example.com');
  await user.type(form.getByLabelText(/^Name/), 'Grace');
  await user.type(form.getByLabelText(/^Password/), 'Engine-1843');
  await user.click(form.getByRole('button', { name: 'Create' }));
  expect((await form.findByRole('alert')).textContent).toBe('This email is taken.');
  isTaken = false;
  await user.click(form.getByRole('button', { name: 'Create' }));
  await expect.poll(() => screen.queryByRole('dialog')).toBeNull();
  expect(server.inputsOf('users/createuser').at(-1)).toMatchObject({
    email: 'grace@example.com',
    nickname: 'Grace',
    department: [],
    changepass: true,
  });

  await user.click((await menuOf('Cy')).getByRole('menuitem', { name: 'Make administrator' }));
  await expect.poll(() => server.inputsOf('users/operation').at(-1)).toEqual({ userid: 3, type: 'setadmin' });
  await user.click((await menuOf('Bo')).getByRole('menuitem', { name: 'Remove as administrator' }));
  await expect.poll(() => server.inputsOf('users/operation').at(-1)).toEqual({ userid: 2, type: 'clearadmin' });
});

test('a new person is invited, and their link can be handed over', async () => {
  const url = 'http://harbor.test/single/invitation?token=x';
  let isTaken = true;
  const { screen, user, server } = await team({
    'users/invitation/add': () =>
      isTaken
        ? refused('This email is taken.')
        : { list: [{ id: 4, email: 'grace@example.com', url, is_mailed: false }] },
  });
  await user.click(screen.getByRole('button', { name: 'Add person' }));
  const modal = within(await screen.findByRole('dialog', { name: 'Add person' }));
  await user.type(modal.getByLabelText(/^Email/), 'grace@example.com{Enter}');
  expect((await modal.findByRole('alert')).textContent).toBe('This email is taken.');
  isTaken = false;
  await user.click(modal.getByRole('button', { name: 'Send an invitation' }));
  expect(await modal.findByText(url)).toBeTruthy();
  expect(server.inputsOf('users/invitation/add').at(-1)).toEqual({ emails: ['grace@example.com'], department: [] });
  expect(server.inputsOf('users/createuser')).toEqual([]);
  await user.click(modal.getByRole('button', { name: 'Done' }));
  await expect.poll(() => screen.queryByRole('dialog')).toBeNull();
});

test('of several invitations those that could not be made are named; if none could, they stay to be corrected', async () => {
  const url = 'http://harbor.test/single/invitation?token=x';
  const made = [{ id: 4, email: 'grace@example.com', url, is_mailed: true }];
  let list: object[] = [];
  const left_out = [
    { email: 'bo@example.com', reason: 'reg.taken' },
    { email: 'nobody', reason: 'reg.email' },
  ];
  serve({
    'users/invitation/list': { list: [], can_mail: true },
    'users/invitation/add': () =>
      list.length > 0 ? { list, left_out } : refused('This email is taken.', 0, { code: 'reg.taken', left_out }),
  });
  const { screen, user } = await open(<InviteModal departments={[]} onClose={() => undefined} />);
  const field = await screen.findByRole('combobox', { name: 'Email addresses' });
  await user.type(field, 'bo@example.com,nobody,');
  await user.click(screen.getByRole('button', { name: 'Send invitations' }));
  const words = 'Not invited, because they already have an account: bo@example.com. Invalid email addresses: nobody.';
  expect(await screen.findByText(words)).toBeTruthy();
  expect(field.getAttribute('aria-invalid')).toBe('true');
  list = made;
  // Also where they arrive in one piece.
  fireEvent.change(field, { target: { value: 'grace@example.com,cy@example.com' } });
  await user.type(field, '{Enter}');
  expect(screen.getByText('cy@example.com')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Send invitations' }));
  expect(await screen.findByText(url)).toBeTruthy();
  expect(screen.getByRole('alert').textContent).toBe(words);
});

test('with earlier invitations the focus is on the button for a new one', async () => {
  const sent = { id: 4, email: 'grace@example.com', role: 'normal', state: 'open', used: 0, max_uses: 1, projects: [] };
  serve({
    'users/invitation/list': {
      list: [{ ...sent, expired_at: '2030-01-01 00:00:00', is_mailed: true, mail_error: '' }],
      can_mail: true,
    },
  });
  const { screen } = await open(<InviteModal departments={[]} onClose={() => undefined} />);
  const button = await screen.findByRole('button', { name: 'New invitation' });
  await expect.poll(() => document.activeElement).toBe(button);
});

test('deleting an account needs a reason, and its content passes to the deleting person or a named one', async () => {
  const { screen, user, server, menuOf } = await team();
  await user.click((await menuOf('Cy')).getByRole('menuitem', { name: 'Delete account' }));
  const modal = within(await screen.findByRole('dialog', { name: 'Delete account' }));
  const button = modal.getByRole<HTMLButtonElement>('button', { name: 'Delete account' });
  expect(button.disabled).toBe(true);
  await user.type(modal.getByLabelText(/^Reason/), 'left us');
  await user.click(button);
  await expect
    .poll(() => server.inputsOf('users/operation').at(-1))
    .toEqual({ userid: 3, type: 'delete', delete_reason: 'left us', transfer_userid: 1 });
  // Optionally with everything about the person.
  await user.click((await menuOf('Cy')).getByRole('menuitem', { name: 'Delete account' }));
  const again = within(await screen.findByRole('dialog', { name: 'Delete account' }));
  await user.type(again.getByLabelText(/^Reason/), 'asked for it');
  await user.click(again.getByRole('checkbox', { name: 'Erase all data of this person' }));
  await user.click(again.getByRole('button', { name: 'Erase all data' }));
  await expect
    .poll(() => server.inputsOf('users/data/erase').at(-1))
    .toEqual({ userid: 3, reason: 'asked for it', transfer_userid: 1 });
});

test('a spreadsheet becomes accounts step by step; failed rows are listed', async () => {
  const line = (n: number, status: 'ok' | 'error') => ({
    line: n,
    email: `p${n}@example.com`,
    nickname: `P ${n}`,
    password: 'Engine-1843',
    profession: '',
    status,
    reason: status === 'ok' ? '' : 'Too short.',
  });
  const rows = [line(2, 'error'), ...Array.from({ length: 12 }, (_, i) => line(i + 3, 'ok'))];
  const { screen, user, server } = await team({
    'users/import': ({ rows: part }: { rows: { line: number; email: string }[] }) => ({
      total: part.length,
      success: part.filter((each) => each.line !== 5).length,
      failed: part.flatMap(({ line: n, email }) => (n === 5 ? [{ line: n, email, reason: 'Taken.' }] : [])),
    }),
  });
  client.api.upload = async () => ({ total: 13, valid: 12, invalid: 1, rows }) as never;
  await user.click(screen.getByRole('button', { name: 'Import from spreadsheet' }));
  const modal = within(await screen.findByRole('dialog', { name: 'Import from spreadsheet' }));
  await user.upload(document.querySelector('input[type=file]') as HTMLInputElement, new File(['x'], 'people.csv'));
  expect(await modal.findByText('12 rows can be imported · 1 row has errors')).toBeTruthy();
  expect(modal.getByRole('row', { name: '2 p2@example.com Too short.' })).toBeTruthy();
  await user.click(modal.getByRole('button', { name: 'Create 12 accounts' }));
  expect((await modal.findByRole('status')).textContent).toBe('11 accounts created.');
  expect(modal.getByRole('row', { name: '5 p5@example.com Taken.' })).toBeTruthy();
  expect(server.inputsOf('users/import').map((input) => (input['rows'] as unknown[]).length)).toEqual([10, 2]);
});
