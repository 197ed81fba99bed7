import type { UserBasic } from '@atrium/contract/people/users.ts';
import type { SettingsAnswer } from '@atrium/contract/workspace/settings.ts';
import { act, cleanup } from '@testing-library/react';
import { expect, test, vi } from 'vitest';

import { closeMeetingForm, useMeeting } from '#entities/meeting/meeting.ts';
import { openPerson } from '#features/messenger/messenger.actions.ts';
import { CommonGroupsModal } from '#features/person/CommonGroupsModal.tsx';
import { PersonModal } from '#features/person/PersonModal.tsx';
import { client } from '#sync/session.ts';
import { setMedia } from '#testing/media.ts';
import { LOST, open, refused, serve } from '#testing/stage.tsx';
import { useQuestion } from '#ui/overlays/ask.ts';
import { useOverlays } from './overlays.ts';

const bo = {
  userid: 2,
  nickname: 'Bo',
  email: 'bo@example.com',
  profession: 'Crane driver',
  department_name: 'Harbour',
  line_at: '2026-01-02 03:04:05',
  online: false,
  bot: 0,
  userimg: '',
} as unknown as UserBasic;

const nothing = { userid: 2, birthday: null, address: '', introduction: '', personal_tags: [], personal_tags_total: 0 };

async function card(
  fields: Partial<Record<keyof UserBasic, unknown>> = {},
  common: unknown = 3,
  extra = {},
  identity: string[] = [],
) {
  serve({ 'dialog/common/list': { total: common, data: [] }, 'users/extra': { ...nothing, ...extra } });
  client.store.base.user.put({ ...bo, ...fields } as UserBasic);
  const onChat = vi.fn();
  const { screen, user } = await open(
    <PersonModal userid={2} onClose={() => {}} onChat={onChat} onDialog={() => {}} />,
    { me: { identity } },
  );
  const chat = screen.getByRole<HTMLButtonElement>('button', { name: 'Start chat' });
  return { screen, user, onChat, chat };
}

// covers A2-46, A2-47, A9-07
test('a profile card identifies a person and opens a chat', async () => {
  const { screen, user, onChat, chat } = await card();
  expect(document.body.innerHTML).toContain('37.5rem');
  const text = screen.getByRole('dialog').textContent;
  for (const part of ['Bo', 'bo@example.com', 'Harbour', 'Crane driver', 'Last online']) expect(text).toContain(part);
  expect(await screen.findByRole('button', { name: '3 groups in common' })).toBeTruthy();
  await user.click(chat);
  expect(onChat).toHaveBeenCalledWith(2);
});

// covers A2-47, A6-02
test.each([
  ['Deleted', { delete_at: '2026-02-03 00:00:00', disable_at: '2026-02-03 00:00:00' }, true],
  ['Deactivated', { disable_at: '2026-02-03 00:00:00' }, false],
  ['Bot', { bot: 1 }, false],
])('%s is shown, and only deleted people have no chat button', async (word, fields, isBarred) => {
  const { screen, chat } = await card(fields);
  expect(screen.getAllByText(word).length).toBeGreaterThan(0);
  expect(chat.disabled).toBe(isBarred);
});

test('an administrator erases a person whose account was deleted', async () => {
  const { screen, user } = await card({ delete_at: '2026-02-03 00:00:00', email: '' }, 0, {}, ['admin']);
  const server = serve({ 'users/data/erase': {} });
  expect(screen.queryByText('Email')).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Erase all data' }));
  useQuestion.getState().question?.answer(true);
  await expect.poll(() => server.inputsOf('users/data/erase')).toEqual([{ userid: 2 }]);
});

test('a profile card shows the bio, and nothing where it is empty', async () => {
  const { screen } = await card({}, 0, { birthday: '1990-05-06', introduction: 'Ask me\nabout ropes.' });
  const { textContent } = await screen.findByRole('dialog');
  expect(textContent).toContain('Birthday');
  expect(textContent).toContain('6 May 1990');
  expect(textContent).toContain('Ask me\nabout ropes.');
  expect(textContent).not.toContain('Address');
});

test.each([
  [{ bot: 1 }, false],
  [{ delete_at: '2026-02-03 00:00:00' }, false],
  [{}, true],
])('only active people have tags: %o', async (fields, hasTags) => {
  const { screen } = await card(fields);
  expect(screen.queryByRole('button', { name: 'Add tag' }) !== null).toBe(hasTags);
});

// covers A5-06
test('an invalid count shows none', async () => {
  const { screen } = await card({}, 'many');
  expect(screen.queryByRole('button', { name: /in common/ })).toBeNull();
});

// covers A2-48
test('a card opens for a plain number only', () => {
  const { openPerson: show } = useOverlays.getState();
  for (const id of [Number('2x'), 2.5, -2, 0]) {
    show(id);
    expect(useOverlays.getState().personId).toBe(0);
  }
  show(2);
  expect(useOverlays.getState().personId).toBe(2);
  useOverlays.getState().closePerson();
});

// covers A8-10
test.each([
  [refused('You cannot talk to this person.'), 'You cannot talk to this person.'],
  [LOST, 'Request failed. Try again.'],
])('a chat that cannot be opened says why in a modal', async (answer, words) => {
  serve({ 'dialog/open/user': answer });
  const { screen } = await open(null);
  expect(await openPerson(9)).toBe(0);
  expect((await screen.findByRole('alert')).textContent).toBe(words);
});

// covers A2-49, A9-07
test('groups in common open 500 px wide with paging, full width on narrow windows', async () => {
  const page = (at: number) => ({
    data: [{ id: at, name: `Group ${at}`, people: at, type: 'group', group_type: 'user' }],
    total: 2,
    current_page: at,
    next_page_url: at === 1 ? '/next' : null,
  });
  serve({ 'dialog/common/list': ({ page: at }: Record<string, unknown>) => page(Number(at)) });
  const { screen, user } = await open(<CommonGroupsModal userid={2} onClose={() => {}} onDialog={() => {}} />);
  await user.click(await screen.findByRole('button', { name: 'Load more' }));
  expect(await screen.findByText('Group 2')).toBeTruthy();
  expect(screen.getByText('Group 1')).toBeTruthy();
  const box = screen.getByRole('dialog').closest('.mantine-Modal-root') as HTMLElement;
  expect(box.style.getPropertyValue('--modal-size')).toBe('calc(31.25rem * var(--mantine-scale))');
  expect(box.querySelector('[data-full-screen]') ?? box.closest('[data-full-screen]')).toBeNull();
  await act(async () => setMedia({ width: 575 }));
  expect(box.querySelector('[data-full-screen]') ?? box.closest('[data-full-screen]')).not.toBeNull();
});

test('a card starts a meeting with a person, not with a bot, a deleted person, or while meetings are off', async () => {
  const { screen, user } = await card();
  await user.click(screen.getByRole('button', { name: 'Meet' }));
  expect(useMeeting.getState().wish).toEqual({ kind: 'create', userids: [2] });
  closeMeetingForm();
  for (const fields of [{ bot: 1 }, { delete_at: '2026-01-01 00:00:00' }, { disable_at: '2026-01-01 00:00:00' }]) {
    cleanup();
    await card(fields);
    expect(screen.queryByRole('button', { name: 'Meet' })).toBeNull();
  }
  cleanup();
  client.setting = { meeting: 'close' } as SettingsAnswer;
  await card();
  expect(screen.queryByRole('button', { name: 'Meet' })).toBeNull();
  client.setting = null;
});
