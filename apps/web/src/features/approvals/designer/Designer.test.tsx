import { type ApprovalContent, blankContent } from '@atrium/contract/approvals/definition.ts';
import { APPROVAL_TEMPLATES } from '@atrium/contract/approvals/templates/templates.ts';
import { within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { open, refused, serve } from '#testing/stage.tsx';
import { ApprovalsScreen } from '../ApprovalsScreen.tsx';

const row = {
  id: 3,
  name: 'Purchase',
  icon: 'cart',
  group: '',
  version: 1,
  is_open: true,
  submitters: { userids: [], department_ids: [9] },
  has_draft: false,
  running: 2,
  updated_at: '2026-03-02 09:00:00',
  updated_by: 1,
};
const plan = {
  steps: [],
  choices: [],
  problems: [],
  branches: [],
  values: {},
  value_problems: [],
  people: [],
  days: 0,
  left: null,
};
const content = APPROVAL_TEMPLATES.purchase((key) => key.replace('approval.template.', ''));
const answers = {
  'approve/procdef/list': { list: [row] },
  'approve/form/list': { list: [], departments: [{ id: 9, name: 'Garden', parent_id: 0 }] },
  'approve/procdef/one': { ...row, content, problems: [] },
  'approve/procdef/save': (input: { id?: number; content: ApprovalContent }) => ({
    ...row,
    id: input.id ?? 8,
    has_draft: true,
    content: input.content,
    problems: [],
  }),
  'approve/procdef/publish': { ...row, version: 2, content, problems: [] },
  'approve/procdef/try': plan,
  'users/basic': [],
};
type Saved = { id?: number; content: ApprovalContent };
const shown = (at: string) =>
  open(<ApprovalsScreen onPerson={vi.fn()} />, {
    path: '/manage/approve/:approvalId?/:action?',
    at,
    me: { identity: ['admin'] },
  });
const last = (server: ReturnType<typeof serve>) => server.inputsOf('approve/procdef/save').at(-1) as Saved | undefined;
const flowOf = (server: ReturnType<typeof serve>) => last(server)?.content.flow.map(({ id }) => id);

test('the list says who may submit a form, and a blank one gets a free name', async () => {
  const server = serve({ ...answers, 'approve/procdef/list': { list: [{ ...row, name: 'Untitled form' }] } });
  const { screen, user, place } = await shown('/manage/approve/forms');
  const list = within(await screen.findByRole('list', { name: 'Forms' }));
  expect(
    list.getByRole('button', { name: /Untitled form.*Published.*Garden.*Version 1.*In progress: 2/ }),
  ).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'New form' }));
  await user.click(await screen.findByRole('button', { name: /Blank form/ }));
  await expect.poll(place).toBe('/manage/approve/forms/8');
  expect(last(server)?.content).toEqual(blankContent('Untitled form 2'));
});

test('a template is shown before it is used', async () => {
  const server = serve(answers);
  const { screen, user, place } = await shown('/manage/approve/forms/new');
  await user.click(await screen.findByRole('button', { name: /Business trip/ }));
  const modal = within(await screen.findByRole('dialog', { name: 'Business trip' }));
  expect(modal.getByRole('textbox', { name: 'Destination' })).toBeTruthy();
  expect(modal.getByRole('button', { name: /Condition\. How much\?/ })).toBeTruthy();
  expect(modal.queryByRole('button', { name: 'Add step here' })).toBeNull();
  await user.click(modal.getByRole('button', { name: 'Use template' }));
  await expect.poll(place).toBe('/manage/approve/forms/8');
  expect(last(server)?.content).toMatchObject({ name: 'Business trip', effect: { kind: 'trip' } });
});

test('fields are added, labeled, moved and removed by keyboard, and drafts follow', async () => {
  const server = serve(answers);
  const { screen, user } = await shown('/manage/approve/forms/3');
  const list = within(await screen.findByRole('list', { name: 'Fields' }));
  await user.click(list.getByRole('button', { name: /^supplier/ }));
  await user.click(within(screen.getByRole('group', { name: 'Add field' })).getByRole('button', { name: 'Choice' }));
  await expect.poll(() => (document.activeElement as HTMLInputElement).value).toBe('Choice');
  await user.keyboard('Urgency');
  expect(screen.getAllByText('Urgency').length).toBeGreaterThan(1);
  const option = screen.getByRole('textbox', { name: 'Option 2' });
  await user.type(option, '{Enter}');
  await expect.poll(() => document.activeElement?.getAttribute('aria-label')).toBe('Option 3');
  await user.keyboard('Now{Alt>}{ArrowUp}{/Alt}');
  const field = list.getByRole('button', { name: /^Urgency/ });
  field.focus();
  await user.keyboard('{Alt>}{ArrowUp}{/Alt}');
  await expect
    .poll(() => last(server)?.content.form.map(({ id }) => id))
    .toEqual(['items', 'total', 'f1', 'supplier', 'needed', 'reason', 'files']);
  const made = last(server)?.content.form[2];
  expect(made).toMatchObject({ kind: 'choice', label: 'Urgency' });
  expect(made?.kind === 'choice' && made.options.map(({ label }) => label)).toEqual(['Option 1', 'Now', 'Option 2']);
  expect(document.activeElement).toBe(list.getByRole('button', { name: /^Urgency/ }));
  await user.keyboard('{Delete}');
  await expect.poll(() => last(server)?.content.form.length).toBe(6);
  await user.click(screen.getByRole('button', { name: 'Undo' }));
  await expect.poll(() => last(server)?.content.form[2]).toEqual(made);
  expect(await screen.findByText('Draft saved')).toBeTruthy();
});

test('the diagram works by keyboard: go, edit, add, remove, undo and move', async () => {
  const server = serve(answers);
  const { screen, user } = await shown('/manage/approve/forms/3');
  await user.click(await screen.findByRole('radio', { name: 'Flow' }));
  const diagram = screen.getByRole('group', { name: 'Flow diagram' });
  const parts = () => [...diagram.querySelectorAll<HTMLElement>('[data-part]')];
  expect(parts().filter(({ tabIndex }) => tabIndex === 0)).toHaveLength(1);
  const at = () => (document.activeElement as HTMLElement).dataset['part'];
  parts()[0]?.focus();
  await user.keyboard('{ArrowDown}{ArrowDown}{ArrowDown}');
  expect(at()).toBe('large');
  expect(document.activeElement?.getAttribute('aria-label')).toBe('Branch. large. total > 1000');
  await user.keyboard('{ArrowRight}');
  expect(at()).toBe('otherwise');
  // A step in the empty branch.
  await user.keyboard('+');
  await user.click(await screen.findByRole('menuitem', { name: 'Approver' }));
  const panel = within(await screen.findByRole('complementary', { name: 'Approver' }));
  await user.type(panel.getByRole('textbox', { name: 'Name' }), 'Budget');
  await user.keyboard('{Escape}');
  await expect.poll(at).toBe('n1');
  await expect
    .poll(() => last(server)?.content.flow.find(({ id }) => id === 'n1'))
    .toMatchObject({
      branch: 'otherwise',
      name: 'Budget',
    });
  // Removing a split takes its branches along.
  await user.keyboard('{ArrowUp}{ArrowUp}');
  expect(at()).toBe('how_much');
  await user.keyboard('{Delete}');
  await expect.poll(() => flowOf(server)).toEqual(['head', 'inform']);
  await expect.poll(at).toBe('head');
  await user.click(screen.getByRole('button', { name: 'Undo' }));
  await expect
    .poll(() => flowOf(server)?.toSorted())
    .toEqual(['head', 'how_much', 'checks', 'next_head', 'admins', 'inform', 'n1'].toSorted());
  parts()[0]?.focus();
  await user.keyboard('{ArrowDown}{Alt>}{ArrowDown}{/Alt}');
  await expect.poll(() => flowOf(server)?.indexOf('head')).toBeGreaterThan(0);
  await expect.poll(at).toBe('head');
});

test('what is missing is marked, listed, and keeps the form from being published', async () => {
  const server = serve(answers);
  const { screen, user } = await shown('/manage/approve/forms/3');
  await user.click(await screen.findByRole('radio', { name: 'Flow' }));
  await user.click(screen.getByRole('button', { name: /^Approver\. head/ }));
  const panel = within(await screen.findByRole('complementary', { name: 'Approver' }));
  await user.click(panel.getByRole('combobox', { name: 'Who decides' }));
  await user.click(await screen.findByRole('option', { name: 'Named people' }));
  expect(await screen.findByRole('button', { name: /^Approver\. head.*Choose people or departments/ })).toBeTruthy();
  await user.click(screen.getByRole('radio', { name: 'Form' }));
  await user.click(screen.getByRole('button', { name: 'Publish' }));
  expect(await screen.findByText('Fix the marked parts before you publish the form.')).toBeTruthy();
  expect(server.inputsOf('approve/procdef/publish')).toEqual([]);
  // It leads to the part.
  await expect.poll(() => (document.activeElement as HTMLElement).dataset['part']).toBe('head');
  await user.click(screen.getByRole('button', { name: 'To fix: 1' }));
  const list = within(await screen.findByRole('list', { name: 'To fix' }));
  expect(list.getByRole('button', { name: /head.*Choose people or departments/ })).toBeTruthy();
});

test('a dry run marks the path, with the people found', async () => {
  const step = { name: 'head', kind: 'approver', mode: 'one', after: [], hours: 0 };
  const server = serve({
    ...answers,
    'approve/procdef/try': {
      ...plan,
      steps: [{ ...step, node: 'head', userids: [7], found: 'replaced' }],
      branches: ['otherwise'],
      people: [{ userid: 7, nickname: 'Bo', userimg: '' }],
    },
  });
  const { screen, user } = await shown('/manage/approve/forms/3');
  await user.click(await screen.findByRole('radio', { name: 'Flow' }));
  await user.click(screen.getByRole('button', { name: 'Dry run' }));
  expect(await screen.findByRole('button', { name: /^Approver\. head.*Bo · Decided by a substitute/ })).toBeTruthy();
  expect(screen.getByRole('button', { name: /^Branch\. otherwise.*On the path$/ })).toBeTruthy();
  expect(screen.getByRole('button', { name: /^Branch\. large.*Not on the path$/ })).toBeTruthy();
  await user.type(screen.getByRole('textbox', { name: /supplier/ }), 'Oak');
  await expect
    .poll(() => server.inputsOf('approve/procdef/try').at(-1))
    .toMatchObject({ userid: 1, values: { supplier: 'Oak' }, content: { name: 'purchase' } });
});

test('a draft that cannot be saved says so, and is saved before it is published', async () => {
  const server = serve({ ...answers, 'approve/procdef/save': refused('Another form has this name.') });
  const { screen, user } = await shown('/manage/approve/forms/3');
  await user.click(await screen.findByRole('radio', { name: 'Settings' }));
  await user.type(screen.getByRole('textbox', { name: /Name of the form/ }), ' 2');
  expect(await screen.findByText('Another form has this name.')).toBeTruthy();
  server.answers['approve/procdef/save'] = answers['approve/procdef/save'];
  await user.click(screen.getByRole('button', { name: 'Publish' }));
  expect(await screen.findByText('Version 2 published')).toBeTruthy();
  expect(last(server)?.content.name).toBe('purchase 2');
  server.answers['approve/procdef/versions'] = {
    list: [2, 1].map((version) => ({ version, published_by: 1, published_at: row.updated_at })),
  };
  server.answers['approve/procdef/one'] = (input: { version?: number }) => ({
    ...row,
    content: { ...content, about: `of ${input.version ?? 0}` },
    problems: [],
  });
  await user.click(screen.getByRole('button', { name: 'More' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Versions' }));
  await user.click(await screen.findByRole('button', { name: 'Restore version 1' }));
  await expect.poll(() => last(server)?.content.about).toBe('of 1');
});

test('leaving saves first', async () => {
  const server = serve(answers);
  const { screen, user, place } = await shown('/manage/approve/forms/3');
  await user.click(await screen.findByRole('radio', { name: 'Settings' }));
  await user.type(screen.getByRole('textbox', { name: 'Description' }), 'x');
  await user.click(screen.getByRole('button', { name: 'Back' }));
  await expect.poll(place).toBe('/manage/approve/forms');
  expect(last(server)?.content.about).toBe('purchase_aboutx');
  expect(server.inputsOf('approve/procdef/save')).toHaveLength(1);
});

test('a list that failed says why', async () => {
  serve({ ...answers, 'approve/procdef/list': refused('Not now.') });
  const { screen } = await shown('/manage/approve/forms');
  expect((await screen.findByRole('alert')).textContent).toContain('Not now.');
});
