import type { ClientDialog, ClientMessage } from '@atrium/client/store/rows.ts';
import type { Todo } from '@atrium/contract/chat/messages.ts';
import type { UserBasic } from '@atrium/contract/people/users.ts';
import { fireEvent } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { nowDate } from '#sync/clock.ts';
import { client } from '#sync/session.ts';
import { toWire } from '#sync/time.ts';
import { ME, open, serve } from '#testing/stage.tsx';
import { hourOf, reminderOf, reminderTime } from './reminders.ts';
import { TodoMark } from './TodoMark.tsx';
import { TodoModal } from './TodoModal.tsx';

const bo = { userid: 2, nickname: 'Bo', pinyin: '', email: '', userimg: '' } as UserBasic;
const rowOf = (userid: number, fields: Partial<Todo> = {}): Todo => ({
  id: userid,
  dialog_id: 5,
  msg_id: 7,
  userid,
  done_at: null,
  remind_at: null,
  reminded_at: null,
  ...fields,
});
const messageOf = (todo: number) => ({ id: 7, dialog_id: 5, todo, todo_done: 0 }) as ClientMessage;
const AT = '2031-05-06 07:08:00';

beforeEach(() => {
  client.store.base.user.put({ userid: ME, nickname: 'Ada', pinyin: '', email: '', userimg: '' } as UserBasic);
  client.store.base.user.put(bo);
  client.store.base.dialog.put({ id: 5, type: 'group', group_type: 'user' } as ClientDialog);
});

async function modal({ todo = 0, rows = [] as Todo[] }) {
  serve({ 'dialog/msg/todolist': rows });
  const mutate = vi.spyOn(client, 'mutate').mockResolvedValue({} as never);
  const { screen, user } = await open(
    <TodoModal message={messageOf(todo)} mayAskOthers me={ME} people={[bo]} onClose={() => undefined} />,
  );
  const save = async () => {
    await user.click(screen.getByRole('button', { name: 'Save' }));
    return mutate.mock.calls[0]?.[1] as Record<string, unknown>;
  };
  const field = screen.getByLabelText<HTMLSelectElement>('Reminder');
  return { screen, user, save, field };
}

test('a to-do is set without a reminder, or with one in the reader’s local time', async () => {
  const plain = await modal({});
  expect(await plain.save()).toEqual({ msg_id: 7, type: 'all' });
  vi.restoreAllMocks();
  document.body.innerHTML = '';
  const { user, field, save } = await modal({});
  await user.selectOptions(field, 'tomorrow');
  expect(await save()).toEqual({ msg_id: 7, type: 'all', remind_at: toWire(hourOf(nowDate(), 9, 1)) });
});

test('offered times are in an hour, at eight in the evening, and at nine the next morning', () => {
  const now = new Date(2031, 0, 31, 15, 30);
  const at = (choice: 'hour' | 'tonight' | 'tomorrow' | 'none') => reminderTime({ choice, at: null }, now);
  expect([at('hour'), at('tonight'), at('tomorrow'), at('none')]).toEqual([
    new Date(2031, 0, 31, 16, 30),
    new Date(2031, 0, 31, 20),
    new Date(2031, 1, 1, 9),
    null,
  ]);
});

test('the evening is not offered once it has begun', async () => {
  const clock = vi.spyOn(Date, 'now');
  const offered = async (hour: number) => {
    clock.mockReturnValue(new Date(2031, 0, 31, hour).getTime());
    const { field } = await modal({});
    const choices = [...field.options].map((option) => option.value);
    document.body.innerHTML = '';
    return choices;
  };
  expect(await offered(19)).toEqual(['none', 'hour', 'tonight', 'tomorrow', 'custom']);
  expect(await offered(20)).toEqual(['none', 'hour', 'tomorrow', 'custom']);
});

test('an existing reminder is shown, saved unchanged, and removed by choosing none', async () => {
  const rows = [rowOf(ME, { remind_at: AT }), rowOf(2, { remind_at: AT })];
  const kept = await modal({ todo: ME, rows });
  await vi.waitFor(() => expect(kept.field.value).toBe('custom'));
  expect(await kept.screen.findByLabelText('Reminder time')).toBeTruthy();
  expect(await kept.save()).toMatchObject({ userids: [ME, 2], remind_at: AT });
  vi.restoreAllMocks();
  document.body.innerHTML = '';
  const { user, field, save } = await modal({ todo: ME, rows });
  await vi.waitFor(() => expect(field.value).toBe('custom'));
  await user.selectOptions(field, 'none');
  expect(await save()).toMatchObject({ userids: [ME, 2], remind_at: '' });
});

test('different reminders per person are preserved on saving; a past time is not saved', async () => {
  const rows = [rowOf(ME, { remind_at: AT }), rowOf(2)];
  expect(reminderOf(rows).isShared).toBe(false);
  const mixed = await modal({ todo: ME, rows });
  await vi.waitFor(() => expect(mixed.field.value).toBe('custom'));
  expect(await mixed.save()).toEqual({ msg_id: 7, type: 'user', userids: [ME, 2] });
  vi.restoreAllMocks();
  document.body.innerHTML = '';
  const late = '2001-05-06 07:08:00';
  const { screen, field } = await modal({ todo: ME, rows: [rowOf(ME, { remind_at: late })] });
  await vi.waitFor(() => expect(field.value).toBe('custom'));
  expect(await screen.findByText('This time is in the past.')).toBeTruthy();
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Save' }).disabled).toBe(true);
});

test('the popover shows each person’s reminder and removes it', async () => {
  const rows = [
    rowOf(ME, { remind_at: AT }),
    rowOf(2, { remind_at: '2031-05-07 07:08:00' }),
    rowOf(3, { remind_at: AT, done_at: '2026-01-01 00:00:00' }),
    rowOf(4, { remind_at: '2026-01-01 00:00:00', reminded_at: '2026-01-01 00:00:00' }),
  ];
  serve({ 'dialog/msg/todolist': rows });
  const mutate = vi.spyOn(client, 'mutate').mockResolvedValue([] as never);
  const { screen } = await open(<TodoMark message={messageOf(ME)} onEdit={() => undefined} />);
  fireEvent.click(screen.getByRole('button', { name: 'To-do' }));
  const cancels = await screen.findAllByRole('button', { name: /^Cancel reminder: / });
  expect(cancels).toHaveLength(2);
  expect(screen.getAllByText(/ · Bo$/)).toHaveLength(1);
  fireEvent.click(cancels[1] as HTMLElement);
  expect(mutate.mock.calls[0]?.[1]).toEqual({ msg_id: 7, userids: [2], remind_at: '' });
  expect(screen.getAllByRole('button', { name: /^Cancel reminder: / })).toHaveLength(1);
});
