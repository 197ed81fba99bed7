import { approveDoto } from '@atrium/contract/approvals/lists.ts';
import { meetingPlanList } from '@atrium/contract/chat/meetingPlans.ts';
import { within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { client } from '#sync/session.ts';
import { open, serve } from '#testing/stage.tsx';
import { ApplicationScreen } from './ApplicationScreen.tsx';

const answers = {
  'apps/sort': { sorts: { base: [], admin: [] } },
  'report/unread': { total: 2 },
  [approveDoto.path]: { total: 0 },
  [meetingPlanList.path]: { list: [] },
};

test('tiles have a name, a sentence, and say what waits; arrows move between them', async () => {
  serve(answers);
  vi.spyOn(client, 'state', 'get').mockReturnValue('ready');
  const { screen, user } = await open(<ApplicationScreen />, { path: '*', at: '/manage/application' });
  const everyday = within(screen.getByRole('region', { name: 'Everyday' }));
  const files = everyday.getByRole('link', { name: /^Files/ });
  expect(files.textContent).toContain('Your folders and what others share with you');
  const reports = everyday.getByRole('link', { name: /Reports/ });
  await expect.poll(() => reports.textContent).toContain('2 unread');
  files.focus();
  await user.keyboard('{ArrowRight}');
  expect(document.activeElement?.textContent).toContain('Favorites');
  await user.keyboard('{Home}');
  expect(document.activeElement?.textContent).toContain('Inbox');
});
