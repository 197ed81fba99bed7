import { groupAdd } from '@atrium/contract/chat/dialogs.ts';
import { msgSendtext } from '@atrium/contract/chat/messages.ts';
import { projectAdd } from '@atrium/contract/projects/projects.ts';
import { taskAdd } from '@atrium/contract/projects/tasks.ts';
import { msgSearch } from '@atrium/contract/workspace/search.ts';
import { expect } from '@playwright/test';
import { test } from '../support/fixtures.ts';

/** Texts, and the words that find them: not always letter for letter. */
const SAID = {
  Latin: ['Le résumé de la réunion est prêt', 'resume reunion'],
  Cyrillic: ['Отчёт за четвёртый квартал готов', 'отчет квартал'],
  Greek: ['Η συνάντηση γίνεται στην Αθήνα', 'αθηνα'],
  Hebrew: ['הפגישה השבועית נדחתה ליום שלישי', 'פגישה'],
  Arabic: ['موعد الاجتماع القادم يوم الأحد', 'اجتماع'],
  Thai: ['พรุ่งนี้มีประชุมเช้าที่ห้องใหญ่', 'ประชุม'],
  Devanagari: ['कल सुबह परियोजना की बैठक है', 'बैठक'],
  'simplified Chinese': ['下周一开始执行新的发布计划', '发布计划'],
  'traditional Chinese': ['請在週五之前確認預算報表', '預算'],
  Japanese: ['来週は東京都庁で会議があります', '東京都'],
  Korean: ['오늘 발표자료를 검토해 주세요', '발표'],
} as const;

test('messages and tasks in eleven scripts are found by their readers’ words', { tag: '@long' }, async ({
  seat,
  account,
}) => {
  const [ada, bo] = await Promise.all([account('Ada'), account('Bo')]);
  const group = await ada.call(groupAdd, { chat_name: 'World desk', userids: [bo.userid] });
  for (const [text] of Object.values(SAID)) await ada.call(msgSendtext, { dialog_id: group.id, text });
  const project = await bo.call(projectAdd, { name: 'Around', columns: 'To do' });
  await bo.call(taskAdd, { project_id: project.id, name: SAID.Korean[0], owner: [bo.userid] });
  const count = async () => (await bo.call(msgSearch, { key: SAID.Korean[1] })).data.length;
  await expect.poll(count, { timeout: 20_000 }).toBe(1);

  const { page, complaints } = await seat(bo);
  await page.goto('/manage/dashboard');
  await expect(page.getByRole('heading', { name: /Bo/ })).toBeVisible();
  await page.keyboard.press('/');
  const modal = page.getByRole('dialog', { name: 'Search' });
  for (const [script, [text, words]] of Object.entries(SAID)) {
    await modal.getByRole('combobox').fill(words);
    const hit = modal.getByRole('option').filter({ hasText: text });
    await expect(hit, script).toHaveCount(script === 'Korean' ? 2 : 1);
    // Nothing else is found by it; the last row leads to the command palette.
    const found = modal.getByRole('option').filter({ hasNotText: 'Search settings, help and commands' });
    await expect(found, script).toHaveCount(script === 'Korean' ? 2 : 1);
  }
  // The last result is opened in its conversation.
  await modal.getByRole('combobox').fill(SAID.Arabic[1]);
  await modal.getByRole('option').filter({ hasText: SAID.Arabic[0] }).click();
  await expect(page.locator('[data-highlighted]').filter({ hasText: SAID.Arabic[0] })).toBeInViewport();
  expect(complaints).toEqual([]);
});
