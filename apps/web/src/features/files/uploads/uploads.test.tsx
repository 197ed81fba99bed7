import { CallError } from '@atrium/client/api.ts';
import { beforeEach, expect, test, vi } from 'vitest';
import { client } from '#sync/session.ts';
import {
  beginUploads,
  cancelUpload,
  clearUploads,
  continueWith,
  pauseUpload,
  retryUpload,
  showInterruptedUploads,
  useUploads,
} from './uploads.ts';

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

test('finished uploads leave after a moment, unless one has failed', async () => {
  vi.useFakeTimers();
  try {
    beginUploads(7, [new File(['x'], 'a.txt'), new File(['x'], 'b.txt')], false);
    sent[0]?.answer([]);
    sent[1]?.refuse(new CallError(0, 'drive.full', 'Full'));
    await vi.advanceTimersByTimeAsync(10_000);
    expect(list().map(([name]) => name)).toEqual(['a.txt', 'b.txt']);
    retryUpload(useUploads.getState().list[1]?.id ?? 0);
    sent[2]?.answer([]);
    await vi.advanceTimersByTimeAsync(5000);
    expect(list()).toHaveLength(2);
    await vi.advanceTimersByTimeAsync(5000);
    expect(list()).toEqual([]);
  } finally {
    vi.useRealTimers();
  }
});

/** A worker that finds this hash in every file. The module itself may be loaded already, by another file's tests. */
function hashing(digest: string) {
  class FakeWorker {
    onmessage: ((event: { data: { digest: string } }) => void) | undefined;
    postMessage() {
      queueMicrotask(() => this.onmessage?.({ data: { digest } }));
    }
    terminate() {}
  }
  vi.stubGlobal('Worker', FakeWorker);
}

/** A server that takes parts; `refuse` answers the next one. */
function partsServer(count: number) {
  const received: number[] = [];
  const calls: [string, Record<string, unknown>][] = [];
  const state = () => ({ upload_id: 'up', chunk_size: 5 * MB, chunk_count: count, received: [...received] });
  let refuse: (() => Error) | undefined;
  vi.spyOn(client.api, 'call').mockImplementation((async (call: { path: string }, input: Record<string, unknown>) => {
    calls.push([call.path, input]);
    return call.path === 'upload/init' ? state() : [];
  }) as never);
  vi.spyOn(client.api, 'upload').mockImplementation((async (_call: unknown, init: Init) => {
    init.signal?.throwIfAborted();
    const error = refuse?.();
    refuse = undefined;
    if (error) throw error;
    received.push(Number(init.fields['index']));
    return state();
  }) as never);
  return { calls, received, paths: () => calls.map(([path]) => path), lose: (error: () => Error) => (refuse = error) };
}
const large = () => sized('film.mp4', 12 * MB);

test('a large file goes in parts and continues after a lost connection, where it stopped', async () => {
  client.setting = { file_upload_limit: 1024 } as never;
  hashing('a'.repeat(64));
  const server = partsServer(3);
  server.lose(() => new CallError(-1001, 'network', 'lost'));
  beginUploads(7, [large()], true);
  await vi.waitFor(() => expect(list()).toEqual([['film.mp4', 'done', 100]]), { timeout: 5000 });
  expect(server.received).toEqual([0, 1, 2]);
  expect(server.calls[0]?.[1]).toMatchObject({
    ...{ scene: 'file_cabinet', name: 'film.mp4', size: 12 * MB, hash: 'a'.repeat(64) },
    scene_params: { pid: 7, overwrite: true },
  });
  // The screen around it asks for other things whenever it likes.
  expect(server.paths().filter((path) => path.startsWith('upload/'))).toEqual([
    'upload/init',
    'upload/init',
    'upload/merge',
  ]);
  clearUploads();
});

test('a paused upload stops, survives the page, and continues with its own file only', async () => {
  client.setting = { file_upload_limit: 1024 } as never;
  hashing('');
  const server = partsServer(3);
  let pauseAfter = () => {};
  const upload = vi.mocked(client.api.upload);
  const take = upload.getMockImplementation();
  upload.mockImplementation((async (...args: Parameters<typeof client.api.upload>) => {
    const answer = await take?.(...args);
    pauseAfter();
    return answer;
  }) as never);
  const file = large();
  pauseAfter = () => {
    pauseAfter = () => {};
    pauseUpload(useUploads.getState().list[0]?.id ?? 0);
  };
  beginUploads(7, [file], false);
  await vi.waitFor(() => expect(list()).toMatchObject([['film.mp4', 'paused', expect.any(Number)]]));
  await settled();
  expect(server.received).toEqual([0]);
  // The page is loaded again.
  useUploads.setState({ list: [] });
  showInterruptedUploads();
  expect(list()).toEqual([['film.mp4', 'lost', 0]]);
  const id = useUploads.getState().list[0]?.id ?? 0;
  continueWith(id, sized('film.mp4', 13 * MB));
  expect(useUploads.getState().list[0]).toMatchObject({
    state: 'lost',
    problem: expect.stringMatching(/another file/),
  });
  continueWith(id, file);
  await vi.waitFor(() => expect(list()).toEqual([['film.mp4', 'done', 100]]), { timeout: 5000 });
  expect(server.received).toEqual([0, 1, 2]);
  clearUploads();
  showInterruptedUploads();
  expect(list()).toEqual([]);
});

test('what the server has already is not sent, and a canceled upload is taken back', async () => {
  client.setting = { file_upload_limit: 1024 } as never;
  hashing('b'.repeat(64));
  const known = { upload_id: '', chunk_size: 5 * MB, chunk_count: 0, received: [], done: true, files: [] };
  vi.spyOn(client.api, 'call').mockResolvedValue(known as never);
  beginUploads(7, [large()], false);
  await vi.waitFor(() => expect(list()).toEqual([['film.mp4', 'done', 100]]));
  expect(sent).toEqual([]);
  clearUploads();
  const server = partsServer(3);
  vi.mocked(client.api.upload).mockImplementation(() => new Promise(() => {}));
  beginUploads(7, [large()], false);
  await vi.waitFor(() => expect(useUploads.getState().list[0]?.uploadId).toBe('up'));
  cancelUpload(useUploads.getState().list[0]?.id ?? 0);
  expect(server.paths().at(-1)).toBe('upload/cancel');
  showInterruptedUploads();
  expect(list()).toEqual([]);
});

test('an upload that is canceled while the server begins it is taken back', async () => {
  client.setting = { file_upload_limit: 1024 } as never;
  hashing('c'.repeat(64));
  const server = partsServer(3);
  const call = vi.mocked(client.api.call);
  const answer = call.getMockImplementation();
  let begin = () => {};
  const begun = new Promise<void>((resolve) => (begin = resolve));
  call.mockImplementation((async (...args: Parameters<typeof client.api.call>) => {
    const state = await answer?.(...args);
    if (args[0].path === 'upload/init') await begun;
    return state;
  }) as never);
  beginUploads(7, [large()], false);
  await vi.waitFor(() => expect(server.paths()).toEqual(['upload/init']));
  cancelUpload(useUploads.getState().list[0]?.id ?? 0);
  begin();
  await vi.waitFor(() => expect(server.calls.at(-1)).toEqual(['upload/cancel', { upload_id: 'up' }]));
  showInterruptedUploads();
  expect(list()).toEqual([]);
  expect(server.received).toEqual([]);
});

test('a file that has changed on the disk meanwhile is not tried for ever', async () => {
  client.setting = { file_upload_limit: 1024 } as never;
  hashing('d'.repeat(64));
  const server = partsServer(3);
  const file = large();
  file.slice = () =>
    Object.assign(new Blob(['x']), { arrayBuffer: () => Promise.reject(new DOMException('x', 'NotReadableError')) });
  // The browser tells no more than of a lost connection.
  vi.mocked(client.api.upload).mockRejectedValue(new CallError(-1001, 'network', 'lost'));
  beginUploads(7, [file], true);
  await vi.waitFor(() => expect(list()).toEqual([['film.mp4', 'failed', 0]]), { timeout: 5000 });
  expect(useUploads.getState().list[0]?.problem).toBe('The file can’t be read');
  expect(server.paths()).toEqual(['upload/init']);
  cancelUpload(useUploads.getState().list[0]?.id ?? 0);
});
