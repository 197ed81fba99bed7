/**
 * Screenshots of all settings pages, in light and dark, German, Chinese, and on a phone: `npm run screens:settings`
 * writes them to `screens/settings`, or to the given folder.
 */
import { mkdir, readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { CHECKIN_MODES, checkinSetting } from '@atrium/contract/workspace/checkin.ts';
import { chromium, type Page } from '@playwright/test';
import { browserPath } from './support/browser.ts';
import { DESKTOP, PHONE, seat, signedIn } from './support/people.ts';
import { shoot } from './support/pictures.ts';
import { startRealServer } from './support/server.ts';

const [folder = path.resolve(import.meta.dirname, '../screens/settings')] = process.argv.slice(2);
const LOOKS = [
  ['light', DESKTOP, 'light', 'en'],
  ['dark', DESKTOP, 'dark', 'en'],
  ['german', DESKTOP, 'light', 'de'],
  ['chinese', DESKTOP, 'light', 'zh'],
  ['phone', PHONE, 'light', 'en'],
  ['phone-german-dark', PHONE, 'dark', 'de'],
] as const;
/** The height of the longest form. */
const MOST = 3000;

const server = await startRealServer({ args: ['--demo'] });
const browser = await chromium.launch({
  executablePath: browserPath,
  args: ['--no-sandbox', '--disable-gpu', '--no-first-run'],
});
try {
  const ada = await signedIn(server.base, 'ada@demo.example', 'atrium-demo');
  const checkin = { open: 'open', edit: 'open', timezone: 'Europe/Berlin' } as const;
  const place = { lng: 13.377704, lat: 52.516275, radius: 500 };
  await ada.call(checkinSetting, { type: 'save', ...checkin, modes: [...CHECKIN_MODES], locat_point: place });
  await mkdir(folder, { recursive: true });
  for (const name of await readdir(folder)) if (name.endsWith('.png')) await rm(path.join(folder, name));
  for (const [look, viewport, colorScheme, language] of LOOKS) {
    const options = { viewport, colorScheme, locale: language, deviceScaleFactor: 1 };
    const { page, context } = await seat(browser, server.base, ada, options);
    await page.addInitScript(`localStorage.setItem('language', ${JSON.stringify(language)})`);
    await page.goto('/manage/setting');
    const links = page.getByRole('navigation').locator('a[href^="/manage/setting/"]');
    // Administrators' pages load with the person.
    await page.locator('a[href="/manage/setting/license"]').waitFor();
    const addresses = await links.evaluateAll((all) => all.map((link) => link.getAttribute('href') ?? ''));
    for (const address of addresses) {
      await page.setViewportSize(viewport);
      await page.goto(address);
      await page.getByRole('main').getByRole('heading').first().waitFor();
      await page.waitForLoadState('networkidle');
      await page.setViewportSize({ ...viewport, height: await wholeHeight(page, viewport.height) });
      const [name = '', tab] = address.slice('/manage/setting/'.length).split('?tab=');
      await shoot(page, path.join(folder, `${tab ? `${name}-${tab}` : name}-${look}`));
    }
    await context.close();
  }
} finally {
  await browser.close();
  await server.close();
}

/** The part of a page below the fold is included in its picture. */
async function wholeHeight(page: Page, height: number): Promise<number> {
  const hidden = await page.evaluate<number>(
    `Math.max(0, ...[...document.querySelectorAll('main *')].map((each) =>
      /auto|scroll/.test(getComputedStyle(each).overflowY) ? each.scrollHeight - each.clientHeight : 0))`,
  );
  return Math.min(MOST, height + hidden);
}
