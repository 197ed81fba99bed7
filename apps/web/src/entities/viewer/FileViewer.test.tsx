import { waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import type { ShownFile } from '#entities/message/files/fileShown.ts';
import { open } from '#testing/stage.tsx';
import { listenToEscapes } from '#ui/overlays/escape.ts';
import { Modal } from '#ui/overlays/Modal.tsx';
import { FileViewer } from './FileViewer.tsx';
import { canBeViewed, fileKindOf } from './fileKinds.ts';
import { FindField } from './pdf/FindField.tsx';
import type { ViewedFile } from './viewedFile.ts';

const viewed = (id: number, name: string, more: Partial<ShownFile> = {}): ViewedFile => ({
  id,
  key: 'k',
  file: {
    ...{ type: 'file', name, ext: name.split('.').at(-1) ?? '', size: 20, path: `file/${id}/${name}`, url: '' },
    ...{ thumb: '', width: -1, height: -1, file: '', ...more },
  },
});

/** The content at each file's address; `null` is no network. */
function deliver(contents: Record<string, string | null>) {
  const asked: string[] = [];
  vi.stubGlobal('fetch', async (address: string) => {
    asked.push(address);
    const content = contents[address.replace(/\?.*/, '')];
    if (content === null) throw new TypeError('Failed to fetch');
    return content === undefined ? new Response('', { status: 404 }) : new Response(content);
  });
  return asked;
}

test('every kind is known by its extension', () => {
  const kinds = Object.entries({
    ...{
      'a.HEIC': 'picture',
      'a.tiff': 'picture',
      'a.webm': 'film',
      'a.flac': 'sound',
      'a.pdf': 'pdf',
      'a.md': 'markdown',
    },
    ...{ 'a.log': 'text', 'a.ts': 'code', 'a.csv': 'table', 'a.docx': 'word', 'a.xlsx': 'sheet', 'a.pptx': 'slides' },
    ...{ 'a.eml': 'mail', 'a.zip': 'archive', 'a.drawio': 'diagram', 'a.doc': 'none', 'a.exe': 'none' },
  });
  for (const [name, kind] of kinds) expect([name, fileKindOf({ ext: name.slice(2) })]).toEqual([name, kind]);
  expect(canBeViewed({ ext: 'pdf', size: 0 })).toBe(false);
});

test('arrows lead through the files, and Escape closes', async () => {
  deliver({
    '/file/1/run.py': 'print(1)\nprint(2)',
    '/file/2/notes.md': '# Notes\n\n<script>window.hacked = 1</script>',
  });
  const onClose = vi.fn();
  const { screen, user } = await open(
    <FileViewer
      list={[viewed(1, 'run.py'), viewed(2, 'notes.md'), viewed(3, 'setup.exe')]}
      first={1}
      onClose={onClose}
    />,
  );
  expect((await screen.findByRole('heading', { name: 'run.py' })).nextSibling?.textContent).toBe('1 / 3');
  // Lines are numbered.
  await waitFor(() => expect(screen.getByRole('document').querySelector('pre')?.textContent).toBe('1\n2'));
  await user.keyboard('{ArrowRight}');
  await screen.findByRole('heading', { name: 'Notes' });
  expect(document.querySelector('[role="document"] script')).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Next file' }));
  await screen.findByText('No preview for this file. You can download it instead.');
  const link = screen.getAllByRole('link', { name: 'Download' })[0];
  expect(link?.getAttribute('href')).toBe('/file/3/setup.exe?key=k&down=yes');
  await user.keyboard('{ArrowRight}');
  await user.keyboard('{ArrowLeft}');
  await screen.findByRole('heading', { name: 'notes.md' });
  await user.keyboard('{Escape}');
  expect(onClose).toHaveBeenCalledOnce();
});

test('Escape in the search of a document closes the search only', async () => {
  listenToEscapes();
  const [onClose, onFind, onLeave] = [vi.fn(), vi.fn(), vi.fn()];
  const { screen, user } = await open(
    <Modal opened onClose={onLeave} title="tides.pdf">
      <FindField found={{ current: 1, total: 2, isDone: true }} onFind={onFind} onClose={onClose} />
    </Modal>,
  );
  await user.type(await screen.findByRole('textbox', { name: 'Find in document' }), 'ebb{Escape}');
  expect(onFind).toHaveBeenLastCalledWith('', 'new');
  await user.click(screen.getByRole('button', { name: 'Next match' }));
  await user.keyboard('{Escape}');
  expect(onClose).toHaveBeenCalledTimes(2);
  expect(onLeave).not.toHaveBeenCalled();
});

test('a file that is too large, damaged or out of reach says so', async () => {
  const asked = deliver({ '/file/2/a.xlsx': 'no workbook', '/file/3/a.txt': null, '/file/4/a.txt': 'a\0b' });
  const show = async (file: ViewedFile) => {
    const { screen, unmount, user } = await open(
      <FileViewer list={[file]} first={file.id} onClose={() => undefined} />,
    );
    const words = (await screen.findByRole('alert')).textContent ?? '';
    return { words, unmount, user, screen };
  };
  const large = await show(viewed(1, 'a.txt', { size: 3_000_000 }));
  expect(large.words).toContain('too large to preview. The limit is 2 MB');
  // Not even requested; and a link's key is the only one: its reader may have no other.
  expect(asked).toEqual([]);
  large.unmount();
  const damaged = await show(viewed(2, 'a.xlsx'));
  expect(damaged.words).toContain('It may be damaged');
  damaged.unmount();
  const binary = await show(viewed(4, 'a.txt'));
  expect(binary.words).toContain('No preview for this file');
  binary.unmount();
  const away = await show(viewed(3, 'a.txt'));
  expect(away.words).toContain('Check your connection');
  deliver({ '/file/3/a.txt': 'here again' });
  await away.user.click(away.screen.getByRole('button', { name: 'Try again' }));
  await away.screen.findByText('here again');
});

test('a server that sends more than it announces is cut off at the limit', async () => {
  const stream = () => new ReadableStream({ pull: (controller) => controller.enqueue(new Uint8Array(1_000_000)) });
  vi.stubGlobal('fetch', async (address: string) =>
    String(address).startsWith('/file/') ? new Response(stream()) : new Response('{}'),
  );
  const { screen } = await open(<FileViewer list={[viewed(1, 'a.txt')]} first={1} onClose={() => undefined} />);
  expect((await screen.findByRole('alert')).textContent).toContain('too large');
});
