import { within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { client } from '#sync/session.ts';
import { storedInput } from '#sync/store/useStoredInput.ts';
import { LOST, open, pause, refused, serve } from '#testing/stage.tsx';
import { useNotices } from '#ui/overlays/notices.ts';
import { firstDay } from './periodWords.ts';
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

const received = (id: number, at: string, read_at: string | null) => ({
  ...{ id, title: `Day ${id}`, type: 'daily', userid: 7, created_at: at, updated_at: at, receives: [1] },
  ...{
    receives_user: [],
    excerpt: `Beam ${id}`,
    user: { userid: 7, nickname: 'Bo', userimg: '' },
    receive_at: at,
    read_at,
  },
});

test('unread reports come first and stay there while they are read; keys go through them', async () => {
  const old = '2020-03-02 10:00:00';
  const all = [received(9, old, old), received(8, old, null), received(7, old, null)];
  const server = serve({ ...answers, 'report/receive': () => page(all) });
  const { screen, user } = await shown('/manage/report');
  const headings = async () => {
    await screen.findByRole('heading', { name: 'Unread' });
    return screen.getAllByRole('region').flatMap((each) => each.getAttribute('aria-label') ?? []);
  };
  expect(await headings()).toEqual(expect.arrayContaining(['Unread', 'Earlier']));
  const titles = () => screen.getAllByRole('link', { name: /Beam/ }).map((each) => each.textContent);
  expect(titles()).toEqual([/Day 8/, /Day 7/, /Day 9/].map((each) => expect.stringMatching(each)));
  all.splice(1, 1, received(8, old, old));
  server.answers['report/detail'] = { ...received(8, old, old), sign: '1', content: '', ai_analysis: null };
  screen.getByRole('link', { name: /Day 8/ }).focus();
  await user.keyboard('{Enter}');
  expect(await screen.findByRole('article', { name: 'Day 8' })).toBeTruthy();
  expect(titles()[0]).toContain('Day 8');
});

test('without an open report, the pane offers to write one and shows who has reported', async () => {
  const now = `${new Date().toISOString().slice(0, 10)} 00:00:00`;
  serve({ ...answers, 'report/my': page([received(4, now, null)]), 'report/receive': page([received(8, now, now)]) });
  const { screen, user } = await shown('/manage/report');
  const own = within(await screen.findByRole('region', { name: 'Your last reports' }));
  expect(await own.findByRole('link', { name: /Day 4/ })).toBeTruthy();
  expect(own.getByText('Last four weeks: 1 daily, 0 weekly')).toBeTruthy();
  expect(await screen.findByRole('region', { name: 'From your team this week' })).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Write daily report' }));
  expect(await screen.findByRole('textbox', { name: 'Title' })).toBeTruthy();
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

test('a draft by an assistant leaves what was entered meanwhile, and a sent report alone', async () => {
  const drafted = [Promise.withResolvers<object>(), Promise.withResolvers<object>()];
  let turn = 0;
  const server = serve({
    ...answers,
    'assistant/report': () => drafted[turn++]?.promise,
    'report/store': { id: 4 },
  });
  client.setting = { ...client.setting, assistant: 'open' } as never;
  const { screen, user } = await shown('/manage/report/daily');
  const title = await screen.findByRole<HTMLInputElement>('textbox', { name: 'Title' });
  await user.click(screen.getByRole('button', { name: 'Draft with AI' }));
  await user.type(title, ' in short');
  drafted[0]?.resolve({ html: '<p>All done</p>' });
  expect(await screen.findByText('All done')).toBeTruthy();
  expect(title.value).toBe('Day 17 in short');

  await user.click(screen.getByRole('button', { name: 'Draft with AI' }));
  await user.click(screen.getByRole('button', { name: 'Send report' }));
  await expect.poll(() => server.inputsOf('report/store')).toMatchObject([{ content: '<p>All done</p>' }]);
  await expect.poll(() => storedInput('report.daily.' + firstDay('daily', 0))).toBeUndefined();
  drafted[1]?.resolve({ html: '<p>Too late</p>' });
  await pause();
  await pause();
  expect(storedInput('report.daily.' + firstDay('daily', 0))).toBeUndefined();
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

test('a receiver has a report analyzed, keeps the last answer through a failure, and asks again', async () => {
  const detail = {
    ...{
      id: 5,
      type: 'daily',
      title: 'Day 17',
      sign: '1',
      userid: 9,
      user: { userid: 9, nickname: 'Cy', userimg: '' },
    },
    ...{ content: '<p>Hull: half</p>', created_at: '2026-03-17 16:00:00', updated_at: '2026-03-17 16:00:00' },
    ...{ receives: [1], receives_user: [], receive_at: '2026-03-17 16:00:00', ai_analysis: null },
  };
  const server = serve({
    ...answers,
    'report/detail': detail,
    'assistant/analysis': { text: 'The hull is **late**', model: 'small' },
    'report/analysave': (input: object) => ({ ...input, updated_at: '2026-03-17 17:00:00' }),
  });
  client.setting = { ...client.setting, assistant: 'open' } as never;
  const { screen, user } = await shown('/manage/report/5');
  const part = within(await screen.findByRole('region', { name: 'AI analysis' }));
  await user.type(part.getByRole('textbox', { name: /want to know/ }), 'Is it late?');
  await user.click(part.getByRole('button', { name: 'Analyze with AI' }));
  expect((await part.findByText('late')).tagName).toBe('STRONG');
  expect(part.getByText(/small · .*Only you can see it/)).toBeTruthy();
  expect(server.inputsOf('assistant/analysis')).toEqual([{ content: '<p>Hull: half</p>', focus: 'Is it late?' }]);
  expect(server.inputsOf('report/analysave')).toMatchObject([{ id: 5, text: 'The hull is **late**', model: 'small' }]);

  server.answers['assistant/analysis'] = refused('The limit is used up.');
  await user.click(part.getByRole('button', { name: 'Analyze again' }));
  expect(await part.findByText('The limit is used up.')).toBeTruthy();
  expect(part.getByText('late')).toBeTruthy();
});
