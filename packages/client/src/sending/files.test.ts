import { beforeEach, expect, test } from 'vitest';
import { type Client, createClient } from '../client.ts';
import type { UploadLike } from '../host.ts';
import { FakeHost } from '../testing.ts';
import { type FileToSend, sendFile } from './fileActions.ts';

const CHUNK = 4;
const content = 'ten bytes!';

/** A fake server that stores what arrives. */
class FileHost extends FakeHost {
  pieces: string[] = [];
  readonly asked: string[] = [];
  /** Indexes of chunks that are lost once each. */
  readonly losing = new Set<number>();
  begun = 0;
  isMerged = false;

  override answer = (url: string, init: { body: string }) => {
    const path = url.replace('/api/', '');
    const input = JSON.parse(init.body) as Record<string, unknown>;
    this.asked.push(path);
    if (path === 'upload/init') {
      if (!input['upload_id']) {
        this.begun++;
        this.pieces = [];
      } else if (this.isMerged) return refusal('upload.gone');
      return ok(this.state());
    }
    if (path === 'upload/merge') {
      if (this.pieces.join('') !== content) return refusal('upload.unfinished');
      this.isMerged = true;
      return ok({ id: 77, dialog_id: 5 });
    }
    return ok({});
  };
  state = () => ({
    upload_id: 'u1',
    chunk_size: CHUNK,
    chunk_count: 3,
    received: this.pieces.map((_, index) => index),
  });

  async upload(_url: string, init: UploadLike) {
    const index = Number(init.fields['index']);
    init.onProgress(1, init.file.content.size);
    if (this.losing.delete(index)) throw new Error('torn');
    if (init.signal?.aborted) throw new Error('aborted');
    this.pieces[index] = await init.file.content.text();
    return { status: 200, text: async () => ok(this.state()) };
  }
}
const ok = (data: unknown) => JSON.stringify({ ret: 1, msg: '', data });
const refusal = (code: string) => JSON.stringify({ ret: 0, msg: code, data: { code } });

let host: FileHost;
let client: Client;
beforeEach(() => {
  host = new FileHost();
  client = clientOf(host);
});
function clientOf(on: FileHost): Client {
  const made = createClient(on, { base: '', language: 'en', version: '1', platform: 'test', preview: () => '' });
  made.queue.start();
  return made;
}

function send(more: Partial<FileToSend> = {}) {
  const file = client.files.add(new Blob([content]));
  const local: FileToSend = { file, size: 10, width: -1, height: -1, isPicture: false, lost: 'gone', ...more };
  return { file: local.file, answer: client.mutate(sendFile, { dialog_id: 5, filename: 'a.txt' }, local) };
}
const settle = async () => {
  for (let turn = 0; turn < 20; turn++) {
    await new Promise((resolve) => setTimeout(resolve, 0));
    await host.pass(0);
  }
};
const waiting = () => [...client.store.all('message')].filter((message) => message.id < 0);

test('a file shows at once and resumes after a lost connection', async () => {
  host.losing.add(1);
  const { file } = send();
  expect(waiting()).toMatchObject([
    { type: 'file', mtype: 'file', msg: { name: 'a.txt', ext: 'txt', size: 10, file } },
  ]);
  await settle();
  expect(host.pieces).toEqual(['ten ']);
  expect(client.files.progress(file)).toEqual({ sent: 5, total: 10 });
  expect(waiting()).toHaveLength(1);

  await host.pass(1000);
  await settle();
  expect(host.pieces).toEqual(['ten ', 'byte', 's!']);
  // Started once: the second attempt asked what had arrived.
  expect(host.begun).toBe(1);
  expect(host.asked).toEqual(['upload/init', 'upload/init', 'upload/merge']);
  expect(waiting()).toEqual([]);
  expect(client.files.peek(file)).toBeUndefined();
});

test('after a reload an upload resumes, and a lost answer is requested again', async () => {
  host.losing.add(2);
  const { file } = send();
  await settle();
  client.queue.stop();
  client = clientOf(host);
  await client.queue.restore();
  client.queue.start();
  await settle();
  expect(host.begun).toBe(1);
  expect(host.isMerged).toBe(true);

  // Merged without an answer: the mutation id brings the message back.
  client = clientOf(host);
  const key = client.files.add(new Blob([content]));
  const sending = client.mutate(
    sendFile,
    { dialog_id: 5, filename: 'a.txt' },
    { file: key, size: 10, width: -1, height: -1, isPicture: false, lost: '', upload_id: 'u1' },
  );
  await settle();
  expect(await sending).toMatchObject({ id: 77 });
  expect(host.begun).toBe(1);
  expect(file).not.toBe(key);
});

test('a canceled upload is deleted on both sides; a file no longer on this device is reported', async () => {
  host.losing.add(1);
  const { file } = send();
  await settle();
  const [message] = waiting();
  client.queue.discard(client.queue.byTempId(message?.id ?? 0) ?? '');
  await settle();
  expect(waiting()).toEqual([]);
  expect(client.files.peek(file)).toBeUndefined();
  expect(host.asked).toContain('upload/cancel');

  const { answer } = send({ file: 'unknown', lost: 'It is not here any more.' });
  await expect(answer).rejects.toMatchObject({ message: 'It is not here any more.' });
  expect(waiting()).toMatchObject([{ error: 'It is not here any more.' }]);
});
