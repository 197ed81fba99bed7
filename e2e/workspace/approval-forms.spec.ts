import { userOperation } from '@atrium/contract/people/accounts.ts';
import { departmentAdd } from '@atrium/contract/people/departments.ts';
import { expect } from '@playwright/test';
import { test } from '../support/fixtures.ts';

test.use({ workspace: { name: 'approval-forms' } });

test('an administrator designs a form from a template, tries and publishes it, and a person submits it', {
  tag: '@long',
}, async ({ administrator, account, seat }) => {
  const [bo, cy] = [await account('Bo'), await account('Cy')];
  const garden = await administrator.call(departmentAdd, { name: 'Garden', owner_userid: cy.userid });
  await administrator.call(userOperation, { userid: bo.userid, type: 'department', department: [garden.id] });

  const { page, complaints } = await seat(administrator);
  await page.goto('/manage/approve');
  await page.getByRole('button', { name: 'More' }).click();
  await page.getByRole('menuitem', { name: 'Forms' }).click();
  await page.getByRole('button', { name: 'New form' }).click();
  await page.getByRole('button', { name: /^Purchase/ }).click();
  const template = page.getByRole('dialog', { name: 'Purchase' });
  await expect(template.getByRole('group', { name: 'Flow diagram' })).toBeVisible();
  await template.getByRole('button', { name: 'Use template' }).click();

  // A field, by keyboard: opened, renamed and moved up.
  const fields = page.getByRole('list', { name: 'Fields' });
  await fields.getByRole('button', { name: /^Supplier/ }).press('Enter');
  await fields.getByRole('textbox', { name: 'Label' }).fill('Shop');
  await fields.getByRole('button', { name: /^Shop/ }).press('Alt+ArrowUp');
  await expect(fields.getByRole('button', { name: /^Shop/ })).toBeFocused();
  await expect(fields.getByRole('listitem').nth(1)).toContainText('Shop');

  // A step in the branch of small amounts, by keyboard.
  await page.getByText('Flow', { exact: true }).click();
  const diagram = page.getByRole('group', { name: 'Flow diagram' });
  // Below the header, and as wide as the screen beside the navigation.
  expect((await diagram.boundingBox())?.width).toBeGreaterThan(800);
  await diagram.getByRole('button', { name: 'Submitted' }).focus();
  for (const key of ['ArrowDown', 'ArrowDown', 'ArrowDown', 'ArrowRight', '+']) await page.keyboard.press(key);
  await page.getByRole('menuitem', { name: 'Approver' }).press('Enter');
  const panel = page.getByRole('complementary', { name: 'Approver' });
  await panel.getByRole('textbox', { name: 'Name' }).fill('Petty cash');
  await panel.getByRole('combobox', { name: 'Who decides' }).click();
  await page.getByRole('option', { name: 'Administrators' }).click();
  await panel.getByRole('textbox', { name: 'Name' }).press('Escape');
  await expect(diagram.getByRole('button', { name: /^Approver\. Petty cash\. Administrators/ })).toBeFocused();

  // A dry run for Bo finds the head of the department, then the new step.
  await page.getByRole('button', { name: 'Dry run' }).click();
  const run = page.getByRole('complementary', { name: 'Dry run' });
  await run.getByRole('button', { name: 'Select person' }).first().click();
  const picker = page.getByRole('dialog', { name: 'Person who submits' });
  await picker.getByText('Bo', { exact: true }).first().click();
  await picker.getByRole('button', { name: 'Select 1 person' }).click();
  await run.getByRole('textbox', { name: 'Shop' }).fill('Oak');
  await expect(diagram.getByRole('button', { name: /Head of department.*Cy$/ })).toBeVisible();
  await expect(diagram.getByRole('button', { name: /Petty cash.*Root$/ })).toBeVisible();
  await expect(diagram.getByRole('button', { name: /More than 1000.*Not on the path$/ })).toBeVisible();

  await page.getByRole('button', { name: 'Publish' }).click();
  await expect(page.getByText('Version 1 published')).toBeVisible();

  const second = await seat(bo);
  await second.page.goto('/manage/approve/new');
  await second.page.getByRole('button', { name: /^Purchase/ }).click();
  await second.page.getByRole('textbox', { name: 'Product or service' }).fill('Rake');
  await second.page.getByRole('textbox', { name: 'Quantity' }).fill('2');
  await second.page.getByRole('textbox', { name: 'Unit price' }).fill('15');
  await second.page.getByRole('textbox', { name: 'Shop' }).fill('Oak & Sons');
  await second.page.getByRole('textbox', { name: 'Reason' }).fill('The old one broke');
  const needed = second.page.getByRole('textbox', { name: 'Needed by' });
  await needed.fill('1 April 2027');
  await needed.press('Tab');
  await second.page.getByRole('button', { name: 'Submit' }).click();
  const path = second.page.getByRole('list', { name: 'Approval path' });
  await expect(path).toContainText('Petty cash');
  await expect(path).toContainText('Cy');
  expect(complaints).toEqual([]);
  expect(second.complaints).toEqual([]);
});
