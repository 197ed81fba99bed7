import type { ClientDialog, ClientMessage } from '@atrium/client/store/rows.ts';
import { act } from '@testing-library/react';
import { closeHistory } from '@tiptap/pm/history';
import type { Editor } from '@tiptap/react';
import { useState } from 'react';
import { beforeEach, expect, test } from 'vitest';
import { ME, open, serve } from '#testing/stage.tsx';
import { Composer } from './Composer.tsx';

// jsdom lacks this: the editor measures its text.
const box = () => new DOMRect(10, 10, 10, 10);
Range.prototype.getBoundingClientRect = box;
Range.prototype.getClientRects = () => [box()] as unknown as DOMRectList;
document.elementFromPoint = () => null;

const NAMES: Record<number, string> = { 3: 'Plans', 4: 'Lunch' };
const dialog = (id: number) => ({ id, type: 'group', group_type: 'user', owner_id: ME, link_id: 0 }) as ClientDialog;

beforeEach(() => serve({}));

/** The field under two conversations, each with a draft. */
async function stage(drafts: Record<number, string>, edits: Record<number, ClientMessage> = {}) {
  const nothing = () => {};
  function Both() {
    const [id, setId] = useState(3);
    return (
      <>
        <button type="button" onClick={() => setId(id === 3 ? 4 : 3)}>
          The other one
        </button>
        <Composer
          placeholder={NAMES[id] ?? ''}
          draft={() => drafts[id] ?? ''}
          dialog={dialog(id)}
          people={[]}
          reply={null}
          editing={edits[id] ?? null}
          isMuted={false}
          extras={[]}
          onDraft={(html) => {
            drafts[id] = html;
          }}
          onCancel={nothing}
          onFiles={nothing}
          onVoice={nothing}
          onAttach={nothing}
          onEditLast={nothing}
          onSend={nothing}
        />
      </>
    );
  }
  const { user, screen } = await open(<Both />);
  const field = (name: string) => screen.getByRole('textbox', { name }) as HTMLElement & { editor: Editor };
  const turn = async () => {
    const before = screen.getByRole('textbox').getAttribute('aria-label');
    await user.click(screen.getByRole('button', { name: 'The other one' }));
    await screen.findByRole('textbox', { name: before === 'Plans' ? 'Lunch' : 'Plans' });
  };
  const write = (name: string, text: string) =>
    act(async () => void field(name).editor.chain().focus('end').insertContent(text).run());
  return { screen, field, turn, write };
}

test('each conversation restores its own text in the shared field', async () => {
  const drafts: Record<number, string> = { 4: '<p>Noodles?</p>' };
  const { screen, field, turn, write } = await stage(drafts);
  await write('Plans', 'On Friday');
  const element = field('Plans');
  expect(screen.getByRole('button', { name: 'Send' })).toHaveProperty('disabled', false);
  await turn();
  expect(field('Lunch')).toBe(element);
  expect(field('Lunch').textContent).toBe('Noodles?');
  await write('Lunch', ' Soup?');
  await turn();
  expect(field('Plans').textContent).toBe('On Friday');
  expect(drafts).toEqual({ 3: '<p>On Friday</p>', 4: '<p>Noodles? Soup?</p>' });
});

test('undo does not bring back text of another conversation', async () => {
  const { field, turn, write } = await stage({ 3: '<p>Between us:</p>' });
  await write('Plans', ' a secret');
  await turn();
  await act(async () => void field('Lunch').editor.commands.undo());
  expect(field('Lunch').textContent).toBe('');
  await write('Lunch', 'Soup');
  await act(async () => void field('Lunch').editor.commands.undo());
  expect(field('Lunch').textContent).toBe('');
});

test('an edit belongs to its conversation, and the other one’s draft is untouched', async () => {
  const edited = { id: 9, msg: { text: '<p>As it was sent</p>' } } as unknown as ClientMessage;
  const drafts: Record<number, string> = { 4: '<p>Noodles?</p>' };
  const { field, turn } = await stage(drafts, { 3: edited });
  expect(field('Plans').textContent).toBe('As it was sent');
  await turn();
  expect(field('Lunch').textContent).toBe('Noodles?');
  await turn();
  expect(field('Plans').textContent).toBe('As it was sent');
  expect(drafts).toEqual({ 4: '<p>Noodles?</p>' });
});

test('an empty field names its conversation and has no undo history from another one', async () => {
  const { field, turn, write } = await stage({});
  const said = (name: string) => field(name).querySelector('[data-placeholder]')?.getAttribute('data-placeholder');
  expect(said('Plans')).toBe('Plans');
  await turn();
  expect(said('Lunch')).toBe('Lunch');
  await write('Lunch', 'a secret');
  const { view, commands } = field('Lunch').editor;
  // As after a pause: the deletion is a separate undo step.
  await act(async () => view.dispatch(closeHistory(view.state.tr)));
  await act(async () => void commands.clearContent(true));
  await turn();
  await act(async () => void field('Plans').editor.commands.undo());
  expect(field('Plans').textContent).toBe('');
  expect(said('Plans')).toBe('Plans');
});
