import type { YearReview } from '@atrium/contract/people/yearReview.ts';
import { expect, test, vi } from 'vitest';
import { open, serve } from '#testing/stage.tsx';
import { YearScreen } from './YearScreen.tsx';

const ada = { userid: 1, nickname: 'Ada', userimg: '' };
const review = (year: number, more: Partial<YearReview> = {}): YearReview => ({
  year,
  user: ada,
  hire_date: '2024-03-01 09:00:00',
  tenure_days: 400,
  latest_online_time: null,
  longest_chat_user: { userid: 2, nickname: 'Bo', userimg: '', chat_num: 1200 },
  chat_al_num: 3,
  file_created_num: 5,
  projects: [{ id: 7, name: 'Harbour', completed: 8 }],
  tasks: {
    total: 12,
    completed: 10,
    overtime: 1,
    longest_task: { id: 3, name: 'Cranes', seconds: 5 * 86_400 },
    fastest_task: { id: 4, name: 'Rope', seconds: 600 },
    month_completed_task: [0, 0, 2, 0, 8, 0, 0, 0, 0, 0, 0, 0],
  },
  ...more,
});
const NOTHING = {
  longest_chat_user: null,
  chat_al_num: 0,
  file_created_num: 0,
  projects: [],
  tasks: {
    ...{ total: 0, completed: 0, overtime: 0, longest_task: null, fastest_task: null },
    month_completed_task: Array(12).fill(0) as number[],
  },
};

test('a year shows its figures, leads to what they are about, and to the years before', async () => {
  const server = serve({
    'users/annual/report': ({ year }: { year: number }) => review(year, year === 2024 ? NOTHING : {}),
    'users/basic': [],
  });
  const on = { onBack: vi.fn(), onTask: vi.fn(), onProject: vi.fn(), onPerson: vi.fn() };
  const { screen, user } = await open(<YearScreen {...on} />, { path: '/manage/year', at: '/manage/year?year=2025' });
  expect(await screen.findByRole('heading', { name: 'Ada in 2025' })).toBeTruthy();
  expect(screen.getByText('90%')).toBeTruthy();
  expect(screen.getByText('May: 8')).toBeTruthy();
  expect(screen.getByText('Your best month was May.')).toBeTruthy();
  expect(screen.getByText('1,200 messages')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Cranes' }));
  await user.click(screen.getByRole('button', { name: 'Harbour' }));
  await user.click(screen.getByRole('button', { name: /Bo/ }));
  expect([on.onTask, on.onProject, on.onPerson].map((each) => each.mock.calls)).toEqual([[[3]], [[7]], [[2]]]);
  await user.click(screen.getByRole('button', { name: 'Previous year' }));
  expect(await screen.findByText('There is nothing to show for 2024 yet.')).toBeTruthy();
  expect(server.inputsOf('users/annual/report')).toMatchObject([{ year: 2025 }, { year: 2024 }]);
});

test('a young year says what there is, and leaves out what is empty', async () => {
  const counts = Array.from({ length: 12 }, (_, month) => (month === new Date().getMonth() ? 1 : 0));
  const only = { id: 3, name: 'Cranes', seconds: 86_400 };
  serve({
    'users/annual/report': ({ year }: { year: number }) =>
      review(year, {
        ...NOTHING,
        projects: [{ id: 7, name: 'Harbour', completed: 1 }],
        tasks: {
          ...{ total: 2, completed: 1, overtime: 0, longest_task: only, fastest_task: only },
          month_completed_task: counts,
        },
      }),
    'users/basic': [],
  });
  const on = { onBack: vi.fn(), onTask: vi.fn(), onProject: vi.fn(), onPerson: vi.fn() };
  const { screen } = await open(<YearScreen {...on} />, { path: '/manage/year', at: '/manage/year' });
  expect(await screen.findByText('A good start. More will appear here as the year goes on.')).toBeTruthy();
  expect(screen.getByText('Tasks completed')).toBeTruthy();
  for (const empty of ['Messages to assistants', 'Files added', 'Completed tasks by month', 'Your fastest task'])
    expect(screen.queryByText(empty), empty).toBeNull();
});
