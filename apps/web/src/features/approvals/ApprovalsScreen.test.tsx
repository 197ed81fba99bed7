import { blankContent } from '@atrium/contract/approvals/definition.ts';
import { act, fireEvent, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { client } from '#sync/session.ts';
import { LOST, open, refused, serve } from '#testing/stage.tsx';
import { ApprovalsScreen } from './ApprovalsScreen.tsx';

const row = {
  id: 5,
  proc_def_id: 3,
  proc_def_name: 'Leave',
  title: 'Leave · Bo',
  department_id: 0,
  department: '',
  company: '',
  node_id: 'head',
  candidate: '1',
  task_id: 9,
  start_time: '2026-03-02 09:00:00',
  end_time: null,
  duration: 60,
  start_user_id: 7,
  start_user_name: 'Bo',
  is_finished: false,
  var: '{}',
  state: 1,
  latest_comment: '',
  userimg: '',
  icon: 'beach',
  summary: [{ label: 'Reason', value: 'The sea' }],
  is_mine: true,
  cancels: 0,
  canceled_at: null,
};
const nothing = {
  transfer: false,
  add: false,
  return: [],
  withdraw: false,
  remind: false,
  resubmit: false,
  cancel: false,
  delete: false,
  assign: false,
};
const person = (userid: number, state: number) => ({ userid, state, instead_of: 0, acted_at: null });
const step = (id: number, name: string, state: string, userid: number, after: number[]) => ({
  id,
  node_id: name,
  name,
  kind: 'approver',
  mode: 'one',
  state,
  after,
  people: [person(userid, state === 'open' ? 1 : 0)],
  opened_at: state === 'open' ? '2026-03-02 09:00:00' : null,
  due_at: null,
  ended_at: null,
});
const detail = {
  ...row,
  form: [{ id: 'reason', kind: 'text', label: 'Reason', required: true, hint: '', multiline: true }],
  values: { reason: 'The sea' },
  files: [],
  chosen: {},
  steps: [step(9, 'Head', 'open', 1, []), step(10, 'Money', 'waiting', 8, [9])],
  entries: [],
  people: [
    { userid: 1, nickname: 'Ada', userimg: '' },
    { userid: 7, nickname: 'Bo', userimg: '' },
    { userid: 8, nickname: 'Cy', userimg: '' },
  ],
  canceled_by: 0,
  days: 0,
  may: { ...nothing, decide: true, transfer: true },
  node_infos: [],
  global_comments: [],
  userids: [],
};
const { form: _form, flow: _flow, ...blank } = blankContent('Trip');
const trip = { id: 4, version: 1, ...blank, form: detail.form };
const answers = {
  'approve/process/list': { rows: [row], total: 1, page: 1, page_size: 30 },
  'approve/process/doto': { total: 1 },
  'approve/process/detail': detail,
  'approve/form/list': { list: [trip], departments: [] },
  'approve/form/plan': {
    steps: [],
    branches: [],
    choices: [],
    problems: [],
    values: {},
    value_problems: [],
    people: [],
    days: 0,
    left: null,
  },
  'users/basic': [],
};
const shown = (at: string) =>
  open(<ApprovalsScreen onPerson={vi.fn()} />, { path: '/manage/approve/:approvalId?/:action?', at });

test('a list that failed can be retried', async () => {
  const server = serve({ ...answers, 'approve/process/list': LOST });
  const { screen, user } = await shown('/manage/approve');
  const again = await screen.findByRole('button', { name: 'Try again' });
  // Nothing can be chosen.
  expect(screen.queryByText('Select a request to view it.')).toBeNull();
  server.answers['approve/process/list'] = answers['approve/process/list'];
  await user.click(again);
  expect(await screen.findByRole('link', { name: /Leave.*The sea/ })).toBeTruthy();
  expect(await screen.findByText('Select a request to view it.')).toBeTruthy();
});

// covers C8-04
test('a server from before approvals must be upgraded, which a modal says', async () => {
  serve({ ...answers, 'approve/process/list': refused('Unknown', 0, { code: 'call.unknown' }) });
  const { screen } = await shown('/manage/approve');
  expect((await screen.findByRole('dialog', { name: 'Problem' })).textContent).toContain('upgrade');
});

test('a request shows its path, and is approved with a comment', async () => {
  const server = serve({
    ...answers,
    'approve/task/complete': { ...detail, state: 2, is_finished: true, may: { ...nothing, decide: false } },
  });
  const { screen, user } = await shown('/manage/approve/5');
  const path = await screen.findByRole('list', { name: 'Approval path' });
  expect(path.textContent).toMatch(/Submitted.*Head.*Ada.*Money.*Cy/);
  await user.click(screen.getByRole('button', { name: 'Approve' }));
  const modal = within(await screen.findByRole('dialog', { name: 'Approve' }));
  await user.type(modal.getByRole('textbox', { name: 'Comment' }), 'Enjoy');
  await user.click(modal.getByRole('button', { name: 'Approve' }));
  await expect
    .poll(() => server.inputsOf('approve/task/complete'))
    .toEqual([{ task_id: 9, pass: true, comment: 'Enjoy' }]);
});

test('a form names what is missing, and keeps what was typed when the server refuses it', async () => {
  const server = serve({ ...answers, 'approve/process/start': refused('Nobody is there.') });
  const { screen, user } = await shown('/manage/approve/new');
  await user.click(await screen.findByRole('button', { name: /Trip/ }));
  await user.click(await screen.findByRole('button', { name: 'Submit' }));
  expect(await screen.findByText('Required')).toBeTruthy();
  expect(server.inputsOf('approve/process/start')).toEqual([]);
  await user.type(screen.getByRole('textbox', { name: /Reason/ }), 'Lisbon');
  await user.click(screen.getByRole('button', { name: 'Submit' }));
  expect(await screen.findByText('Nobody is there.')).toBeTruthy();
  expect(server.inputsOf('approve/process/start')).toEqual([
    { proc_def_id: 4, values: { reason: 'Lisbon' }, chosen: {} },
  ]);
  expect(screen.getByDisplayValue('Lisbon')).toBeTruthy();
});

/** An upload that ends when the test says so. */
function slowUpload() {
  const stored = {
    token: 'receipt',
    name: 'receipt.png',
    ext: 'png',
    size: 3,
    width: 0,
    height: 0,
    url: '',
    thumb: '',
  };
  let end = () => {};
  vi.spyOn(client.api, 'upload').mockReturnValue(new Promise((resolve) => (end = () => resolve(stored as never))));
  return () => act(async () => end());
}
const choose = (container: ParentNode) =>
  fireEvent.change(container.querySelector('input[type=file]')!, {
    target: { files: [new File(['abc'], 'receipt.png', { type: 'image/png' })] },
  });

test('a file is attached to a request, with what was typed during its upload', async () => {
  const files = { id: 'files', kind: 'files', label: 'Receipts', required: true, hint: '', most: 3 };
  const list = [{ ...trip, form: [...detail.form, files] }];
  const server = serve({ ...answers, 'approve/form/list': { list, departments: [] }, 'approve/process/start': detail });
  const end = slowUpload();
  const { screen, user } = await shown('/manage/approve/new');
  await user.click(await screen.findByRole('button', { name: /Trip/ }));
  await screen.findByRole('button', { name: 'Add files' });
  choose(document);
  await user.type(screen.getByRole('textbox', { name: /Reason/ }), 'Lisbon');
  await end();
  expect(await screen.findByText('receipt.png')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Submit' }));
  await expect
    .poll(() => server.inputsOf('approve/process/start'))
    .toMatchObject([{ values: { reason: 'Lisbon', files: ['receipt'] } }]);
});

test('words of a comment that are typed while its picture uploads stay', async () => {
  const server = serve({ ...answers, 'approve/process/addGlobalComment': detail });
  const end = slowUpload();
  const { screen, user } = await shown('/manage/approve/5');
  await screen.findByRole('button', { name: 'Add pictures' });
  choose(document);
  await user.type(screen.getByRole('textbox', { name: 'Comment' }), 'See this');
  await end();
  expect(screen.getByDisplayValue('See this')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Comment' }));
  await expect
    .poll(() => server.asked.findLast(([, input]) => 'pictures' in input)?.[1])
    .toMatchObject({ content: 'See this', pictures: ['receipt'] });
});
