import { CallError } from '@atrium/client/api.ts';
import { beforeEach, expect, test, vi } from 'vitest';
import { client } from '#sync/session.ts';
import { beginUploads, cancelUpload, clearUploads, retryUpload, useUploads } from './uploads.ts';

const MB = 1024 * 1024;
type Init = Parameters<typeof client.api.upload>[1];
const sized = (name: string, size: number) => Object.defineProperty(new File(['x'], name), 'size', { value: size });
const list = () => useUploads.getState().list.map(({ name, state, share }) => [name, state, share]);

let sent: { init: Init; answer: (value?: unknown) => void; refuse: (error: Error) => void }[];
beforeEach(() => {
  sent = [];
  client.setting = { file_upload_limit: 1 } as never;
  vi.spyOn(client.api, 'upload').mockImplementation(
    (_call, init) =>
      new Promise<never>((resolve, reject) => {
        sent.push({ init, answer: resolve as never, refuse: reject });
        init.signal?.addEventListener('abort', () => reject(new CallError(-1001, 'aborted', 'x')));
      }),
  );
});
const settled = () => new Promise((resolve) => setTimeout(resolve, 0));

test('two uploads run at once with progress; canceling frees a slot, and failures are retried', async () => {
  beginUploads(
    7,
    ['a', 'b', 'c'].map((name) => new File(['xx'], `${name}.txt`)),
    true,
  );
  expect(sent.map(({ init }) => init.file.name)).toEqual(['a.txt', 'b.txt']);
  expect(sent[0]?.init.fields).toMatchObject({ pid: '7', cover: '1' });
  sent[0]?.init.onProgress(1, 2);
  expect(list()[0]).toEqual(['a.txt', 'sending', 50]);
  cancelUpload(useUploads.getState().list[0]?.id ?? 0);
  await settled();
  expect(sent.map(({ init }) => init.file.name)).toEqual(['a.txt', 'b.txt', 'c.txt']);
  sent[1]?.refuse(new CallError(0, 'drive.full', 'A folder can have up to 300 items.'));
  sent[2]?.answer([]);
  await settled();
  expect(list()).toEqual([
    ['b.txt', 'failed', 0],
    ['c.txt', 'done', 100],
  ]);
  expect(useUploads.getState().list[0]?.problem).toBe('A folder can have up to 300 items.');
  retryUpload(useUploads.getState().list[0]?.id ?? 0);
  sent[3]?.answer([]);
  await settled();
  clearUploads();
  expect(list()).toEqual([]);
});

test('files above the workspace’s limit are not sent, with a message', () => {
  beginUploads(0, [sized('film.mp4', 2 * MB)], false);
  expect(sent).toEqual([]);
  const [film] = useUploads.getState().list;
  expect([film?.state, film?.problem]).toEqual(['failed', expect.stringContaining('1 MB')]);
});
