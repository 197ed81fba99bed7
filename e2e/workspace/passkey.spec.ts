import { expect, type Page } from '@playwright/test';
import { test } from '../support/fixtures.ts';
import { PASSWORD } from '../support/people.ts';

/** A fingerprint reader that always agrees. */
async function giveAuthenticator(page: Page) {
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('WebAuthn.enable');
  const { authenticatorId } = await cdp.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return { cdp, authenticatorId };
}

test('a passkey is added, signs in without and after the password, and is removed', async ({ seat, account }) => {
  const ada = await account('Ada');
  const { page, complaints } = await seat(ada);
  const { cdp, authenticatorId } = await giveAuthenticator(page);
  await page.goto('/manage/setting/security');
  await page.getByRole('button', { name: 'Add a passkey' }).click();
  await page.getByRole('dialog').getByLabel('Name').fill('Ship’s laptop');
  await page.getByRole('dialog').getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem')).toHaveCount(10);
  await page.getByRole('button', { name: 'I’ve saved them' }).click();
  const row = page.getByRole('listitem').filter({ hasText: 'Ship’s laptop' });
  await expect(row).toContainText('Added');
  expect((await cdp.send('WebAuthn.getCredentials', { authenticatorId })).credentials).toHaveLength(1);

  // A page that has just signed in may store its session after the address has changed.
  const out = () =>
    expect(async () => {
      await page.evaluate('localStorage.clear()');
      await page.goto('/login');
      await expect(page.getByLabel('Email')).toBeVisible({ timeout: 5000 });
    }).toPass();
  // Instead of the password.
  await out();
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
  await expect(page).toHaveURL(/\/manage\/dashboard/);
  // As second factor.
  await out();
  await page.getByLabel('Email').fill(ada.email);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.getByRole('button', { name: 'Use a passkey' }).click();
  await expect(page).toHaveURL(/\/manage\/dashboard/);

  await page.goto('/manage/setting/security');
  await row.getByRole('button', { name: 'Rename' }).click();
  await page.getByRole('dialog').getByLabel('Name').fill('Old laptop');
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
  const renamed = page.getByRole('listitem').filter({ hasText: 'Old laptop' });
  await expect(renamed).toContainText('Last used');
  await renamed.getByRole('button', { name: 'Remove' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
  await expect(renamed).toBeHidden();
  await out();
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
  await expect(page.getByRole('alert')).toContainText('No account here uses this passkey');
  expect(complaints).toEqual([]);
});
