import type { InboxItem } from '@atrium/contract/workspace/inbox.ts';
import { act } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { loadInbox, restoreInbox, useInboxStore } from '#entities/inbox/inbox.ts';
import { client } from '#sync/session.ts';
import { LOST, open, serve } from '#testing/stage.tsx';
import { InboxScreen } from './InboxScreen.tsx';
import { snoozeChoices } from './snooze.ts';
import type { Subject } from './subject.ts';

afterEach(() => useInboxStore.setState({ open: null, hasFailed: false, hasMore: false, pages: 1, pending: [] }));

const item = (id: number, more: Partial<InboxItem>): InboxItem => ({
  ...{ id, kind: 'mention', userid: 0, title: `Item ${id}`, text: '', dialog_id: 0, msg_id: 0, task_id: 0 },
  ...{ project_id: 0, approval_id: 0, end_at: null, is_unread: true, at: '2026-01-05 10:00:00' },
  ...{ done_at: null, snooze_until: null },
  ...more,
});
const items = [
  item(1, { dialog_id: 7, msg_id: 70, title: 'Crew' }),
  item(2, { kind: 'assigned', task_id: 5, title: 'Paint' }),
  item(3, { kind: 'approval', approval_id: 9, title: 'Travel' }),
];

async function stage() {
  // Without an answer the list shows the change alone.
  const mutate = vi.spyOn(client, 'mutate').mockReturnValue(new Promise(() => undefined));
  mutate.mockClear();
  const changes = () => mutate.mock.calls.map(([, input]) => input);
  serve({ 'users/inbox/list': { list: items, has_more: false } });
  useInboxStore.setState({ open: items });
  const onOpen = vi.fn();
  const show = ({ kind, id, position }: Subject) => <p>{`${kind} ${id} ${position}`}</p>;
  return { changes, onOpen, ...(await open(<InboxScreen show={show} onOpen={onOpen} onBack={vi.fn()} />)) };
}

test('an item is read when it is chosen, done is taken back, and the next one takes its place', async () => {
  const { changes, screen, user, onOpen } = await stage();
  await user.click(screen.getByRole('button', { name: /^Crew/ }));
  expect(await screen.findByText('dialog 7 70')).toBeTruthy();
  expect(changes()).toEqual([{ ids: [1], read: true }]);
  await user.keyboard('{ArrowDown}');
  expect(await screen.findByText('task 5 0')).toBeTruthy();
  await expect.poll(() => document.activeElement?.textContent).toContain('Paint');
  await user.keyboard('{Enter}');
  expect(onOpen).toHaveBeenCalledWith({ kind: 'task', id: 5, position: 0 });
  await user.click(screen.getByRole('button', { name: /^Done/ }));
  expect(await screen.findByText('approval 9 0')).toBeTruthy();
  expect(changes()).toContainEqual({ ids: [2], done: true });
});

test('the list is narrowed to one kind', async () => {
  const { screen, user } = await stage();
  await user.click(screen.getByRole('button', { name: 'All' }));
  await user.click(await screen.findByRole('menuitem', { name: /^Approvals/ }));
  await expect.poll(() => screen.queryByRole('button', { name: /^Crew/ })).toBeNull();
  expect(screen.getByRole('button', { name: /^Travel/ })).toBeTruthy();
  expect(screen.getByText('Choose an item on the left.')).toBeTruthy();
  act(() => useInboxStore.setState({ open: [] }));
  await expect.poll(() => screen.queryByText('Choose an item on the left.')).toBeNull();
});

test('snoozed items return later today, tomorrow or on Monday, by the reader’s clock', () => {
  const at = (now: Date) => snoozeChoices(now).map(({ choice, at: time }) => [choice, time.getDate(), time.getHours()]);
  // Thursday, 26 November 2026.
  expect(at(new Date(2026, 10, 26, 10))).toEqual([
    ['later', 26, 13],
    ['tomorrow', 27, 9],
    ['week', 30, 9],
  ]);
  expect(at(new Date(2026, 10, 30, 21))).toEqual([
    ['tomorrow', 1, 9],
    ['week', 7, 9],
  ]);
});

test('older items are read on demand, and the last list is shown without a network', async () => {
  const many = Array.from({ length: 200 }, (_, index) => item(1000 - index, { task_id: 5 }));
  const server = serve({
    'users/inbox/list': ({ before_id }: { before_id?: number }) =>
      before_id ? { list: [item(5, { title: 'Long ago' })], has_more: false } : { list: many, has_more: true },
  });
  await loadInbox();
  const show = () => null;
  const { screen, user } = await open(<InboxScreen show={show} onOpen={vi.fn()} onBack={vi.fn()} />);
  await user.click(screen.getByRole('button', { name: 'Show more' }));
  expect(await screen.findByRole('button', { name: /^Long ago/ })).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Show more' })).toBeNull();
  expect(server.inputsOf('users/inbox/list').at(-1)).toEqual({ state: 'open', before_id: 801 });

  server.answers['users/inbox/list'] = LOST;
  useInboxStore.setState({ open: null });
  await restoreInbox();
  expect(useInboxStore.getState().open).toHaveLength(200);
});
