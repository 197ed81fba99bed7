import * as c from '@atrium/contract/accounts.ts';
import { departmentAdd } from '@atrium/contract/departments.ts';
import type { InputOf, OutputOf } from '@atrium/contract/kit.ts';
import { login, userLists } from '@atrium/contract/users.ts';
import { beforeAll, expect, test } from 'vitest';
import { administrator, PASSWORD, person, TestClient, testServer, unique } from '#testing/world';

let admin: TestClient;
beforeAll(async () => {
  admin = await administrator();
});
const address = () => `${unique('new')}@example.com`;
const refused = (code: string) => ({ ret: 0, data: { code } });

async function preview(bytes: Uint8Array<ArrayBuffer> | string, name = 'people.csv', lang = 'en') {
  const form = new FormData();
  form.set('file', new Blob([bytes]), name);
  const answer = await fetch(`${(await testServer()).base}/api/users/import/preview`, {
    method: 'POST',
    headers: { token: admin.token, language: lang },
    body: form,
  });
  return (await answer.json()) as {
    ret: number;
    msg: string;
    data: OutputOf<typeof c.peoplePreview> & { code?: string };
  };
}

test('an account that was made for somebody asks for a password of its own', async () => {
  const ada = await person('ada');
  const dept = await admin.call(departmentAdd, { name: 'New people', owner_userid: ada.userid });
  const email = address();
  const made = await admin.call(c.userCreate, {
    email,
    password: PASSWORD,
    nickname: 'Grace Hopper',
    profession: 'Admiral',
    department: [dept.id],
  });
  expect(made).toMatchObject({ email, nickname: 'Grace Hopper', identity: [], department: [dept.id] });
  const grace = await new TestClient(admin.base).call(login, { email, password: PASSWORD });
  expect(grace).toMatchObject({ changepass: 1, department_name: 'New people', profession: 'Admiral' });
  await expect(
    admin.call(c.userCreate, { email: email.toUpperCase(), password: PASSWORD, nickname: 'Other' }),
  ).rejects.toMatchObject(refused('reg.taken'));
  for (const [fields, code] of [
    [{ email: 'nobody' }, 'reg.email'],
    [{ password: 'short' }, 'password.policy'],
    [{ nickname: '' }, 'nickname.length'],
    [{ department: [2_000_000_000] }, 'department.gone'],
  ] as [Partial<InputOf<typeof c.userCreate>>, string][]) {
    const wish = { email: address(), password: PASSWORD, nickname: 'Grace', ...fields };
    await expect(admin.call(c.userCreate, wish)).rejects.toMatchObject(refused(code));
    // Nothing is half-made.
    expect((await admin.call(userLists, { keys: { email: wish.email } })).data).toEqual([]);
  }
});

test('a spreadsheet is looked at first: which lines would be taken, and why not the others', async () => {
  const [first, second] = [address(), address()];
  const text = [
    '\uFEFFE-Mail;Name;Passwort;Position',
    `${first};Ada Lovelace;${PASSWORD};Mathematikerin`,
    `${first.toUpperCase()};Twice;${PASSWORD};`,
    `${admin.email};Known;${PASSWORD};`,
    `${second};"Grace; Admiral";kurz;`,
    ';;;',
  ].join('\r\n');
  const { data } = await preview(text, 'leute.csv', 'de');
  expect(data).toMatchObject({ total: 4, valid: 1, invalid: 3 });
  expect(data.rows.map(({ line, nickname, status, reason }) => [line, nickname, status, reason.slice(0, 6)])).toEqual([
    [2, 'Ada Lovelace', 'ok', ''],
    [3, 'Twice', 'error', 'Diese '],
    [4, 'Known', 'error', expect.any(String)],
    [5, 'Grace; Admiral', 'error', expect.any(String)],
  ]);
  expect((await admin.call(userLists, { keys: { email: first } })).data).toEqual([]);
});

test('what is no spreadsheet, has no headings or too many people is refused in words', async () => {
  expect(await preview(new Uint8Array([0x50, 0x4b, 3, 4, 0, 0, 0, 0]))).toMatchObject(refused('import.no_sheet'));
  expect(await preview(new Uint8Array([0xff, 0xd8, 0, 0, 1]))).toMatchObject(refused('import.no_sheet'));
  expect(await preview('a,b,c\r\n1,2,3')).toMatchObject(refused('import.no_columns'));
  const many = Array.from({ length: 501 }, (_, i) => `p${i}@example.com,Person ${i},${PASSWORD},`);
  expect(await preview(['email,nickname,password,profession', ...many].join('\n'))).toMatchObject({
    ...refused('import.people'),
    msg: expect.stringContaining('500'),
  });
});

test('lines become accounts one by one; who cannot be made stops nobody else', async () => {
  const [first, second] = [address(), address()];
  const row = (line: number, email: string, password = PASSWORD) => ({
    line,
    email,
    nickname: `Person ${line}`,
    password,
    profession: '',
  });
  const rows = [row(2, first), row(3, admin.email), row(4, second)];
  expect(await admin.call(c.peopleImport, { rows })).toEqual({
    total: 3,
    success: 2,
    failed: [{ line: 3, email: admin.email, reason: expect.any(String), code: 'reg.taken' }],
  });
  const { data } = await admin.call(userLists, { keys: { email: second } });
  expect(data).toMatchObject([{ email: second, nickname: 'Person 4' }]);
  const { text, name } = await admin.call(c.peopleTemplate, {});
  expect(name).toBe('people.csv');
  expect((await preview(text)).data).toMatchObject({ total: 1 });
});
