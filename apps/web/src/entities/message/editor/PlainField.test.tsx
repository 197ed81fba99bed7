import type { ClientDialog, ClientMessage } from '@atrium/client/store/rows.ts';
import { act, fireEvent } from '@testing-library/react';
import { lazy, Suspense } from 'react';
import { beforeEach, expect, test, vi } from 'vitest';
import { Composer } from '#entities/message/composer/Composer.tsx';
import type { ComposerProps } from '#entities/message/composer/composing.ts';
import { ME, open, serve } from '#testing/stage.tsx';
import { PlainField } from './PlainField.tsx';
import { whenComposed } from './plainField.ts';

// jsdom lacks this: the editor measures its text.
const box = () => new DOMRect(10, 10, 10, 10);
Range.prototype.getBoundingClientRect = box;
Range.prototype.getClientRects = () => [box()] as unknown as DOMRectList;
document.elementFromPoint = () => null;

const group = { id: 3, type: 'group', group_type: 'user', owner_id: ME, link_id: 0 } as ClientDialog;
beforeEach(() => serve({ 'users/search': [] }));

/** A conversation whose editor loads when the test allows it. */
async function field(begun: Partial<ComposerProps> = {}) {
  const arrival = Promise.withResolvers<void>();
  const Late = lazy(async () => {
    await arrival.promise;
    await whenComposed();
    return { default: Composer };
  });
  let draft = begun.draft?.() ?? '';
  const onSend = vi.fn();
  const nothing = () => {};
  const props: ComposerProps = {
    placeholder: 'Message',
    dialog: group,
    people: [],
    reply: null,
    editing: null,
    replaced: 0,
    isMuted: false,
    extras: [],
    onDraft: (html) => {
      draft = html;
    },
    onCancel: nothing,
    onFiles: nothing,
    onVoice: nothing,
    onAttach: nothing,
    onEditLast: nothing,
    onSend,
    ...begun,
    draft: () => draft,
  };
  const shown = await open(
    <Suspense fallback={<PlainField {...props} />}>
      <Late {...props} />
    </Suspense>,
  );
  const textbox = () => shown.screen.getByRole('textbox', { name: 'Message' });
  const arrive = () => act(async () => arrival.resolve());
  return { ...shown, textbox, arrive, onSend, draftNow: () => draft };
}

test('typing works before the editor loads, which takes over text, caret and focus', async () => {
  const { user, textbox, arrive, draftNow } = await field();
  expect(textbox().tagName).toBe('TEXTAREA');
  await user.type(textbox(), 'one{Shift>}{Enter}{/Shift}a < b{ArrowLeft}{ArrowLeft}{ArrowLeft}');
  expect(draftNow()).toBe('<p>one</p><p>a &lt; b</p>');
  await arrive();
  expect(textbox().tagName).not.toBe('TEXTAREA');
  expect(textbox()).toBe(document.activeElement);
  expect([...textbox().querySelectorAll('p')].map((line) => line.textContent)).toEqual(['one', 'a < b']);
  const { editor } = textbox() as HTMLElement & {
    editor: { state: { selection: { $from: { textOffset: number; parentOffset: number } } } };
  };
  expect(editor.state.selection.$from.parentOffset).toBe('a < b'.length - 3);
});

test('a trailing space is taken over too', async () => {
  const { user, textbox, arrive } = await field();
  await user.type(textbox(), 'two  words ');
  await arrive();
  expect(textbox().textContent).toBe('two  words ');
});

test('the editor does not steal the focus when it loads', async () => {
  const { textbox, arrive } = await field();
  expect(textbox()).not.toBe(document.activeElement);
  await arrive();
  expect(textbox()).not.toBe(document.activeElement);
});

test('sending before the editor loads gives the same result; Shift+Enter breaks the line', async () => {
  const { user, textbox, onSend, draftNow } = await field();
  await user.type(textbox(), 'hello{Enter}');
  expect(onSend).toHaveBeenLastCalledWith('<p>hello</p>', { type: 'html', isSilent: false });
  await user.type(textbox(), '# Head{Shift>}{Enter}{/Shift}- a{Shift>}{Enter}{/Shift}- b{Enter}');
  expect(onSend).toHaveBeenLastCalledWith('# Head\n- a\n- b', { type: 'md', isSilent: false });
  expect(textbox()).toHaveProperty('value', '');
  expect(draftNow()).toBe('');
  await user.type(textbox(), '  {Enter}');
  expect(onSend).toHaveBeenCalledTimes(2);
});

test('the editor waits for an input method to finish', async () => {
  const { textbox, arrive } = await field();
  textbox().focus();
  fireEvent.compositionStart(textbox());
  await arrive();
  expect(textbox().tagName).toBe('TEXTAREA');
  await act(async () => fireEvent.compositionEnd(textbox()));
  expect(textbox().tagName).not.toBe('TEXTAREA');
});

test('a draft with formatting, and an edit, wait for the editor', async () => {
  const mention = '<p>ask <span class="mention user" data-id="2">@Bo</span></p>';
  const { textbox, arrive, draftNow } = await field({ draft: () => mention });
  expect(textbox()).toHaveProperty('readOnly', true);
  await arrive();
  expect(textbox().textContent).toContain('ask');
  expect(draftNow()).toContain('mention');

  const message = {
    id: 5,
    dialog_id: 3,
    userid: ME,
    type: 'text',
    msg: { text: '<p>said</p>' },
  } as unknown as ClientMessage;
  const { screen } = await field({ editing: message });
  expect(screen.getAllByRole('textbox').at(-1)).toHaveProperty('readOnly', true);
});
