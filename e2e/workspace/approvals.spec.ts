import { type ApprovalNode, blankContent } from '@atrium/contract/approvals/definition.ts';
import { approvalForms, procdefPublish, procdefSave } from '@atrium/contract/approvals/forms.ts';
import { processList } from '@atrium/contract/approvals/lists.ts';
import { dialogLists } from '@atrium/contract/chat/dialogs.ts';
import { expect } from '@playwright/test';
import { test } from '../support/fixtures.ts';
import { type Person } from '../support/people.ts';

/** A form whose requests these people decide, one after the other. */
async function publishForm(administrator: Person, approvers: readonly Person[]) {
  const { id } = await administrator.call(procdefSave, {
    content: {
      ...blankContent('Business trip'),
      icon: 'plane',
      form: [
        { id: 'where', kind: 'text', label: 'Destination', required: true, hint: '', multiline: false },
        {
          id: 'nights',
          kind: 'number',
          label: 'Nights',
          required: true,
          hint: '',
          unit: '',
          decimals: 0,
          min: 1,
          max: null,
        },
      ],
      flow: approvers.map(
        ({ userid }, index): ApprovalNode => ({
          id: `step${index}`,
          type: 'approver',
          name: index === 0 ? 'Head' : 'Money',
          branch: '',
          who: { kind: 'people', userids: [userid] },
          mode: 'one',
          nobody: { rule: 'stop', userid: 0 },
          hours: 0,
        }),
      ),
    },
  });
  await administrator.call(procdefPublish, { id });
}

test('a request is submitted, approved in a message and on the screen, and its initiator sees it happen', async ({
  seat,
  account,
  administrator,
}) => {
  const [ada, bo, cy] = [await account('Ada'), await account('Bo'), await account('Cy')];
  await publishForm(administrator, [bo, cy]);
  const mine = await seat(ada);
  await mine.page.goto('/manage/approve');
  await mine.page.getByRole('button', { name: 'New request' }).first().click();
  await mine.page.getByRole('button', { name: /Business trip/ }).click();
  await mine.page.getByRole('button', { name: 'Submit' }).click();
  await expect(mine.page.getByText('Fill this in.')).toHaveCount(2);
  await mine.page.getByRole('textbox', { name: /Destination/ }).fill('Lisbon');
  await mine.page.getByRole('textbox', { name: /Nights/ }).fill('3');
  // The path is known before it is sent.
  await expect(mine.page.getByRole('list', { name: 'Approval path' })).toContainText('Cy');
  await mine.page.getByRole('button', { name: 'Submit' }).click();
  const path = mine.page.getByRole('list', { name: 'Approval path' });
  await expect(path).toContainText('Waiting for');

  // Bo is asked by the bot, and approves without leaving the conversation.
  const his = await seat(bo);
  const { data } = await bo.call(dialogLists, {});
  const chat = data.find(({ email }) => email?.startsWith('approval-alert'));
  await his.page.goto(`/manage/messenger?dialog=${chat?.id}`);
  await his.page.getByRole('button', { name: 'Approve', exact: true }).click();
  await expect(his.page.getByText('Approved by Bo')).toBeVisible();
  await expect(his.page.getByRole('button', { name: 'Approve', exact: true })).toHaveCount(0);

  // Cy returns it on the screen; Ada changes it; Bo and Cy are asked again.
  const hers = await seat(cy);
  await hers.page.goto('/manage/approve');
  await hers.page.getByRole('link', { name: /Business trip/ }).click();
  await hers.page.getByRole('button', { name: 'Return', exact: true }).click();
  const returning = hers.page.getByRole('dialog', { name: 'Return the request' });
  await returning.getByRole('textbox', { name: 'Reason' }).fill('Two nights are enough');
  await returning.getByRole('button', { name: 'Return', exact: true }).click();
  await expect(mine.page.getByText('Two nights are enough')).toBeVisible();
  await mine.page.getByRole('button', { name: 'Edit and resubmit' }).click();
  await mine.page.getByRole('textbox', { name: /Nights/ }).fill('2');
  await mine.page.getByRole('button', { name: 'Submit' }).click();
  await his.page.getByRole('button', { name: 'Approve', exact: true }).click();
  await hers.page.getByRole('button', { name: 'Approve', exact: true }).click();
  await hers.page.getByRole('dialog', { name: 'Approve' }).getByRole('button', { name: 'Approve' }).click();
  await expect(mine.page.getByRole('article').getByText('Approved', { exact: true }).first()).toBeVisible();
  const { rows } = await ada.call(processList, { box: 'mine' });
  expect(rows).toMatchObject([{ state: 2, proc_def_name: 'Business trip' }]);
  expect([...mine.complaints, ...his.complaints, ...hers.complaints]).toEqual([]);
});

test('a fresh workspace has forms to begin with', { tag: '@long' }, async ({ account }) => {
  const { list } = await (await account('Ada')).call(approvalForms, {});
  expect(list.map(({ name }) => name)).toEqual(expect.arrayContaining(['Leave', 'Expense']));
});
