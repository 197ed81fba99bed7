import type { ClientDialog } from '@atrium/client/store/rows.ts';
import type { UserBasic } from '@atrium/contract/people/users.ts';
import type { Task } from '@atrium/contract/projects/tasks.ts';
import { act, cleanup, fireEvent, waitFor, within } from '@testing-library/react';
import type { Editor } from '@tiptap/react';
import { createRef } from 'react';
import { beforeEach, expect, test, vi } from 'vitest';
import { client } from '#sync/session.ts';
import { ME, open, pause, serve } from '#testing/stage.tsx';
import { Composer } from './Composer.tsx';
import type { ComposerHandle } from './composing.ts';
// Parts that a page loads later, loaded here in advance.
import './FullInput.tsx';
import '#entities/message/editor/SelectionBar.tsx';

// jsdom lacks this: the editor measures its text.
const box = () => new DOMRect(10, 10, 10, 10);
Range.prototype.getBoundingClientRect = box;
Range.prototype.getClientRects = () => [box()] as unknown as DOMRectList;
document.elementFromPoint = () => null;

const person = (userid: number, nickname: string) =>
  ({ userid, nickname, email: `${nickname}@x.example`, pinyin: '', profession: '', userimg: '' }) as UserBasic;
const group = { id: 3, type: 'group', group_type: 'user', owner_id: ME, link_id: 0 } as ClientDialog;
const PEOPLE = [person(ME, 'Ada'), person(2, 'Bo')];

const nothing = () => {};
const bare: Parameters<typeof Composer>[0] = {
  placeholder: 'Message',
  draft: () => '',
  dialog: group,
  people: PEOPLE,
  reply: null,
  editing: null,
  isMuted: false,
  extras: [],
  onDraft: nothing,
  onCancel: nothing,
  onFiles: nothing,
  onVoice: nothing,
  onAttach: nothing,
  onEditLast: nothing,
  onSend: nothing,
};

async function field(props: Partial<Parameters<typeof Composer>[0]> = {}) {
  const onSend = vi.fn();
  const shown = await open(<Composer {...bare} onSend={onSend} {...props} />);
  const textbox = () => shown.screen.getByRole('textbox', { name: 'Message' }) as HTMLElement & { editor: Editor };
  const write = (text: string) => act(async () => void textbox().editor.chain().focus().insertContent(text).run());
  const select = (from: number, to: number) =>
    act(async () => void textbox().editor.chain().focus().setTextSelection({ from, to }).run());
  return { ...shown, textbox, write, select, onSend };
}

beforeEach(() => serve({ 'users/search': [] }));

// covers B5-08
test('text beyond the field’s maximum is cut off, never inside a character', async () => {
  const { write, textbox } = await field({ maxLength: 10 });
  await write('12345');
  await write('67890abc');
  expect(textbox().editor.getText()).toBe('1234567890');
  await act(async () => void textbox().editor.commands.setContent('<p>12345</p><p>6789😀 more</p>'));
  expect(textbox().editor.getText()).toBe('12345\n\n6789');
  cleanup();
  const free = await field();
  await free.write('x'.repeat(300));
  expect(free.textbox().editor.getText()).toHaveLength(300);
});

// covers B5-05, B5-06
test('formatting needs selected text, a link an address', async () => {
  const { user, screen, write, select, textbox, onSend } = await field();
  await write('plain words');
  await select(1, 6);
  const bar = within(await screen.findByRole('toolbar', { name: 'Format' }));
  await user.click(bar.getByRole('button', { name: 'Bold' }));
  expect(textbox().innerHTML).toContain('<strong>plain</strong>');
  await user.click(bar.getByRole('button', { name: 'Link' }));
  await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Link' }));
  await screen.findByText('Enter a link address.');
  await user.type(screen.getByRole('textbox', { name: 'Link address' }), 'javascript:alert(1){Enter}');
  await screen.findByText('Only web, email and phone links work here.');
  await user.clear(screen.getByRole('textbox', { name: 'Link address' }));
  await user.type(screen.getByRole('textbox', { name: 'Link address' }), 'atrium.example/a{Enter}');
  expect(textbox().innerHTML).toContain('href="https://atrium.example/a"');
  await user.click(screen.getByRole('button', { name: 'Send' }));
  expect(onSend.mock.calls[0]?.[0]).toBe('<p><strong><a href="https://atrium.example/a">plain</a></strong> words</p>');
});

test('the send button keeps the focus in the field', async () => {
  const { user, screen, write, textbox, onSend } = await field();
  await write('one');
  await user.click(screen.getByRole('button', { name: 'Send' }));
  expect(onSend).toHaveBeenCalledOnce();
  await waitFor(() => expect(document.activeElement).toBe(textbox()));
});

// covers B2-19, B5-05
test('in full-screen Enter breaks the line, formatting needs a selection, the button sends', async () => {
  const { user, screen, write, textbox, onSend } = await field();
  await write('one');
  await user.click(screen.getByRole('button', { name: 'Insert' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Expand editor' }));
  const whole = within(await screen.findByRole('dialog', { name: 'Message' }));
  expect(whole.getByRole('textbox', { name: 'Message' }).textContent).toBe('one');
  await user.click(whole.getByRole('button', { name: 'Italic' }));
  await screen.findByText('Select some text first.');
  expect(textbox().innerHTML).not.toContain('<em>');
  fireEvent.keyDown(textbox(), { key: 'Enter' });
  expect(onSend).not.toHaveBeenCalled();
  await user.click(whole.getByRole('button', { name: 'Send' }));
  expect(onSend).toHaveBeenCalledOnce();
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Message' })).toBeNull());
  expect(textbox().textContent).toBe('');
});

test('a name typed to its end is a mention; the focus moves at once, so that no letter is lost', async () => {
  const ref = createRef<ComposerHandle>();
  const people = [...PEOPLE, person(3, 'Bo Berg'), person(4, 'Cleo Diaz')];
  const { textbox, write, onSend, screen, user } = await field({ people, ref });
  act(() => ref.current?.focus());
  expect(document.activeElement).toBe(textbox());
  const press = (typed: string) =>
    act(async () => {
      const { view } = textbox().editor;
      const { from, to } = view.state.selection;
      const isTaken = view.someProp('handleTextInput', (take) => take(view, from, to, typed, () => view.state.tr));
      if (!isTaken) view.dispatch(view.state.tr.insertText(typed));
    });
  for (const [text, end] of [
    ['@all', ' '],
    ['and @cleo diaz', ','],
    ['not me@all', ' '],
    ['nor @Bo', ' '],
    ['now @Cl', 'eo Diaz too'],
  ] as const) {
    await write(text);
    await press(end);
  }
  await user.click(screen.getByRole('button', { name: 'Send' }));
  const mention = (id: number, name: string) =>
    `<span class="mention" data-denotation-char="@" data-id="${id}" data-value="${name}">@${name}</span>`;
  expect(onSend.mock.calls[0]?.[0]).toBe(
    `<p>${mention(0, 'Everyone')} and ${mention(4, 'Cleo Diaz')},not me@all nor @Bo now ${mention(4, 'Cleo Diaz')} too</p>`,
  );
});

const dialogWith = (id: number, userid: number, last_at: string) =>
  client.store.base.dialog.put({ id, type: 'user', dialog_user: { dialog_id: id, userid }, last_at } as never);

// covers B9-12, B7-10
test('outsiders are searched 30 at a time with a delay; up to five recent partners come first', async () => {
  for (const each of [11, 12, 13, 14, 15, 16]) {
    client.store.base.user.put(person(each, `Old${each}`));
    dialogWith(each, each, `2026-01-0${each - 10} 00:00:00`);
  }
  const times: number[] = [];
  const server = serve({
    'users/search': () => {
      times.push(performance.now());
      return [person(30, 'Olga'), person(2, 'Bo'), person(16, 'Old16')];
    },
  });
  const { screen, write, textbox } = await field();
  const began = performance.now();
  await write('@o');
  const panel = within(await screen.findByRole('listbox', { name: 'Mention someone' }));
  await panel.findByText('Olga');
  expect((times[0] ?? 0) - began).toBeGreaterThan(295);
  expect(server.inputsOf('users/search')).toEqual([{ keys: { key: 'o', bot: 2 }, state: 1, take: 30 }]);
  const outside = within(panel.getByRole('group', { name: 'Not in this chat' })).getAllByRole('option');
  expect(outside.map((each) => each.querySelector('.truncate')?.textContent)).toEqual([
    ...['Old16', 'Old15', 'Old14', 'Old13', 'Old12'],
    'Olga',
  ]);
  // Cached results are there at once, and refreshed later.
  await act(async () => void textbox().editor.commands.clearContent());
  const again = performance.now();
  await write('@o');
  await screen.findByText('Olga');
  expect(times).toHaveLength(1);
  await waitFor(() => expect(times).toHaveLength(2), { timeout: 3000 });
  expect((times[1] ?? 0) - again).toBeGreaterThan(595);
});

test('without the right to invite only members are offered, and a space ends a mention', async () => {
  const server = serve({ 'users/search': [person(30, 'Olga')] });
  const { screen, write } = await field({ dialog: { ...group, owner_id: 2 } });
  await write('@');
  const panel = within(await screen.findByRole('listbox', { name: 'Mention someone' }));
  const names = panel.getAllByRole('option').map((each) => each.querySelector('.truncate')?.textContent);
  expect(names).toEqual(['Everyone', 'Ada', 'Bo']);
  await new Promise((resolve) => setTimeout(resolve, 400));
  expect(server.inputsOf('users/search')).toEqual([]);
  await write('bo and');
  expect(screen.queryByRole('listbox', { name: 'Mention someone' })).toBeNull();
});

// covers B5-09
test('@ mentions people, # tasks, ~ files and % reports; a mention query has no white space', async () => {
  const report = { id: 6, title: 'Oak week', created_at: '2026-01-01 00:00:00' };
  const file = { id: 5, type: 'document', name: 'Oak', ext: 'md', updated_at: '2026-01-01 00:00:00' };
  serve({
    'users/search': [],
    'file/search': [file],
    'report/my': { data: [report], last_page: 1 },
    'report/receive': { data: [], last_page: 1 },
  });
  client.store.base.task.put({ id: 7, name: 'Oakum', project_id: 9, parent_id: 0, owner: 1, assist: 0 } as Task);
  const { screen, write, textbox } = await field({ people: [...PEOPLE, person(8, 'Oakley')] });
  const offered: Record<string, string> = {};
  for (const sign of ['@', '#', '~', '%', '&', '!']) {
    await act(async () => void textbox().editor.commands.clearContent());
    await write(`see ${sign}Oa`);
    const panel = await screen.findByRole('listbox', undefined, { timeout: 600 }).catch(() => null);
    if (!panel) continue;
    offered[sign] = `${panel.getAttribute('aria-label')}: ${panel.querySelector('.truncate')?.textContent}`;
    await write(' k');
    expect([sign, screen.queryByRole('listbox')]).toEqual([sign, null]);
  }
  expect(offered).toEqual({
    '@': 'Mention someone: Oakley',
    '#': 'Mention a task: Oakum',
    '~': 'Mention a file: Oak.md',
    '%': 'Mention a report: Oak week',
  });
});

test('a trigger without matches is plain text: Enter sends it', async () => {
  serve({ 'users/search': [], 'file/search': [] });
  for (const words of ['costs #4 or @nobody', 'about ~', 'room #4']) {
    const { screen, write, textbox, onSend } = await field();
    await write(words);
    await new Promise((resolve) => setTimeout(resolve, 400));
    expect(screen.queryByRole('listbox')).toBeNull();
    fireEvent.keyDown(textbox(), { key: 'Enter' });
    expect(onSend.mock.calls.map(([text]) => text)).toEqual([`<p>${words}</p>`]);
    cleanup();
  }
});

test('Markdown stays Markdown when edited, with mentions and leading spaces', async () => {
  const written = [
    '- one\n  - two\n\n    code',
    'Run `npm start`, please',
    'Run `npm start`,\n  <span class="mention user" data-id="2">@Bo</span>',
  ];
  for (const said of written) {
    const editing = { id: 7, userid: ME, type: 'text', mtype: 'text', msg: { type: 'md', text: said } } as never;
    const { textbox, onSend } = await field({ editing });
    expect(textbox().textContent).not.toContain('<span');
    fireEvent.keyDown(textbox(), { key: 'Enter' });
    expect(onSend.mock.calls).toEqual([[said, { type: 'md', isSilent: false }]]);
    cleanup();
  }
});

// covers B9-10
test('# lists tasks: the project’s open ones first, then the reader’s by due date, a hundred per group', async () => {
  const task = (id: number, fields: Partial<Task>) =>
    client.store.base.task.put({
      id,
      name: `T${id}`,
      project_id: 9,
      parent_id: 0,
      owner: 0,
      assist: 0,
      ...fields,
    } as Task);
  for (let id = 1; id <= 120; id++) task(id, {});
  task(130, { complete_at: '2026-01-01 00:00:00' });
  task(201, { project_id: 8, owner: 1, end_at: '2026-02-02 00:00:00' });
  task(202, { project_id: 8, owner: 1, end_at: '2026-01-01 00:00:00' });
  task(203, { project_id: 8, assist: 1 });
  const load = vi.spyOn(client.opened, 'openProject').mockResolvedValue();
  const close = vi.spyOn(client.opened, 'closeProject').mockReturnValue();
  const { screen, write, user, onSend } = await field({ dialog: { ...group, group_type: 'project', link_id: 9 } });
  await write('#');
  const panel = within(await screen.findByRole('listbox', { name: 'Mention a task' }));
  expect(load).toHaveBeenCalledWith(9);
  const namesIn = (name: string) =>
    within(panel.getByRole('group', { name }))
      .getAllByRole('option')
      .map((each) => each.textContent);
  expect(namesIn('Tasks of this project')).toHaveLength(100);
  expect(namesIn('Tasks of this project')[0]).toBe('T120');
  expect(namesIn('My tasks')).toEqual(['T202', 'T201']);
  expect(namesIn('Collaborating')).toEqual(['T203']);
  await write('T13');
  expect(namesIn('Tasks of this project')).toEqual(['T13', 'T130Completed']);
  fireEvent.mouseDown(panel.getByRole('option', { name: 'T13' }));
  await waitFor(() => expect(close).toHaveBeenCalledWith(9));
  await user.click(screen.getByRole('button', { name: 'Send' }));
  expect(onSend.mock.calls[0]?.[0]).toContain(
    '<span class="mention" data-denotation-char="#" data-id="13" data-value="T13">#T13</span>',
  );
});

test('checklists and colors are made in the field, sent in the stored form, and editable again', async () => {
  const { user, screen, write, select, textbox, onSend } = await field();
  await write('red fish');
  await select(1, 4);
  const bar = within(await screen.findByRole('toolbar', { name: 'Format' }));
  await user.click(bar.getByRole('button', { name: 'Color' }));
  await user.click(await screen.findByRole('button', { name: 'Red' }));
  expect(textbox().querySelector('span')?.textContent).toBe('red');
  await select(1, 9);
  await user.click(bar.getByRole('button', { name: 'Checklist' }));
  await user.click(textbox().querySelector('input[type="checkbox"]') as HTMLElement);
  await user.click(screen.getByRole('button', { name: 'Send' }));
  const sent = String(onSend.mock.calls[0]?.[0]);
  expect(sent).toBe('<ul><li data-list="checked"><p><span style="color: #e0413a">red</span> fish</p></li></ul>');
  cleanup();
  const editing = { id: 7, userid: ME, type: 'text', mtype: 'text', msg: { text: sent } } as never;
  const again = await field({ editing });
  expect((again.textbox().querySelector('input[type="checkbox"]') as HTMLInputElement).checked).toBe(true);
  await pause();
  await again.user.click(again.screen.getByRole('button', { name: 'Send' }));
  expect(again.onSend.mock.calls[0]?.[0]).toBe(sent);
});
