import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { readLink } from '@atrium/contract/shell/links.ts';
import { expect, test, vi } from 'vitest';
import { SHARE_PATH } from '#sync/store/shared.ts';
import { onLaunch } from './install.ts';

const publicFolder = path.resolve(import.meta.dirname, '../../public');
const manifest = JSON.parse(readFileSync(path.join(publicFolder, 'manifest.webmanifest'), 'utf8')) as {
  icons: { src: string }[];
  shortcuts: { name: string; url: string; icons: { src: string }[] }[];
  share_target: { action: string; method: string };
  file_handlers: { action: string; accept: Record<string, string[]> }[];
  protocol_handlers: { protocol: string; url: string }[];
};

test('the installed application has icons, shortcuts and handlers that lead somewhere', () => {
  const icons = [...manifest.icons, ...manifest.shortcuts.flatMap((each) => each.icons)];
  for (const { src } of icons) expect(existsSync(path.join(publicFolder, src)), src).toBe(true);
  const router = readFileSync(path.resolve(import.meta.dirname, '../app/routing/router.tsx'), 'utf8');
  const pages = [...manifest.shortcuts.map(({ url }) => url), ...manifest.file_handlers.map(({ action }) => action)];
  for (const url of pages) expect(router, url).toMatch(new RegExp(`path: '${url.replace('/manage/', '')}[/':]`));
  // The worker takes shared content; a server would not understand it.
  expect(manifest.share_target).toMatchObject({ action: SHARE_PATH, method: 'POST' });
  const [handler] = manifest.protocol_handlers;
  expect([handler?.protocol, handler?.url]).toEqual(['web+atrium', '/open?link=%s']);
  expect(readLink(`${handler?.protocol}:/manage/calendar`)).not.toBeNull();
});

test('files that the system opens are handed over, and nothing once the page is gone', async () => {
  let consume: (launch: { files: { getFile(): Promise<File> }[] }) => void = () => {};
  vi.stubGlobal('window', {
    launchQueue: {
      setConsumer: (run: typeof consume) => {
        consume = run;
      },
    },
  });
  const opened = vi.fn();
  const end = onLaunch(opened);
  const file = new File(['x'], 'a.pdf');
  consume({ files: [] });
  consume({ files: [{ getFile: async () => file }] });
  await vi.waitFor(() => expect(opened).toHaveBeenCalledExactlyOnceWith([file]));
  end();
  consume({ files: [{ getFile: async () => file }] });
  await Promise.resolve();
  expect(opened).toHaveBeenCalledOnce();
  vi.unstubAllGlobals();
});
