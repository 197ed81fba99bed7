import { groupAdd } from '@atrium/contract/chat/dialogs.ts';
import { msgList, msgSendtext } from '@atrium/contract/chat/messages.ts';
import { projectAdd } from '@atrium/contract/projects/projects.ts';
import { taskLists } from '@atrium/contract/projects/tasks.ts';
import { expect, type Page } from '@playwright/test';
import { test } from '../support/fixtures.ts';
import { expectStored, PASSWORD, PHONE, signedIn } from '../support/people.ts';

test('offline the workspace opens, reads and writes; changes arrive once, in order', async ({
  seat,
  account,
  server,
}) => {
  test.setTimeout(180_000);
  const [ada, bo] = await Promise.all([account('Ada'), account('Bo')]);
  const group = await ada.call(groupAdd, { chat_name: 'Lighthouse', userids: [bo.userid] });
  await ada.call(msgSendtext, { dialog_id: group.id, text: 'The lamp is lit' });
  const { page, complaints } = await seat(bo, { serviceWorkers: 'allow' });
  await page.goto(`/manage/messenger?dialog=${group.id}`);
  const said = (text: string) => page.getByRole('article').filter({ hasText: text });
  await expect(said('The lamp is lit')).toBeVisible();
  // The application and its data are stored before the server stops.
  await page.evaluate('navigator.serviceWorker.ready.then(() => true)');
  await expect.poll(() => page.evaluate('navigator.serviceWorker.controller?.state')).toBe('activated');
  await expectStored(page, 'The lamp is lit');

  await server.stop();
  await page.reload();
  await expect(said('The lamp is lit')).toBeVisible();
  const field = page.getByRole('textbox', { name: /Lighthouse/ });
  await field.fill('first from the dark');
  await field.press('Enter');
  await field.fill('second from the dark');
  await field.press('Enter');
  await expect(said('second from the dark')).toBeVisible();
  await expectStored(page, 'second from the dark');
  await page.reload();
  await expect(said('second from the dark')).toBeVisible();
  await expect(page.getByText(/You’re offline/)).toBeVisible();
  // A screen that was never opened is there as well.
  await page.goto('/manage/setting/theme');
  await expect(page.getByRole('heading', { name: 'Theme' })).toBeVisible();

  await server.restart();
  const words = async () =>
    (await ada.call(msgList, { dialog_id: group.id })).list.map((each) => String(each.msg['text'])).reverse();
  await expect
    .poll(async () => (await words()).filter((text) => text.includes('from the dark')), { timeout: 60_000 })
    .toEqual([expect.stringContaining('first'), expect.stringContaining('second')]);
  expect(complaints.filter((text) => !/Failed to load resource|Failed to fetch/.test(text))).toEqual([]);
});

test('offline changes in two pages and on two devices survive when one page is closed', { tag: '@long' }, async ({
  seat,
  account,
  server,
}) => {
  test.setTimeout(180_000);
  const [ada, bo] = await Promise.all([account('Ada'), account('Bo')]);
  const group = await ada.call(groupAdd, { chat_name: 'Night watch', userids: [bo.userid] });
  await ada.call(msgSendtext, { dialog_id: group.id, text: 'Who is awake?' });
  const place = `/manage/messenger?dialog=${group.id}`;
  const desk = await seat(bo, { serviceWorkers: 'allow' });
  const phone = await seat(await signedIn(server.base, bo.email, PASSWORD), { viewport: PHONE });
  const left = desk.page;
  const stays = await desk.context.newPage();
  for (const page of [left, stays, phone.page]) {
    await page.goto(place);
    await expect(page.getByRole('article').filter({ hasText: 'Who is awake?' })).toBeVisible();
  }
  await left.evaluate('navigator.serviceWorker.ready.then(() => true)');
  await expectStored(left, 'Who is awake?');

  await server.stop();
  const write = async (page: Page, text: string) => {
    const field = page.getByRole('textbox', { name: /Night watch/ });
    await field.fill(text);
    await field.press('Enter');
    await expect(page.getByRole('article').filter({ hasText: text })).toBeVisible();
  };
  await write(left, 'awake in the first page');
  await write(stays, 'awake in the second page');
  await write(phone.page, 'awake on the phone');
  await left.close();
  await stays.reload();
  for (const text of ['awake in the first page', 'awake in the second page']) {
    await expect(stays.getByRole('article').filter({ hasText: text })).toBeVisible();
  }

  await server.restart();
  const words = async () =>
    (await ada.call(msgList, { dialog_id: group.id })).list
      .map((each) => String(each.msg['text']).replaceAll(/<[^>]*>/g, ''))
      .filter((text) => text.startsWith('awake'))
      .sort();
  const all = ['awake in the first page', 'awake in the second page', 'awake on the phone'];
  await expect.poll(words, { timeout: 60_000 }).toEqual(all);
  for (const page of [stays, phone.page]) {
    for (const text of all) await expect(page.getByRole('article').filter({ hasText: text })).toHaveCount(1);
  }
  await Promise.all([desk.context.close(), phone.context.close()]);
});

test('in a browser without locks too, no page loses another one’s messages or drafts', { tag: '@long' }, async ({
  seat,
  account,
  server,
}) => {
  const [ada, bo] = await Promise.all([account('Ada'), account('Bo')]);
  const [one, two] = await Promise.all(
    ['Attic', 'Cellar'].map((chat_name) => ada.call(groupAdd, { chat_name, userids: [bo.userid] })),
  );
  const { context, page: left } = await seat(bo, { serviceWorkers: 'allow' });
  // As over plain HTTP from another machine.
  await context.addInitScript("Object.defineProperty(Navigator.prototype, 'locks', { get: () => undefined })");
  const stays = await context.newPage();
  const show = (page: Page, id = 0) => page.goto(`/manage/messenger?dialog=${id}`);
  const field = (page: Page, name: string) => page.getByRole('textbox', { name: new RegExp(name) });
  await show(left, one?.id);
  await show(stays, two?.id);
  await expect(field(left, 'Attic')).toBeVisible();
  await expect(field(stays, 'Cellar')).toBeVisible();
  await left.evaluate('navigator.serviceWorker.ready.then(() => true)');
  // One of the pages stores the workspace for both.
  await expectStored(left, 'Attic', 'Cellar');

  await server.stop();
  await field(left, 'Attic').fill('sent from the first');
  await field(left, 'Attic').press('Enter');
  await field(left, 'Attic').pressSequentially('begun in the first');
  await field(stays, 'Cellar').fill('sent from the second');
  await field(stays, 'Cellar').press('Enter');
  await field(stays, 'Cellar').pressSequentially('begun in the second');
  await left.close();
  await stays.reload();
  await expect(field(stays, 'Cellar')).toHaveText('begun in the second');
  await show(stays, one?.id);
  await expect(field(stays, 'Attic')).toHaveText('begun in the first');
  await expect(stays.getByRole('article').filter({ hasText: 'sent from the first' })).toHaveCount(1);

  await server.restart();
  for (const [dialog, text] of [
    [one, 'sent from the first'],
    [two, 'sent from the second'],
  ] as const) {
    const said = async () =>
      (await ada.call(msgList, { dialog_id: dialog?.id ?? 0 })).list
        .map((each) => String(each.msg['text']).replaceAll(/<[^>]*>/g, ''))
        .filter((each) => each.startsWith('sent'));
    await expect.poll(said, { timeout: 60_000 }).toEqual([text]);
  }
});

test('offline changes are sent by the worker once there is a network, with every page closed', {
  tag: '@long',
}, async ({ seat, account, server }) => {
  test.setTimeout(180_000);
  const [ada, bo] = await Promise.all([account('Ada'), account('Bo')]);
  const group = await ada.call(groupAdd, { chat_name: 'Buoy', userids: [bo.userid] });
  const project = await bo.call(projectAdd, { name: 'Moorings', columns: 'To do,Doing' });
  const { page, context } = await seat(bo, { serviceWorkers: 'allow' });
  await page.goto(`/manage/project/${project.id}`);
  await expect(page.getByRole('button', { name: 'Add task to To do' })).toBeVisible();
  await page.goto(`/manage/messenger?dialog=${group.id}`);
  await page.evaluate('navigator.serviceWorker.ready.then(() => true)');
  await expect.poll(() => page.evaluate('navigator.serviceWorker.controller?.state')).toBe('activated');
  await expectStored(page, 'Buoy', 'Moorings');

  await context.setOffline(true);
  await server.stop();
  await expect(page.getByText(/You’re offline/)).toBeVisible();
  const field = page.getByRole('textbox', { name: /Buoy/ });
  for (const words of ['It drifts', 'Westwards']) {
    await field.fill(words);
    await field.press('Enter');
  }
  await page.getByRole('link', { name: 'Moorings' }).click();
  await page.getByRole('button', { name: 'Add task to To do' }).click();
  await page.keyboard.type('Fetch it');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Escape');
  // A new item, and changes to it before it has an id.
  await page.getByRole('checkbox', { name: 'Complete “Fetch it”' }).click();
  const ending = page.getByRole('menuitem', { name: 'Done' });
  await ending
    .or(page.getByRole('checkbox', { name: 'Reopen “Fetch it”' }))
    .first()
    .waitFor();
  if (await ending.isVisible()) await ending.click();
  await expect(page.getByRole('checkbox', { name: 'Reopen “Fetch it”' })).toBeVisible();
  await expectStored(page, 'Westwards', 'Fetch it', 'complete_at');

  // An open page would send it itself: the worker sends it once there is none.
  const [worker] = context.serviceWorkers();
  await page.close();
  await server.restart();
  await context.setOffline(false);
  expect(worker).toBeDefined();
  await worker?.evaluate("self.dispatchEvent(new ExtendableEvent('sync'))");
  const said = async () =>
    (await ada.call(msgList, { dialog_id: group.id })).list.map((each) => String(each.msg['text'])).reverse();
  await expect
    .poll(async () => (await said()).filter((text) => /drifts|Westwards/.test(text)), { timeout: 30_000 })
    .toEqual([expect.stringContaining('drifts'), expect.stringContaining('Westwards')]);
  await expect
    .poll(async () =>
      (await bo.call(taskLists, { project_id: project.id })).data.map((task) => Boolean(task.complete_at)),
    )
    .toEqual([true]);

  // The page that opens later has nothing left to send.
  const again = await context.newPage();
  await again.goto(`/manage/messenger?dialog=${group.id}`);
  await expect(again.getByRole('article').filter({ hasText: 'Westwards' })).toHaveCount(1);
  // Sent after any remaining changes.
  await again.getByRole('textbox', { name: /Buoy/ }).fill('Moored');
  await again.getByRole('textbox', { name: /Buoy/ }).press('Enter');
  await expect.poll(async () => (await said()).at(-1)).toContain('Moored');
  expect((await said()).filter((text) => /drifts|Westwards/.test(text))).toHaveLength(2);
});
