import type { MeetingPlan } from '@atrium/contract/chat/meetingPlans.ts';
import type { UserBasic } from '@atrium/contract/people/users.ts';
import { act, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { requestMeeting, useMeeting } from '#entities/meeting/meeting.ts';
import { client } from '#sync/session.ts';
import { open, refused, serve } from '#testing/stage.tsx';
import { useQuestion } from '#ui/overlays/ask.ts';
import { Meetings } from './Meetings.tsx';

const plan: MeetingPlan = {
  id: 7,
  meetingid: '12345678901',
  name: 'Crane review',
  userid: 1,
  start_at: '2030-03-01 09:00:00',
  end_at: '2030-03-01 09:45:00',
  repeat: 'week',
  until_at: '2030-04-01 00:00:00',
  timezone: 'Asia/Tokyo',
  userids: [2],
  emails: ['cleo@example.com'],
};
let server: ReturnType<typeof serve>;
beforeEach(() => {
  server = serve({
    'users/meeting/plan/save': plan,
    'users/meeting/plan/one': plan,
    'users/meeting/plan/delete': {},
    'users/meeting/busy': { list: [] },
  });
  useMeeting.setState({ wish: null, inside: '' });
  client.store.base.user.put({ userid: 2, nickname: 'Bo', email: '', userimg: '', bot: 0 } as unknown as UserBasic);
});

test('a meeting is planned with a topic, and a refusal keeps what was entered', async () => {
  const { screen, user } = await open(<Meetings />);
  await act(async () => requestMeeting({ kind: 'plan' }));
  await user.click(await screen.findByRole('button', { name: 'Save' }));
  expect(screen.getByRole('alert').textContent).toBe('Enter a topic.');
  await user.type(screen.getByRole('textbox', { name: 'Topic' }), 'Tides');
  server.answers['users/meeting/plan/save'] = refused('Choose another time.');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await expect.poll(() => screen.getByRole('alert').textContent).toBe('Choose another time.');
  server.answers['users/meeting/plan/save'] = plan;
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await expect.poll(() => useMeeting.getState().wish).toBeNull();
  const [first, saved] = server.inputsOf('users/meeting/plan/save');
  expect(saved).toEqual(first);
  expect(saved).toMatchObject({ name: 'Tides', minutes: 30, repeat: 'never', userids: [], emails: [] });
  expect(saved).not.toHaveProperty('until_at');
});

test('a planned meeting is changed or, after a question, canceled', async () => {
  const { screen, user } = await open(<Meetings />);
  await act(async () => requestMeeting({ kind: 'plan', planId: 7 }));
  const topic = await screen.findByRole<HTMLInputElement>('textbox', { name: 'Topic' });
  expect(topic.value).toBe('Crane review');
  // Its rhythm stays in the zone in which it was planned.
  screen.getByText('Keeps its time in Asia/Tokyo when clocks change.');
  await user.clear(topic);
  await user.type(topic, 'Cranes');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await expect
    .poll(() => server.inputsOf('users/meeting/plan/save'))
    .toEqual([
      {
        ...{ id: 7, name: 'Cranes', start_at: plan.start_at, minutes: 45, repeat: 'week', until_at: '2030-04-01' },
        timezone: 'Asia/Tokyo',
        ...{ userids: [2], emails: ['cleo@example.com'] },
      },
    ]);
  await act(async () => requestMeeting({ kind: 'plan', planId: 7 }));
  await user.click(await screen.findByRole('button', { name: 'Cancel meeting' }));
  expect(server.inputsOf('users/meeting/plan/delete')).toEqual([]);
  expect(useQuestion.getState().question?.title).toBe('Cancel “Crane review”?');
  await act(async () => useQuestion.getState().question?.answer(true));
  await expect.poll(() => server.inputsOf('users/meeting/plan/delete')).toEqual([{ id: 7 }]);
});

test('a rhythm of weekdays in the month is offered where it fits, and follows the day', async () => {
  const { screen, user } = await open(<Meetings />);
  // A Friday, the first of its month and not the last.
  await act(async () => requestMeeting({ kind: 'plan', planId: 7 }));
  await user.click(await screen.findByRole('combobox', { name: 'Repeats' }));
  const options = screen.getAllByRole('option').map(({ textContent }) => textContent);
  expect(options).toContain('Every month on the first Friday');
  expect(options).not.toContain('Every month on the last Friday');
  await user.click(screen.getByRole('option', { name: 'Every month on the first Friday' }));
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await expect.poll(() => server.inputsOf('users/meeting/plan/save')[0]?.['repeat']).toBe('monthweek');
});

test('one date of a series gets another time', async () => {
  server.answers['users/meeting/plan/date'] = {};
  const { screen, user } = await open(<Meetings />);
  const date = {
    ...{ plan_id: 7, at: '2030-03-08 09:00:00', meetingid: plan.meetingid, name: plan.name, userid: 1 },
    ...{ start_at: '2030-03-08 09:00:00', end_at: '2030-03-08 09:45:00', repeat: 'week' as const },
  };
  await act(async () => requestMeeting({ kind: 'date', date }));
  const form = await screen.findByRole('dialog', { name: 'Move this date' });
  await user.click(within(form).getByRole('combobox', { name: 'Duration' }));
  await user.click(await screen.findByRole('option', { name: /60/ }));
  await user.click(within(form).getByRole('button', { name: 'Save' }));
  const moved = { id: 7, at: date.at, start_at: date.start_at, minutes: 60 };
  await expect.poll(() => server.inputsOf('users/meeting/plan/date')).toEqual([moved]);
  await expect.poll(() => useMeeting.getState().wish).toBeNull();
});

test('a chat’s permanent room is opened instead of a new meeting', async () => {
  server.answers['users/meeting/open'] = refused('Not now.');
  const { screen, user } = await open(<Meetings />);
  client.store.base.dialog.put({ id: 5, type: 'group', name: 'Tide team' } as never);
  await act(async () => requestMeeting({ kind: 'create', dialogId: 5 }));
  await user.click(await screen.findByRole('switch', { name: /permanent room/ }));
  expect(screen.queryByRole('textbox', { name: 'Topic' })).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Start meeting' }));
  await expect
    .poll(() => server.inputsOf('users/meeting/open'))
    .toEqual([{ type: 'room', dialog_id: 5, name: 'Tide team' }]);
});

test('the form says who is busy then and offers the next times at which everybody is free', async () => {
  // 9:00 to 9:45 on a Friday; work ends before the evening in every time zone of the tests.
  server.answers['users/meeting/busy'] = {
    list: [{ userid: 2, kind: 'meeting', start_at: '2030-03-01 08:30:00', end_at: '2030-03-01 10:00:00' }],
  };
  const { screen, user } = await open(<Meetings />);
  await act(async () => requestMeeting({ kind: 'plan', planId: 7 }));
  await screen.findByText('Busy at this time: Bo');
  expect(server.inputsOf('users/meeting/busy')[0]).toMatchObject({ userids: [1, 2], plan_id: 7 });
  const times = screen.getByRole('group', { name: 'Next free times' });
  const [next] = [...times.querySelectorAll('button')];
  expect(times.querySelectorAll('button')).toHaveLength(3);
  if (next) await user.click(next);
  await screen.findByText('Everyone is free at this time.');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await expect.poll(() => server.inputsOf('users/meeting/plan/save')).toHaveLength(1);
  const [saved] = server.inputsOf('users/meeting/plan/save');
  expect(String(saved?.['start_at']) >= '2030-03-01 10:00:00').toBe(true);
});
