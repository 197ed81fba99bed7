import type { ClientMessage } from '@atrium/client/store/rows.ts';
import { act, renderHook, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { ME } from '#testing/stage.tsx';
import type { ComposerProps } from './composing.ts';
import { useComposer } from './useComposer.ts';

const message = (id: number, text: string, type?: 'md') =>
  ({ id, dialog_id: 3, userid: ME, type: 'text', msg: { text, type } }) as unknown as ClientMessage;

/** The view model alone: no screen shows it. */
function composer(changed: Partial<ComposerProps> = {}) {
  const drafts = new Map<number, string>();
  const on = {
    onSend: vi.fn(),
    onCancel: vi.fn(),
    onFiles: vi.fn(),
    onVoice: vi.fn(),
    onAttach: vi.fn(),
    onEditLast: vi.fn(),
  };
  const props = (id: number, more: Partial<ComposerProps> = {}): ComposerProps => ({
    placeholder: 'Message',
    draft: () => drafts.get(id) ?? '',
    dialog: { id, type: 'group', group_type: 'user', owner_id: ME, link_id: 0 } as ComposerProps['dialog'],
    people: [],
    reply: null,
    editing: null,
    isMuted: false,
    extras: [],
    onDraft: (html) => void drafts.set(id, html),
    ...on,
    ...changed,
    ...more,
  });
  const { result, rerender } = renderHook(useComposer, { initialProps: props(3) });
  const model = () => result.current;
  const write = (text: string) => act(() => model().insert(text));
  const show = (id: number, more?: Partial<ComposerProps>) => rerender(props(id, more));
  return { ...on, drafts, model, write, show };
}

test('text is stored as a draft, sent once, and leaves an empty field', () => {
  const { model, write, drafts, onSend } = composer();
  act(() => void model().submit());
  write('   ');
  act(() => void model().submit());
  expect(onSend).not.toHaveBeenCalled();
  act(() => model().replace('Good morning'));
  expect(model().isEmpty).toBe(false);
  expect(drafts.get(3)).toBe('<p>Good morning</p>');
  act(() => void model().submit());
  expect(onSend.mock.calls).toEqual([['<p>Good morning</p>', { type: 'html', isSilent: false }]]);
  expect([model().isEmpty, drafts.get(3)]).toEqual([true, '']);
});

test('each conversation has its own draft, full screen and undo history', () => {
  const { model, write, drafts, show } = composer();
  drafts.set(4, '<p>to the others</p>');
  write('to you');
  act(() => model().setFull(true));
  show(4);
  expect([model().editor.getText(), model().isFull]).toEqual(['to the others', false]);
  expect(model().editor.can().undo()).toBe(false);
  show(3);
  expect(model().editor.getText()).toBe('to you');
});

test('editing shows the message and keeps the draft for afterwards', () => {
  const { model, write, drafts, show, onSend } = composer();
  write('half a thought');
  show(3, { editing: message(7, '<p>said</p>') });
  expect(model().editor.getText()).toBe('said');
  write(', more');
  expect(drafts.get(3)).toBe('<p>half a thought</p>');
  show(3);
  expect(model().editor.getText()).toBe('half a thought');
  // Markdown stays Markdown, however plain it looks.
  show(3, { editing: message(8, 'plain', 'md') });
  act(() => void model().submit());
  expect(onSend.mock.calls).toEqual([['plain', { type: 'md', isSilent: false }]]);
});

test('a draft of another device replaces the text', () => {
  const { model, write, drafts, show } = composer();
  write('here');
  drafts.set(3, '<p>from the phone</p>');
  show(3, { replaced: 1 });
  expect(model().editor.getText()).toBe('from the phone');
});

test('a sign for a mention is set apart from the word before it', async () => {
  const { model, write } = composer();
  write('Ask');
  act(() => model().call('@'));
  expect(model().editor.getText()).toBe('Ask @');
  await waitFor(() => expect(model().mention).toMatchObject({ sign: '@', query: '' }));
});
