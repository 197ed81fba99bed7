import { meetingOpen } from '@atrium/contract/chat/meetings.ts';
import { expect } from '@playwright/test';
import { test } from '../support/fixtures.ts';

// Its own server: the first transcription of each fails, which the spec about voice messages waits for.
test.use({
  workspace: { name: 'captioned', entry: 'apps/server/src/testing/outside/languageServices.ts' },
});

test('what one person says in a meeting is a caption for another one who reads them', { tag: '@long' }, async ({
  seat,
  account,
}) => {
  test.setTimeout(180_000);
  const people = await Promise.all([account('Ada'), account('Bo')]);
  const { meetingid } = await people[0].call(meetingOpen, { type: 'create', name: 'Harbour talk' });
  const [ada, bo] = [await seat(people[0]), await seat(people[1])];
  for (const { page } of [ada, bo]) {
    await page.goto(`/meeting/${meetingid}`);
    await page.getByRole('dialog', { name: 'Join meeting' }).getByRole('button', { name: 'Join' }).click();
    await expect(page.getByRole('button', { name: 'Leave' })).toBeVisible();
  }
  await expect(ada.page.getByText('Captions on')).toHaveCount(0);
  await bo.page.getByRole('button', { name: 'More' }).last().click();
  await bo.page.getByRole('menuitem', { name: 'Turn captions on' }).click();
  await expect(ada.page.getByText('Captions on')).toBeVisible();
  await expect(bo.page.getByRole('log', { name: 'Captions' })).toContainText(/Ada: A (short|long) beep \(mp3\)/);
  // She did not ask for them.
  await expect(ada.page.getByRole('log', { name: 'Captions' })).toHaveCount(0);
});
