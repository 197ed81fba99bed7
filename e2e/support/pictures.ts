import path from 'node:path';
import type { Page } from '@playwright/test';
import sharp from 'sharp';

/** Opens an address and takes the screenshot once these words are visible. */
export async function take(page: Page, address: string, words: string | RegExp, file: string): Promise<void> {
  await page.goto(address);
  await page
    .getByText(words, { exact: false })
    .filter({ visible: true })
    .first()
    .waitFor({ timeout: 15_000 })
    .catch(() => console.error(`${path.basename(file)}: “${words}” does not show`));
  await shoot(page, file);
}

export async function shoot(page: Page, file: string): Promise<void> {
  await page.waitForLoadState('networkidle').catch(() => undefined);
  await page.evaluate('Promise.allSettled(document.getAnimations().map(({ finished }) => finished))');
  // Pictures would be half of the repository: 256 colors are enough.
  await sharp(await page.screenshot())
    .png({ palette: true, effort: 10 })
    .toFile(`${file}.png`);
}
