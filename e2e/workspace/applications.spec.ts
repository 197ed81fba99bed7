import { createHash, randomBytes } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileKey } from '@atrium/contract/files/files.ts';
import { applicationList } from '@atrium/contract/people/applications.ts';
import { projectAdd } from '@atrium/contract/projects/projects.ts';
import { expect } from '@playwright/test';
import { test } from '../support/fixtures.ts';
import { DESKTOP, PASSWORD, PHONE } from '../support/people.ts';

/** An application on the person's machine that waits for its code. */
async function application(base: string) {
  const answers: URLSearchParams[] = [];
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '', 'http://localhost');
    if (url.pathname === '/callback') answers.push(url.searchParams);
    response.end('Thank you');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const redirect_uri = `http://127.0.0.1:${(server.address() as AddressInfo).port}/callback`;
  const registered = await fetch(`${base}/oauth/register`, {
    method: 'POST',
    body: JSON.stringify({ client_name: 'Planner', redirect_uris: [redirect_uri], token_endpoint_auth_method: 'none' }),
  });
  const { client_id } = (await registered.json()) as { client_id: string };
  const code_verifier = randomBytes(32).toString('base64url');
  const request = new URLSearchParams({
    client_id,
    redirect_uri,
    response_type: 'code',
    scope: 'projects:write messages:read',
    state: 'a b&c',
    code_challenge: createHash('sha256').update(code_verifier).digest('base64url'),
    code_challenge_method: 'S256',
  });
  const exchange = async (code: string) => {
    const body = new URLSearchParams({ grant_type: 'authorization_code', client_id, code, code_verifier });
    const response = await fetch(`${base}/oauth/token`, { method: 'POST', body });
    return (await response.json()) as { access_token: string; scope: string };
  };
  return { answers, exchange, address: `${base}/oauth/authorize?${request.toString()}`, close: () => server.close() };
}

test('a person signs in, allows an application to read, and ends its access', async ({
  server,
  account,
  seat,
  browser,
}) => {
  const ada = await account('Ada');
  await ada.call(projectAdd, { name: 'Garden' });
  const planner = await application(server.base);
  const context = await browser.newContext({ viewport: DESKTOP, locale: 'en' });
  const page = await context.newPage();
  await page.goto(planner.address);
  await page.getByRole('textbox', { name: 'Email' }).fill(ada.email);
  await page.getByRole('textbox', { name: 'Password' }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Allow Planner to access your account?' })).toBeVisible();
  await expect(page.getByText('You’ll be sent back to a program on this device.')).toBeVisible();
  await expect(page.getByText('Projects and tasks: Read and write')).toBeVisible();
  await page.getByRole('switch', { name: 'Read-only access' }).check();
  await expect(page.getByText('Projects and tasks: Read', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Allow', exact: true }).click();
  await expect(page.getByText('Thank you')).toBeVisible();
  expect(planner.answers[0]?.get('state')).toBe('a b&c');
  const { access_token, scope } = await planner.exchange(planner.answers[0]?.get('code') ?? '');
  expect(scope.split(' ').sort()).toEqual(['messages:read', 'projects:read']);
  const ask = () => fetch(`${server.base}/api/project/lists`, { headers: { authorization: `Bearer ${access_token}` } });
  expect(((await (await ask()).json()) as { ret: number }).ret).toBe(1);
  await context.close();

  const { page: settings } = await seat(ada);
  await settings.goto('/manage/setting/tokens');
  await settings.getByRole('button', { name: 'End access: Planner' }).click();
  await settings.getByRole('dialog').getByRole('button', { name: 'End access' }).click();
  await expect(settings.getByText('Applications that you allow to access your account appear here.')).toBeVisible();
  expect(((await (await ask()).json()) as { ret: number }).ret).toBe(-1);
  planner.close();
});

test('on a phone a person denies an application, which learns it; a forged request goes nowhere', {
  tag: '@long',
}, async ({ server, account, seat }) => {
  const bo = await account('Bo');
  const planner = await application(server.base);
  const { page } = await seat(bo, { viewport: PHONE });
  await page.goto(planner.address);
  const deny = page.getByRole('button', { name: 'Deny' });
  await expect(deny).toBeInViewport();
  await deny.click();
  await expect(page.getByText('Thank you')).toBeVisible();
  expect(planner.answers[0]?.get('error')).toBe('access_denied');
  expect((await bo.call(applicationList, {})).list).toEqual([]);
  const forged = new URL(planner.address);
  forged.searchParams.set('redirect_uri', 'https://evil.example/');
  await page.goto(forged.href);
  await expect(page.getByText('This application can’t be given access')).toBeVisible();
  expect(new URL(page.url()).origin).toBe(server.base);
  planner.close();
});

test('a person tries a call on the page that describes it', { tag: '@long' }, async ({ account, seat }) => {
  const cy = await account('Cy');
  const { key } = await cy.call(fileKey, {});
  const { page } = await seat(cy);
  await page.goto(`/docs?key=${encodeURIComponent(key)}`);
  await page.getByLabel('Filter').fill('api/project/add');
  const call = page.locator('[data-path="project/add"]');
  await call.locator('summary').click();
  await call.getByRole('textbox').fill('{"name": "From the docs"}');
  await call.getByRole('button').click();
  await expect(call.getByRole('status')).toContainText('"name": "From the docs"');
  await page.getByLabel('Access token').fill('atrium_wrong');
  await call.getByRole('button').click();
  await expect(call.getByRole('status')).toContainText('auth.token');
});
