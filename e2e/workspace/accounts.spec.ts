import { dialogOpenUser } from '@atrium/contract/chat/dialogs.ts';
import { msgSendtext } from '@atrium/contract/chat/messages.ts';
import { loginQrcode } from '@atrium/contract/people/qrLogin.ts';
import * as signIn from '@atrium/contract/people/signIn.ts';
import { userBasic } from '@atrium/contract/people/users.ts';
import { projectAdd } from '@atrium/contract/projects/projects.ts';
import { mailSetting } from '@atrium/contract/workspace/mailServer.ts';
import { systemSetting } from '@atrium/contract/workspace/settings.ts';
import { expect, type Page } from '@playwright/test';
import { test } from '../support/fixtures.ts';
import { codeOf, type Mailbox, openMailbox } from '../support/mailbox.ts';
import { PASSWORD, type Person, PHONE } from '../support/people.ts';

const SMTP_PORT = 42_587;
test.use({ workspace: { name: 'accounts', env: { SMTP_URL: `smtp://127.0.0.1:${SMTP_PORT}` } } });
test.describe.configure({ mode: 'serial' });

let box: Mailbox;
test.beforeAll(async () => {
  box = await openMailbox(SMTP_PORT);
});
test.afterAll(() => box.close());

const NEW = 'seven lamps on the pier';
async function mailTo(email: string, words: string) {
  await expect.poll(() => box.to(email).filter(({ subject }) => subject.includes(words)).length).toBeGreaterThan(0);
  return box.to(email).findLast(({ subject }) => subject.includes(words));
}
const linkIn = (text = '') => /https?:\/\/\S+token=[\w-]+/.exec(text)?.[0] ?? '';

async function enter(page: Page, { email }: Pick<Person, 'email'>, password: string): Promise<void> {
  await page.goto('/login');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
}
const isInside = (page: Page) => expect(page).toHaveURL(/\/manage\/dashboard/);

test('a forgotten password is replaced by a mailed link, and other devices are signed out', { tag: '@long' }, async ({
  seat,
  account,
}) => {
  const ada = await account('Ada');
  const other = await seat(ada);
  await other.page.goto('/manage/dashboard');
  await isInside(other.page);
  const { page, complaints } = await seat();
  await page.goto('/login');
  await page.getByLabel('Email').fill(ada.email);
  await page.getByRole('button', { name: 'Forgot your password?' }).click();
  await page.getByRole('button', { name: 'Send link' }).click();
  await expect(page.getByRole('heading', { name: 'Check your email' })).toBeVisible();
  await page.goto(linkIn((await mailTo(ada.email, 'Choose a new password'))?.text));
  await page.getByLabel('New password').fill('password1');
  await page.getByRole('button', { name: 'Save password' }).click();
  await expect(page.getByRole('alert')).toContainText('too common');
  await page.getByLabel('New password').fill(NEW);
  await expect(page.getByText('Good', { exact: true }).or(page.getByText('Strong', { exact: true }))).toBeVisible();
  await page.getByRole('button', { name: 'Save password' }).click();
  await page.getByRole('button', { name: 'Go to sign-in' }).click();
  await enter(page, ada, NEW);
  await isInside(page);
  await expect(other.page.getByRole('button', { name: 'Sign in again' })).toBeVisible();
  expect(complaints).toEqual([]);
});

test('an administrator hands over a link where no mail arrives', { tag: '@long' }, async ({
  seat,
  account,
  administrator,
}) => {
  const bo = await account('Bosun');
  const { page } = await seat(administrator);
  await page.goto('/manage/setting/team');
  await page.getByRole('button', { name: 'More: Bosun' }).click();
  await page.getByRole('menuitem', { name: 'Password link' }).click();
  const link = linkIn((await page.getByRole('dialog').locator('code').textContent()) ?? '');
  const guest = await seat(undefined, { viewport: PHONE });
  await guest.page.goto(link);
  await guest.page.getByLabel('New password').fill(NEW);
  await guest.page.getByRole('button', { name: 'Save password' }).click();
  await expect(guest.page.getByRole('heading', { name: 'Password changed' })).toBeVisible();
  await guest.page.goto(link);
  await expect(guest.page.getByText('Request a new one')).toBeVisible();
  await enter(guest.page, bo, NEW);
  await isInside(guest.page);
});

test('an invited person sees who invites to what, and writes the first message', { tag: '@long' }, async ({
  seat,
  administrator,
}) => {
  const { id: projectId } = await administrator.call(projectAdd, { name: 'Lighthouse', columns: 'To do' });
  // Nobody signs up by a code, as in a new workspace.
  await administrator.call(systemSetting, { type: 'save', reg: 'invite', reg_invite: '' });
  const { page } = await seat(administrator);
  const email = `grace${Date.now()}@example.com`;
  await page.goto('/manage/setting/team');
  await page.getByRole('button', { name: 'Invite people' }).click();
  const modal = page.getByRole('dialog', { name: 'Invite people' });
  // The accounts of earlier journeys were invited, and are listed first.
  const another = modal.getByRole('button', { name: 'New invitation' });
  await another.or(modal.getByLabel('Email addresses')).first().waitFor();
  if (await another.isVisible()) await another.click();
  await modal.getByLabel('Email addresses').fill(email);
  await page.keyboard.press('Enter');
  await modal.getByLabel('Projects they join').click();
  await page.getByRole('option', { name: 'Lighthouse' }).click();
  await page.keyboard.press('Escape');
  await modal.getByRole('button', { name: 'Send invitations' }).click();
  await expect(modal.getByText('Invitation sent.')).toBeVisible();
  await modal.getByRole('button', { name: 'Done' }).click();
  await expect(modal.getByRole('listitem').filter({ hasText: email })).toContainText('Open');

  const guest = await seat();
  const known = guest.page.waitForResponse(/users\/reg\/needinvite/);
  await guest.page.goto('/login');
  expect(await (await known).json()).toMatchObject({ data: { open: false } });
  await expect(guest.page.getByText('No account yet?')).toBeHidden();
  const mail = await mailTo(email, 'invites you');
  expect(mail?.text).toContain('Lighthouse');
  await guest.page.goto(linkIn(mail?.text));
  await expect(guest.page.getByText('Root invites you.')).toBeVisible();
  await expect(guest.page.getByText('Lighthouse')).toBeVisible();
  await guest.page.getByLabel('Name', { exact: true }).fill('Grace');
  await guest.page.getByLabel('Password', { exact: true }).fill(NEW);
  await guest.page.getByRole('button', { name: 'Create account' }).click();
  await expect(guest.page.getByRole('heading', { name: 'Introduce yourself' })).toBeVisible();
  await guest.page.getByRole('button', { name: 'Continue' }).click();
  await guest.page.getByRole('button', { name: 'Open workspace' }).click();
  await isInside(guest.page);
  // Three tips, once.
  const tips = guest.page.getByRole('complementary', { name: 'Tips for getting started' });
  await tips.getByRole('button', { name: 'Next tip' }).press('Enter');
  await expect(tips.getByText('Create tasks and more')).toBeVisible();
  await guest.page.keyboard.press('Escape');
  await expect(tips).toBeHidden();
  await guest.page.goto(`/manage/project/${projectId}`);
  await expect(guest.page.getByRole('heading', { name: 'Lighthouse' })).toBeVisible();
  await guest.page.goto('/manage/messenger');
  await guest.page.locator('[data-dialog]', { hasText: 'Lighthouse' }).click();
  await guest.page.getByRole('textbox', { name: 'Message Lighthouse' }).fill('Hello from the new one');
  await guest.page.keyboard.press('Enter');
  await page.goto('/manage/messenger');
  await page.locator('[data-dialog]', { hasText: 'Lighthouse' }).click();
  await expect(page.getByText('Hello from the new one').first()).toBeVisible();
  expect(guest.complaints).toEqual([]);
});

/** Sets an authenticator app up over the API. */
async function withApp(person: Person): Promise<string> {
  const { secret } = await person.call(signIn.totpBegin, {});
  await person.call(signIn.totpConfirm, { code: codeOf(secret) });
  return secret;
}

test('a required second factor: ten people have one, and one of them loses the phone', { tag: '@long' }, async ({
  seat,
  account,
  administrator,
}) => {
  await withApp(administrator);
  const people = await Promise.all(Array.from({ length: 9 }, (_, at) => account(`Mate${at + 1}`)));
  const jo = await account('Josephine');
  await administrator.call(systemSetting, { type: 'save', factor_required: 'all', factor_grace_days: 0 });
  await Promise.all(people.map(withApp));
  for (const each of people) await each.call(userBasic, { userid: [each.userid] });

  const { page, complaints } = await seat();
  await enter(page, jo, PASSWORD);
  const must = page.getByRole('dialog', { name: 'Set up a second factor' });
  await must.getByRole('button', { name: 'Authenticator app' }).click();
  const seed = (await must.locator('p', { hasText: /^[A-Z2-7]{32}$/ }).textContent()) ?? '';
  await must.getByRole('textbox', { name: 'Code' }).fill('000000');
  await must.getByRole('button', { name: 'Turn on' }).click();
  await expect(must.getByRole('alert')).toContainText('Incorrect code');
  await must.getByRole('textbox', { name: 'Code' }).fill(codeOf(seed));
  await must.getByRole('button', { name: 'Turn on' }).click();
  const listed = page.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem');
  await expect(listed).toHaveCount(10);
  const codes = await listed.allTextContents();
  await page.getByRole('button', { name: 'I’ve saved them' }).click();
  await expect(page.getByRole('navigation').first()).toBeVisible();

  // The phone is gone: a recovery code helps.
  const second = await seat();
  await enter(second.page, jo, PASSWORD);
  await second.page.getByRole('button', { name: 'Use a recovery code' }).click();
  await second.page.getByLabel('Recovery code').fill(codes[0] ?? '');
  await second.page.getByRole('button', { name: 'Continue' }).click();
  await isInside(second.page);

  // The codes are gone too: an administrator helps.
  const desk = await seat(administrator);
  await desk.page.goto('/manage/setting/team');
  await desk.page.getByRole('button', { name: 'More: Josephine' }).click();
  await desk.page.getByRole('menuitem', { name: 'Remove second factors' }).click();
  await desk.page.getByRole('dialog').getByRole('button', { name: 'Remove second factors' }).click();
  await expect(second.page.getByRole('button', { name: 'Sign in again' })).toBeVisible();
  const third = await seat();
  await enter(third.page, jo, PASSWORD);
  await expect(third.page.getByRole('dialog', { name: 'Set up a second factor' })).toBeVisible();
  expect((await mailTo(jo.email, 'An administrator removed'))?.text).toContain('set up a new second factor');
  expect(complaints).toEqual([]);
  await administrator.call(systemSetting, { type: 'save', factor_required: 'close' });
});

test('a dangerous change asks again, and goes on once the password was right', { tag: '@long' }, async ({
  seat,
  account,
}) => {
  const cy = await account('Cyril');
  // A device that another one has let in has not been asked for the password.
  const code = Math.random().toString(36).slice(2).padEnd(40, 'x');
  await cy.call(loginQrcode, { type: 'login', code });
  const { token } = (await cy.call(loginQrcode, { code })) as { token: string };
  const { page } = await seat({ ...cy, token });
  await page.goto('/manage/setting/security');
  await page.getByRole('button', { name: 'Set up' }).click();
  const modal = page.getByRole('dialog', { name: 'Confirm it’s you' });
  await modal.getByRole('textbox', { name: 'Password' }).fill('wrong');
  await modal.getByRole('button', { name: 'Continue' }).click();
  await expect(modal.getByRole('alert')).toHaveText('Incorrect password. Try again.');
  await modal.getByRole('textbox', { name: 'Password' }).fill(PASSWORD);
  await modal.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByRole('img', { name: 'QR code for your authenticator app' })).toBeVisible();
});

// Two minutes of waiting for the schedule: the server's tests hold the rest of it.
test('a mail about unread messages opens the message, and can be turned off', { tag: '@long' }, async ({
  seat,
  account,
  administrator,
}) => {
  test.setTimeout(300_000);
  await administrator.call(mailSetting, { type: 'save', notice_msg: 'open', msg_unread_user_minute: 0 });
  const [dee, eve] = [await account('Deedee'), await account('Evelyn')];
  const { id: dialog_id } = await dee.call(dialogOpenUser, { userid: eve.userid });
  // The job of the next full minute begins the count, the one after it finds the message.
  await expect
    .poll(
      async () => {
        await dee.call(msgSendtext, { dialog_id, text: 'The tide is in' });
        await new Promise((resolve) => setTimeout(resolve, 20_000));
        return box.to(eve.email).filter(({ subject }) => subject.includes('unread')).length;
      },
      { timeout: 200_000 },
    )
    .toBeGreaterThan(0);
  const mail = await mailTo(eve.email, 'unread');
  const { page } = await seat(eve);
  await page.goto(/http\S+dialog=\d+&msg=\d+/.exec(mail?.text ?? '')?.[0] ?? '');
  await expect(page.getByText('The tide is in').first()).toBeVisible();
  const guest = await seat();
  await guest.page.goto(/http\S+single\/unsubscribe\?token=[\w.-]+/.exec(mail?.text ?? '')?.[0] ?? '');
  await guest.page.getByRole('button', { name: 'Turn off' }).click();
  await expect(guest.page.getByText('You’ll no longer get these emails.')).toBeVisible();
  await page.goto('/manage/setting/notification');
  await expect(page.getByLabel('Email me about messages I haven’t read')).not.toBeChecked();
});
