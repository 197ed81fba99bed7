import { waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { open, refused, serve } from '#testing/stage.tsx';
import { EmojiPanel } from './EmojiPanel.tsx';
import { stickerHtml } from './stickerHtml.ts';

const THANKS = { name: 'Thanks', src: 'http://atrium.example/stickers/thanks.svg', width: 240, height: 240 };

async function panel(answer: unknown) {
  const server = serve({ 'dialog/sticker/search': answer });
  const [onPick, onSticker] = [vi.fn(), vi.fn()];
  const shown = await open(<EmojiPanel onPick={onPick} onSticker={onSticker} />);
  const option = (name: string) => shown.screen.findByRole('option', { name });
  await option('grinning face');
  return { ...shown, server, onPick, onSticker, option };
}

// covers B2-07, B7-17
test('the panel has a search, eight emoji categories and the sticker set, drawn from local files', async () => {
  const { user, screen, server, onSticker, option } = await panel({ list: [] });
  const tabs = within(screen.getByRole('tablist', { name: 'Categories' })).getAllByRole('tab');
  expect(tabs.map((tab) => tab.getAttribute('aria-label'))).toEqual([
    ...['Recent', 'People', 'Nature', 'Food', 'Activity', 'Travel', 'Objects', 'Symbols', 'Flags', 'Stickers'],
  ]);
  expect(screen.getByRole('textbox', { name: 'Search emoji' })).toBeDefined();
  await user.click(screen.getByRole('tab', { name: 'Stickers' }));
  const all = screen.getAllByRole('option');
  expect(all).toHaveLength(12);
  expect(all[0]?.querySelector('img')?.getAttribute('src')).toBe('/stickers/hello.svg');
  await user.click(await option('Coffee'));
  expect(onSticker.mock.calls[0]?.[0]).toMatchObject({ name: 'Coffee', src: '/stickers/coffee.svg' });
  // Pictures are requested from nobody; the workspace's own sets are.
  const asked = server.asked.map(([path]) => path).filter((path) => /emoji|sticker|picture/.test(path));
  expect(asked).toEqual(['dialog/sticker/sets']);
});

// covers B2-08
test('recently used emoji and stickers come first', async () => {
  localStorage.setItem('emoji.recent', JSON.stringify(['🔥']));
  localStorage.setItem('sticker.recent', JSON.stringify(['wow', 'gone', 'hello']));
  const { screen } = await open(<EmojiPanel onPick={() => {}} onSticker={() => {}} />);
  await screen.findByRole('option', { name: '🔥' });
  expect(screen.getAllByRole('option').map((each) => each.getAttribute('aria-label'))).toEqual(['🔥', 'Wow', 'Hello']);
});

test('the workspace’s sticker sets are listed by name, and recent ones stay until they are deleted', async () => {
  const cat = { id: 3, name: 'Meow', src: 'https://atrium.example/sticker/abc', width: 240, height: 60 };
  const server = serve({
    'dialog/sticker/sets': {
      list: [
        { id: 1, name: 'Cats', list: [cat] },
        { id: 2, name: 'Dogs', list: [] },
      ],
    },
  });
  const onSticker = vi.fn();
  const shown = async () => {
    const { screen, user, unmount } = await open(<EmojiPanel onPick={() => {}} onSticker={onSticker} />);
    await screen.findByRole('option', { name: 'grinning face' });
    return { screen, user, unmount };
  };
  const { screen, user, unmount } = await shown();
  await user.click(screen.getByRole('tab', { name: 'Stickers' }));
  await screen.findByRole('heading', { name: 'Cats' });
  expect(screen.queryByRole('heading', { name: 'Dogs' })).toBeNull();
  expect(screen.getAllByRole('option')).toHaveLength(13);
  await user.click(screen.getByRole('option', { name: 'Meow' }));
  expect(onSticker.mock.calls[0]?.[0]).toMatchObject({ src: '/sticker/abc', width: 240, height: 60 });
  unmount();

  localStorage.setItem('emoji.recent', JSON.stringify(['🔥']));
  const recent = await open(<EmojiPanel onPick={() => {}} onSticker={onSticker} />);
  await recent.screen.findByRole('option', { name: 'Meow' });
  recent.unmount();
  server.answers['dialog/sticker/sets'] = { list: [] };
  const later = await open(<EmojiPanel onPick={() => {}} onSticker={onSticker} />);
  await later.screen.findByRole('option', { name: '🔥' });
  await waitFor(() => expect(later.screen.queryByRole('option', { name: 'Meow' })).toBeNull());
});

// covers B7-04, B3-17
test('stickers are searched after a pause and shown beside the emoji', async () => {
  const { user, screen, server, option } = await panel({ list: [THANKS] });
  const began = performance.now();
  let at = 0;
  server.answers['dialog/sticker/search'] = () => {
    at = performance.now();
    return { list: [THANKS] };
  };
  await user.type(screen.getByRole('textbox', { name: 'Search emoji' }), 'thank');
  const found = await option('Thanks');
  expect(found.querySelector('img')?.getAttribute('src')).toBe('/stickers/thanks.svg');
  expect(server.inputsOf('dialog/sticker/search').at(-1)).toEqual({ key: 'thank' });
  expect(at - began).toBeGreaterThan(295);
});

// covers B5-12, B8-05
test('an empty or failed search is reported', async () => {
  const { user, screen, server } = await panel({ list: [] });
  const field = screen.getByRole('textbox', { name: 'Search emoji' });
  await user.type(field, 'qxqxqx');
  await waitFor(() => expect(screen.getByRole('alert').textContent).toBe('No emoji or stickers found.'));
  server.answers['dialog/sticker/search'] = refused('Nothing is found just now.');
  await user.type(field, 'z');
  await waitFor(() => expect(screen.getByRole('alert').textContent).toBe('Nothing is found just now.'));
});

test('reactions offer no stickers', async () => {
  const server = serve({});
  const { user, screen } = await open(<EmojiPanel onPick={() => {}} />);
  await screen.findByRole('option', { name: 'grinning face' });
  expect(screen.queryByRole('tab', { name: 'Stickers' })).toBeNull();
  await user.type(screen.getByRole('textbox', { name: 'Search emoji' }), 'qxqxqx');
  await screen.findByText('No emoji found');
  expect(server.asked.map(([path]) => path).filter((path) => path.includes('sticker'))).toEqual([]);
});

test('a sticker is a message with one picture whose label is always text', () => {
  expect(stickerHtml({ ...THANKS, name: '"><script>' })).toBe(
    '<p><img class="emoticon" data-asset="stickers/thanks.svg" data-name="&#34;&#62;&#60;script&#62;" alt="&#34;&#62;&#60;script&#62;" width="240" height="240" src="{{RemoteURL}}stickers/thanks.svg"></p>',
  );
});
