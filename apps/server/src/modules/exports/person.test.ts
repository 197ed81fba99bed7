import { text } from 'node:stream/consumers';
import { dialogOne, dialogOpenUser, groupAdd, groupAdduser, groupDeluser } from '@atrium/contract/chat/dialogs.ts';
import { msgVote } from '@atrium/contract/chat/messageActions.ts';
import { msgList, msgSendtext } from '@atrium/contract/chat/messages.ts';
import { driveAdd, driveLists, drivePack, driveShareUpdate } from '@atrium/contract/files/drive.ts';
import { personErase, personExport } from '@atrium/contract/files/exports.ts';
import { accountDelete, userOperation } from '@atrium/contract/people/accounts.ts';
import { invitationAdd, invitationList } from '@atrium/contract/people/invitations.ts';
import { userEditdata, userInfo } from '@atrium/contract/people/profile.ts';
import { passwordLink, totpBegin, totpConfirm } from '@atrium/contract/people/signIn.ts';
import { userBasic } from '@atrium/contract/people/users.ts';
import { projectAdd, projectLists, projectLog, projectOne, projectUser } from '@atrium/contract/projects/projects.ts';
import { auditList } from '@atrium/contract/workspace/audit.ts';
import { reportStore } from '@atrium/contract/workspace/reports.ts';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import yauzl from 'yauzl';
import { codeAt } from '#modules/auth/factors/totp';
import { collectPacks, findPack, packPlace, runPack } from '#modules/drive/pack/pack.service';
import { runJobs } from '#testing/runJobs';
import { administrator, PASSWORD, person, refused, type TestClient, testServer, unique } from '#testing/world';
import { eraseContent } from './erase.service.ts';
import { EXPORTED, LEFT_OUT, WITHHELD } from './person.columns.ts';
import { collectExports, runExport } from './run.service.ts';

/** The files of an archive, by path. */
async function unpack(bytes: Buffer): Promise<Map<string, string>> {
  const zip = await yauzl.fromBufferPromise(bytes);
  const files = new Map<string, string>();
  for await (const entry of zip.eachEntry())
    files.set(entry.fileName, await text(await zip.openReadStreamPromise(entry)));
  return files;
}

async function exported(by: TestClient, userid?: number): Promise<{ url: string; files: Map<string, string> }> {
  const server = await testServer();
  const { app } = server;
  // Exports of the same administrator that other files began count towards the limit.
  await runJobs(server);
  const { id } = await by.call(personExport, userid ? { userid } : {});
  await runExport(app, id);
  const { rows } = await sql<{ token: string; name: string; status: string }>`
    select token, name, status from exports where id = ${id}`.execute(app.db);
  expect(rows[0]).toMatchObject({ status: 'done', name: expect.stringMatching(/\.zip$/) });
  const url = `${by.base}/file/export/${rows[0]?.token}/${encodeURIComponent(rows[0]?.name ?? '')}`;
  const answer = await fetch(url, { headers: { token: by.token } });
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/zip']);
  return { url, files: await unpack(Buffer.from(await answer.arrayBuffer())) };
}

test('a person exports everything about themselves, without secrets and without what others wrote', async () => {
  await administrator();
  const [ada, bo] = [await person('ada'), await person('bo')];
  const { id } = await ada.call(dialogOpenUser, { userid: bo.userid });
  const [mine, theirs] = [unique('said by ada'), unique('said by bo')];
  await ada.call(msgSendtext, { dialog_id: id, text: mine });
  await bo.call(msgSendtext, { dialog_id: id, text: theirs });
  const body = new FormData();
  body.set('dialog_id', String(id));
  body.set('files', new Blob(['the whole plan']), 'plan.txt');
  await ada.raw('dialog/msg/sendfile', { method: 'POST', body });

  const { url, files } = await exported(ada);
  const all = [...files.values()].join('\n');
  expect(all).toContain(mine);
  expect(all).not.toContain(theirs);
  expect(JSON.parse(files.get('data/users.json') ?? '')).toMatchObject([{ email: ada.email }]);
  expect(all).not.toMatch(/argon2|token_hash|"password":/);
  const plan = [...files.keys()].find((name) => /^files\/\d+ plan\.txt$/.test(name));
  expect(files.get(plan ?? '')).toBe('the whole plan');

  // The address is of no use to anybody else.
  expect((await fetch(url, { headers: { token: bo.token } })).status).toBe(404);
  await expect(bo.call(personExport, { userid: ada.userid })).rejects.toMatchObject({ data: { code: 'forbidden' } });
});

test('an export does not say who voted in an anonymous poll', async () => {
  await administrator();
  const [ada, bo] = [await person('ada'), await person('bo')];
  const { id: dialog_id } = await ada.call(groupAdd, { chat_name: 'Lunch', userids: [bo.userid] });
  const list = [{ text: 'Soup' }, { text: 'Salad' }];
  const [poll] = await ada.call(msgVote, { dialog_id, text: 'Lunch?', list, anonymous: true });
  for (const by of [ada, bo]) await by.call(msgVote, { uuid: String(poll?.msg['uuid']), type: 'vote', vote: [1] });
  const { files } = await exported(ada);
  const messages = JSON.parse(files.get('data/messages.json') ?? '') as { id: number; msg: { votes?: object[] } }[];
  expect(messages.find(({ id }) => id === poll?.id)?.msg.votes).toEqual([
    expect.objectContaining({ userid: ada.userid }),
    expect.objectContaining({ userid: 0 }),
  ]);
});

test('an administrator erases a person: name, messages, reports and files go, and their tasks stay', async () => {
  const admin = await administrator();
  const [dee, eve] = [await person('dee'), await person('eve', { live: true })];
  const { app } = await testServer();
  await app.db
    .updateTable('invitations')
    .set({ email: dee.email })
    .where('id', '=', (await admin.call(invitationAdd, {})).list[0]?.id ?? 0)
    .execute();
  await dee.call(userEditdata, { nickname: 'Deedee', profession: 'Diver' });
  const { id } = await dee.call(dialogOpenUser, { userid: eve.userid });
  const secret = unique('secret');
  const said = await dee.call(msgSendtext, { dialog_id: id, text: secret });
  await dee.call(driveAdd, { name: secret, type: 'folder' });
  await dee.call(reportStore, { title: 'Day', type: 'daily', content: `<p>${secret}</p>`, receive: [eve.userid] });
  const project = await dee.call(projectAdd, { name: 'Ours' });
  await dee.call(projectUser, { project_id: project.id, userid: [dee.userid, eve.userid] });
  const alone = await dee.call(projectAdd, { name: 'Nobody else’s' });
  const crew = await dee.call(groupAdd, { chat_name: 'Crew', userids: [eve.userid] });
  const group = await eve.call(groupAdd, { chat_name: 'Harbor', userids: [admin.userid] });
  await eve.call(groupAdduser, { dialog_id: group.id, userids: [dee.userid] });
  // An earlier notice has no number of the person.
  await sql`update messages set msg = msg #- '{data,userid}' where dialog_id = ${group.id} and mtype = 'notice'`.execute(
    app.db,
  );
  await eve.call(groupDeluser, { dialog_id: group.id, userids: [dee.userid] });
  const notices = async () => {
    const { list } = await eve.call(msgList, { dialog_id: group.id });
    return list.filter(({ type }) => type === 'notice').map(({ msg }) => msg['notice']);
  };
  expect((await notices()).toSorted()).toEqual(['Deedee joined', expect.stringMatching(/ removed Deedee$/)]);
  const joined = await eve.call(projectAdd, { name: 'Theirs' });
  await eve.call(projectUser, { project_id: joined.id, userid: [dee.userid, eve.userid] });
  const erase = (by: TestClient, userid: number) => by.call(personErase, { userid });
  await expect(erase(eve, dee.userid)).rejects.toMatchObject({ data: { code: 'forbidden' } });
  await expect(erase(admin, admin.userid)).rejects.toMatchObject({ data: { code: 'user.self' } });

  const { id: later } = await eve.call(groupAdd, { chat_name: 'Pier', userids: [dee.userid] });
  const kept = await eve.call(msgSendtext, { dialog_id: later, text: 'Stays' });
  await dee.call(msgSendtext, { dialog_id: later, text: secret });
  await erase(admin, dee.userid);
  // Nobody was named: another member takes over, or else who erases.
  await eve.receives('project', 'detail', ({ data }) => data.id === project.id && data.owner_userid === eve.userid);
  expect(await admin.call(projectOne, { project_id: alone.id })).toMatchObject({ owner_userid: admin.userid });
  expect(await eve.call(dialogOne, { dialog_id: crew.id })).toMatchObject({ owner_id: eve.userid });
  await eraseContent(app, dee.userid);
  await expect(dee.call(userInfo, {})).rejects.toMatchObject(refused('auth.ended'));
  const [gone] = await eve.call(userBasic, { userid: [dee.userid] });
  expect(gone).toMatchObject({ nickname: 'Deleted person', email: '' });
  expect((await notices()).toSorted()).toEqual([
    'Deleted person joined',
    expect.stringMatching(/ removed Deleted person$/),
  ]);
  expect((await eve.call(dialogOne, { dialog_id: group.id })).last_msg?.msg.preview).toMatch(
    / removed Deleted person$/,
  );
  expect(await eve.call(dialogOne, { dialog_id: later })).toMatchObject({ people: 1, last_at: kept.created_at });
  const { project_user: members } = await eve.call(projectOne, { project_id: joined.id });
  expect(members?.map(({ userid }) => userid)).toEqual([eve.userid]);
  const { list } = await eve.call(msgList, { dialog_id: id });
  expect(list.map((each) => each.id)).not.toContain(said.id);
  expect(await eve.call(projectOne, { project_id: project.id })).toMatchObject({
    name: 'Ours',
    owner_userid: eve.userid,
    project_user: [{ userid: eve.userid, owner: 1 }],
  });
  const { data: log } = await eve.call(projectLog, { project_id: project.id });
  expect(log[0]).toMatchObject({ userid: admin.userid, word: 'project.transfer' });
  // Neither the invitation nor the log of events says who it was.
  const { rows } = await sql<{ data: object }>`
    select data from events where type = 'user' and (data ->> 'userid')::int = ${dee.userid}`.execute(app.db);
  expect(rows.length).toBeGreaterThan(1);
  for (const { data } of rows)
    expect(data).toMatchObject({ nickname: 'Deleted person', pinyin: 'deletedperson', profession: '' });
  expect((await admin.call(invitationList, {})).list.filter(({ email }) => email === dee.email)).toEqual([]);
  // The remaining records do not contain anything that they wrote.
  const { files } = await exported(admin, dee.userid);
  expect([...files].filter(([name, text]) => !name.includes('audit') && /secret|dee/.test(text))).toEqual([]);
  const { data } = await admin.call(auditList, { action: 'person.erased', userid: dee.userid });
  expect(data).toMatchObject([{ userid: admin.userid, target_id: dee.userid }]);
  // Once more, for a person whose account was deleted before.
  await erase(admin, dee.userid);
});

test('a person erases themselves: what they wrote and stored goes, also what they shared', async () => {
  await administrator();
  const [fay, eve] = [await person('fay'), await person('eve')];
  const { id } = await fay.call(dialogOpenUser, { userid: eve.userid });
  const said = await fay.call(msgSendtext, { dialog_id: id, text: unique('secret') });
  const folder = await fay.call(driveAdd, { name: unique('Folder'), type: 'folder' });
  await fay.call(driveShareUpdate, { id: folder.id, userids: [eve.userid], permission: 1 });
  const [personal] = (await fay.call(projectLists, { type: 'personal' })).data;
  const team = await fay.call(projectAdd, { name: 'Team' });
  await fay.call(projectUser, { project_id: team.id, userid: [fay.userid, eve.userid] });
  const proof = { type: 'confirm', email: fay.email, password: PASSWORD, reason: 'Enough', erase: true } as const;
  await expect(fay.call(accountDelete, { ...proof, password: 'wrong' })).rejects.toMatchObject({
    data: { code: 'delete.password' },
  });
  expect((await eve.call(msgList, { dialog_id: id })).list.map((each) => each.id)).toContain(said.id);
  await fay.call(accountDelete, proof);
  // Projects and groups that only they had are not transferred; those with other members go to one of them.
  const { app } = await testServer();
  const ids = [personal?.id ?? 0, team.id];
  expect(
    await app.db
      .selectFrom('projects')
      .select(['deleted_at', 'owner_userid'])
      .where('id', 'in', ids)
      .orderBy('id')
      .execute(),
  ).toEqual([
    { deleted_at: expect.any(Date), owner_userid: fay.userid },
    { deleted_at: null, owner_userid: eve.userid },
  ]);
  await eraseContent(app, fay.userid);
  const [gone] = await eve.call(userBasic, { userid: [fay.userid] });
  expect(gone).toMatchObject({ nickname: 'Deleted person', email: '' });
  expect((await eve.call(msgList, { dialog_id: id })).list.map((each) => each.id)).not.toContain(said.id);
  expect((await eve.call(driveLists, {})).map((each) => each.id)).not.toContain(folder.id);
  const kept = await app.db.selectFrom('files').select('id').where('id', '=', folder.id).execute();
  expect(kept).toEqual([]);
});

test('archives of an erased person’s files go from the storage, also one that is being made', async () => {
  const admin = await administrator();
  const { app } = await testServer();
  const packed = async (by: TestClient) => {
    const { id } = await by.call(driveAdd, { name: unique('Folder'), type: 'folder' });
    await by.call(drivePack, { ids: [id], name: 'All' });
    return app.db.selectFrom('file_packs').selectAll().where('userid', '=', by.userid).executeTakeFirstOrThrow();
  };
  const rowsOf = (by: TestClient) =>
    app.db.selectFrom('file_packs').select('status').where('userid', '=', by.userid).execute();
  const gil = await person('gil');
  const ready = await packed(gil);
  await runPack(app, ready.id);
  const isStored = async (row: typeof ready) => (await app.storage.find(packPlace(row))) !== undefined;
  expect(await isStored(ready)).toBe(true);
  await admin.call(personErase, { userid: gil.userid });
  expect(await findPack(app, { id: ready.id })).toBeUndefined();
  await collectPacks(app, new Date(Date.now() + 1000));
  expect([await isStored(ready), await rowsOf(gil)]).toEqual([false, []]);

  const hal = await person('hal');
  const running = await packed(hal);
  const put: typeof app.storage.put = async (...args) => {
    await admin.call(personErase, { userid: hal.userid });
    await collectPacks(app, new Date(Date.now() + 1000));
    return app.storage.put(...args);
  };
  await runPack({ ...app, storage: { ...app.storage, put } }, running.id);
  expect([await isStored(running), await rowsOf(hal)]).toEqual([false, []]);

  const ida = await person('ida');
  const waiting = await packed(ida);
  await admin.call(personErase, { userid: ida.userid });
  await runPack(app, waiting.id);
  expect(await isStored(waiting)).toBe(false);
});

test('an export about a person who is erased meanwhile is not delivered', async () => {
  const admin = await administrator();
  const hal = await person('hal');
  const server = await testServer();
  const { app } = server;
  await runJobs(server);
  const { id } = await admin.call(personExport, { userid: hal.userid });
  const places: string[] = [];
  const put: typeof app.storage.put = async (place, ...args) => {
    places.push(place);
    await admin.call(personErase, { userid: hal.userid });
    await collectExports(app, new Date(Date.now() + 1000));
    return app.storage.put(place, ...args);
  };
  await runExport({ ...app, storage: { ...app.storage, put } }, id);
  const { rows } = await sql`select status from exports where id = ${id}`.execute(app.db);
  expect(rows).toEqual([{ status: 'failed' }]);
  await collectExports(app, new Date(Date.now() + 1000));
  expect(places).toHaveLength(1);
  expect(await app.storage.find(places[0] ?? '')).toBeUndefined();
});

test('an export has no second factor, no recovery code and no link to reset a password', async () => {
  const admin = await administrator();
  const cyd = await person('cyd');
  const { secret } = await cyd.call(totpBegin, {});
  const { codes } = await cyd.call(totpConfirm, { code: codeAt(secret, new Date()) });
  const { url } = await admin.call(passwordLink, { userid: cyd.userid });
  const { files } = await exported(cyd);
  const all = [...files.values()].join('\n');
  expect(JSON.parse(files.get('data/totp_factors.json') ?? '')).toEqual([
    {
      userid: cyd.userid,
      confirmed_at: expect.any(String),
      last_step: expect.any(Number),
      created_at: expect.any(String),
    },
  ]);
  expect(JSON.parse(files.get('data/password_resets.json') ?? '')).toHaveLength(1);
  const { app } = await testServer();
  const { rows } = await sql<{ text: string }>`
    select token_hash as text from password_resets union all select code_hash from recovery_codes
    union all select secret from totp_factors union all select token_hash from devices`.execute(app.db);
  const token = new URL(url).searchParams.get('token') ?? '';
  for (const text of [secret, token, ...codes, ...rows.map((row) => row.text)]) expect(all).not.toContain(text);
});

test('each column of a table with rows of people is exported or withheld', async () => {
  const { app } = await testServer();
  const { rows } = await sql<{ name: keyof typeof EXPORTED; columns: string[] }>`
    select c.relname as name, array_agg(a.attname::text order by a.attname) as columns
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    where c.relnamespace = current_schema()::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
      and c.relname <> all(${LEFT_OUT})
    group by 1 having bool_or(a.attname = 'userid') order by 1`.execute(app.db);
  for (const { name, columns } of rows) {
    expect([...(EXPORTED[name] ?? []), ...(WITHHELD[name] ?? [])].sort(), name).toEqual(columns.sort());
  }
  expect(Object.keys(EXPORTED).sort()).toEqual(rows.map(({ name }) => name).sort());
});

test('an administrator exports everything about somebody, which is recorded, until they lose the role', async () => {
  const admin = await administrator();
  const [deputy, cy] = [await person('deputy'), await person('cy')];
  await admin.call(userOperation, { userid: deputy.userid, type: 'setadmin' });
  const { url, files } = await exported(deputy, cy.userid);
  expect(JSON.parse(files.get('data/users.json') ?? '')).toMatchObject([{ userid: cy.userid }]);
  const { data } = await admin.call(auditList, { action: 'person.exported', userid: cy.userid });
  expect(data).toMatchObject([{ userid: deputy.userid, target_name: cy.email }]);
  await admin.call(userOperation, { userid: deputy.userid, type: 'clearadmin' });
  expect((await fetch(url, { headers: { token: deputy.token } })).status).toBe(404);
});
