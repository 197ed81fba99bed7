import { act, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { setMedia } from '#testing/media.ts';
import { open, serve } from '#testing/stage.tsx';
import { SearchModal } from './SearchModal.tsx';

beforeEach(() => void vi.useFakeTimers({ shouldAdvanceTime: true, advanceTimeDelta: 100 }));

const project = (id: number, name: string, archived_at: string | null) => ({
  id,
  name,
  archived_at,
  owner: 0,
  project_user: [],
});

const document = {
  ...{ id: 31, pid: 5, name: 'Harbour plan', ext: 'md', type: 'document', size: 2000, userid: 1, share: 1, thumb: '' },
  updated_at: '2026-01-01 00:00:00',
};
const contract = {
  ...{ ...document, id: 32, name: 'Contract', share: 0 },
  ...{ matched: 'content', snippet: 'rent for the Harbour basin' },
};

async function searching(text: string) {
  const server = serve({
    'project/lists': { data: [project(7, 'Harbour', null), project(8, 'Harbour of old', '2026-01-01 00:00:00')] },
    'project/task/lists': { data: [] },
    'dialog/msg/search': { data: [] },
    'users/search': [],
    'file/search': [document, contract],
  });
  const on = {
    onClose: vi.fn(),
    onTask: vi.fn(),
    onProject: vi.fn(),
    onMessage: vi.fn(),
    onContact: vi.fn(),
    onFile: vi.fn(),
    onPalette: vi.fn(),
  };
  const { screen, user, unmount } = await open(<SearchModal text={text} {...on} />);
  return { screen, user, unmount, server, on };
}

// covers A8-13
test('opening an archived project shows a warning; other projects open', async () => {
  const { screen, user, on } = await searching('harbour');
  await user.click(await screen.findByRole('option', { name: /of old/ }));
  expect(screen.getByText('Project has been archived, cannot be viewed')).toBeTruthy();
  expect([on.onProject.mock.calls, on.onClose.mock.calls]).toEqual([[], []]);
  await user.click(screen.getAllByRole('option')[0] as HTMLElement);
  expect(on.onProject).toHaveBeenCalledWith(7);
});

test('searches that led somewhere are offered again, and a filter without results is taken off', async () => {
  const first = await searching('harbour');
  await first.user.click((await first.screen.findAllByRole('option'))[0] as HTMLElement);
  first.unmount();
  const { screen, user } = await searching('');
  await user.click(await screen.findByRole('option', { name: 'harbour' }));
  expect((screen.getByRole('combobox') as HTMLInputElement).value).toBe('harbour');
  await user.click(screen.getByRole('button', { name: 'Tasks' }));
  await user.click(await screen.findByRole('button', { name: 'Search without filters' }));
  expect(screen.getByRole('button', { name: 'Tasks' }).getAttribute('aria-pressed')).toBe('false');
  await user.clear(screen.getByRole('combobox'));
  await user.click(screen.getByRole('button', { name: 'Clear recent searches' }));
  expect(screen.queryByRole('option', { name: 'harbour' })).toBeNull();
});

test('settings, help and commands are offered after the results, and if there are none', async () => {
  const first = await searching('harbour');
  await first.screen.findByRole('option', { name: /plan/ });
  const offers = /^Search settings, help and commands/;
  await first.user.click(await first.screen.findByRole('option', { name: offers }));
  expect(first.on.onPalette).toHaveBeenCalledWith('harbour');
  first.unmount();
  const { screen, user, on } = await searching('');
  expect(screen.queryByRole('button', { name: offers })).toBeNull();
  await user.type(screen.getByRole('combobox'), 'zzz');
  await user.click(screen.getByRole('button', { name: 'Tasks' }));
  await user.click(await screen.findByRole('button', { name: offers }));
  expect(on.onPalette).toHaveBeenCalledWith('zzz');
});

// covers A5-05, A9-02
test('input is trimmed, empty input sends nothing, all kinds show ten results and one kind fifty', async () => {
  const { screen, user, server } = await searching('   ');
  await act(() => vi.advanceTimersByTimeAsync(2000));
  expect(server.asked).toEqual([]);
  await user.type(screen.getByRole('combobox'), 'pier ');
  expect(server.asked).toEqual([]);
  await waitFor(() => expect(server.asked).toHaveLength(5));
  expect(server.inputsOf('users/search')).toEqual([{ keys: { key: 'pier' }, pagesize: 10 }]);
  await user.click(screen.getByRole('button', { name: 'Contacts' }));
  await waitFor(() => expect(server.inputsOf('users/search')).toHaveLength(2));
  expect(server.inputsOf('users/search')[1]).toEqual({ keys: { key: 'pier' }, pagesize: 50 });
  expect(server.asked).toHaveLength(6);
});

// covers A2-43, A9-07
test('the search is 768 px wide, and full-screen below 576', async () => {
  const { screen } = await searching('');
  const box = () => screen.getByRole('dialog').closest('.mantine-Modal-root') as HTMLElement;
  expect(box().style.getPropertyValue('--modal-size')).toBe('calc(48rem * var(--mantine-scale))');
  expect(box().querySelector('[data-full-screen]') ?? box().closest('[data-full-screen]')).toBeNull();
  await act(async () => setMedia({ width: 575 }));
  expect(box().querySelector('[data-full-screen]') ?? box().closest('[data-full-screen]')).not.toBeNull();
});

// covers A2-44
test('files are a kind of their own, show that I share them, and open their folder', async () => {
  const { screen, user, server, on } = await searching('harbour');
  const hit = await screen.findByRole('option', { name: /plan\.md/ });
  expect(hit.textContent).toContain('Shared by me');
  // A file that was found by its content shows the text around the words.
  const inside = screen.getByRole('option', { name: /Contract\.md/ });
  expect(inside.textContent).toContain('rent for the Harbour basin');
  expect([...inside.querySelectorAll('mark')].map((mark) => mark.textContent)).toEqual(['Harbour']);
  const tags = within(screen.getByRole('toolbar')).getAllByRole('button');
  expect(tags.map((each) => each.textContent)).toEqual(['Tasks', 'Projects', 'Messages', 'Contacts', 'Files']);
  await user.click(screen.getByRole('button', { name: 'Files' }));
  await waitFor(() => expect(server.inputsOf('file/search')).toHaveLength(2));
  expect(server.inputsOf('file/search')[1]).toEqual({ key: 'harbour', take: 50 });
  await user.click(await screen.findByRole('option', { name: /plan\.md/ }));
  expect(on.onFile).toHaveBeenCalledWith(5, 31);
  expect(on.onClose).toHaveBeenCalled();
});
