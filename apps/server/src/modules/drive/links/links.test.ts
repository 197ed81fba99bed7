import { groupAdd } from '@atrium/contract/chat/dialogs.ts';
import { msgSendfileid } from '@atrium/contract/chat/messageActions.ts';
import { msgSendtext } from '@atrium/contract/chat/messages.ts';
import * as d from '@atrium/contract/files/drive.ts';
import { userOperation } from '@atrium/contract/people/accounts.ts';
import { auditList } from '@atrium/contract/workspace/audit.ts';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { administrator, person, refused, TestClient, testServer, unique, world } from '#testing/world';
import { upload } from '../drive.testing.ts';

const codeOfError = (error: unknown) => (error as { data?: { code?: string } }).data?.code;

async function scene() {
  const { ada, bo, eve } = await world({ members: ['ada', 'bo'], outsiders: ['eve'] });
  const folder = await ada.call(d.driveAdd, { name: unique('Plans'), type: 'folder' });
  const file = await ada.call(d.driveAdd, { name: 'Budget', type: 'document', pid: folder.id });
  await ada.call(d.driveSave, { id: file.id, content: JSON.stringify({ type: 'md', content: 'first words' }) });
  await ada.call(d.driveSave, { id: file.id, content: JSON.stringify({ type: 'md', content: 'second words' }) });
  await ada.call(d.driveShareUpdate, { id: folder.id, userids: [bo.userid], permission: 0 });
  return { ada, bo, eve, folder, file };
}

const codeOf = ({ url }: { url: string }) => url.split('/').at(-1) ?? '';
const codeIn = (text: unknown) => /single\/file\/([\w-]+)/.exec(String(text))?.[1] ?? '';
const anonymous = async (code: string, history = '') => {
  const { base } = await testServer();
  const answer = await fetch(`${base}/api/file/content?id=${code}${history}`);
  return (await answer.json()) as { ret: number; data: { content?: { content?: string } } };
};
const linksOf = async (client: TestClient, id: number) => (await client.call(d.driveLinks, { id })).list;

test('a public link is created explicitly, listed wherever the file is shared, and turned off', async () => {
  const { ada, bo, eve, folder, file } = await scene();
  expect(await linksOf(ada, folder.id)).toEqual([]);
  // Opening a file by its id needs the right to read it.
  expect(await bo.call(d.driveOne, { id: String(file.id) })).toMatchObject({ id: file.id });
  await expect(eve.call(d.driveOne, { id: String(file.id) })).rejects.toMatchObject({ data: { code: 'file.gone' } });

  const link = await bo.call(d.driveLinkSave, { id: file.id, expire: 'week' });
  expect(link).toMatchObject({ file_id: file.id, userid: bo.userid, num: 0, expired_at: expect.any(String) });
  expect((await anonymous(codeOf(link))).data.content?.content).toBe('second words');
  for (const id of [file.id, folder.id]) expect((await linksOf(ada, id)).map((each) => each.id)).toEqual([link.id]);
  expect(await linksOf(bo, file.id)).toMatchObject([{ id: link.id, url: link.url }]);
  // The address stays when the expiry is extended.
  expect(await bo.call(d.driveLinkSave, { id: file.id, expire: 'never' })).toMatchObject({
    url: link.url,
    expired_at: null,
  });

  await expect(eve.call(d.driveLinkDelete, { link_id: link.id })).rejects.toMatchObject({
    data: { code: 'file.gone' },
  });
  await ada.call(d.driveLinkDelete, { link_id: link.id });
  expect(await anonymous(codeOf(link))).toMatchObject(refused('file.gone'));
  expect(await linksOf(ada, folder.id)).toEqual([]);
  const { data } = await (await administrator()).call(auditList, { action: 'link.deleted', userid: ada.userid });
  expect(data).toMatchObject([{ target_type: 'file', target_id: file.id, detail: { made_by: bo.userid } }]);
});

test('a public link ends at its expiry or with its creator’s right, and serves no earlier versions', async () => {
  const { ada, bo, folder, file } = await scene();
  const { app } = await testServer();
  const link = await bo.call(d.driveLinkSave, { id: file.id, expire: 'day' });
  const code = codeOf(link);
  const { data: versions } = await ada.call(d.driveHistory, { id: file.id });
  const first = versions.at(-1)?.id ?? 0;
  expect(first).toBeGreaterThan(0);
  expect(await anonymous(code, `&history_id=${first}`)).toMatchObject(refused('file.gone'));
  const { base } = await testServer();
  expect((await fetch(`${base}/api/file/content?id=${code}&history_id=${first}&down=yes`)).status).toBe(403);
  expect((await ada.call(d.driveContent, { id: String(file.id), history_id: first })).content?.content).toBe(
    'first words',
  );

  await sql`update file_links set expired_at = now() - interval '1 second' where id = ${link.id}`.execute(app.db);
  expect(await anonymous(code)).toMatchObject(refused('file.gone'));
  expect(await linksOf(ada, file.id)).toEqual([]);
  // Clients that use the older call to ask for the link get one that is valid.
  const again = await bo.call(d.driveLink, { id: file.id });
  expect((await anonymous(again.code)).ret).toBe(1);
  await ada.call(d.driveShareUpdate, { id: folder.id, userids: [bo.userid], permission: -1 });
  expect(await anonymous(again.code)).toMatchObject(refused('file.gone'));
});

test('a link with a password opens for an hour with it, and no longer once it changes', async () => {
  const { ada, bo, eve, file } = await scene();
  const { base } = await testServer();
  const short = ada.call(d.driveLinkSave, { id: file.id, password: 'short' });
  await expect(short).rejects.toMatchObject({ data: { code: 'drive.link_short' } });
  expect(await linksOf(ada, file.id)).toEqual([]);
  const link = await ada.call(d.driveLinkSave, { id: file.id, expire: 'week', password: 'open sesame' });
  expect(link).toMatchObject({ has_password: true, open_limit: 0, opens: 0 });
  const code = codeOf(link);
  const guest = new TestClient(base, '');
  const locked = { data: { code: 'drive.link_locked' } };
  for (const someone of [guest, eve]) {
    await expect(someone.call(d.driveOne, { id: code })).rejects.toMatchObject(locked);
    await expect(someone.call(d.driveContent, { id: code })).rejects.toMatchObject(locked);
    expect(await someone.call(d.driveOne, { id: `${code}~x-${'A'.repeat(43)}` }).catch(codeOfError)).toBe(
      'drive.link_locked',
    );
  }
  expect((await fetch(`${base}/api/file/content?id=${code}&down=yes`)).status).toBe(403);
  // People who may read the file need no password.
  expect(await bo.call(d.driveOne, { id: code })).toMatchObject({ id: file.id });

  const wrong = { data: { code: 'drive.link_password' } };
  await expect(guest.call(d.driveLinkOpen, { code })).rejects.toMatchObject(wrong);
  await expect(guest.call(d.driveLinkOpen, { code, password: 'open sesam' })).rejects.toMatchObject(wrong);
  const { id } = await guest.call(d.driveLinkOpen, { code, password: 'open sesame' });
  const opened = await guest.call(d.driveOne, { id });
  const byKey = () => fetch(`${base}/${opened.path}?key=${encodeURIComponent(opened.key)}`);
  expect((await anonymous(id)).data.content?.content).toBe('second words');
  expect((await byKey()).status).toBe(200);
  // The unlocked id of one link does not work with the code of another.
  const sheet = await ada.call(d.driveAdd, { name: 'Sheet', type: 'document' });
  const other = await ada.call(d.driveLinkSave, { id: sheet.id, password: 'open sesame' });
  const elsewhere = `${codeOf(other)}~${id.split('~')[1]}`;
  await expect(guest.call(d.driveOne, { id: elsewhere })).rejects.toMatchObject(locked);

  expect(await ada.call(d.driveLinkSave, { id: file.id, password: 'another one' })).toMatchObject({
    url: link.url,
    expired_at: link.expired_at,
  });
  await expect(guest.call(d.driveOne, { id })).rejects.toMatchObject(locked);
  expect((await byKey()).status).toBe(404);
  await ada.call(d.driveLinkSave, { id: file.id, password: '' });
  expect(await guest.call(d.driveOne, { id: code })).toMatchObject({ id: file.id });
  const { data } = await (await administrator()).call(auditList, { action: 'token.created', userid: ada.userid });
  expect(JSON.stringify(data)).toContain('"password":true');
  expect(JSON.stringify(data)).not.toContain('sesame');
});

test('a link opens as often as its limit says, also when it is opened at once', async () => {
  const { ada, bo, file } = await scene();
  const { base } = await testServer();
  const link = await ada.call(d.driveLinkSave, { id: file.id, open_limit: 2 });
  const code = codeOf(link);
  const guest = new TestClient(base, '');
  const answers = await Promise.all(
    [1, 2, 3, 4].map(() => guest.call(d.driveLinkOpen, { code }).catch((error: unknown) => codeOfError(error))),
  );
  expect(answers.filter((each) => each === 'drive.link_used')).toHaveLength(2);
  const handles = answers.filter((each) => typeof each === 'object');
  // Looking twice within the hour is one opening.
  for (const { id } of [...handles, ...handles]) {
    expect(await guest.call(d.driveOne, { id })).toMatchObject({ id: file.id });
  }
  expect(await linksOf(ada, file.id)).toMatchObject([{ open_limit: 2, opens: 2 }]);
  await bo.call(d.driveOne, { id: code });
  expect(await linksOf(ada, file.id)).toMatchObject([{ opens: 2 }]);
  // Another limit begins to count again; another expiry does not.
  expect(await ada.call(d.driveLinkSave, { id: file.id, expire: 'day' })).toMatchObject({ open_limit: 2, opens: 2 });
  expect(await ada.call(d.driveLinkSave, { id: file.id, open_limit: 3 })).toMatchObject({ open_limit: 3, opens: 0 });
});

test('guessing the password of a link is limited', async () => {
  const { ada, file } = await scene();
  const { base } = await testServer();
  const code = codeOf(await ada.call(d.driveLinkSave, { id: file.id, password: 'open sesame' }));
  const guest = new TestClient(base, '');
  const tried = new Set<unknown>();
  for (let n = 0; n < 25; n++) {
    tried.add(await guest.call(d.driveLinkOpen, { code, password: `guess number ${n}` }).catch(codeOfError));
  }
  expect([...tried]).toEqual(['drive.link_password', 'rate.limited']);
});

test('a link of a disabled account opens nothing', async () => {
  const { bo, file } = await scene();
  const link = await bo.call(d.driveLinkSave, { id: file.id });
  await (await administrator()).call(userOperation, { userid: bo.userid, type: 'setdisable' });
  expect(await anonymous(codeOf(link))).toMatchObject(refused('file.gone'));
  const eve = await person('eve');
  await expect(eve.call(d.driveLinks, { id: file.id })).rejects.toMatchObject({ data: { code: 'file.gone' } });
});

test('sending or mentioning a file in a message creates no public link', async () => {
  const { ada, bo, eve, file } = await scene();
  const { base } = await testServer();
  const { id: dialog_id } = await ada.call(groupAdd, { chat_name: 'Group', userids: [eve.userid] });
  const { msgs } = await ada.call(msgSendfileid, { file_id: file.id, dialogids: [dialog_id] });
  const named = `<p><span class="mention" data-denotation-char="~" data-id="${file.id}" data-value="Budget.md">~Budget.md</span></p>`;
  const { msg } = await ada.call(msgSendtext, { dialog_id, text: named });
  const code = codeIn(msgs[0]?.msg['text']);
  expect(codeIn(msg['text'])).toBe(code);

  expect(await anonymous(code)).toMatchObject(refused('auth.required'));
  expect((await fetch(`${base}/api/file/content?id=${code}&down=yes`)).status).toBe(403);
  expect((await eve.call(d.driveContent, { id: code })).content?.content).toBe('second words');
  const opened = await eve.call(d.driveOne, { id: code });
  const fetched = () => fetch(`${base}/${opened.path}?key=${encodeURIComponent(opened.key)}`);
  expect((await fetched()).status).toBe(200);

  const [link] = await linksOf(ada, file.id);
  expect(link).toMatchObject({ audience: 'members', userid: ada.userid });
  // A public link is separate: turning it on or off does not change the link in the message.
  const publicLink = await ada.call(d.driveLinkSave, { id: file.id });
  expect(publicLink.audience).toBe('anyone');
  expect(codeOf(publicLink)).not.toBe(code);
  await ada.call(d.driveLinkDelete, { link_id: publicLink.id });
  expect(await anonymous(codeOf(publicLink))).toMatchObject(refused('file.gone'));
  expect((await eve.call(d.driveOne, { id: code })).id).toBe(file.id);
  expect(await linksOf(bo, file.id)).toEqual([]);

  await ada.call(d.driveLinkDelete, { link_id: link?.id ?? 0 });
  await expect(eve.call(d.driveOne, { id: code })).rejects.toMatchObject({ data: { code: 'file.gone' } });
  expect((await fetched()).status).toBe(404);
});

test('the key from a link in a message serves no earlier versions and ends with the account', async () => {
  const { ada, eve } = await world({ members: ['ada'], outsiders: ['eve'] });
  const { base } = await testServer();
  const [file] = await upload(ada, 'offer.txt', 'the first price');
  const before = await ada.call(d.driveOne, { id: String(file?.id) });
  await ada.call(d.driveSave, { id: file?.id ?? 0, content: JSON.stringify({ content: 'the second price' }) });
  const { msgs } = await ada.call(msgSendfileid, { file_id: file?.id ?? 0, userids: [eve.userid] });
  const opened = await eve.call(d.driveOne, { id: codeIn(msgs[0]?.msg['text']) });
  const status = async (path: string) => (await fetch(`${base}/${path}?key=${encodeURIComponent(opened.key)}`)).status;
  expect(await status(opened.path)).toBe(200);
  expect(await status(before.path)).toBe(404);
  await (await administrator()).call(userOperation, { userid: eve.userid, type: 'setdisable' });
  expect(await status(opened.path)).toBe(404);
});

test('renewing a public link by the older call preserves its expiry', async () => {
  const { bo, file } = await scene();
  const link = await bo.call(d.driveLinkSave, { id: file.id, expire: 'day' });
  const renewed = await bo.call(d.driveLink, { id: file.id, refresh: 'yes' });
  expect(renewed.code).not.toBe(codeOf(link));
  expect(await linksOf(bo, file.id)).toMatchObject([{ expired_at: link.expired_at, url: renewed.url }]);
});

test('the sharing of a file in a shared folder names the folder and its people', async () => {
  const { ada, bo, folder, file } = await scene();
  expect(await ada.call(d.driveShare, { id: file.id })).toEqual({
    id: file.id,
    list: [],
    inherited: {
      id: folder.id,
      name: folder.name,
      list: [{ file_id: folder.id, userid: bo.userid, permission: 0 }],
    },
  });
  expect(await ada.call(d.driveShare, { id: folder.id })).not.toHaveProperty('inherited');
});

test('people with full access see and end links that others made to their files', async () => {
  const { ada, bo, eve, folder } = await scene();
  const cy = await person('cy');
  await ada.call(d.driveShareUpdate, { id: folder.id, userids: [bo.userid, cy.userid], permission: 1 });
  // Bo has full access to the folder he created in Ada's, and to items that others put into it.
  const inner = await bo.call(d.driveAdd, { name: unique('Inner'), type: 'folder', pid: folder.id });
  const notes = await cy.call(d.driveAdd, { name: 'Notes', type: 'document', pid: inner.id });
  const link = await ada.call(d.driveLinkSave, { id: notes.id });
  for (const id of [inner.id, notes.id, folder.id]) {
    expect((await linksOf(bo, id)).map((each) => each.id)).toEqual([link.id]);
    expect((await linksOf(cy, id)).map((each) => each.id)).toEqual([link.id]);
  }
  // Write access is not ownership: Cy may neither see nor end Bo's link to Ada's file.
  const sheet = await ada.call(d.driveAdd, { name: 'Sheet', type: 'document', pid: folder.id });
  const other = await bo.call(d.driveLinkSave, { id: sheet.id });
  expect(await linksOf(cy, sheet.id)).toEqual([]);
  const gone = { data: { code: 'file.gone' } };
  await expect(cy.call(d.driveLinkDelete, { link_id: other.id })).rejects.toMatchObject(gone);
  await expect(eve.call(d.driveLinkDelete, { link_id: link.id })).rejects.toMatchObject(gone);

  await bo.call(d.driveLinkDelete, { link_id: link.id });
  expect(await anonymous(codeOf(link))).toMatchObject(refused('file.gone'));
  // The right ends when the folder is no longer shared with them.
  const last = await ada.call(d.driveLinkSave, { id: notes.id });
  await ada.call(d.driveShareUpdate, { id: folder.id, userids: [bo.userid], permission: -1 });
  await expect(bo.call(d.driveLinkDelete, { link_id: last.id })).rejects.toMatchObject(gone);
});

test('long lists of links are paged, the caller’s own link first', async () => {
  const { ada, file } = await scene();
  const { app } = await testServer();
  const own = await ada.call(d.driveLinkSave, { id: file.id });
  await sql`insert into file_links (file_id, userid, audience, code)
    select ${file.id}, 1000000 + n, 'anyone', 'f' || ${file.id} || '-' || n from generate_series(1, 120) n`.execute(
    app.db,
  );
  const found: number[] = [];
  for (let before_id = 0, page = 1; ; page += 1) {
    const { list, has_more } = await ada.call(d.driveLinks, { id: file.id, ...(before_id && { before_id }) });
    found.push(...list.map(({ id }) => id));
    before_id = list.at(-1)?.id ?? 0;
    expect(has_more).toBe(page < 3);
    if (!has_more) break;
  }
  expect(found[0]).toBe(own.id);
  expect(new Set(found).size).toBe(121);
  expect(found.slice(1)).toEqual(found.slice(1).toSorted((a, b) => b - a));
});
