import type { DriveFile } from '@atrium/contract/files/drive.ts';
import { act, cleanup, fireEvent, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { shortDay, shortMoment } from '#sync/dates.ts';
import { client } from '#sync/session.ts';
import { open, refused, serve } from '#testing/stage.tsx';
import { QuestionModal } from '#ui/overlays/QuestionModal.tsx';
import { SingleFileScreen } from './document/SingleFileScreen.tsx';
import { FilesScreen } from './FilesScreen.tsx';
import { setFileClipboard } from './useFileSelection.ts';

const file = (id: number, name: string, more: Partial<DriveFile> = {}): DriveFile => {
  const [, stem = name, ext = ''] = /^(.+)\.(\w+)$/.exec(name) ?? [];
  return {
    ...{ id, pid: 0, pids: '', cid: 0, name: stem, ext, type: ext === 'md' ? 'document' : ext ? 'code' : 'folder' },
    ...{ size: id * 10, userid: 1, created_id: 1, share: 0, pshare: 0, permission: 1000 },
    ...{ created_at: '2026-01-01 00:00:00', updated_at: `2026-01-0${id} 00:00:00`, path: '', url: '', thumb: '' },
    ...more,
  };
};

/** The name that is read out: without the details below it. */
function nameOf(item: Element | null): string {
  const copy = item?.cloneNode(true) as Element | undefined;
  for (const hidden of copy?.querySelectorAll('[aria-hidden]') ?? []) hidden.remove();
  return copy?.textContent ?? '';
}

const props = () => ({
  ...{ folderId: 0, fileId: 0, marked: 0 },
  ...{ onFolder: vi.fn(), onFile: vi.fn(), onSend: vi.fn(), onBin: vi.fn(), onLeave: vi.fn() },
});
async function stage(files: readonly DriveFile[], more: Partial<ReturnType<typeof props>> = {}, answers = {}) {
  const server = serve({ 'file/lists': files, 'file/recent': [], 'file/content/history': { data: [] }, ...answers });
  const given = { ...props(), ...more };
  const { screen, user, unmount } = await open(
    <>
      <FilesScreen {...given} />
      <QuestionModal cancelLabel="Cancel" />
    </>,
  );
  const item = (name: string | RegExp) => screen.findByRole('button', { name });
  const shown = () => [...document.querySelectorAll('[data-file]')].map(nameOf);
  return { screen, user, unmount, server, given, item, shown };
}

beforeEach(() => {
  setFileClipboard(null);
  // Details have tests of their own.
  localStorage.setItem('drive.view', JSON.stringify({ hasDetails: false }));
  client.store.base.user.put({
    userid: 2,
    nickname: 'Bo',
    userimg: '',
    pinyin: 'bo',
    email: 'bo@x.y',
    identity: [],
  } as never);
});

test('of a thousand files the first are shown before all have come, and only those in sight are drawn', async () => {
  const at = { updated_at: '2026-01-01 00:00:00' };
  const all = Array.from({ length: 1000 }, (_, index) => file(index + 1, `Scan ${1000 - index}.zip`, at));
  const rest = Promise.withResolvers<readonly DriveFile[]>();
  const lists = ({ take }: { take?: number }) => (take ? all.slice(-take) : rest.promise);
  const { screen, user, shown, unmount } = await stage([], {}, { 'file/lists': lists });
  await screen.findByText('Scan 1.zip');
  expect(shown().slice(0, 2)).toEqual(['Scan 1.zip', 'Scan 2.zip']);
  await user.click(screen.getByRole('button', { name: 'Show as list' }));
  const rows = () => screen.getByRole('table').getAttribute('aria-rowcount');
  expect(rows()).toBe('241');
  act(() => rest.resolve(all));
  await waitFor(() => expect(rows()).toBe('1001'));
  expect(shown().length).toBeLessThan(100);
  expect(screen.getByRole('button', { name: 'Scan 2.zip' }).closest('tr')?.getAttribute('aria-rowindex')).toBe('3');
  unmount();
});

test('folders come first, files by name; a sorted table is remembered', async () => {
  const { screen, user, shown, unmount } = await stage([
    file(1, 'b10.md'),
    file(2, 'b9.md'),
    file(3, 'Zoo'),
    file(4, 'a.py'),
  ]);
  await screen.findByText('Zoo');
  expect(shown()).toEqual(['Zoo', 'a.py', 'b9.md', 'b10.md']);
  await user.click(screen.getByRole('button', { name: 'Show as list' }));
  await user.click(screen.getByRole('button', { name: 'Size' }));
  await user.click(screen.getByRole('button', { name: 'Size' }));
  expect(shown()).toEqual(['Zoo', 'a.py', 'b9.md', 'b10.md']);
  await user.click(screen.getByRole('button', { name: 'Modified' }));
  expect(shown()).toEqual(['Zoo', 'b10.md', 'b9.md', 'a.py']);
  expect(screen.getByRole('columnheader', { name: 'Modified' }).getAttribute('aria-sort')).toBe('ascending');
  unmount();
  const again = await stage([file(1, 'b10.md')]);
  expect(await again.screen.findByRole('columnheader', { name: 'Modified' })).toBeTruthy();
});

test('arrow keys move, Enter opens, F2 renames, and Escape keeps the name', async () => {
  const { user, server, given, item } = await stage([file(3, 'Zoo'), file(4, 'a.py')], {}, { 'file/add': {} });
  (await item('Zoo')).focus();
  await user.keyboard('{ArrowRight}');
  expect(nameOf(document.activeElement)).toBe('a.py');
  await user.keyboard('{Enter}');
  expect(given.onFile).toHaveBeenCalledWith(0, 4);
  await user.keyboard('{F2}');
  await user.keyboard('other{Escape}');
  expect(server.inputsOf('file/add')).toEqual([]);
  (await item('a.py')).focus();
  await user.keyboard('{F2}');
  await user.keyboard('main');
  // Handled here: the same key press does not open the file that gets the focus.
  expect(fireEvent.keyDown(document.activeElement!, { key: 'Enter' })).toBe(false);
  await waitFor(() => expect(server.inputsOf('file/add')).toEqual([{ id: 4, name: 'main' }]));
  await user.click(await item('Zoo'));
  expect(given.onFolder).toHaveBeenCalledWith(3);
});

test('renamed and new entries get the focus', async () => {
  const files = [file(3, 'Zoo')];
  const { screen, user, item } = await stage(
    files,
    {},
    {
      'file/lists': () => [...files],
      'file/add': ({ id, name }: { id?: number; name: string }) => {
        const made = file(id ?? 8, name);
        if (!id) files.push(made);
        return made;
      },
    },
  );
  (await item('Zoo')).focus();
  await user.keyboard('{F2}{Escape}');
  await waitFor(async () => expect(document.activeElement).toBe(await item('Zoo')));
  await user.click(screen.getByRole('button', { name: 'New' }));
  await user.click(await screen.findByRole('menuitem', { name: /^(New f|F)older$/ }));
  await user.type(await screen.findByRole('textbox', { name: 'New folder' }), 'Maps{Enter}');
  await waitFor(async () => expect(document.activeElement).toBe(await item('Maps')));
});

test('Delete confirms and removes the selection only', async () => {
  const { user, server, item, screen } = await stage(
    [file(3, 'Zoo'), file(4, 'a.py'), file(5, 'c.md')],
    {},
    {
      'file/remove': { ids: [] },
    },
  );
  await user.click(await screen.findByRole('checkbox', { name: 'Select a.py' }));
  await user.click(screen.getByRole('checkbox', { name: 'Select c.md' }));
  expect(screen.getByText('2 selected')).toBeTruthy();
  (await item('a.py')).focus();
  await user.keyboard('{Delete}');
  const modal = within(await screen.findByRole('dialog'));
  expect(modal.getByText('Delete 2 items?')).toBeTruthy();
  expect(server.inputsOf('file/remove')).toEqual([]);
  await user.click(modal.getByRole('button', { name: 'Delete' }));
  await expect.poll(() => server.inputsOf('file/remove')).toEqual([{ ids: [4, 5] }]);
});

test('entries are cut in one folder and pasted in another; read-only ones cannot be cut', async () => {
  const foreign = file(6, 'Theirs', { userid: 2, share: 1, pshare: 6, permission: 1 });
  const first = await stage([file(4, 'a.py'), foreign], {}, { 'file/move': [] });
  (await first.item('Theirs')).focus();
  await first.user.keyboard('{Control>}x{/Control}');
  expect(first.screen.queryByRole('button', { name: /^Paste/ })).toBeNull();
  (await first.item('a.py')).focus();
  await first.user.keyboard('{Control>}x{/Control}');
  expect(await first.screen.findByRole('button', { name: 'Paste “a.py”' })).toBeTruthy();
  first.unmount();
  const inside = [file(7, 'in.md', { pid: 9 }), file(9, 'Zoo')];
  const second = await stage(inside, { folderId: 9 }, { 'file/move': [] });
  (await second.item('in.md')).focus();
  await second.user.keyboard('{Control>}v{/Control}');
  await expect.poll(() => second.server.inputsOf('file/move')).toEqual([{ ids: [4], pid: 9 }]);
});

test('a folder under the pointer is read before the click, once, and again after a change', async () => {
  const lists = ({ pid }: { pid?: number }) =>
    pid === 8 ? [file(7, 'in.md', { pid: 8 }), file(8, 'Plans')] : [file(8, 'Plans')];
  const first = await stage([], {}, { 'file/lists': lists });
  const reads = (server: typeof first.server) => server.inputsOf('file/lists').filter(({ pid }) => pid === 8).length;
  await first.user.hover(await first.item('Plans'));
  await expect.poll(() => reads(first.server)).toBe(1);
  await first.user.click(await first.item('Plans'));
  expect(first.given.onFolder).toHaveBeenCalledWith(8);
  first.unmount();
  const second = await stage([], { folderId: 8 }, { 'file/lists': lists });
  await second.item('in.md');
  expect([reads(first.server), reads(second.server)]).toEqual([1, 0]);
  second.unmount();
  const onTopic = vi.spyOn(client, 'onTopic');
  const third = await stage([], {}, { 'file/lists': lists });
  await third.user.hover(await third.item('Plans'));
  await expect.poll(() => reads(third.server)).toBe(1);
  third.unmount();
  for (const [listener] of onTopic.mock.calls) listener('drive', 8);
  onTopic.mockRestore();
  const fourth = await stage([], { folderId: 8 }, { 'file/lists': lists });
  await fourth.item('in.md');
  expect(reads(fourth.server)).toBe(1);
});

test('shared entries show by me, or by whom with which right; a filter shows only mine', async () => {
  const mine = file(3, 'Zoo', { share: 1, pshare: 3 });
  const foreign = file(6, 'Theirs', { userid: 2, share: 1, pshare: 6, permission: 0 });
  const { screen, user, shown, item } = await stage([mine, foreign]);
  expect(await screen.findByRole('img', { name: 'Shared by me' })).toBeTruthy();
  await user.pointer({ keys: '[MouseRight]', target: await item('Theirs') });
  const names = (await screen.findAllByRole('menuitem')).map((each) => each.textContent);
  expect(names).toContain('Leave');
  expect(names).not.toContain('Delete');
  expect(names).not.toContain('Rename');
  await user.keyboard('{Escape}');
  await user.click(screen.getByRole('radio', { name: 'Owned by me' }));
  expect(shown()).toEqual(['Zoo']);
  await user.click(screen.getByRole('radio', { name: 'Shared with me' }));
  expect(shown()).toEqual(['Theirs']);
});

test('details of the focused file are beside it, by key, and remembered; the top shows recent files', async () => {
  const answers = {
    'file/recent': [file(12, 'last.pdf', { pid: 4, updated_at: '2026-01-04 10:00:00' })],
    'file/details': {
      ...{ file: file(4, 'a.py'), place: [{ id: 7, name: 'Plans' }], changed_by: 2, versions: 0 },
      ...{ shares: [{ userid: 0, permission: 0 }], opened: [{ userid: 2, opened_at: '2026-01-04 10:00:00' }] },
    },
  };
  const first = await stage([file(4, 'a.py')], {}, answers);
  await first.user.click(await first.item('last.pdf'));
  expect(first.given.onFile).toHaveBeenCalledWith(4, 12);
  (await first.item('a.py')).focus();
  await first.user.keyboard('i');
  const panel = within(await first.screen.findByRole('complementary', { name: 'Details' }));
  await first.user.click(await panel.findByRole('button', { name: 'Plans' }));
  expect(first.given.onFolder).toHaveBeenCalledWith(7);
  expect(first.server.inputsOf('file/details')).toEqual([{ id: 4 }]);
  expect(panel.getByRole('region', { name: 'Who has access' }).textContent).toContain('Everyone');
  expect(panel.getByRole('region', { name: 'Opened by' }).textContent).toContain('Bo');
  // A search shows no details of a file that it has not found.
  await first.user.type(first.screen.getByRole('textbox', { name: 'Search files' }), 'zebra');
  expect(await panel.findByText('Select a file to see its details.')).toBeTruthy();
  first.unmount();
  const second = await stage([file(4, 'a.py')], {}, answers);
  expect(await second.screen.findByRole('complementary', { name: 'Details' })).toBeTruthy();
  await second.user.click(second.screen.getByRole('button', { name: 'Details' }));
  expect(second.screen.queryByRole('complementary', { name: 'Details' })).toBeNull();
});

test('the details open from the start on a wide screen, with a preview that opens the file', async () => {
  localStorage.removeItem('drive.view');
  const own = file(4, 'a.py');
  const answers = {
    'file/details': { file: own, place: [], changed_by: 1, versions: 0, shares: [], opened: [] },
  };
  const { screen, user, item, given } = await stage([own, file(5, 'c.pdf')], {}, answers);
  const panel = within(await screen.findByRole('complementary', { name: 'Details' }));
  expect(panel.getByText('Select a file to see its details.')).toBeTruthy();
  (await item('c.pdf')).focus();
  await user.keyboard('{ArrowLeft}');
  await user.click(await panel.findByRole('button', { name: 'View a.py' }));
  expect(given.onFile).toHaveBeenCalledWith(0, 4);
});

test('what others share comes first; Space opens and x selects', async () => {
  const theirs = file(6, 'Theirs', { userid: 2, share: 1, pshare: 6 });
  const { screen, user, item, shown, given } = await stage([file(3, 'Attic'), theirs, file(4, 'a.py')]);
  await item('Theirs');
  expect(shown()).toEqual(['Theirs', 'Attic', 'a.py']);
  const headings = screen.getAllByRole('heading', { level: 2 }).map((each) => each.textContent);
  expect(headings).toEqual(['Shared with me', 'Folders', 'Files']);
  (await item('Theirs')).focus();
  await user.keyboard('{ArrowRight}x');
  expect(screen.getByText('1 selected')).toBeTruthy();
  await user.keyboard('{ArrowRight} ');
  expect(given.onFile).toHaveBeenCalledWith(0, 4);
});

test('a read-only folder says so and accepts nothing; its path leads back', async () => {
  const top = file(6, 'Theirs', { userid: 2, share: 1, pshare: 6, permission: 0 });
  const sub = file(8, 'Sub', { userid: 2, pid: 6, pids: ',6,', pshare: 6, permission: 0 });
  const inside = file(7, 'in.md', { userid: 2, pid: 8, pids: ',6,8,', pshare: 6, permission: 0 });
  const { screen, user, given } = await stage([inside, top, sub], { folderId: 8 });
  expect(await screen.findByText('View only')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'New' })).toBeNull();
  const way = within(screen.getByRole('navigation', { name: 'Folder path' }));
  expect(way.getAllByRole('button').map((each) => each.textContent)).toEqual(['Files', 'Theirs', 'Sub']);
  await user.click(way.getByRole('button', { name: /^Theirs/ }));
  expect(given.onFolder).toHaveBeenCalledWith(6);
});

test('a deleted folder shows the server’s message and leads to the top', async () => {
  const { screen, user, given } = await stage(
    [],
    { folderId: 3 },
    { 'file/lists': refused('This file was deleted, or you no longer have access to it.') },
  );
  expect(await screen.findByText('This file was deleted, or you no longer have access to it.')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'All files' }));
  expect(given.onFolder).toHaveBeenCalledWith(0);
});

// covers A4-23
test('a revealed entry is highlighted for 600 ms', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  await stage([file(3, 'Zoo'), file(4, 'a.py')], { marked: 4 });
  const marked = () => document.querySelector('[data-marked]')?.textContent ?? '';
  await expect.poll(marked).toContain('a.py');
  await act(() => vi.advanceTimersByTimeAsync(600));
  expect(marked()).toBe('');
  vi.useRealTimers();
});

test('a search by name starts after a pause and leads to the folder', async () => {
  const hit = file(9, 'deep.md', { pid: 5, pids: ',5,' });
  const { screen, user, server, given, item } = await stage([file(3, 'Zoo')], {}, { 'file/search': [hit] });
  await user.type(await screen.findByRole('textbox', { name: 'Search files' }), 'deep');
  await user.pointer({
    keys: '[MouseRight]',
    target: await screen.findByRole('button', { name: 'deep.md' }, { timeout: 3000 }),
  });
  expect(server.inputsOf('file/search')).toEqual([{ key: 'deep', take: 100 }]);
  await user.click(await screen.findByRole('menuitem', { name: 'Show in folder' }));
  expect(given.onFolder).toHaveBeenCalledWith(5, 9);
  expect(await item('Zoo')).toBeTruthy();
});

test('what was found by its content shows the text around the words, marked', async () => {
  const hit = { ...file(9, 'deep.pdf'), matched: 'content', snippet: 'where the Tide turns twice' };
  const { screen, user, item } = await stage([], {}, { 'file/search': [hit] });
  await user.type(await screen.findByRole('textbox', { name: 'Search files' }), 'tide');
  const found = await screen.findByRole('button', { name: /^deep\.pdf/ }, { timeout: 3000 });
  expect(found.textContent).toContain('where the Tide turns twice');
  expect([...found.querySelectorAll('mark')].map((mark) => mark.textContent)).toEqual(['Tide']);
  await user.click(screen.getByRole('button', { name: 'Show as list' }));
  expect((await item(/^deep\.pdf/)).querySelector('mark')?.textContent).toBe('Tide');
});

test('a text is edited and saved; unsaved text is restored', async () => {
  const content = { id: 5, history_id: 1, file_mode: 'text', content: { content: '# Plan' } };
  const answers = {
    'file/content': content,
    'file/content/save': { id: 2, fid: 5 },
  };
  const first = await stage([{ ...file(5, 'c.txt'), type: 'txt' }], { fileId: 5 }, answers);
  await first.user.click(await first.screen.findByRole('button', { name: 'Edit' }));
  const field = await first.screen.findByRole('textbox', { name: 'Text of c.txt' });
  const view = within(await first.screen.findByRole('dialog'));
  await first.user.type(field, ' B');
  expect(view.getByText('Unsaved changes')).toBeTruthy();
  await first.user.keyboard('{Control>}s{/Control}');
  expect(first.server.inputsOf('file/content/save')).toEqual([{ id: 5, content: '{"content":"# Plan B"}' }]);
  await expect.poll(() => view.queryByText('Unsaved changes')).toBeNull();
  await first.user.type(field, '!');
  await first.user.click(view.getByRole('button', { name: 'Close' }));
  expect(await first.screen.findByText('Close without saving?')).toBeTruthy();
  expect(client.drafts.content('form:drive5')).toContain('# Plan B!');
  cleanup();
  const again = await stage([{ ...file(5, 'c.txt'), type: 'txt' }], { fileId: 5 }, answers);
  expect(await again.screen.findByDisplayValue('# Plan B!')).toBeTruthy();
});

test('a folder downloads as an archive with progress', async () => {
  const onTopic = vi.spyOn(client, 'onTopic');
  const url = 'http://atrium.test/api/file/download/pack?key=k';
  const { screen, user, server, item } = await stage(
    [file(3, 'Zoo')],
    {},
    {
      'file/download/pack': { name: 'Zoo.zip', url },
    },
  );
  const saved: string[] = [];
  const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    saved.push(this.getAttribute('href') ?? '');
  });
  await user.pointer({ keys: '[MouseRight]', target: await item('Zoo') });
  await user.click(await screen.findByRole('menuitem', { name: 'Download as archive' }));
  expect(server.inputsOf('file/download/pack')).toEqual([{ ids: [3], name: 'Zoo' }]);
  const tell = (progress: number) => act(async () => onTopic.mock.calls.at(-1)?.[0]('pack', progress));
  await tell(40);
  expect(screen.getByText('Preparing “Zoo.zip”: 40%')).toBeTruthy();
  expect(saved).toEqual([]);
  await tell(100);
  expect(saved).toEqual(['/api/file/download/pack?key=k']);
  expect(screen.queryByText(/^Preparing/)).toBeNull();
  click.mockRestore();
  onTopic.mockRestore();
});

test('a public link is created explicitly, shows its creator, and is turned off', async () => {
  const link = {
    id: 9,
    file_id: 1,
    name: 'b10.md',
    userid: 2,
    num: 3,
    audience: 'anyone',
    url: 'http://x/single/file/fabc',
  };
  const times = { created_at: '2026-01-01 00:00:00', expired_at: null };
  const own = { ...link, ...times, id: 10, userid: client.user?.userid ?? 0, num: 0 };
  const { screen, user, item, server } = await stage(
    [file(1, 'b10.md')],
    {},
    {
      'file/share': { id: 1, list: [] },
      'file/links': { id: 1, list: [{ ...link, ...times }], has_more: false },
      'file/link/save': own,
      'file/link/delete': { id: 9 },
    },
  );
  await user.pointer({ keys: '[MouseRight]', target: await item('b10.md') });
  await user.click(await screen.findByRole('menuitem', { name: 'Share' }));
  const links = await screen.findByRole('list', { name: 'Public links' });
  expect(links.textContent).toContain('Bo');
  expect(links.textContent).toContain('No expiry');
  // Another person can see it by the link: nothing says that only its owner can.
  await waitFor(() => expect(screen.queryByText('Only you have access.')).toBeNull());
  await user.click(screen.getByRole('button', { name: 'Turn off link' }));
  await waitFor(() => expect(screen.queryByRole('list', { name: 'Public links' })).toBeNull());
  expect(await screen.findByText('Only you have access.')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Create public link' }));
  await screen.findByRole('list', { name: 'Public links' });
  expect(server.inputsOf('file/link/save')).toEqual([{ id: 1, expire: 'week' }]);
});

test('copying a link copies the file’s address and creates no public link', async () => {
  const { screen, user, item, server } = await stage([file(1, 'b10.md')]);
  await user.pointer({ keys: '[MouseRight]', target: await item('b10.md') });
  await user.click(await screen.findByRole('menuitem', { name: 'Copy link' }));
  await waitFor(async () => expect(await navigator.clipboard.readText()).toBe(`${location.origin}/single/file/1`));
  expect(server.inputsOf('file/link')).toEqual([]);
  expect(server.inputsOf('file/link/save')).toEqual([]);
});

const shared = async (row: DriveFile, answers: object) => {
  const staged = await stage([row], {}, answers);
  await staged.user.pointer({ keys: '[MouseRight]', target: await staged.item('in.md') });
  return staged;
};
const links = (list: object[]) => ({ 'file/links': { id: 7, list, has_more: false }, 'file/link/delete': { id: 9 } });
const link = {
  ...{ id: 9, file_id: 7, name: 'in.md', userid: 2, num: 0, audience: 'anyone', url: 'http://x/single/file/fabc' },
  ...{ created_at: '2026-01-01 00:00:00', expired_at: null },
};

test('a public link shows its creator, its expiry time, and that nobody has opened it', async () => {
  const { screen, user } = await shared(file(7, 'in.md'), {
    'file/share': { id: 7, list: [] },
    ...links([{ ...link, expired_at: '2026-01-08 15:30:00' }]),
  });
  await user.click(await screen.findByRole('menuitem', { name: 'Share' }));
  const row = (await screen.findByRole('list', { name: 'Public links' })).textContent;
  expect(row).toContain(`Created by Bo on ${shortDay(new Date('2026-01-01T00:00:00Z'))}`);
  expect(row).toContain(`Expires on ${shortMoment(new Date('2026-01-08T15:30:00Z'))}`);
  expect(row).toContain('Not opened yet');
});

test('sharing a file in a shared folder shows the people with access through the folder', async () => {
  const inherited = { id: 6, name: 'Plans', list: [{ file_id: 6, userid: 2, permission: 1 }] };
  const { screen, user } = await shared(file(7, 'in.md', { pshare: 6 }), {
    'file/share': { id: 7, list: [], inherited },
    ...links([{ ...link, audience: 'members' }]),
  });
  await user.click(await screen.findByRole('menuitem', { name: 'Share' }));
  const people = await screen.findByRole('list', { name: 'Shared' });
  expect(people.textContent).toContain('Bo');
  expect(screen.getByText(/can open the folder “Plans”/)).toBeTruthy();
  expect(screen.queryByText('Only you have access.')).toBeNull();
  expect(screen.queryByRole('button', { name: 'Add people' })).toBeNull();
  // A link in a message is no public link, but it is shown and can be turned off.
  const sent = await screen.findByRole('list', { name: 'Links in chats' });
  expect(screen.queryByRole('list', { name: 'Public links' })).toBeNull();
  await user.click(within(sent).getByRole('button', { name: 'Turn off link' }));
  await waitFor(() => expect(screen.queryByRole('list', { name: 'Links in chats' })).toBeNull());
});

test('readers of a file see their own public link and turn it off', async () => {
  const { screen, user, server } = await shared(file(7, 'in.md', { userid: 2, pshare: 6, permission: 0 }), {
    ...links([{ ...link, userid: 1 }]),
  });
  expect(screen.queryByRole('menuitem', { name: 'Share' })).toBeNull();
  await user.click(await screen.findByRole('menuitem', { name: 'Public links' }));
  await user.click(await screen.findByRole('button', { name: 'Turn off link' }));
  await waitFor(() => expect(server.inputsOf('file/link/delete')).toEqual([{ link_id: 9 }]));
  expect(server.inputsOf('file/share')).toEqual([]);
});

test('the owner of a nested folder ends links that others made there, page by page', async () => {
  const { screen, user, server, item } = await stage(
    [file(7, 'Inner', { userid: 2, created_id: 1, pshare: 6 })],
    {},
    {
      'file/links': ({ before_id }: { before_id?: number }) => ({
        ...{ id: 7, has_more: !before_id },
        list: [{ ...link, file_id: 8, id: before_id ? 3 : 9, name: before_id ? 'old.md' : 'in.md' }],
      }),
      'file/link/delete': { id: 3 },
    },
  );
  await user.pointer({ keys: '[MouseRight]', target: await item('Inner') });
  await user.click(await screen.findByRole('menuitem', { name: 'Public links' }));
  await user.click(await screen.findByRole('button', { name: 'Show more' }));
  const row = (await screen.findByText('old.md')).closest('li') as HTMLElement;
  expect(screen.getByText('in.md')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Show more' })).toBeNull();
  expect(server.inputsOf('file/links')).toEqual([{ id: 7 }, { id: 7, before_id: 9 }]);
  await user.click(within(row).getByRole('button', { name: 'Turn off link' }));
  await waitFor(() => expect(server.inputsOf('file/link/delete')).toEqual([{ link_id: 3 }]));
  await waitFor(() => expect(screen.queryByText('old.md')).toBeNull());
});

test('a link that needs sign-in asks for it, and other refusals are shown', async () => {
  serve({ 'file/one': refused('Please sign in', -1, { code: 'auth.required' }) });
  const onSignIn = vi.fn();
  await open(<SingleFileScreen handle="fabc" onSignIn={onSignIn} />);
  await waitFor(() => expect(onSignIn).toHaveBeenCalledOnce());
  serve({ 'file/one': refused('This file is gone', 0, { code: 'file.gone' }) });
  const { screen } = await open(<SingleFileScreen handle="fgone" onSignIn={onSignIn} />);
  expect(await screen.findByText(/^This link no longer works/)).toBeTruthy();
  // It would not work the next time either.
  expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
  expect(onSignIn).toHaveBeenCalledOnce();
});

test('files show the storage used where it is limited', async () => {
  const MB = 1024 ** 2;
  const { screen, unmount } = await stage([file(4, 'a.py')], {}, { 'file/usage': { used: 3 * MB, limit: 10 * MB } });
  expect(await screen.findByText('3 MB of 10 MB used')).toBeTruthy();
  unmount();
  const free = await stage([file(4, 'a.py')], {}, { 'file/usage': { used: 3 * MB, limit: 0 } });
  await free.item('a.py');
  await waitFor(() => expect(free.server.inputsOf('file/usage')).not.toEqual([]));
  expect(free.screen.queryByText(/used$/)).toBeNull();
});
