import { assistantCommon } from '@atrium/contract/chat/assistantSettings.ts';
import { assistantSetting } from '@atrium/contract/chat/assistants.ts';
import { dialogOpenUser, groupAdd } from '@atrium/contract/chat/dialogs.ts';
import { msgSendtext } from '@atrium/contract/chat/messages.ts';
import { projectAdd } from '@atrium/contract/projects/projects.ts';
import { taskAdd } from '@atrium/contract/projects/tasks.ts';
import { expect, type Page } from '@playwright/test';
import { test as base } from '../support/fixtures.ts';
import { startModels } from '../support/models.ts';
import { PHONE } from '../support/people.ts';

/** The model's next answer; a status fails. */
let say: (words: string) => string | number = (words) => words;

const test = base.extend<object, { models: Awaited<ReturnType<typeof startModels>> }>({
  models: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads from the pattern that no other fixture is needed.
    async ({}, use) => {
      const models = await startModels((words) => say(words));
      await use(models);
      models.close();
    },
    { scope: 'worker' },
  ],
  workspace: [
    ({ models }, use) => use({ name: 'writing', administrator: 'Ada', env: { ATRIUM_LOCAL_HOSTS: models.host } }),
    { scope: 'worker' },
  ],
});
test.use({ actionTimeout: 8000 });

const setting = (models: { url: string }) =>
  ({ vendor: 'openai', key: 'sk', base_url: models.url, models: 'small' }) as const;
const more = async (page: Page, name: string) => {
  await page.getByRole('button', { name: 'Insert', exact: true }).click();
  await page.getByRole('menuitem', { name }).click();
};

// covers B2-18, B8-10
test('a message is drafted from a wish, shortened, and put into the field; errors show in the form', {
  tag: '@long',
}, async ({ seat, administrator, account, models }) => {
  await administrator.call(assistantSetting, setting(models));
  const bo = await account('Bo');
  const { id } = await administrator.call(groupAdd, { userids: [bo.userid], chat_name: 'Harbour' });
  const { page, complaints } = await seat(bo);
  await page.goto(`/manage/messenger?dialog=${id}`);
  await page.getByRole('textbox', { name: /^Message / }).click();
  await more(page, 'Write with AI');
  const form = page.getByRole('dialog', { name: 'Write with AI' });
  await form.getByRole('button', { name: 'Write', exact: true }).click();
  await expect(form.getByRole('alert')).toHaveText('Enter what the message should say.');
  say = () => 402;
  await form.getByRole('textbox').fill('Invite them');
  await form.getByRole('button', { name: 'Write', exact: true }).click();
  await expect(form.getByRole('alert')).toContainText('its limit is used up');
  say = () => 'Come **at nine**, all of you';
  await form.getByRole('button', { name: 'Write', exact: true }).click();
  await expect(form.getByRole('strong')).toHaveText('at nine');
  say = () => 'Come **at nine**';
  await form.getByRole('button', { name: 'Shorten' }).click();
  await expect(form.getByText('all of you')).toHaveCount(0);
  await form.getByRole('button', { name: 'Use text' }).click();
  const field = page.getByRole('textbox', { name: /^Message / });
  await expect(field).toHaveText('Come at nine');
  await field.press('Enter');
  await expect(page.getByRole('log').getByRole('strong')).toHaveText('at nine');
  expect(complaints.filter((each) => !each.includes('402'))).toEqual([]);
});

// covers B2-21
test('with an assistant, files, writing and full screen are offered; its answer is rated and written again', {
  tag: '@long',
}, async ({ seat, administrator, account, models }) => {
  await administrator.call(assistantSetting, setting(models));
  const bo = await account('Bo');
  const { page, complaints } = await seat(bo, { viewport: PHONE, hasTouch: true, isMobile: true });
  await page.goto('/manage/messenger/contacts');
  await page
    .getByRole('region', { name: 'Assistants' })
    .getByRole('button', { name: /ChatGPT/ })
    .click();
  const field = page.getByRole('textbox', { name: /^Message / });
  await field.click();
  await page.getByRole('button', { name: 'Insert', exact: true }).click();
  await expect(page.getByRole('menuitem')).toHaveText(['Upload file', 'Write with AI', 'Expand editor']);
  await page.keyboard.press('Escape');
  say = () => 'The first answer';
  await field.fill('Answer me');
  await page.getByRole('button', { name: 'Send', exact: true }).click();
  const log = page.getByRole('log');
  await expect(log.getByText('The first answer')).toBeVisible();
  say = () => 'The second answer';
  await log.getByRole('button', { name: 'Answer again' }).click();
  await expect(log.getByText('The second answer')).toBeVisible();
  await log.getByRole('button', { name: 'Good answer' }).click();
  await page.reload();
  await expect(log.getByRole('button', { name: 'Good answer' })).toHaveAttribute('aria-pressed', 'true');
  await page.getByRole('button', { name: 'Instructions for AI' }).click();
  await page.getByRole('textbox', { name: 'Instructions' }).fill('Be brief.');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  expect(complaints).toEqual([]);
});

test('unread messages are summarized, and tasks found in a message are created', { tag: '@long' }, async ({
  seat,
  administrator,
  account,
  models,
}) => {
  await administrator.call(assistantSetting, setting(models));
  const bo = await account('Bo');
  const { id: project_id } = await bo.call(projectAdd, { name: 'Boat' });
  const { id: task_id } = await bo.call(taskAdd, { project_id, name: 'Build' });
  const { id } = await administrator.call(groupAdd, { userids: [bo.userid], chat_name: 'Yard' });
  for (const text of ['Caulk the hull', 'Set the mast']) {
    await administrator.call(msgSendtext, { dialog_id: id, text });
  }
  const { page, complaints } = await seat(bo);
  await page.goto(`/manage/messenger?dialog=${id}`);
  await page.getByRole('textbox', { name: /^Message / }).click();
  say = () => '- They **build**';
  await more(page, 'Summarize unread messages');
  await expect(page.getByRole('dialog').getByRole('strong')).toHaveText('build');
  await page.keyboard.press('Escape');
  say = () => '::: create-task-list\ntitle: Caulk\ndesc: with oakum\ntitle: Sail\n:::';
  await page.getByRole('log').getByText('Caulk the hull').click({ button: 'right' });
  await page.getByRole('menuitem', { name: 'Find tasks with AI' }).click();
  await page.getByRole('checkbox', { name: 'Sail' }).uncheck();
  await page.getByRole('button', { name: 'Create (1)' }).click();
  await expect(page.getByText('Tasks created: 1')).toBeVisible();

  await page.goto(`/single/task/${task_id}`);
  await page.getByRole('button', { name: 'Suggest subtasks with AI' }).click();
  await page.getByRole('button', { name: 'Create (2)' }).click();
  await expect(page.getByRole('region', { name: 'Subtasks' }).getByText('Sail')).toBeVisible();
  say = () => 'It **floats**';
  await page.getByRole('button', { name: 'Draft description with AI' }).click();
  await expect(page.getByRole('textbox', { name: 'Description' }).getByRole('strong')).toHaveText('floats');
  expect(complaints).toEqual([]);
});

// covers B4-22, B8-06
test('a recording becomes text at the address of the settings; a failure says so and is retried', {
  tag: '@long',
}, async ({ seat, administrator, account, models }) => {
  await administrator.call(assistantCommon, { voice: 'open', voice_url: models.url });
  const bo = await account('Bo');
  const { id } = await administrator.call(dialogOpenUser, { userid: bo.userid });
  const { page } = await seat(administrator);
  await page.goto(`/manage/messenger?dialog=${id}`);
  await page.getByRole('button', { name: 'Record voice message' }).click();
  await expect(page.getByRole('timer')).toHaveText('0:01', { timeout: 20_000 });
  say = () => 503;
  await page.getByRole('button', { name: 'Convert to text' }).click();
  const failed = page.getByRole('button', { name: /Couldn’t convert to text/ });
  await expect(failed).toBeVisible();
  say = () => 'We sail at nine';
  await failed.click();
  await expect(page.getByRole('dialog').getByRole('textbox').first()).toHaveValue('We sail at nine');
});
