import { dialogOpenUser, groupAdd } from '@atrium/contract/chat/dialogs.ts';
import { msgSendlocation } from '@atrium/contract/chat/locations.ts';
import {
  msgForward,
  msgSendanon,
  msgTag,
  msgTodo,
  msgTop,
  msgVote,
  msgWordchain,
} from '@atrium/contract/chat/messageActions.ts';
import { msgSendtext } from '@atrium/contract/chat/messages.ts';
import { msgSendfile, msgSendrecord } from '@atrium/contract/files/files.ts';
import { expect, type Page } from '@playwright/test';
import { test } from '../support/fixtures.ts';
import { type Person } from '../support/people.ts';

let ada: Person;
let bo: Person;
test.beforeAll(async ({ account }) => {
  [ada, bo] = await Promise.all([account('Ada'), account('Bo')]);
});

const PIXEL = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==';
/** An mp3 header is enough for the server's check. */
const MP3 = Buffer.concat([Buffer.from([0xff, 0xfb, 0x58, 0xc4]), Buffer.alloc(400)]).toString('base64');
const STICKER =
  '<p><img class="emoticon" data-asset="stickers/party.svg" data-name="Party" width="240" height="240" src="x"></p>';

const article = (page: Page, text: string) => page.getByRole('article').filter({ hasText: text });

/** Sends a message; its preview in the other person's list, and the content of their bubble. */
interface Kind {
  send: (dialog_id: number) => Promise<{ id: number }>;
  preview: string;
  shown: (page: Page) => Promise<void>;
  isForwarded?: boolean;
}
const shows = (text: string) => (page: Page) => expect(article(page, text).first()).toBeVisible();
const KINDS: Kind[] = [
  {
    send: (dialog_id) => ada.call(msgSendtext, { dialog_id, text: '<p>Plain and <strong>bold</strong></p>' }),
    preview: 'Plain and bold',
    shown: (page) => expect(page.locator('article:visible strong', { hasText: 'bold' }).first()).toBeVisible(),
  },
  {
    send: (dialog_id) =>
      ada.call(msgSendtext, { dialog_id, text: '# Tides\n\n| at | m |\n| --- | --- |\n| 9 | 3 |', text_type: 'md' }),
    preview: 'Tides',
    shown: (page) => expect(page.getByRole('cell', { name: '9' }).first()).toBeVisible(),
  },
  {
    send: (dialog_id) => ada.call(msgSendtext, { dialog_id, text: `<p>Logbook ${'of the long way '.repeat(400)}</p>` }),
    preview: 'Logbook of the long way',
    shown: async (page) => {
      await article(page, 'Logbook').first().getByRole('button', { name: 'Show full message' }).click();
      await expect(page.getByRole('dialog')).toContainText('Logbook of the long way');
      await page.keyboard.press('Escape');
    },
  },
  {
    send: (dialog_id) => ada.call(msgSendtext, { dialog_id, text: STICKER }),
    preview: '[Party]',
    shown: (page) => expect(page.getByRole('article').getByRole('img', { name: 'Party' }).first()).toBeVisible(),
  },
  {
    send: (dialog_id) => ada.call(msgSendfile, { dialog_id, image64: PIXEL, filename: 'quay.png' }),
    preview: '[Image]',
    shown: (page) => expect(page.getByRole('button', { name: 'Open image quay.png' }).first()).toBeVisible(),
  },
  {
    send: (dialog_id) => ada.call(msgSendfile, { dialog_id, image64: 'aGVsbG8=', filename: 'tides.csv' }),
    preview: '[File] tides.csv',
    shown: (page) => expect(page.getByRole('link', { name: /^Download tides\.csv/ }).first()).toBeVisible(),
  },
  {
    send: (dialog_id) => ada.call(msgSendrecord, { dialog_id, base64: MP3, duration: 65_000 }),
    preview: '[Voice message]',
    shown: (page) => expect(page.getByRole('button', { name: 'Play voice message, 1:05' }).first()).toBeVisible(),
  },
  {
    send: (dialog_id) =>
      ada.call(msgSendlocation, { dialog_id, lat: 53.54, lng: 9.99, title: 'The old pier', address: 'Quay 1' }),
    preview: '[Location] The old pier',
    shown: (page) => expect(page.getByRole('link', { name: 'Open The old pier on a map' }).first()).toBeVisible(),
  },
  {
    send: async (dialog_id) => {
      const list = [{ text: 'Tea' }, { text: 'Coffee' }];
      const [made] = await ada.call(msgVote, { dialog_id, text: 'What to drink?', list });
      return { id: made?.id ?? 0 };
    },
    preview: '[Poll] What to drink?',
    shown: (page) => expect(page.getByRole('radio', { name: 'Coffee' })).toBeVisible(),
    isForwarded: false,
  },
  {
    send: (dialog_id) => ada.call(msgWordchain, { dialog_id, text: 'Who rows?', list: [{ text: 'Ada does' }] }),
    preview: '[Sign-up list] Who rows?',
    shown: shows('Ada does'),
    isForwarded: false,
  },
];

test('every kind of message arrives and is previewed, quoted and forwarded', { tag: '@long' }, async ({ seat }) => {
  const { id: dialog_id } = await ada.call(groupAdd, { userids: [bo.userid], chat_name: 'Crew' });
  const { id: other } = await ada.call(groupAdd, { userids: [bo.userid], chat_name: 'Archive' });
  // High enough to show everything at once.
  const { page, complaints } = await seat(bo, {
    viewport: { width: 1280, height: 3600 },
  });
  await page.goto('/manage/messenger');
  const row = page.locator('[data-dialog]', { hasText: 'Crew' });
  await expect(row).toBeVisible({ timeout: 60_000 });
  const sent: number[] = [];
  for (const kind of KINDS) {
    sent.push((await kind.send(dialog_id)).id);
    await expect(row).toContainText(kind.preview);
  }
  // Complete bubbles; then the same ones in quotes, and in another conversation.
  await row.click();
  for (const kind of [...KINDS].reverse()) await kind.shown(page);
  for (const [index, kind] of KINDS.entries()) {
    const reply_id = sent[index] ?? 0;
    await ada.call(msgSendtext, { dialog_id, reply_id, text: `about ${index}.` });
    await expect(article(page, `about ${index}.`)).toContainText(kind.preview);
  }
  const on = KINDS.flatMap((kind, index) => (kind.isForwarded === false ? [] : (sent[index] ?? [])));
  await ada.call(msgForward, { msg_ids: on, dialogids: [other], show_source: false });
  await page.locator('[data-dialog]', { hasText: 'Archive' }).click();
  await expect(page.getByRole('region', { name: 'Archive' }).getByRole('article').first()).toBeVisible();
  for (const kind of [...KINDS].reverse()) if (kind.isForwarded !== false) await kind.shown(page);

  // System lines, and a bot's reply.
  const msg_id = on[0] ?? 0;
  for (const [act, line] of [
    [msgTag, 'Ada tagged a message'],
    [msgTop, 'Ada pinned a message'],
  ] as const) {
    await ada.call(act, { msg_id });
    await page.locator('[data-dialog]', { hasText: 'Crew' }).click();
    await expect(page.getByRole('log')).toContainText(line);
  }
  await ada.call(msgTodo, { msg_id, type: 'user', userids: [bo.userid] });
  await expect(page.getByRole('log')).toContainText('Ada added a to-do for you');
  await ada.call(msgSendanon, { userid: bo.userid, text: 'Guess who' });
  await page.locator('[data-dialog]', { hasText: 'Guess who' }).click();
  await expect(article(page, 'Guess who')).toBeVisible();
  expect(complaints).toEqual([]);
});

test('a notification shows the message, and a click on it opens it', { tag: '@long' }, async ({ seat }) => {
  const { id: dialog_id } = await ada.call(dialogOpenUser, { userid: bo.userid });
  const { page, complaints } = await seat(bo, { permissions: ['notifications'] });
  // The machine shows no notifications: they are recorded here, and clicked.
  await page.addInitScript(() => {
    const shown: object[] = [];
    class Held {
      static permission = 'granted';
      static requestPermission = async () => 'granted';
      onclick: (() => void) | null = null;
      readonly title: string;
      constructor(title: string, options: object) {
        this.title = title;
        Object.assign(this, options);
        shown.push(this);
      }
      close(): void {}
    }
    Object.assign(globalThis, { Notification: Held, shown });
  });
  // Messages before it listens are not announced.
  const listens = page.waitForEvent('websocket').then((socket) => socket.waitForEvent('framereceived'));
  await page.goto('/manage/dashboard');
  await listens;
  await expect(page.getByRole('navigation', { name: 'Main navigation' })).toBeVisible();
  // The module that shows notifications loads after the first screen.
  await page.waitForLoadState('networkidle');
  await ada.call(msgSendtext, { dialog_id, text: '<p>The <em>boat</em> is here</p>' });
  await expect.poll(() => page.evaluate('shown.length')).toBe(1);
  expect(await page.evaluate('[shown[0].title, shown[0].body]')).toEqual(['Ada', 'The boat is here']);
  await page.evaluate('shown[0].onclick()');
  await expect(article(page, 'The boat is here')).toBeInViewport();
  // Over the current screen.
  await expect(page).toHaveURL(new RegExp(`/manage/dashboard\\?.*dialog_id=${dialog_id}`));
  // A person who is looking at it gets no notification.
  await ada.call(msgSendtext, { dialog_id, text: 'Come now' });
  await expect(article(page, 'Come now')).toBeVisible();
  expect(await page.evaluate('shown.length')).toBe(1);
  expect(complaints).toEqual([]);
});
