import { dialogMark, dialogOpenUser, groupAdd, groupEdit } from '@atrium/contract/chat/dialogs.ts';
import { msgSendlocation } from '@atrium/contract/chat/locations.ts';
import { msgSendanon, msgTag, msgTodo, msgTop, msgVote, msgWordchain } from '@atrium/contract/chat/messageActions.ts';
import { msgList, msgSendtext } from '@atrium/contract/chat/messages.ts';
import { msgSendfile } from '@atrium/contract/files/files.ts';
import { userEditdata } from '@atrium/contract/people/profile.ts';
import { expect, type Page } from '@playwright/test';
import { corpora } from '../support/corpora.ts';
import { test } from '../support/fixtures.ts';
import { nextPaint, type Person } from '../support/people.ts';

const payloads = corpora();
test.skip(payloads.length === 0, 'the collected payloads are not on this machine');

// A trace of thousands of messages would take longer than the messages.
test.use({ trace: 'off' });

/** A length below that at which texts are shortened, so that all of it is shown. */
const BATCH_CHARS = 3000;
const BATCH = 50;
const isLong = process.env['ATRIUM_LONG'] === 'yes';
/** Only each of so many batches is sent. All texts are covered by the tests of the sanitizer and of the renderer. */
const EVERY = { html: isLong ? 1 : 4, md: isLong ? 3 : 8 };
/** The number of sends at once, so that each sender stays below 600 in ten seconds. */
const AT_ONCE = 8;
/** High enough to see everything in fifty steps. */
const TALL = { width: 1280, height: 6000 };
const GIF = Buffer.from('R0lGODlhAQABAAAAACH5BAEKAAEALAAAAAABAAEAAAICTAEAOw==', 'base64');

function batches(): string[][] {
  const all: string[][] = [];
  let current: string[] = [];
  let chars = 0;
  for (const payload of payloads) {
    if (current.length > 0 && (current.length >= BATCH || chars + payload.length > BATCH_CHARS)) {
      all.push(current);
      [current, chars] = [[], 0];
    }
    current.push(payload);
    chars += payload.length;
  }
  return [...all, current];
}

async function sendAll(by: Person, to: Person, type: 'html' | 'md'): Promise<{ dialogId: number; count: number }> {
  const { id: dialogId } = await by.call(dialogOpenUser, { userid: to.userid });
  const all = batches().filter((_, index) => index % EVERY[type] === 0);
  for (let from = 0; from < all.length; from += AT_ONCE) {
    await Promise.all(
      all.slice(from, from + AT_ONCE).map((batch, index) => {
        const mark = `harmless ${from + index}.`;
        const text = type === 'html' ? `<p>${mark}</p><p>${batch.join(' ')}</p>` : [mark, ...batch].join('\n\n');
        // A NUL is refused with the whole text: the rest is sent without it.
        return by.call(msgSendtext, { dialog_id: dialogId, text: text.replaceAll('\u0000', ''), text_type: type });
      }),
    );
  }
  return { dialogId, count: all.length };
}

/** Records forbidden effects as they happen. */
async function watch(page: Page, base: string): Promise<string[]> {
  const seen: string[] = [];
  page.on('dialog', (dialog) => {
    seen.push(`a ${dialog.type()} opened: ${dialog.message()}`);
    void dialog.dismiss();
  });
  page.on('framenavigated', (frame) => {
    if (new URL(frame.url()).origin !== base) seen.push(`navigated to ${frame.url()}`);
  });
  page.context().on('page', (other) => seen.push(`a window opened: ${other.url()}`));
  await page.addInitScript(() => {
    for (const name of ['alert', 'prompt', 'confirm'] as const) {
      const run = () => {
        Object.assign(globalThis, { __xss: true });
        throw new Error('a payload ran');
      };
      Object.assign(globalThis, { [name]: run });
    }
  });
  // External pictures are part of messages; any other external request is a leak.
  await page.route(
    (url) => url.origin !== base && url.protocol.startsWith('http'),
    (route) => {
      const request = route.request();
      if (request.resourceType() !== 'image') seen.push(`asked ${request.resourceType()} ${request.url()}`);
      return route.fulfill({ contentType: 'image/gif', body: GIF });
    },
  );
  return seen;
}

/** Elements and attributes that no message may contain. */
const foreignIn = (page: Page) =>
  page.getByRole('log').evaluate((log) => {
    const found: string[] = [];
    for (const element of log.querySelectorAll('[role=article] *, article *')) {
      if (/^(script|iframe|object|embed|form|style|link|meta|base|math)$/i.test(element.localName))
        found.push(element.outerHTML);
      for (const { name, value } of element.attributes) {
        if (/^on/i.test(name)) found.push(element.outerHTML.slice(0, 200));
        // oxlint-disable-next-line no-script-url -- the test looks for it
        if (/^(href|src|action)$/.test(name) && /^\s*(javascript|vbscript|data:text)/i.test(value)) {
          found.push(element.outerHTML.slice(0, 200));
        }
      }
    }
    return found;
  });

for (const type of ['html', 'md'] as const) {
  test(`${type}: any text stays text in the list, in the notification and in the conversation`, {
    tag: type === 'md' ? '@long' : [],
  }, async ({ seat, account, server }) => {
    test.setTimeout(180_000);
    const [ada, bo] = await Promise.all([account(`Ada${type}`), account(`Bo${type}`)]);
    await ada.call(msgSendtext, {
      dialog_id: (await ada.call(dialogOpenUser, { userid: bo.userid })).id,
      text: 'first of all',
    });
    const { page, complaints } = await seat(bo, { viewport: TALL });
    const seen = await watch(page, server.base);
    await page.goto('/manage/messenger');
    await expect(page.locator('[data-dialog]', { hasText: 'first of all' })).toBeVisible();

    // While they arrive, each is previewed in the open list.
    const { dialogId, count } = await sendAll(ada, bo, type);
    await expect(page.locator('[data-dialog]', { hasText: 'harmless' })).toBeVisible();
    const newest = await bo.call(msgList, { dialog_id: dialogId, pagesize: 1 });
    expect(newest.list[0]?.seq).toBe(count + 1);

    // Once read, it opens at its end.
    await bo.call(dialogMark, { dialog_id: dialogId, type: 'read' });
    await page.goto(`/manage/messenger?dialog=${dialogId}`);
    const log = page.getByRole('log');
    const marks = new Set<number>();
    const foreign: string[] = [];
    await expect(log.getByText(/harmless \d+\./).first()).toBeVisible({ timeout: 30_000 });
    const deadline = Date.now() + 120_000;
    // Up to the first one and down again, until the list has shown every message.
    let step = -0.6;
    while (marks.size < count && Date.now() < deadline) {
      const words = await log.innerText();
      for (const [, number] of words.matchAll(/harmless (\d+)\./g)) marks.add(Number(number));
      foreign.push(...(await foreignIn(page)));
      const edge = await log.evaluate((element, share) => {
        element.scrollBy(0, element.clientHeight * share);
        if (element.scrollTop < 1) return 'top';
        return element.scrollTop + element.clientHeight > element.scrollHeight - 1 ? 'end' : 'between';
      }, step);
      if (edge === 'top' && marks.has(0)) step = 0.6;
      if (edge === 'end') step = -0.6;
      await nextPaint(page);
    }
    const missing = Array.from({ length: count }, (_, index) => index).filter((index) => !marks.has(index));
    expect(missing).toEqual([]);
    expect(foreign).toEqual([]);
    expect(seen).toEqual([]);
    expect(await page.evaluate(() => '__xss' in globalThis)).toBe(false);
    expect(complaints).toEqual([]);
  });
}

/** Evenly spaced samples, short enough for a field. */
const sample = (count: number, maxChars: number) => {
  const short = payloads.map((each) => each.trim()).filter((each) => each !== '' && each.length <= maxChars);
  return short.filter((_, index) => index % Math.floor(short.length / count) === 0).slice(0, count);
};

test('names, polls, sign-up lists, locations, files and cards render as text', { tag: '@long' }, async ({
  seat,
  account,
  server,
}) => {
  const [ada, bo] = await Promise.all([account('Adakind'), account('Bokind')]);
  const [name = ''] = sample(60, 20).filter((each) => each.startsWith('<'));
  expect(name).not.toBe('');
  await ada.call(userEditdata, { nickname: name });
  const { id: dialog_id } = await ada.call(groupAdd, { userids: [bo.userid], chat_name: 'Kinds' });
  const [title = ''] = sample(9, 90).filter((each) => each.includes('<'));
  await ada.call(groupEdit, { dialog_id, chat_name: title });
  for (const lot of [sample(45, 200), sample(40, 60)]) {
    const list = lot.map((text) => ({ text }));
    await ada.call(msgVote, { dialog_id, text: `vote ${lot[0]}`, list });
    await ada.call(msgWordchain, { dialog_id, text: `chain ${lot[1]}`, list: list.slice(0, 4) });
  }
  for (const words of sample(6, 100)) {
    await ada.call(msgSendlocation, { dialog_id, lat: 1, lng: 2, title: words, address: words });
    await ada.call(msgSendfile, { dialog_id, image64: 'aGVsbG8=', filename: `${words}.txt` });
  }
  for (const words of sample(4, 300)) {
    const { id: msg_id } = await ada.call(msgSendtext, { dialog_id, text: `<p>x ${words}</p>` });
    await ada.call(msgTag, { msg_id });
    await ada.call(msgTop, { msg_id });
    await ada.call(msgTodo, { msg_id, userids: [bo.userid] });
    await ada.call(msgSendtext, { dialog_id, reply_id: msg_id, text: words, text_type: 'md' });
  }
  await ada.call(msgSendanon, { userid: bo.userid, text: sample(2, 300)[0] ?? '' });
  await ada.call(msgSendtext, { dialog_id, text: 'the end of it' });

  const { page, complaints } = await seat(bo, { viewport: TALL });
  const seen = await watch(page, server.base);
  await bo.call(dialogMark, { dialog_id, type: 'read' });
  await page.goto(`/manage/messenger?dialog=${dialog_id}`);
  const log = page.getByRole('log');
  await expect(log.getByText('the end of it')).toBeVisible();
  const foreign: string[] = [];
  // All of it, from its end to its beginning.
  await expect(async () => {
    foreign.push(...(await foreignIn(page)));
    await log.evaluate((element) => element.scrollBy(0, -element.clientHeight * 0.8));
    await expect(log.getByText(`vote ${sample(45, 200)[0]}`).first()).toBeVisible({ timeout: 200 });
  }).toPass();
  foreign.push(...(await foreignIn(page)));
  await page.getByRole('button', { name: 'Members', exact: true }).click();
  await expect(
    page.getByRole('complementary', { name: 'Details' }).getByText(name, { exact: true }).first(),
  ).toBeVisible();
  await page.keyboard.press('Escape');
  await page.locator('[data-dialog]', { hasText: 'Anonymous' }).click();
  await expect(page.getByRole('article')).toHaveCount(1);
  expect([...foreign, ...(await foreignIn(page)), ...seen]).toEqual([]);
  expect(await page.evaluate(() => '__xss' in globalThis)).toBe(false);
  expect(complaints).toEqual([]);
});
