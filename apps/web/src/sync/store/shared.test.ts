import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { dropShared, readShared, SHARE_PATH, takeShared } from './shared.ts';

/** A fake of the browser's caches with the methods used. */
function browserCaches() {
  const kept = new Map<string, Map<string, Response>>();
  return {
    kept,
    open: async (name: string) => {
      const cache = kept.get(name) ?? new Map<string, Response>();
      kept.set(name, cache);
      return {
        put: async (at: string, response: Response) => void cache.set(at, response),
        match: async (at: string) => cache.get(at)?.clone(),
      } as unknown as Cache;
    },
    delete: async (name: string) => kept.delete(name),
  };
}
function share(fields: Record<string, string>, files: File[] = []): Request {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  for (const file of files) form.append('files', file);
  return new Request(`https://atrium.example${SHARE_PATH}`, { method: 'POST', body: form });
}
const HOUR = 3_600_000;

test('shared text and files wait for the target screen until placed', async () => {
  const caches = browserCaches();
  const plan = new File(['<svg onload=alert(1)>'], 'the plan.svg', { type: 'image/svg+xml' });
  const answer = await takeShared(share({ title: 'Trip', text: 'See you' }, [plan]), caches, 1000);
  expect([answer.status, answer.headers.get('location')]).toEqual([303, 'https://atrium.example/manage/share']);
  const found = await readShared(caches, 2000);
  expect(found?.text).toBe('Trip\nSee you');
  expect(found?.files.map((file) => [file.name, file.type])).toEqual([['the plan.svg', 'image/svg+xml']]);
  expect(await found?.files[0]?.text()).toBe('<svg onload=alert(1)>');
  // A reload, or signing in first, loses nothing.
  expect((await readShared(caches, 2000))?.files).toHaveLength(1);
  await dropShared(caches);
  expect(await readShared(caches, 2000)).toBeNull();
});

test('newer shared content replaces older, and abandoned content is dropped', async () => {
  const caches = browserCaches();
  await takeShared(share({ text: 'one' }, [new File(['x'], 'x.txt')]), caches, 0);
  await takeShared(share({ text: 'two' }), caches, 10);
  expect(await readShared(caches, 20)).toEqual({ text: 'two', files: [] });
  expect(await readShared(caches, HOUR + 20)).toBeNull();
  expect(caches.kept.size).toBe(0);
});

test.each([
  [{ title: 'A page', text: 'Read this', url: 'https://x.example' }, 'A page\nRead this\nhttps://x.example'],
  [{ text: 'Read this https://x.example', url: 'https://x.example' }, 'Read this https://x.example'],
  [{ title: 'Read', text: 'Read this' }, 'Read this'],
  [{ title: ' ', text: '' }, ''],
])('shared text is not duplicated: %o', async (fields, text) => {
  const caches = browserCaches();
  await takeShared(share(fields as Record<string, string>), caches, 0);
  expect((await readShared(caches, 0))?.text).toBe(text);
});

test('the web manifest uses the same address and fields', () => {
  const manifest = JSON.parse(readFileSync(new URL('../../../public/manifest.webmanifest', import.meta.url), 'utf8'));
  expect(manifest.share_target).toMatchObject({
    action: SHARE_PATH,
    method: 'POST',
    enctype: 'multipart/form-data',
    params: { title: 'title', text: 'text', url: 'url', files: [{ name: 'files' }] },
  });
});
