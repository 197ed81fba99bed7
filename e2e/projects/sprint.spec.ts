import { projectInvite } from '@atrium/contract/projects/projects.ts';
import { taskAdd } from '@atrium/contract/projects/tasks.ts';
import { expect, type Page } from '@playwright/test';
import { test } from '../support/fixtures.ts';
import { type Person, PHONE } from '../support/people.ts';

test.use({ actionTimeout: 8000 });
let people: Person[] = [];
test.beforeAll(async ({ account }) => {
  people = await Promise.all(['Ada', 'Bo', 'Cy'].map((name) => account(name)));
});

test('a sprint by three people, from its template to the archive', { tag: '@long' }, async ({ seat }) => {
  test.setTimeout(60_000);
  const [first, second, third] = people;
  if (!first || !second || !third) throw new Error('nobody there');
  // Cy has only a phone.
  const [ada, bo, cy] = await Promise.all([
    seat(first),
    seat(second),
    seat(third, { viewport: PHONE, hasTouch: true, isMobile: true }),
  ]);
  const card = ({ page }: { page: Page }, name: string) => page.getByRole('group', { name, exact: true });

  await ada.page.goto('/manage/project');
  await ada.page.getByRole('button', { name: 'New project' }).first().click();
  await ada.page.getByLabel('Project name').fill('Sprint 7');
  await ada.page.getByRole('combobox', { name: 'Template' }).click();
  await ada.page.getByRole('option').first().click();
  await ada.page.getByRole('button', { name: 'Create', exact: true }).click();
  await expect(ada.page).toHaveURL(/manage\/project\/\d+/);
  const place = new URL(ada.page.url()).pathname;
  await expect(ada.page.getByRole('region', { name: 'Released' })).toBeVisible();

  const project_id = Number(place.split('/').at(-1));
  const { url } = await first.call(projectInvite, { project_id });
  await Promise.all(
    [bo, cy].map(async ({ page }) => {
      await page.goto(new URL(url).pathname);
      await page.getByRole('button', { name: 'Join project' }).click();
      await expect(page.getByRole('heading', { name: 'Sprint 7' })).toBeVisible();
    }),
  );

  // Ada plans: one task for Bo, due tomorrow, and an unassigned one.
  await ada.page.getByRole('button', { name: 'Add task to Ideas' }).click();
  await ada.page.keyboard.type('Search by color @Bo tomorrow');
  await expect(ada.page.getByRole('list', { name: /recognized/i })).toContainText('Bo');
  await ada.page.keyboard.press('Enter');
  await ada.page.keyboard.press('Escape');

  await first.call(taskAdd, { project_id, name: 'Shorter sign-in' });
  await card(cy, 'Shorter sign-in').getByRole('button', { name: 'Claim “Shorter sign-in”' }).tap();
  await cy.page.getByRole('button', { name: 'Claim', exact: true }).tap();
  await expect(card(ada, 'Shorter sign-in').getByTitle('Cy')).toBeVisible();

  // Bo moves his along the workflow; Ada and Cy watch it.
  await card(bo, 'Search by color').getByRole('button', { name: 'Status: To do' }).click();
  await bo.page.getByRole('menuitem', { name: 'In progress' }).click();
  for (const other of [ada, cy]) await expect(card(other, 'Search by color')).toContainText('In progress');
  await card(bo, 'Search by color').dragTo(bo.page.getByRole('region', { name: 'Review' }));
  await expect(
    ada.page.getByRole('region', { name: 'Review' }).getByRole('group', { name: 'Search by color', exact: true }),
  ).toBeVisible();

  // Cy completes hers by touch, in the task itself.
  await card(cy, 'Shorter sign-in').tap();
  const panel = cy.page.getByRole('dialog');
  await expect(panel.getByRole('textbox', { name: 'Title' })).toHaveValue('Shorter sign-in');
  await panel.getByRole('checkbox', { name: 'Complete “Shorter sign-in”' }).tap();
  await expect(card(ada, 'Shorter sign-in').getByRole('checkbox', { name: /Reopen/ })).toBeVisible();
  await card(bo, 'Search by color').getByRole('button', { name: 'Status: In progress' }).click();
  await bo.page.getByRole('menuitem', { name: 'Done' }).click();

  // Ada archives what is done, then the whole sprint; it leaves everybody's screen.
  for (const name of ['Search by color', 'Shorter sign-in']) {
    await card(ada, name).click({ button: 'right' });
    await ada.page.getByRole('menuitem', { name: 'Archive', exact: true }).click();
    await expect(card(bo, name)).toBeHidden();
  }
  await ada.page.getByRole('button', { name: 'More' }).first().click();
  await ada.page.getByRole('menuitem', { name: 'Archived tasks' }).click();
  const archive = ada.page.getByRole('dialog', { name: 'Archived tasks' });
  await expect(archive).toContainText('Search by color');
  await expect(archive).toContainText('Shorter sign-in');
  await ada.page.keyboard.press('Escape');
  await ada.page.getByRole('button', { name: 'More' }).first().click();
  await ada.page.getByRole('menuitem', { name: 'Archive project' }).click();
  await ada.page.getByRole('dialog').getByRole('button', { name: 'Archive project' }).click();
  for (const { page } of [ada, bo, cy]) await expect(page).not.toHaveURL(new RegExp(`${place}$`));

  expect([...ada.complaints, ...bo.complaints, ...cy.complaints]).toEqual([]);
});
