import { driveRecent } from '@atrium/contract/files/details.ts';
import * as c from '@atrium/contract/files/documents.ts';
import * as d from '@atrium/contract/files/drive.ts';
import { userOperation } from '@atrium/contract/people/accounts.ts';
import { logout } from '@atrium/contract/people/sessions.ts';
import { expect, test } from 'vitest';
import * as Y from 'yjs';
import { administrator, anotherDevice, type TestClient, testServer, unique, world } from '#testing/world';
import { documentOf, folderOf, upload } from '../drive/drive.testing.ts';
import { findDocument, listUpdates } from './documents.queries.ts';
import { rawConnection, until, Writer } from './documents.testing.ts';
import { flush, flushForgotten } from './text.service.ts';

const share = (by: TestClient, id: number, userids: number[], permission: number) =>
  by.call(d.driveShareUpdate, { id, userids, permission });
const save = (by: TestClient, id: number, content: string, history_id?: number) =>
  by.call(d.driveSave, { id, content: JSON.stringify({ type: 'md', content }), ...(history_id && { history_id }) });
const words = async (by: TestClient, id: number) =>
  (await by.call(d.driveContent, { id: String(id) })).content?.content;
const written = async (id: number) => flush((await testServer()).app, id);
const newestOf = async (by: TestClient, id: number) => {
  const { data } = await by.call(d.driveHistory, { id });
  return data[0];
};

async function scene() {
  const { ada, bo, eve } = await world({ members: ['ada', 'bo'], outsiders: ['eve'] });
  const file = await documentOf(ada);
  await share(ada, file.id, [bo.userid], 1);
  return { ada, bo, eve, file };
}

test('two people write one document; its text, authors and search follow', async () => {
  const { ada, bo, file } = await scene();
  await save(ada, file.id, '# Plan\n\nWe meet.\n');
  const [one, two] = [await Writer.open(ada, file.id), await Writer.open(bo, file.id)];
  expect(one.text).toBe('Plan\nWe meet.');
  // Writing with others is opening it.
  expect((await bo.call(driveRecent, {})).map(({ id }) => id)).toEqual([file.id]);
  one.type(' At noon.');
  two.type(' for May', 0);
  await Promise.all([one.saved(), two.saved(), one.shows('for May'), two.shows('noon')]);
  expect(one.text).toBe(two.text);
  await written(file.id);
  expect(await words(bo, file.id)).toBe('# Plan for May\n\nWe meet. At noon.\n');
  const newest = await newestOf(ada, file.id);
  expect(newest?.authors.toSorted()).toEqual([ada.userid, bo.userid].toSorted());
  // Nothing new, no version.
  await written(file.id);
  expect((await newestOf(ada, file.id))?.id).toBe(newest?.id);
  await Promise.all([one.shared.close(), two.shared.close()]);
});

test('people who write at once keep their connections', async () => {
  const { ada, bo, file } = await scene();
  const writers: Writer[] = [];
  for (const by of [ada, bo, ada, bo, ada, bo]) writers.push(await Writer.open(by, file.id));
  // Changes are stored while others are read: those stored meanwhile are no gap.
  for (let turn = 0; turn < 150; turn++) {
    writers[turn % writers.length]?.type(`${turn} `);
    await new Promise((resolve) => setTimeout(resolve, turn % 12));
  }
  await Promise.all(writers.map((writer) => writer.saved()));
  await until(() => new Set(writers.map(({ text }) => text)).size === 1, 'the same text');
  expect(writers.map(({ connections }) => connections)).toEqual(writers.map(() => 1));
  await Promise.all(writers.map(({ shared }) => shared.close()));
});

test('a change is stored before it is acknowledged, and the text follows when the last one leaves', async () => {
  const { ada, file } = await scene();
  const { app } = await testServer();
  const one = await Writer.open(ada, file.id);
  one.type('Kept');
  await one.saved();
  expect(await listUpdates(app.db, file.id, 0)).toHaveLength(1);
  await one.shared.close();
  await expect.poll(() => words(ada, file.id), { timeout: 5000 }).toBe('Kept\n');
  // Also where the node ended before.
  const two = await Writer.open(ada, file.id);
  two.type(' again');
  await two.saved();
  await app.db
    .updateTable('documents')
    .set({ changed_at: new Date(0) })
    .where('file_id', '=', file.id)
    .execute();
  await flushForgotten(app);
  expect(await words(ada, file.id)).toBe('Kept again\n');
  await two.shared.close();
});

test('a reader sees changes live and cannot write, nor can a hostile client', async () => {
  const { ada, bo, file } = await scene();
  const one = await Writer.open(ada, file.id);
  const two = await Writer.open(bo, file.id);
  await share(ada, file.id, [bo.userid], 0);
  await until(() => !two.shared.mayWrite, 'the change of rights');
  two.type('Not allowed');
  one.type('Hello');
  await two.shows('Hello');
  expect(two.shared.status).not.toBe('saved');
  const raw = await rawConnection(bo, file.id);
  expect(raw.heard[0]).toMatchObject({ type: 'joined', may_write: false });
  const update = Buffer.from(Y.encodeStateAsUpdate(two.shared.doc)).toString('base64');
  raw.say({ type: 'update', turn: 1, part: update, isLast: true });
  await until(() => raw.heard.some((each) => each.type === 'refused'), 'the refusal');
  expect(raw.heard.find((each) => each.type === 'refused')).toMatchObject({ code: 'forbidden', turn: 1 });
  await one.saved();
  expect(one.text).toBe('Hello');
  // With the right to write it goes out.
  await share(ada, file.id, [bo.userid], 1);
  await one.shows('Not allowed');
  raw.socket.close();
  await Promise.all([one.shared.close(), two.shared.close()]);
});

test('losing access ends an open document at once, and says why', async () => {
  const { ada, bo, eve, file } = await scene();
  const admin = await administrator();
  const gone = 'file.gone';
  await expect(rawConnection(eve, file.id).then(({ heard }) => heard[0])).resolves.toMatchObject({
    type: 'ended',
    code: gone,
  });
  expect((await rawConnection(ada, file.id, 'no token')).heard[0]).toMatchObject({ type: 'ended', code: 'auth.ended' });

  const unshared = await Writer.open(bo, file.id);
  await share(ada, file.id, [bo.userid], -1);
  await unshared.ended();
  expect(unshared.shared.problem).toBe('Your access to it was withdrawn. Ask its owner if you still need it.');
  // Nothing of it stays on the device.
  await until(() => unshared.storage.size === 0, 'forgetting');

  await share(ada, file.id, [bo.userid], 1);
  const other = await anotherDevice(bo);
  const signedOut = await Writer.open(other, file.id);
  await other.call(logout, {});
  await signedOut.ended();

  const disabled = await Writer.open(bo, file.id);
  await admin.call(userOperation, { userid: bo.userid, type: 'setdisable' });
  await disabled.ended();

  const deleted = await Writer.open(ada, file.id);
  await ada.call(d.driveRemove, { ids: [file.id] });
  await deleted.ended();
  expect(deleted.shared.problem).toContain('was deleted');
});

test('what a program saves is joined with what people write', async () => {
  const { ada, bo, file } = await scene();
  const first = await save(ada, file.id, 'One line\n\nAnother line\n');
  const one = await Writer.open(ada, file.id);
  one.type(' of Ada', 0);
  await one.saved();
  // Made from the text before Ada's words.
  await save(bo, file.id, 'One line\n\nAnother line of a program\n', first.id);
  await one.shows('of a program');
  expect(one.text).toBe('One line of Ada\nAnother line of a program');
  await written(file.id);
  expect(await words(ada, file.id)).toBe('One line of Ada\n\nAnother line of a program\n');
  // A restored version is a new change that everybody sees.
  await ada.call(d.driveRestore, { id: file.id, history_id: first.id });
  await until(() => one.text === 'One line\nAnother line', 'the restored text');
  await written(file.id);
  expect(await words(ada, file.id)).toBe('One line\n\nAnother line\n');
  // So is an upload over it.
  await upload(ada, `${file.name}.md`, 'Replaced\n', { cover: 1 });
  await until(() => one.text === 'Replaced', 'the upload');
  await one.shared.close();
});

test('what a program saves while the text is being written is joined too', async () => {
  const { ada, bo, file } = await scene();
  const first = await save(ada, file.id, 'One line\n\nAnother line\n');
  const { storage } = (await testServer()).app;
  const one = await Writer.open(ada, file.id);
  one.type(' of Ada', 0);
  await one.saved();
  const put = storage.put.bind(storage);
  storage.put = async (...args) => {
    storage.put = put;
    const kept = await put(...args);
    await save(bo, file.id, 'One line\n\nAnother line of a program\n', first.id);
    return kept;
  };
  // Nobody has it open: nothing but the flush joins the save.
  await one.shared.close();
  const both = 'One line of Ada\n\nAnother line of a program\n';
  await expect.poll(() => words(ada, file.id)).toBe(both);
  await written(file.id);
  expect(await words(ada, file.id)).toBe(both);
});

test('hostile changes are refused and harm nobody', async () => {
  const { ada, bo, file } = await scene();
  const { app } = await testServer();
  const one = await Writer.open(ada, file.id);
  const raw = await rawConnection(bo, file.id);
  const refusals = () => raw.heard.flatMap((each) => (each.type === 'refused' ? [each.code] : []));
  raw.say({ type: 'update', turn: 1, part: Buffer.from('nonsense').toString('base64'), isLast: true });
  await until(() => refusals().length === 1, 'the first refusal');
  const part = 'A'.repeat(c.PART_CHARS);
  for (let index = 0; index <= (c.UPDATE_BYTES / 3) * 4; index += part.length) {
    raw.say({ type: 'update', turn: 2, part, isLast: false });
  }
  raw.say({ type: 'update', turn: 2, part, isLast: true });
  await until(() => refusals().length === 2, 'the second refusal');
  expect(refusals()).toEqual(['document.update', 'document.large']);
  // A tree that nobody should walk.
  const doc = new Y.Doc();
  let parent: Y.XmlFragment = doc.getXmlFragment('default');
  for (let depth = 0; depth < 3000; depth++) {
    const inner = new Y.XmlElement('blockquote');
    parent.insert(0, [inner]);
    parent = inner;
  }
  const deep = Buffer.from(Y.encodeStateAsUpdate(doc)).toString('base64');
  raw.say({ type: 'update', turn: 3, part: deep.slice(0, c.PART_CHARS), isLast: false });
  raw.say({ type: 'update', turn: 3, part: deep.slice(c.PART_CHARS), isLast: true });
  await until(() => raw.heard.some((each) => each.type === 'ack'), 'the answer');
  one.type('Still here');
  await one.saved();
  await written(file.id);
  expect(await words(ada, file.id)).toContain('Still here');
  // Too much at once.
  const small = Buffer.from('nonsense').toString('base64');
  for (let turn = 10; turn < 10 + c.UPDATES_PER_WINDOW + 5; turn++)
    raw.say({ type: 'update', turn, part: small, isLast: true });
  await until(() => refusals().includes('rate.limited'), 'the limit');
  const known = await findDocument(app.db, file.id);
  await app.db.updateTable('documents').set({ bytes: c.DOCUMENT_BYTES }).where('file_id', '=', file.id).execute();
  one.type(' no more');
  await until(() => one.shared.problem !== '', 'the problem');
  await app.db
    .updateTable('documents')
    .set({ bytes: known?.bytes ?? 0 })
    .where('file_id', '=', file.id)
    .execute();
  raw.socket.close();
  await one.shared.close();
});

test('carets carry the name that the server knows, and are stored nowhere', async () => {
  const { ada, bo, file } = await scene();
  const [one, two] = [await Writer.open(ada, file.id), await Writer.open(bo, file.id)];
  one.shared.setCaret({ client: one.shared.doc.clientID, anchor: '{}', head: '{}' });
  await until(() => two.shared.carets.size === 1, 'the caret');
  expect([...two.shared.carets.values()]).toMatchObject([{ userid: ada.userid, client: one.shared.doc.clientID }]);
  const late = await Writer.open(bo, file.id);
  await until(() => late.shared.carets.size >= 1, 'the caret of those who were there');
  await one.shared.close();
  await until(() => two.shared.carets.size === 0, 'leaving');
  const { app } = await testServer();
  expect(await listUpdates(app.db, file.id, 0)).toEqual([]);
  await Promise.all([two.shared.close(), late.shared.close()]);
});

test('comments have threads, reach mentioned people, and follow the rights on the document', async () => {
  const { ada, bo, eve, file } = await scene();
  const one = await Writer.open(ada, file.id);
  const before = one.comments;
  const first = await bo.call(c.commentAdd, {
    ...{ id: file.id, text: 'Is this right?', quote: 'We meet', place: '{}', userids: [ada.userid, eve.userid] },
  });
  expect(first).toMatchObject({ thread_id: 0, userid: bo.userid, quote: 'We meet', resolved_at: null });
  await until(() => one.comments > before, 'the comment');
  const reply = await ada.call(c.commentAdd, { id: file.id, text: 'Yes', thread_id: first.id });
  expect(reply).toMatchObject({ thread_id: first.id, quote: '' });
  expect(await ada.call(c.commentLists, { id: file.id })).toMatchObject([{ id: first.id }, { id: reply.id }]);
  const told = await dialogTexts(ada);
  expect(told).toContain('Is this right?');
  expect(await dialogTexts(eve)).not.toContain('Is this right?');
  const gone = { data: { code: 'file.gone' } };
  await expect(eve.call(c.commentLists, { id: file.id })).rejects.toMatchObject(gone);
  await expect(eve.call(c.commentAdd, { id: file.id, text: 'x' })).rejects.toMatchObject(gone);
  await expect(eve.call(c.commentResolve, { comment_id: first.id })).rejects.toMatchObject({
    data: { code: 'document.comment' },
  });
  await share(ada, file.id, [bo.userid], 0);
  // A reader comments, and resolves own threads only.
  const another = await ada.call(c.commentAdd, { id: file.id, text: 'Mine' });
  await expect(bo.call(c.commentResolve, { comment_id: another.id })).rejects.toMatchObject({
    data: { code: 'forbidden' },
  });
  expect(await bo.call(c.commentResolve, { comment_id: first.id })).toMatchObject({ resolved_by: bo.userid });
  expect(await ada.call(c.commentResolve, { comment_id: first.id, resolved: false })).toMatchObject({
    resolved_at: null,
  });
  await expect(bo.call(c.commentRemove, { comment_id: another.id })).rejects.toMatchObject({
    data: { code: 'forbidden' },
  });
  await ada.call(c.commentRemove, { comment_id: first.id });
  expect(await ada.call(c.commentLists, { id: file.id })).toMatchObject([{ id: another.id }]);
  await one.shared.close();
});

test('people who are mentioned in a text get one message, if they may open it', async () => {
  const { ada, bo, eve, file } = await scene();
  const one = await Writer.open(ada, file.id);
  const mention = ({ userid }: TestClient) => {
    const element = new Y.XmlElement('mention');
    element.setAttribute('html', `<span class="mention user" data-id="${userid}">@Somebody</span>`);
    return element;
  };
  const line = new Y.XmlElement('paragraph');
  one.paragraphs.push([line]);
  line.push([new Y.XmlText('Please check the crane '), mention(bo), mention(eve)]);
  await one.saved();
  await written(file.id);
  one.type('Later words ');
  await one.saved();
  await written(file.id);
  const told = (await dialogTexts(bo)).match(/Please check the crane @Somebody/g);
  expect(told).toHaveLength(1);
  expect(await dialogTexts(eve)).not.toContain('Please check the crane');
  await one.shared.close();
});

test('any file has comments, for people who may open it', async () => {
  const { ada, bo, eve, file } = await scene();
  const [picture] = await upload(ada, 'Pier.png', 'bytes');
  const id = picture?.id ?? 0;
  await share(ada, id, [bo.userid], 0);
  const first = await bo.call(c.commentAdd, { id, text: 'Which pier?', userids: [ada.userid, eve.userid] });
  await ada.receives('file', 'comment', (frame) => frame.data['id'] === id);
  expect(await ada.call(c.commentLists, { id })).toMatchObject([{ id: first.id, text: 'Which pier?', quote: '' }]);
  expect(await dialogTexts(ada)).toContain('Which pier?');
  expect(await dialogTexts(eve)).not.toContain('Which pier?');
  await expect(eve.call(c.commentAdd, { id, text: 'x' })).rejects.toMatchObject({ data: { code: 'file.gone' } });
  const folder = await folderOf(ada);
  const refused = { data: { code: 'drive.file' } };
  await expect(ada.call(c.commentAdd, { id: folder.id, text: 'x' })).rejects.toMatchObject(refused);
  expect(eve.frames.filter(({ type, action }) => type === 'file' && action === 'comment')).toEqual([]);
  expect(file.id).not.toBe(id);
});

test('two people change a drawing at once; a version from elsewhere is joined', async () => {
  const { ada, bo, eve } = await scene();
  const file = await ada.call(d.driveAdd, { name: unique('Sketch'), type: 'drawing' });
  expect(file).toMatchObject({ type: 'drawing', ext: 'excalidraw' });
  await share(ada, file.id, [bo.userid], 1);
  const [one, two] = [await Writer.open(ada, file.id), await Writer.open(bo, file.id)];
  expect(one.shared.format).toBe('drawing');
  const parts = (writer: Writer) => writer.shared.doc.getMap('parts');
  const box = (id: string, x: number) => ({ id, type: 'rectangle', index: `a${id}`, x });
  parts(one).set('e:1', box('1', 10));
  parts(two).set('e:2', box('2', 20));
  await until(() => parts(one).has('e:2') && parts(two).has('e:1'), 'both shapes');
  const elements = async () => {
    const { content } = await ada.call(d.driveContent, { id: String(file.id) });
    return (JSON.parse(content?.content || '{"elements":[]}') as { elements: { id: string; x: number }[] }).elements;
  };
  const { app } = await testServer();
  await flush(app, file.id);
  expect(await elements()).toMatchObject([{ id: '1' }, { id: '2' }]);
  const saved = { elements: [box('1', 99), box('2', 20), box('3', 30)] };
  await ada.call(d.driveSave, { id: file.id, content: JSON.stringify({ content: JSON.stringify(saved) }) });
  await until(() => parts(two).has('e:3'), 'the saved shape');
  expect(parts(two).get('e:1')).toMatchObject({ x: 99 });
  const words = { data: { code: 'drive.words' } };
  const bad = JSON.stringify({ content: 'no drawing' });
  await expect(ada.call(d.driveSave, { id: file.id, content: bad })).rejects.toMatchObject(words);
  await expect(eve.call(d.driveContent, { id: String(file.id) })).rejects.toMatchObject({
    data: { code: 'file.gone' },
  });
  await one.shared.close();
  await two.shared.close();
});

test('two people change a spreadsheet at once, and one who may only read changes nothing', async () => {
  const { ada, bo, eve } = await scene();
  const file = await ada.call(d.driveAdd, { name: unique('Budget'), type: 'sheet' });
  expect(file).toMatchObject({ type: 'sheet', ext: 'sheet' });
  await share(ada, file.id, [bo.userid], 1);
  await share(ada, file.id, [eve.userid], 0);
  const [one, two, reader] = [
    await Writer.open(ada, file.id),
    await Writer.open(bo, file.id),
    await Writer.open(eve, file.id),
  ];
  expect([one.shared.format, reader.shared.mayWrite]).toEqual(['sheet', false]);
  const parts = (writer: Writer) => writer.shared.doc.getMap('parts');
  parts(one).set('s:s1', { name: 'One', order: 1 });
  parts(one).set('c:s1:0:0', { v: 4 });
  parts(two).set('c:s1:1:0', { f: '{0.0}*2' });
  parts(two).set('c:s1:<b>:0', { v: 'hostile' });
  parts(reader).set('c:s1:5:5', { v: 'not mine' });
  await until(() => parts(one).has('c:s1:1:0') && parts(two).has('c:s1:0:0'), 'both cells');
  const { app } = await testServer();
  await flush(app, file.id);
  const { content } = await ada.call(d.driveContent, { id: String(file.id) });
  expect(JSON.parse(content?.content ?? '')).toEqual({
    ...{ type: 'sheet', version: 1 },
    parts: { 'c:s1:0:0': { v: 4 }, 'c:s1:1:0': { f: '{0.0}*2' }, 's:s1': { name: 'One', order: 1 } },
  });
  const words = { data: { code: 'drive.words' } };
  const bad = JSON.stringify({ content: 'no sheet' });
  await expect(ada.call(d.driveSave, { id: file.id, content: bad })).rejects.toMatchObject(words);
  for (const each of [one, two, reader]) await each.shared.close();
});

async function dialogTexts(by: TestClient): Promise<string> {
  const { app } = await testServer();
  const rows = await app.db
    .selectFrom('messages as m')
    .innerJoin('dialog_members as u', 'u.dialog_id', 'm.dialog_id')
    .select('m.msg')
    .where('u.userid', '=', by.userid)
    .execute();
  return JSON.stringify(rows);
}
