import { expect } from '@playwright/test';
import { ADMIN, BASE, startSlapd } from '../../apps/server/src/testing/ldap/slapd.ts';
import { CLIENT, startProvider } from '../../apps/server/src/testing/openid/provider.ts';
import { test } from '../support/fixtures.ts';
import { PASSWORD } from '../support/people.ts';

/** Named before the server starts, which may reach them although they are on this machine. */
const PROVIDER_PORT = 41_873;
const LDAP_PORT = 41_874;

test.use({
  workspace: {
    name: 'single-sign-on',
    env: { ATRIUM_LOCAL_HOSTS: `127.0.0.1:${PROVIDER_PORT},127.0.0.1:${LDAP_PORT}` },
  },
});

test('people sign in through a provider that an administrator adds, until passwords are for administrators only', {
  tag: '@long',
}, async ({ server, administrator, seat, browser }) => {
  const provider = await startProvider(
    `${server.base}/single/sso`,
    { grace: { email: 'grace@example.com', email_verified: true, name: 'Grace Hopper' } },
    PROVIDER_PORT,
  );
  const context = await browser.newContext({ locale: 'en' });
  try {
    const { page } = await seat(administrator);
    await page.goto(`${server.base}/manage/setting/system?tab=signin`);
    await page.getByRole('button', { name: 'Add provider' }).click();
    const modal = page.getByRole('dialog', { name: 'Add provider' });
    await modal.getByLabel('Name on the button').fill('Example ID');
    await modal.getByLabel('Provider address (issuer)').fill(provider.issuer);
    await modal.getByRole('button', { name: 'Test address' }).click();
    await expect(modal.getByRole('status')).toHaveText('The provider responds.');
    await modal.getByLabel('Client ID').fill(CLIENT.client_id);
    await modal.getByLabel('Client secret').fill(CLIENT.client_secret);
    await modal.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByText(provider.issuer)).toBeVisible();
    await page.goto(`${server.base}/manage/setting/system`);
    await page.getByLabel('Sign-in with a password').click();
    await page.getByRole('option', { name: 'For administrators only' }).click();
    await page.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByRole('button', { name: 'Save' })).toBeHidden();

    const theirs = await context.newPage();
    await theirs.goto(`${server.base}/manage/calendar`);
    await expect(theirs.getByRole('textbox', { name: 'Password' })).toBeHidden();
    await theirs.getByRole('button', { name: 'Continue with Example ID' }).click();
    await theirs.locator('input[name="login"]').fill('grace');
    await theirs.locator('input[name="password"]').fill('any');
    await theirs.locator('button[type="submit"]').click();
    await theirs.locator('button[type="submit"]').click();
    // The page that was asked for first.
    await expect(theirs).toHaveURL(`${server.base}/manage/calendar`);
    await theirs.goto(`${server.base}/manage/setting/personal`);
    await expect(theirs.getByRole('textbox', { name: 'Name', exact: true })).toHaveValue('Grace Hopper');

    // The emergency way of administrators.
    const again = await (await browser.newContext({ locale: 'en' })).newPage();
    await again.goto(`${server.base}/login`);
    await again.getByRole('button', { name: 'Administrator? Sign in with a password' }).click();
    await again.getByLabel('Email').fill(administrator.email);
    await again.getByRole('textbox', { name: 'Password' }).fill(PASSWORD);
    await again.getByRole('button', { name: 'Sign in', exact: true }).click();
    await expect(again).toHaveURL(/dashboard/);
    await again.context().close();
    // A link that was used tells what to do next.
    await theirs.goto(`${server.base}/single/sso?state=x&code=y`);
    await expect(
      theirs.getByText('This sign-in has expired or was started in another browser. Start again.'),
    ).toBeVisible();
  } finally {
    await context.close();
    await provider.stop();
  }
});

test('people of the company directory sign in with its password', { tag: '@long' }, async ({
  server,
  administrator,
  seat,
  browser,
}) => {
  const directory = await startSlapd(
    [
      {
        uid: 'linus@example.org',
        cn: 'Linus',
        sn: 'T',
        displayName: 'Linus T',
        mail: 'linus@example.org',
        userPassword: 'linus-Secret-1',
      },
    ],
    LDAP_PORT,
  );
  const context = await browser.newContext({ locale: 'en' });
  try {
    const { page } = await seat(administrator);
    await page.goto(`${server.base}/manage/setting/system`);
    await page.getByLabel('Sign-in with a password').click();
    await page.getByRole('option', { name: 'For everyone' }).click();
    if (await page.getByRole('button', { name: 'Save' }).isVisible())
      await page.getByRole('button', { name: 'Save' }).click();
    await page.goto(`${server.base}/manage/setting/system?tab=signin`);
    const form = page.getByRole('region', { name: 'Company directory (LDAP)' });
    await form.getByLabel('Server').fill('127.0.0.1');
    await form.getByLabel('Port').fill(String(LDAP_PORT));
    // Encryption is the default; this server has no certificate.
    await form.getByLabel('Encryption').click();
    await page.getByRole('option', { name: 'None' }).click();
    await form.getByLabel('Search account (DN)').fill(ADMIN.dn);
    await form.getByRole('textbox', { name: 'Password' }).fill(ADMIN.password);
    await form.getByLabel('Search base (DN)').fill(BASE);
    await form.getByLabel('Attribute with the email address').fill('mail');
    await form.getByRole('button', { name: 'Test connection' }).click();
    await expect(form.getByText('The directory responds and can be searched.')).toBeVisible();
    await form.getByLabel('Use the directory').click({ force: true });
    await form.getByRole('button', { name: 'Save' }).click();
    await expect(form.getByRole('button', { name: 'Save' })).toBeHidden();

    const theirs = await context.newPage();
    await theirs.goto(`${server.base}/login`);
    await theirs.getByLabel('Email').fill('linus@example.org');
    await theirs.getByRole('textbox', { name: 'Password' }).fill('linus-Secret-1');
    await theirs.getByRole('button', { name: 'Sign in', exact: true }).click();
    await expect(theirs).toHaveURL(/dashboard/);
    await theirs.goto(`${server.base}/manage/setting/personal`);
    await expect(theirs.getByRole('textbox', { name: 'Name', exact: true })).toHaveValue('Linus T');
  } finally {
    await context.close();
    await directory.stop();
  }
});
