import { type ApprovalNode, blankContent } from '@atrium/contract/approvals/definition.ts';
import { approvalForms, procdefPublish, procdefSave } from '@atrium/contract/approvals/forms.ts';
import { processList } from '@atrium/contract/approvals/lists.ts';
import { processStart } from '@atrium/contract/approvals/submit.ts';
import { dialogLists } from '@atrium/contract/chat/dialogs.ts';
import { userOperation } from '@atrium/contract/people/accounts.ts';
import { departmentAdd } from '@atrium/contract/people/departments.ts';
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
  await expect(mine.page.getByText('Required', { exact: true })).toHaveCount(2);
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

const HOUR_MS = 3_600_000;
const wire = (fromNow: number) => new Date(Date.now() + fromNow).toISOString().slice(0, 19).replace('T', ' ');

test('leave is approved through two levels, the first of them by a deputy', { tag: '@long' }, async ({
  seat,
  account,
  administrator,
}) => {
  const [ada, bo, cy, dee] = [await account('Ada'), await account('Bo'), await account('Cy'), await account('Dee')];
  const top = await administrator.call(departmentAdd, { name: 'Harbor', owner_userid: cy.userid });
  const { id } = await administrator.call(departmentAdd, { name: 'Boats', owner_userid: bo.userid, parent_id: top.id });
  await administrator.call(userOperation, { userid: ada.userid, type: 'department', department: [id] });
  const { list } = await ada.call(approvalForms, {});
  const leave = list.find(({ name }) => name === 'Leave');

  // Bo is away, and Dee decides instead.
  const his = await seat(bo);
  await his.page.goto('/manage/approve');
  await his.page.getByRole('button', { name: 'More' }).click();
  await his.page.getByRole('menuitem', { name: 'Deputy while away' }).click();
  const deputy = his.page.getByRole('dialog', { name: 'Deputy while away' });
  await deputy.getByRole('button', { name: 'Select person' }).click();
  const picker = his.page.getByRole('dialog', { name: 'Who decides for you' });
  await picker.getByRole('textbox', { name: 'Search by name or email' }).fill('Dee');
  await picker.getByText('Dee', { exact: true }).click();
  await picker.getByRole('button', { name: 'Select 1 person' }).click();
  await deputy.getByRole('button', { name: 'Save' }).click();
  await expect(his.page.getByText('Deputy saved')).toBeVisible();
  await expect(his.page.getByText(/^Dee decides for you until /)).toBeVisible();

  // More than three days: the head of the department above decides too.
  const values = { type: ['annual'], time: { from: wire(-HOUR_MS), to: wire(10 * 24 * HOUR_MS) }, reason: 'The sea' };
  await ada.call(processStart, { proc_def_id: leave?.id ?? 0, values });
  const mine = await seat(ada);
  await mine.page.goto('/manage/approve?box=mine');
  await mine.page.getByRole('link', { name: /Leave/ }).click();
  const path = mine.page.getByRole('list', { name: 'Approval path' });
  await expect(path).toContainText('Dee');
  await expect(path).toContainText('for Bo');

  const hers = await seat(dee);
  const { data } = await dee.call(dialogLists, {});
  const chat = data.find(({ email }) => email?.startsWith('approval-alert'));
  await hers.page.goto(`/manage/messenger?dialog=${chat?.id}`);
  await expect(hers.page.getByText('You decide for')).toBeVisible();
  await hers.page.getByRole('button', { name: 'Approve', exact: true }).click();
  await expect(hers.page.getByText('Approved by Dee')).toBeVisible();

  const last = await seat(cy);
  await last.page.goto('/manage/approve');
  await last.page.getByRole('link', { name: /Leave/ }).click();
  await last.page.getByRole('button', { name: 'Approve', exact: true }).click();
  await last.page.getByRole('dialog', { name: 'Approve' }).getByRole('button', { name: 'Approve' }).click();
  await expect(mine.page.getByRole('article').getByText('Approved', { exact: true }).first()).toBeVisible();

  // Everybody sees that she is away.
  await last.page.getByRole('article').getByRole('button', { name: 'Ada' }).first().click();
  await expect(last.page.getByRole('dialog').getByText('Away', { exact: true })).toBeVisible();
  expect([...mine.complaints, ...his.complaints, ...hers.complaints, ...last.complaints]).toEqual([]);
});

test('a fresh workspace has forms to begin with', { tag: '@long' }, async ({ account }) => {
  const { list } = await (await account('Ada')).call(approvalForms, {});
  expect(list.map(({ name }) => name)).toEqual(expect.arrayContaining(['Leave', 'Expense']));
});
