import { type Browser, expect, type Page, test } from '@playwright/test';
import { withCamera } from '../support/browser.ts';
import { startRealServer } from '../support/server.ts';

test.use(withCamera);

const PASSWORD = 'wintry gale 824';
const LIMIT_S = 300;

const pageOf = async (browser: Browser, address: string) => {
  const page = await (await browser.newContext({ locale: 'en' })).newPage();
  await page.goto(address);
  return page;
};
const button = (page: Page, name: string | RegExp) =>
  page.getByRole('button', { name, exact: typeof name === 'string' });

test('a stranger gets from an empty server to a team of three with a project, a conversation and a meeting', {
  tag: '@long',
}, async ({ browser }) => {
  test.setTimeout(LIMIT_S * 1000);
  const server = await startRealServer();
  const began = Date.now();
  const steps: string[] = [];
  let last = began;
  const done = (name: string) => {
    const now = Date.now();
    steps.push(`${((now - last) / 1000).toFixed(1).padStart(6)} s  ${name}`);
    last = now;
  };
  try {
    const grace = await pageOf(browser, server.base);
    await grace.getByLabel('Email').fill('grace@harbor.example');
    await grace.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await button(grace, 'Sign up').click();
    await expect(grace.getByRole('heading', { name: 'Name your workspace' })).toBeVisible();
    done('The first account is created.');

    await grace.getByLabel('Workspace name').fill('Harbor');
    await button(grace, 'Continue').click();
    await grace.getByLabel('Name', { exact: true }).fill('Grace');
    await button(grace, 'Continue').click();
    done('The workspace and its first person have names.');

    await grace
      .getByRole('combobox', { name: 'Email addresses' })
      .pressSequentially('bo@harbor.example,cy@harbor.example,');
    await button(grace, 'Create invitations').click();
    await expect(grace.locator('code')).toHaveCount(2);
    const links = await grace.locator('code').allTextContents();
    await button(grace, 'Continue').click();
    done('Two people are invited.');

    await button(grace, /^Start a project from a template/).click();
    const modal = grace.getByRole('dialog', { name: 'New project' });
    await modal.getByText('Product roadmap').click();
    await expect(modal.getByRole('region', { name: 'Preview of Product roadmap' })).toBeVisible();
    await button(grace, 'Create').click();
    await expect(grace.getByRole('heading', { name: 'Product roadmap' })).toBeVisible();
    done('A project is created from a template.');

    const team = await Promise.all(
      ['Bo', 'Cy'].map(async (name, index) => {
        const page = await pageOf(browser, links[index] ?? '');
        await expect(page.getByText('Grace invites you.')).toBeVisible();
        await page.getByLabel('Name', { exact: true }).fill(name);
        await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
        await button(page, 'Create account').click();
        await expect(page.getByRole('heading', { name: 'Introduce yourself' })).toBeVisible();
        await button(page, 'Continue').click();
        await button(page, 'Open workspace').click();
        await expect(page.getByRole('complementary', { name: 'Tips for getting started' })).toBeVisible();
        return page;
      }),
    );
    done('Both have accepted, and see their workspace.');

    await button(grace, 'Members').click();
    await button(grace, 'Add members').click();
    const picker = grace.getByRole('dialog', { name: 'Add members' });
    for (const name of [/Bo/, /Cy/]) await picker.getByRole('checkbox', { name }).check();
    await button(grace, /^Select/).click();
    for (const page of team)
      await expect(page.getByRole('link', { name: 'Product roadmap', exact: true })).toBeVisible();
    await grace.keyboard.press('Escape');
    done('All three are in the project.');

    await grace.getByRole('link', { name: /^Messenger/ }).click();
    await grace.locator('[data-dialog]', { hasText: 'Product roadmap' }).click();
    await grace.getByRole('textbox', { name: 'Message Product roadmap' }).fill('Shall we meet now?');
    await grace.keyboard.press('Enter');
    for (const [index, page] of team.entries()) {
      await page.getByRole('link', { name: /^Messenger/ }).click();
      await page.locator('[data-dialog]', { hasText: 'Product roadmap' }).click();
      await expect(page.getByRole('log').getByText('Shall we meet now?')).toBeVisible();
      await page.getByRole('textbox', { name: 'Message Product roadmap' }).fill(`Yes, says ${index}`);
      await page.keyboard.press('Enter');
      await expect(grace.getByRole('log').getByText(`Yes, says ${index}`)).toBeVisible();
    }
    done('They talk in its conversation.');

    await grace.goto(`${server.base}/manage/dashboard`);
    await expect(button(grace, 'New project').first()).toBeVisible();
    await grace.keyboard.press('j');
    const form = grace.getByRole('dialog', { name: 'New meeting' });
    await form.getByLabel('Topic').fill('First meeting');
    await form.getByRole('button', { name: 'Add people' }).click();
    const invited = grace.getByRole('dialog', { name: 'Invite people' });
    for (const name of [/Bo/, /Cy/]) await invited.getByRole('checkbox', { name }).check();
    await invited.getByRole('button', { name: /^Select/ }).click();
    await form.getByRole('button', { name: 'Start meeting' }).click();
    for (const page of team) {
      await page.getByRole('alertdialog', { name: 'Grace is calling' }).getByRole('button', { name: 'Join' }).click();
      await page.getByRole('dialog', { name: 'Join meeting' }).getByRole('button', { name: 'Join' }).click();
    }
    const room = grace.getByRole('dialog', { name: 'First meeting' });
    await expect(room.getByRole('listitem')).toHaveCount(3);
    done('All three are in a meeting.');
  } finally {
    const total = ((Date.now() - began) / 1000).toFixed(1);
    // oxlint-disable-next-line no-console -- The times are what this journey is for.
    console.log([...steps, `${total.padStart(6)} s  in all`].join('\n'));
    await server.close();
  }
  expect(Date.now() - began).toBeLessThan(LIMIT_S * 1000);
});
