import { expect, test } from 'vitest';
import { open, serve } from '#testing/stage.tsx';
import { MeetingCard } from './MeetingCard.tsx';

const date = {
  ...{ plan_id: 7, at: '2020-03-06 09:00:00', meetingid: '12345678901', name: 'Crane review', userid: 1 },
  ...{ start_at: '2020-03-06 09:00:00', end_at: '2020-03-06 09:45:00', repeat: 'week' as const },
};
const at = { left: 0, top: 0, width: 10, height: 10 };

test('a host changes a series at a past date of it', async () => {
  serve({});
  const { screen } = await open(<MeetingCard date={date} at={at} onClose={() => undefined} />);
  expect(await screen.findByRole('button', { name: 'Edit series' })).toBeTruthy();
});

test('nobody changes a meeting that is over', async () => {
  serve({});
  const { screen } = await open(<MeetingCard date={{ ...date, is_over: true }} at={at} onClose={() => undefined} />);
  expect(await screen.findByText('Crane review')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Edit series' })).toBeNull();
});
