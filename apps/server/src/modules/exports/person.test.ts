import { text } from 'node:stream/consumers';
import { dialogOpenUser } from '@atrium/contract/chat/dialogs.ts';
import { msgSendtext } from '@atrium/contract/chat/messages.ts';
import { personExport } from '@atrium/contract/files/exports.ts';
import { userOperation } from '@atrium/contract/people/users.ts';
import { auditList } from '@atrium/contract/workspace/audit.ts';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import yauzl from 'yauzl';
import { administrator, person, type TestClient, testServer, unique } from '#testing/world';
import { runExport } from './run.service.ts';

/** The files of an archive, by path. */
async function unpack(bytes: Buffer): Promise<Map<string, string>> {
  const zip = await yauzl.fromBufferPromise(bytes);
  const files = new Map<string, string>();
  for await (const entry of zip.eachEntry())
    files.set(entry.fileName, await text(await zip.openReadStreamPromise(entry)));
  return files;
}

async function exported(by: TestClient, userid?: number): Promise<{ url: string; files: Map<string, string> }> {
  const { app } = await testServer();
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
