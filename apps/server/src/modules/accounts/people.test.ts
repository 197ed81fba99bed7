import { calls } from '@atrium/contract/contract.ts';
import type { InputOf, OutputOf } from '@atrium/contract/kit.ts';
import * as c from '@atrium/contract/people/accounts.ts';
import { userLists } from '@atrium/contract/people/accounts.ts';
import { departmentAdd } from '@atrium/contract/people/departments.ts';
import { userEditpass, userInfo } from '@atrium/contract/people/profile.ts';
import { login, logout, tokenExpire } from '@atrium/contract/people/sessions.ts';
import { userBasic } from '@atrium/contract/people/users.ts';
import { beforeAll, expect, test } from 'vitest';
import { administrator, PASSWORD, person, refused, TestClient, testServer, unique } from '#testing/world';
import { zipOf } from '#testing/zip';

let admin: TestClient;
beforeAll(async () => {
  admin = await administrator();
});
const address = () => `${unique('new')}@example.com`;
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

test('an account with a temporary password can only set a new one', async () => {
  const email = address();
  await admin.call(c.userCreate, { email, password: PASSWORD, nickname: 'Grace Hopper', profession: '' });
  const grace = new TestClient(admin.base, email);
  const profile = await grace.call(login, { email, password: PASSWORD });
  grace.token = profile.token;
  grace.userid = profile.userid;
  const answered: string[] = [];
  for (const { path, access } of calls) {
    if (access === 'public' || path === logout.path) continue;
    const { ret, data } = await grace.raw(path, { method: 'POST' });
    if (ret !== -4 || data.code !== 'password.temporary') answered.push(path);
  }
  expect(answered.sort()).toEqual([userEditpass.path, userInfo.path, tokenExpire.path].sort());
  await expect(grace.listen()).rejects.toThrow('no open');
  expect(grace.frames).toMatchObject([{ type: 'error' }]);
  const own = await grace.call(userEditpass, { oldpass: PASSWORD, newpass: 'my-own-Word9' });
  grace.token = own.token;
  expect(await grace.call(userBasic, { userid: [grace.userid] })).toHaveLength(1);
  await grace.listen();
});

test('an account that an administrator created must set its own password', async () => {
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
    [{ password: 'short' }, 'password.short'],
    [{ nickname: '' }, 'nickname.length'],
    [{ department: [2_000_000_000] }, 'department.gone'],
  ] as [Partial<InputOf<typeof c.userCreate>>, string][]) {
    const wish = { email: address(), password: PASSWORD, nickname: 'Grace', ...fields };
    await expect(admin.call(c.userCreate, wish)).rejects.toMatchObject(refused(code));
    // Nothing is half-created.
    expect((await admin.call(userLists, { keys: { email: wish.email } })).data).toEqual([]);
  }
});

test('a spreadsheet preview shows which rows are valid and why the others are not', async () => {
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

test('a row names its departments, with parent departments where a name is ambiguous', async () => {
  const [sales, care, north] = [unique('Sales '), unique('Care '), unique('North ')];
  const add = (name: string, parent_id?: number) =>
    admin.call(departmentAdd, { name, owner_userid: admin.userid, ...(parent_id && { parent_id }) });
  const [top, other] = [await add(sales), await add(care)];
  const [below, twin] = [await add(north, top.id), await add(north, other.id)];
  const emails = Array.from({ length: 5 }, address);
  const cells = [`"${sales.toUpperCase()}, ${care}"`, `${sales} / ${north}`, north, '', `${care}/Nowhere`];
  const lines = cells.map((cell, i) => `${emails[i]},Person ${i},${PASSWORD},${cell}`);
  const { data } = await preview(['email,nickname,password,department', ...lines].join('\n'));
  expect(data.rows.map(({ status, department }) => [status, department])).toEqual([
    ['ok', [top.id, other.id]],
    ['ok', [below.id]],
    ['error', []],
    ['ok', []],
    ['error', []],
  ]);
  expect(data.rows[2]?.reason).toContain(north);
  expect(data.rows[4]?.reason).toContain(`${care}/Nowhere`);
  const rows = data.rows
    .filter((row) => row.status === 'ok')
    .map(({ status: _status, reason: _reason, ...row }) => row);
  expect(await admin.call(c.peopleImport, { rows })).toMatchObject({ success: 3, failed: [] });
  const { data: made } = await admin.call(userLists, { keys: { department: below.id } });
  expect(made.map(({ email }) => email)).toContain(emails[1]);
  expect(twin.id).not.toBe(below.id);
});

const HUGE = 400 * 1024 * 1024;
test('a spreadsheet that expands to a huge size is refused, and the server keeps running', async () => {
  const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
  const parts = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
  const bomb = zipOf({
    'xl/workbook.xml': `<workbook xmlns="${main}" xmlns:r="${parts}"><sheets><sheet name="A" sheetId="1" r:id="r1"/></sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships><Relationship Id="r1" Type="${parts}/worksheet" Target="worksheets/sheet1.xml"/></Relationships>`,
    'xl/worksheets/sheet1.xml': Buffer.alloc(HUGE, '<row><c t="inlineStr"><is><t>A</t></is></c></row>'),
  });
  expect(bomb.length).toBeLessThan(c.SHEET_MAX_BYTES);
  // The declared size may be false.
  const lying = new Uint8Array(bomb);
  const size = Buffer.alloc(4);
  size.writeUInt32LE(HUGE);
  for (let at = Buffer.from(lying).indexOf(size); at >= 0; at = Buffer.from(lying).indexOf(size, at + 1))
    lying[at + 3] = 0;
  for (const file of [bomb, lying]) {
    const started = Date.now();
    const answer = await preview(file, 'people.xlsx');
    expect(answer).toMatchObject(refused('import.too_large'));
    expect(answer.msg).not.toContain('error.');
    // Refused early, before it is fully expanded.
    expect(Date.now() - started).toBeLessThan(5000);
  }
  expect((await preview('email,nickname,password')).data).toMatchObject({ total: 0 });
});

test('a file that is no spreadsheet, has no headings or too many people is refused with a message', async () => {
  expect(await preview(new Uint8Array([0x50, 0x4b, 3, 4, 0, 0, 0, 0]))).toMatchObject(refused('import.no_sheet'));
  expect(await preview(new Uint8Array([0xff, 0xd8, 0, 0, 1]))).toMatchObject(refused('import.no_sheet'));
  expect(await preview('a,b,c\r\n1,2,3')).toMatchObject(refused('import.no_columns'));
  const many = Array.from({ length: 501 }, (_, i) => `p${i}@example.com,Person ${i},${PASSWORD},`);
  expect(await preview(['email,nickname,password,profession', ...many].join('\n'))).toMatchObject({
    data: { code: 'import.people' },
    msg: expect.stringContaining('500'),
  });
});

test('rows become accounts one by one; a failed row does not stop the others', async () => {
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
