import type { ClientMessage } from '@atrium/client/store/rows.ts';
import type { SettingsAnswer } from '@atrium/contract/workspace/settings.ts';
import { act } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import type { BubbleActions } from '#entities/message/bubbles/bubbleActions.ts';
import { itemsFor } from '#entities/message/menu/messageItems.tsx';
import { client } from '#sync/session.ts';
import { open, refused, serve } from '#testing/stage.tsx';
import { hideTranslation, translateMessage } from './languageServices.ts';
import { Translation } from './MessageTranslation.tsx';

const text = (words: string, id = 9) =>
  ({ id, dialog_id: 3, userid: 2, type: 'text', mtype: 'text', msg: { text: words } }) as unknown as ClientMessage;
const voice = (said: string, id = 10) =>
  ({ id, dialog_id: 3, userid: 2, type: 'record', mtype: 'record', msg: { text: said } }) as unknown as ClientMessage;

beforeEach(() => {
  client.setting = { voice2text: 'open', translation: 'open' } as SettingsAnswer;
});

test('translation and transcription are offered where the workspace and the message support them', () => {
  const actions = new Proxy({} as BubbleActions, { get: () => () => {} });
  const offered = (message: ClientMessage) =>
    itemsFor(message, { isMine: false, isPinned: false }, actions)
      .map(({ key }) => key)
      .filter((key) => ['to_text', 'translate'].includes(key));
  expect(offered(text('<p>hi</p>'))).toEqual(['translate']);
  expect(offered(voice(''))).toEqual(['to_text']);
  expect(offered(voice('We sail'))).toEqual(['translate']);
  client.setting = { voice2text: 'close', translation: 'close' } as SettingsAnswer;
  expect([text('<p>hi</p>'), voice(''), voice('We sail')].flatMap(offered)).toEqual([]);
});

test('a translation stays under its message until hidden; a failed one is retried by a tap', async () => {
  const server = serve({ 'dialog/msg/translation': refused('This could not be translated.') });
  const message = text('<p>tea</p>');
  const { screen, user } = await open(<Translation message={message} />);
  expect(screen.queryByRole('button')).toBeNull();
  await translateMessage(message, { language: 'de' });
  server.answers['dialog/msg/translation'] = { msg_id: 9, language: 'de', content: 'Tee <b>' };
  await user.click(await screen.findByRole('button', { name: 'This could not be translated.' }));
  await screen.findByText('Tee <b>');
  expect(server.inputsOf('dialog/msg/translation')).toEqual([
    { msg_id: 9, language: 'de' },
    { msg_id: 9, language: 'de' },
  ]);
  await user.click(screen.getByRole('button', { name: 'Translated to Deutsch' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Translate again' }));
  expect(server.inputsOf('dialog/msg/translation').at(-1)).toEqual({ msg_id: 9, language: 'de', force: true });
  await user.click(screen.getByRole('button', { name: 'Translated to Deutsch' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Hide translation' }));
  expect(screen.queryByText('Tee <b>')).toBeNull();
  // The chosen language is the default next time.
  await translateMessage(text('<p>more</p>', 11));
  expect(server.inputsOf('dialog/msg/translation').at(-1)).toEqual({ msg_id: 11, language: 'de' });
});

// covers C3-16
test('at most 200 translations are kept, each with its language; the oldest goes first', async () => {
  serve({ 'dialog/msg/translation': { msg_id: 1000, language: 'de', content: 'Tee' } });
  for (let id = 1000; id <= 1200; id++) await translateMessage(text('<p>tea</p>', id), { language: 'de' });
  const newest = await open(<Translation message={text('<p>tea</p>', 1200)} />);
  await newest.screen.findByText('Tee');
  newest.screen.getByRole('button', { name: 'Translated to Deutsch' });
  newest.unmount();
  localStorage.clear();
  const oldest = await open(<Translation message={text('<p>tea</p>', 1000)} />);
  expect(oldest.screen.queryByText('Tee')).toBeNull();
});

test('a translation disappears once its message is edited', async () => {
  serve({ 'dialog/msg/translation': { msg_id: 12, language: 'de', content: 'Tee' } });
  await translateMessage(text('<p>tea</p>', 12));
  const { screen, unmount } = await open(<Translation message={text('<p>tea</p>', 12)} />);
  await screen.findByText('Tee');
  unmount();
  const edited = await open(<Translation message={text('<p>cake</p>', 12)} />);
  expect(edited.screen.queryByText('Tee')).toBeNull();
});

test('a translation survives a reload until its text changes or somebody hides it', async () => {
  const server = serve({ 'dialog/msg/translation': { msg_id: 13, language: 'de', content: 'Tee' } });
  const asked = () => server.inputsOf('dialog/msg/translation');
  const tea = text('<p>tea</p>', 13);
  /** Simulates a reload, after which only stored data is known. */
  const reload = async (message: ClientMessage) => {
    vi.resetModules();
    document.body.innerHTML = '';
    const fresh = await import('./MessageTranslation.tsx');
    const session = await import('#sync/session.ts');
    session.client.setting = client.setting;
    session.client.user = client.user;
    return open(<fresh.Translation message={message} />);
  };
  await open(<Translation message={tea} />);
  await act(() => translateMessage(tea, { language: 'de' }));
  localStorage.setItem('translate.language', 'fr');
  const again = await reload(tea);
  await again.screen.findByText('Tee');
  expect(asked().at(-1)).toEqual({ msg_id: 13, language: 'de' });
  expect(localStorage.getItem('translate.language')).toBe('fr');
  const count = asked().length;
  await reload(text('<p>cake</p>', 13));
  expect(asked()).toHaveLength(count);
  hideTranslation(13);
  await reload(tea);
  expect(asked()).toHaveLength(count);
});
