import { groupAdd } from '@atrium/contract/chat/dialogs.ts';
import type { Message } from '@atrium/contract/chat/messages.ts';
import { msgSendfile } from '@atrium/contract/files/files.ts';
import { projectAdd } from '@atrium/contract/projects/projects.ts';
import { taskFiles } from '@atrium/contract/projects/taskLinks.ts';
import { taskAdd, taskDialog } from '@atrium/contract/projects/tasks.ts';
import { expect, type Page } from '@playwright/test';
import { pdfBytes, sheetBytes, slidesBytes, tiffBytes, wordBytes } from '../support/documents.ts';
import { test } from '../support/fixtures.ts';
import { PHONE } from '../support/people.ts';
import { zipBytes } from '../support/zip.ts';

const HACK = 'parent.hacked = top.hacked = window.hacked = 1';
const SVG = `<svg xmlns="http://www.w3.org/2000/svg" width="40" height="30"><script>${HACK}</script><rect width="40" height="30" fill="green"/></svg>`;
const MAIL = [
  'From: Bo <bo@example.com>',
  'Subject: Offer for ropes',
  'MIME-Version: 1.0',
  'Content-Type: text/html; charset=utf-8',
  '',
  `<h1>Ropes</h1><a href="javascript:${HACK}">click</a><form action="https://evil.example"><button>Send</button></form>`,
].join('\r\n');

/** Each with an element that shows that it is open. */
const FILES: [name: string, content: Buffer | string, shown: (page: Page) => Promise<void>][] = [
  [
    'a.pdf',
    pdfBytes(12),
    (page) => expect(page.locator('[data-page-number="1"] .textLayer')).toContainText('Chapter 1'),
  ],
  [
    'b.docx',
    wordBytes('Tide tables'),
    (page) => expect(page.frameLocator('iframe').getByText('Tide tables')).toBeVisible(),
  ],
  ['c.xlsx', sheetBytes('High water'), (page) => expect(page.getByRole('cell', { name: 'High water' })).toBeVisible()],
  ['d.pptx', slidesBytes('Boats of 2026'), (page) => expect(page.getByText('Boats of 2026')).toBeVisible()],
  ['e.eml', MAIL, (page) => expect(page.frameLocator('iframe').getByRole('heading', { name: 'Ropes' })).toBeVisible()],
  ['f.csv', 'Port;High\nBrest;7,1', (page) => expect(page.getByRole('cell', { name: 'Brest' })).toBeVisible()],
  ['g.py', 'print("tide")', (page) => expect(page.locator('.hljs-string')).toHaveText('"tide"')],
  ['h.zip', zipBytes({ 'deep/map.txt': 'x' }), (page) => expect(page.getByText('map.txt')).toBeVisible()],
  ['i.svg', SVG, (page) => expect(page.getByRole('img', { name: 'i.svg' })).toBeVisible()],
  [
    'j.tif',
    tiffBytes(),
    async (page) => {
      await page.getByRole('button', { name: 'Next page' }).click();
      await expect(page.getByText('Page 2 / 2')).toBeVisible();
      await expect(page.getByRole('img', { name: 'j.tif' })).toBeVisible();
    },
  ],
  [
    'k.mmd',
    'flowchart TD\n A[Load] --> B[Sail]',
    (page) => expect(page.getByRole('img', { name: 'k.mmd' })).toBeVisible(),
  ],
];

// covers A2-14, A2-15
test('files of every kind open from the file area, a conversation and a task', { tag: '@long' }, async ({
  seat,
  account,
  server,
}) => {
  test.setTimeout(240_000);
  const [ada, bo, eve] = await Promise.all([account('Ada'), account('Bo'), account('Eve')]);
  const { page, complaints } = await seat(ada);
  for (const [name, content] of FILES) {
    const body = new FormData();
    body.set('files', new Blob([new Uint8Array(Buffer.from(content))]), name);
    await fetch(`${server.base}/api/file/content/upload`, { method: 'POST', headers: { token: ada.token }, body });
  }
  await page.goto('/manage/file');
  await page.locator('[data-file]').filter({ hasText: 'a.pdf' }).click();
  for (const [name, , isShown] of FILES) {
    await expect(page.getByRole('heading', { name })).toBeVisible();
    await isShown(page);
    await page.keyboard.press('ArrowRight');
    // A grid moves with arrows while it has the focus.
    if (name !== FILES.at(-1)?.[0] && (await page.getByRole('heading', { name }).isVisible())) {
      await page.getByRole('button', { name: 'Next file' }).click();
    }
  }
  await page.keyboard.press('Escape');
  await expect(page.getByRole('heading', { name: 'k.mmd' })).toHaveCount(0);

  // In a conversation, with search and outline in the PDF.
  const { id: dialog_id } = await ada.call(groupAdd, { chat_name: 'Harbor', userids: [bo.userid] });
  const sent: Message[] = [];
  for (const [name, content] of FILES.slice(0, 2)) {
    sent.push(
      await ada.call(msgSendfile, { dialog_id, image64: Buffer.from(content).toString('base64'), filename: name }),
    );
  }
  await page.goto(`/manage/messenger?dialog=${dialog_id}`);
  await page.getByRole('button', { name: 'View a.pdf' }).click();
  await FILES[0]?.[2](page);
  await page.keyboard.press('Control+f');
  await page.getByRole('textbox', { name: 'Find in document' }).fill('Chapter 7');
  await expect(page.getByText('1 / 1', { exact: true })).toBeVisible();
  await expect(page.getByRole('textbox', { name: 'Page' })).toHaveValue('7');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('search')).toHaveCount(0);
  await page.getByRole('button', { name: 'Pages and outline' }).click();
  await page.getByText('Outline', { exact: true }).click();
  await page.getByRole('button', { name: 'The last chapter' }).click();
  await expect(page.getByRole('textbox', { name: 'Page' })).toHaveValue('12');
  // A page that lies on its side still fits beside the panel.
  await page.getByRole('button', { name: 'Rotate' }).click();
  const reader = page.getByRole('document', { name: 'a.pdf' });
  await expect.poll(() => reader.evaluate((each) => each.scrollWidth - each.clientWidth)).toBe(0);
  await page.getByRole('button', { name: 'Next file' }).click();
  await FILES[1]?.[2](page);
  await page.keyboard.press('Escape');

  const notes = '# Plan\n\n```mermaid\nflowchart TD\n A[Load] --> B[Sail]\n```\n\n```js\nconst tide = "high";\n```';
  const image64 = Buffer.from(notes).toString('base64');
  await ada.call(msgSendfile, { dialog_id, image64, filename: 'notes.md' });
  await page.getByRole('button', { name: 'View notes.md' }).click();
  await expect(page.getByRole('img', { name: 'flowchart TD' })).toBeVisible();
  await expect(page.locator('.hljs-string')).toHaveText('"high"');
  await page.keyboard.press('Escape');

  // In a task, and in windows of their own; without access there is only the refusal.
  const project = await ada.call(projectAdd, { name: 'Pier' });
  const task = await ada.call(taskAdd, { project_id: project.id, name: 'Measure' });
  const talk = await ada.call(taskDialog, { task_id: task.id });
  const content = Buffer.from(FILES[1]?.[1] ?? '').toString('base64');
  await ada.call(msgSendfile, { dialog_id: talk.dialog_id, image64: content, filename: 'plan.docx' });
  const [file] = await ada.call(taskFiles, { task_id: task.id });
  await page.goto(`/single/task/${task.id}`);
  await page.getByRole('region', { name: 'Files' }).getByRole('button', { name: 'View plan.docx' }).click();
  await FILES[1]?.[2](page);
  await page.goto(`/single/file/msg/${sent[0]?.id}`);
  await FILES[0]?.[2](page);
  await page.goto(`/single/file/task/${file?.id}`);
  await FILES[1]?.[2](page);
  const stranger = await seat(eve);
  for (const path of [`msg/${sent[0]?.id}`, `task/${file?.id}`]) {
    await stranger.page.goto(`/single/file/${path}`);
    await expect(stranger.page.getByRole('button', { name: 'Try again' })).toBeVisible();
    await expect(stranger.page.getByRole('heading', { name: /pdf|docx/ })).toHaveCount(0);
  }

  // On a phone.
  const phone = await seat(ada, { viewport: PHONE, hasTouch: true, isMobile: true });
  await phone.page.goto(`/single/file/msg/${sent[0]?.id}`);
  await FILES[0]?.[2](phone.page);
  expect(await page.evaluate(() => 'hacked' in globalThis)).toBe(false);
  expect(complaints).toEqual([]);
});
