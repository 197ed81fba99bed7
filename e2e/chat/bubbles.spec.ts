import { dialogOpenUser, groupAdd } from '@atrium/contract/chat/dialogs.ts';
import { msgTag, msgTodo, msgVote } from '@atrium/contract/chat/messageActions.ts';
import { msgSendtext } from '@atrium/contract/chat/messages.ts';
import { projectAdd } from '@atrium/contract/projects/projects.ts';
import { taskLists } from '@atrium/contract/projects/tasks.ts';
import { expect, type Page } from '@playwright/test';
import { test } from '../support/fixtures.ts';
import { DESKTOP, type Person, PHONE } from '../support/people.ts';

let ada: Person;
let bo: Person;
test.beforeAll(async ({ account }) => {
  [ada, bo] = await Promise.all([account('Ada'), account('Bo')]);
});

const article = (page: Page, text: string) => page.getByRole('article').filter({ hasText: text });
/** Makes the server refuse a call. */
const refuse = (page: Page, path: string, msg: string) =>
  page.route(`**/api/${path}`, (route) => route.fulfill({ json: { ret: 0, msg, data: { code: 'forbidden' } } }));

const PLAN = `::: reasoning
Let me think about sails
:::
Here is the plan:

\`\`\`
npm start
\`\`\`

\`\`\`js
const sails = 2; // <b>both</b>
\`\`\`

It leans by $\\frac{wind}{keel}$.

::: create-task-list
title: Sew the sail
desc: of strong cloth
title: Paint the hull
:::`;

// covers A1-06, B1-10, B2-24, C2-12
test('a Markdown message collapses its thinking, offers its tasks, and copies its code', { tag: '@long' }, async ({
  seat,
}) => {
  test.setTimeout(180_000);
  const project = await ada.call(projectAdd, { name: 'Boat', columns: 'To do,Done' });
  await ada.call(msgSendtext, { dialog_id: project.dialog_id, text: PLAN, text_type: 'md' });
  const { page, complaints } = await seat(ada, {
    permissions: ['clipboard-read', 'clipboard-write'],
  });
  await page.goto(`/manage/messenger?dialog=${project.dialog_id}`);
  const plan = article(page, 'Here is the plan');
  await expect(plan).toBeVisible({ timeout: 60_000 });
  await expect(plan.getByText('Let me think about sails')).toBeHidden();
  await plan.getByText('Reasoning').click();
  await expect(plan.getByText('Let me think about sails')).toBeVisible();

  // Code is highlighted and formulas rendered; text inside stays text.
  await expect(plan.locator('.hljs-keyword')).toHaveText('const');
  await expect(plan.locator('.hljs-comment')).toHaveText('// <b>both</b>');
  await expect(plan.locator('.katex .mfrac')).toBeVisible();

  await plan.getByText('npm start').hover();
  await plan.getByRole('button', { name: 'Copy code' }).first().click();
  expect(await page.evaluate('navigator.clipboard.readText()')).toBe('npm start\n');
  await plan.getByText('Here is the plan').click({ button: 'right' });
  await page.getByRole('menuitem', { name: 'Copy source' }).click();
  await expect.poll(() => page.evaluate('navigator.clipboard.readText()')).toBe(PLAN);

  await plan.getByRole('button', { name: 'Create tasks' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
  expect((await ada.call(taskLists, { project_id: project.id })).data).toEqual([]);
  await plan.getByRole('button', { name: 'Create tasks' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Create tasks' }).click();
  await expect(plan).toContainText('✓ Created');
  await expect(page.getByRole('log')).toContainText('Ada created tasks: 2');
  const { data } = await ada.call(taskLists, { project_id: project.id });
  expect(data.map((task) => task.name).sort()).toEqual(['Paint the hull', 'Sew the sail']);

  // One of them is forwarded to its own conversation.
  await page.goto(`/manage/project/${project.id}`);
  await page.getByRole('group', { name: 'Sew the sail', exact: true }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'More' }).first().click();
  await page.getByRole('menuitem', { name: 'Send task' }).click();
  const send = page.getByRole('dialog', { name: 'Send task' });
  await send.getByRole('checkbox', { name: 'Boat' }).click();
  await send.getByRole('button', { name: 'Next (1)' }).click();
  const confirm = page.getByRole('dialog', { name: 'Send task' });
  await expect(confirm.getByPlaceholder('Add a message')).toBeVisible();
  await confirm.getByRole('button', { name: 'Send (1)' }).click();
  await page.goto(`/manage/messenger?dialog=${project.dialog_id}`);
  await expect(article(page, '#Sew the sail')).toBeVisible();
  expect(complaints).toEqual([]);
});

// covers A2-19, A2-49, A8-11, B2-05
test('a conversation opens in its own window; groups in common are one click away', { tag: '@long' }, async ({
  seat,
}) => {
  test.setTimeout(180_000);
  for (let index = 1; index <= 21; index++)
    await bo.call(groupAdd, { userids: [ada.userid], chat_name: `Crew ${index}` });
  const { id } = await bo.call(dialogOpenUser, { userid: ada.userid });
  await ada.call(msgSendtext, { dialog_id: id, text: 'Before' });
  await bo.call(msgSendtext, { dialog_id: id, text: 'After' });
  const { page } = await seat(ada);
  await page.goto(`/single/dialog/${id}`);
  await expect(article(page, 'After')).toBeVisible({ timeout: 60_000 });
  await expect(page.getByRole('navigation')).toHaveCount(0);
  await expect(page.getByText('New messages', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Bo', exact: true }).first().click();
  await page.getByRole('button', { name: '21 groups in common' }).click();
  const modal = page.getByRole('dialog', { name: 'Groups in common' });
  await expect(modal.getByRole('button', { name: /^Crew/ })).toHaveCount(20);
  expect((await modal.boundingBox())?.width).toBe(500);
  await refuse(page, 'dialog/common/list', '');
  await modal.getByRole('button', { name: 'Load more' }).click();
  await expect(page.getByRole('alert')).toHaveText('Couldn’t load.');
});

// covers B4-02, B4-05, B5-14, B8-01, B8-02, B8-03, B8-04, B8-11
test('failures are clearly visible, and a list that cannot load is empty', { tag: '@long' }, async ({ seat }) => {
  test.setTimeout(180_000);
  const { id } = await bo.call(groupAdd, { userids: [ada.userid], chat_name: 'Trouble' });
  const { id: msg_id } = await ada.call(msgSendtext, { dialog_id: id, text: 'Hello all' });
  await bo.call(msgTodo, { msg_id, type: 'all' });
  await bo.call(msgTag, { msg_id });
  await bo.call(msgVote, { dialog_id: id, text: 'Which?', list: [{ text: 'Red' }, { text: 'Blue' }] });
  // Messages of a newer server or a bot: an unknown kind, and cards.
  const CARDS: Record<string, { type: string; msg: object }> = {
    '<p>one</p>': { type: 'hologram', msg: { text: '<img src=x onerror=alert(1)>' } },
    '<p>two</p>': {
      type: 'template',
      msg: { type: 'task_list', title: 'New task', list: [{ id: 7, name: 'Ship <b>it</b>' }] },
    },
    '<p>three</p>': {
      type: 'template',
      msg: { type: 'content', title: 'Backup', content: [{ content: 'All is kept.' }] },
    },
  };
  for (const text of Object.keys(CARDS)) await bo.call(msgSendtext, { dialog_id: id, text });
  const { page } = await seat(ada);
  await page.route('**/api/dialog/msg/list', async (route) => {
    const response = await route.fetch();
    const answer = (await response.json()) as { data: { list: { msg: { text?: string } }[] } };
    answer.data.list = answer.data.list.map((each) => ({ ...each, ...CARDS[each.msg.text ?? ''] }));
    await route.fulfill({ response, json: answer });
  });
  await page.goto(`/manage/messenger?dialog=${id}`);
  await expect(article(page, '[Unknown message]')).toBeVisible({ timeout: 60_000 });
  await expect(page.getByRole('link', { name: 'Ship <b>it</b>' })).toHaveAttribute('href', '/single/task/7');
  await expect(article(page, 'All is kept.')).toContainText('Backup');
  const vote = article(page, 'Which?');
  await expect(vote).toBeVisible({ timeout: 60_000 });
  await refuse(page, 'dialog/msg/vote', 'Voting is closed today.');
  await vote.getByRole('radio', { name: 'Red' }).check();
  await vote.getByRole('button', { name: 'Vote', exact: true }).click();
  const problem = page.getByRole('dialog', { name: 'That didn’t work' });
  await expect(problem).toContainText('Voting is closed today.');
  await problem.getByRole('button', { name: 'Close' }).last().click();
  // It can be retried, and is not shown as successful.
  await expect(vote.getByRole('radio', { name: 'Red' })).toBeVisible();

  await refuse(page, 'dialog/msg/todolist', 'No.');
  await refuse(page, 'dialog/msg/readlist', 'No.');
  await article(page, 'Hello all').getByRole('button', { name: 'To-do', exact: true }).click();
  await expect(page.getByText('To do (0)')).toBeVisible();
  await page.keyboard.press('Escape');
  await article(page, 'Hello all')
    .getByRole('button', { name: /^Read by/ })
    .click();
  await expect(page.getByText('Read (0)', { exact: true })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByText('No.', { exact: true })).toHaveCount(0);

  // The person who tagged it no longer exists.
  await page.route('**/api/users/basic', (route) => route.fulfill({ json: { ret: 1, msg: '', data: [] } }));
  await article(page, 'Hello all').getByRole('button', { name: 'Tagged by Bo' }).click();
  await expect(page.getByText('The person who tagged this no longer has an account')).toBeVisible();

  // A failed message stays in place; its mark sends it again.
  await refuse(page, 'dialog/msg/sendtext', 'Not now.');
  await page.getByRole('textbox', { name: /^Message / }).click();
  await page.keyboard.type('Try me');
  await page.keyboard.press('Enter');
  const again = article(page, 'Try me').getByRole('button', { name: 'Not now. Try again' });
  await expect(again).toBeVisible();
  await page.unroute('**/api/dialog/msg/sendtext');
  await again.click();
  await expect(again).toHaveCount(0);

  await refuse(page, 'dialog/msg/forward', 'Forwarding is not allowed.');
  await article(page, 'Hello all').getByText('Hello all', { exact: true }).click({ button: 'right' });
  await page.getByRole('menuitem', { name: 'Forward', exact: true }).click();
  await page.getByRole('checkbox', { name: 'Trouble' }).click();
  await page.getByRole('button', { name: 'Next (1)' }).click();
  await page.getByRole('textbox', { name: 'Add a message' }).fill('kept');
  await page.getByRole('button', { name: 'Send (1)' }).click();
  await expect(problem).toContainText('Forwarding is not allowed.');
  await problem.getByRole('button', { name: 'Close' }).last().click();
  await expect(page.getByRole('textbox', { name: 'Add a message' })).toHaveValue('kept');

  await refuse(page, 'dialog/open/user', 'Nobody may be disturbed.');
  await page.goto('/manage/messenger/contacts');
  await page.getByRole('button', { name: /Root/ }).click();
  await expect(problem).toContainText('Nobody may be disturbed.');
});

test('a conversation with many unread messages opens at the first of them and jumps to a mention', {
  tag: '@long',
}, async ({ seat }) => {
  const { id } = await bo.call(groupAdd, { userids: [ada.userid], chat_name: 'Much' });
  await ada.call(msgSendtext, { dialog_id: id, text: 'How far are we?' });
  const mention = `<p><span class="mention user" data-id="${ada.userid}">@Ada</span> look</p>`;
  for (let at = 1; at <= 70; at++)
    await bo.call(msgSendtext, { dialog_id: id, text: at === 65 ? mention : `<p>Line ${at}.</p>` });
  const { page, complaints } = await seat(ada);
  await page.goto(`/manage/messenger?dialog=${id}`);
  await expect(page.getByText('New messages', { exact: true })).toBeInViewport();
  await expect(article(page, 'Line 1.')).toBeInViewport();
  await page.getByRole('button', { name: 'You were mentioned' }).click();
  await expect(article(page, 'look')).toBeInViewport();
  await expect(article(page, 'Line 70.')).toBeInViewport();
  // Skipped unread messages show a pill above.
  await page.getByRole('button', { name: /^\d+ unread messages$/ }).click();
  const log = page.getByRole('log');
  await expect(log).toContainText(/Line [1-4]\d\./);
  expect(complaints).toEqual([]);
});

test('at its end a conversation stays there when the window becomes a phone’s, and a desktop’s again', {
  tag: '@long',
}, async ({ seat }) => {
  const { id } = await bo.call(groupAdd, { userids: [ada.userid], chat_name: 'Long' });
  for (let at = 1; at <= 70; at++)
    await ada.call(msgSendtext, {
      dialog_id: id,
      text: `<p>Line ${at}. ${'It goes on for quite a while. '.repeat(8)}</p>`,
    });
  const { page, complaints } = await seat(ada);
  await page.goto(`/manage/messenger?dialog=${id}`);
  await expect(article(page, 'Line 70.')).toBeInViewport();
  const log = page.getByRole('log');
  for (const size of [PHONE, DESKTOP]) {
    await page.setViewportSize(size);
    let last = -1;
    const isStill = async () => last === (last = await log.evaluate((box) => box.scrollTop));
    await expect.poll(isStill, { intervals: [400] }).toBe(true);
    await expect(article(page, 'Line 70.')).toBeInViewport();
  }
  expect(complaints).toEqual([]);
});
