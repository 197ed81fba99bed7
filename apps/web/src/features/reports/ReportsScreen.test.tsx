import { expect, test, vi } from 'vitest';
import { LOST, open, refused, serve } from '#testing/stage.tsx';
import { useNotices } from '#ui/overlays/notices.ts';
import { ReportsScreen } from './ReportsScreen.tsx';

const page = (data: object[] = []) => ({ data, last_page: 1 });
const proposal = (day: string) => ({
  time: `2026-03-${day}`,
  sign: `1-daily-2026-03-${day}`,
  title: `Day ${day}`,
  content: '<h2>Done</h2><p></p>',
});
const answers = {
  'report/my': page(),
  'report/receive': page(),
  'report/unread': { total: 0 },
  'report/template': ({ offset }: { offset?: number }) => proposal(String(17 - (offset ?? 0))),
  'report/last_submitter': [{ userid: 7, nickname: 'Bo', userimg: '' }],
  'users/basic': [],
  'report/detail': refused('Gone'),
};
const shown = (at: string) =>
  open(<ReportsScreen onPerson={vi.fn()} />, { path: '/manage/report/:reportId?/:action?', at });

test('a failed list shows an error and can be retried', async () => {
  const server = serve({ ...answers, 'report/receive': LOST });
  const { screen, user } = await shown('/manage/report');
  const again = await screen.findByRole('button', { name: 'Try again' });
  server.answers['report/receive'] = page();
  await user.click(again);
  expect(await screen.findByText('Reports that others send you appear here.')).toBeTruthy();
});

test('a refused report keeps its text, also after changing the day and back', async () => {
  const server = serve({ ...answers, 'report/store': refused('One of them is gone.') });
  const { screen, user } = await shown('/manage/report/daily');
  const title = await screen.findByRole<HTMLInputElement>('textbox', { name: 'Title' });
  expect(title.value).toBe('Day 17');
  await user.type(title, ' in short');
  await user.click(screen.getByRole('button', { name: 'Send report' }));
  expect(await screen.findByText('One of them is gone.')).toBeTruthy();
  expect(title.value).toBe('Day 17 in short');
  expect(server.inputsOf('report/store')).toMatchObject([
    { id: 0, sign: '1-daily-2026-03-17', receive: [7], title: 'Day 17 in short' },
  ]);

  // Another day has its own text, and this one's stays.
  await user.click(screen.getByRole('button', { name: 'Previous' }));
  expect(await screen.findByDisplayValue('Day 16')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Next' }));
  expect(await screen.findByDisplayValue('Day 17 in short')).toBeTruthy();
  server.answers['report/store'] = { id: 4 };
  await user.click(screen.getByRole('button', { name: 'Send report' }));
  await expect.poll(() => screen.queryByDisplayValue('Day 17 in short')).toBeNull();
});

test('without recipients a report is saved, and does not claim to be sent', async () => {
  const server = serve({ ...answers, 'report/last_submitter': [], 'report/store': { id: 4 } });
  const { screen, user } = await shown('/manage/report/daily');
  await user.click(await screen.findByRole('button', { name: 'Save without recipients' }));
  await expect.poll(() => server.inputsOf('report/store')).toMatchObject([{ id: 0, receive: [] }]);
  expect(useNotices.getState().list.at(-1)?.text).toBe('Report saved. Only you can see it until you add recipients.');
});

test('a report already sent is edited instead', async () => {
  const there = { ...proposal('17'), id: 5, content: '<p>It rained</p>' };
  const detail = { ...there, id: 5, type: 'daily', userid: 1, receives: [8], receives_user: [] };
  const server = serve({ ...answers, 'report/template': there, 'report/detail': detail, 'report/store': { id: 5 } });
  const { screen, user } = await shown('/manage/report/daily');
  expect(await screen.findByText('You’ve already sent this report. Changes update it.')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await expect.poll(() => server.inputsOf('report/store')).toMatchObject([{ id: 5, receive: [8] }]);
});
