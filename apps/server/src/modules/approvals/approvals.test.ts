import { delegationSave } from '@atrium/contract/approvals/absences.ts';
import {
  type ApprovalBox,
  approveDoto,
  findParticipant,
  findTask,
  historyFindProcNotify,
  historyFindTask,
  historyStartByMyself,
  processList,
  startByMyself,
  startByMyselfAll,
} from '@atrium/contract/approvals/lists.ts';
import type { ApprovalDetail } from '@atrium/contract/approvals/request.ts';
import {
  addComment,
  fileUpload,
  processDelete,
  processDetail,
  processRemind,
  processStart,
  taskAdd,
  taskComplete,
  taskReturn,
  taskTransfer,
  taskWithdraw,
} from '@atrium/contract/approvals/submit.ts';
import { personErase } from '@atrium/contract/files/exports.ts';
import { userOperation } from '@atrium/contract/people/accounts.ts';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { administrator, type Frame, refused, type TestClient, testServer, world } from '#testing/world';
import { collectFiles } from '../files/files.service.ts';
import { amount, approver, copyTo, named, openSteps, publish, reason, submit } from './approvals.testing.ts';

const notice = (type: string, id: number) => (frame: Frame) => {
  const { msg } = frame.data as { msg?: { type?: string; data?: { id?: number } } };
  return msg?.type === type && msg.data?.id === id;
};
const taskOf = (detail: ApprovalDetail) => openSteps(detail)[0]?.id ?? 0;
const waiting = async (who: TestClient) => (await who.call(approveDoto, {})).total;

// covers B3-11, B3-14, B4-12, B4-13, B4-14, C4-24, C7-18
test('messages follow a request from its submission to its approval', async () => {
  const { ada, bo, cy, eve } = await world({ members: ['ada', 'bo', 'cy', 'eve'] });
  const form = await publish([approver(named(bo, cy)), copyTo(eve)]);
  const before = await waiting(bo);
  const made = await submit(ada, form, { reason: 'The sea' });
  expect(made).toMatchObject({ state: 1, start_user_id: ada.userid, candidate: `${bo.userid},${cy.userid}` });
  const asked = await bo.receives('dialog', 'add', notice('approve_reviewer', made.id));
  expect(asked.data.msg).toMatchObject({
    action: '',
    data: { id: made.id, task_id: taskOf(made), proc_def_name: form.name, description: 'The sea' },
  });
  await bo.receives('approve', 'unread');
  expect([await waiting(bo), await waiting(cy), await waiting(eve)]).toEqual([before + 1, before + 1, 0]);
  expect(eve.frames.some(notice('approve_notifier', made.id))).toBe(false);

  const done = await bo.call(taskComplete, { task_id: taskOf(made), pass: true, comment: 'Enjoy' });
  expect(done).toMatchObject({ state: 2, is_finished: true, latest_comment: 'Enjoy' });
  const changed = await cy.receives('dialog', 'update', notice('approve_reviewer', made.id));
  expect(changed.data.msg).toMatchObject({ action: 'pass', data: { by: expect.any(String) } });
  await eve.receives('dialog', 'add', notice('approve_notifier', made.id));
  const told = await ada.receives('dialog', 'add', notice('approve_submitter', made.id));
  expect(told.data.msg).toMatchObject({ action: 'pass', is_finished: 1, key: 'bot.approve_submitter_pass' });
  expect([await waiting(bo), await waiting(cy)]).toEqual([before, before]);
});

test('requests and their messages lose the name of a person who is erased', async () => {
  const { ada, bo, cy } = await world({ members: ['ada', 'bo', 'cy'] });
  const form = await publish([approver(named(bo)), copyTo(cy)]);
  const made = await submit(ada, form);
  await bo.call(taskComplete, { task_id: taskOf(made), pass: false });
  const told = await ada.receives('dialog', 'add', notice('approve_submitter', made.id));
  const admin = await administrator();
  await admin.call(personErase, { userid: ada.userid });
  await admin.call(personErase, { userid: bo.userid });
  const { db } = (await testServer()).app;
  const { rows } = await sql<{ words: string }>`
    select msg::text as words from messages m join approval_notices n on n.msg_id = m.id and n.approval_id = ${made.id}
    union all select title from approvals where id = ${made.id}`.execute(db);
  expect(rows.length).toBeGreaterThan(2);
  const { data } = told.data.msg as { data: { nickname: string; by: string } };
  const names = new RegExp(`${data.nickname}|${data.by}`);
  for (const { words } of rows) expect(words).not.toMatch(names);
});

test('people who take part see a request, and nobody else does; people of later steps wait', async () => {
  const { ada, bo, cy, eve } = await world({ members: ['ada', 'bo', 'cy'], outsiders: ['eve'] });
  const form = await publish([approver(named(bo)), approver(named(cy))]);
  const made = await submit(ada, form);
  for (const who of [eve, cy]) {
    for (const [call, input] of [
      [processDetail, { id: made.id }],
      [findParticipant, { proc_inst_id: made.id }],
      [addComment, { proc_inst_id: made.id, content: 'me too' }],
      [taskComplete, { task_id: taskOf(made), pass: true }],
      [taskWithdraw, { proc_inst_id: made.id }],
      [processRemind, { proc_inst_id: made.id }],
      [processDelete, { proc_inst_id: made.id }],
    ] as const) {
      await expect(who.call(call, input as never)).rejects.toEqual(refused('approval.gone'));
    }
  }
  expect((await bo.call(processDetail, { id: made.id })).may).toMatchObject({ decide: true, withdraw: false });
  await bo.call(taskComplete, { task_id: taskOf(made), pass: true });
  expect((await cy.call(processDetail, { id: made.id })).may.decide).toBe(true);
  expect((await bo.call(processDetail, { id: made.id })).may.decide).toBe(false);
  expect(eve.frameNames().filter((name) => /^approve.(unread|update)/.test(name))).toEqual([]);
  expect((await (await administrator()).call(processDetail, { id: made.id })).may.assign).toBe(true);
});

test('of two who decide at once one decides, and the other gets an error', async () => {
  const { ada, bo, cy } = await world({ members: ['ada', 'bo', 'cy'] });
  const form = await publish([approver(named(bo, cy))]);
  for (let round = 0; round < 4; round++) {
    const made = await submit(ada, form);
    const input = { task_id: taskOf(made), pass: true };
    const answers = await Promise.allSettled([
      bo.call(taskComplete, input),
      cy.call(taskComplete, { ...input, pass: false }),
      bo.call(taskComplete, input),
    ]);
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    for (const answer of answers) {
      if (answer.status === 'rejected') {
        expect(answer.reason.data.code).toMatch(/^approval\.(decided|finished)$/);
      }
    }
    const { entries } = await ada.call(processDetail, { id: made.id });
    expect(entries.filter(({ act }) => act === 'approve' || act === 'refuse')).toHaveLength(1);
  }
});

test('approvers decide in sequence, and one rejection ends the request', async () => {
  const { ada, bo, cy } = await world({ members: ['ada', 'bo', 'cy'] });
  const all = await submit(ada, await publish([approver(named(bo, cy), { mode: 'all' })]));
  const half = await bo.call(taskComplete, { task_id: taskOf(all), pass: true });
  expect(openSteps(half)).toMatchObject([{ asked: [cy.userid] }]);
  expect((await cy.call(taskComplete, { task_id: taskOf(all), pass: true })).state).toBe(2);

  const sequence = await submit(ada, await publish([approver(named(cy, bo), { mode: 'sequence' })]));
  expect(openSteps(sequence)).toMatchObject([{ asked: [cy.userid] }]);
  await expect(bo.call(taskComplete, { task_id: taskOf(sequence), pass: true })).rejects.toEqual(
    refused('approval.gone'),
  );
  const next = await cy.call(taskComplete, { task_id: taskOf(sequence), pass: true });
  expect(openSteps(next)).toMatchObject([{ asked: [bo.userid] }]);
  const end = await bo.call(taskComplete, { task_id: taskOf(sequence), pass: false, comment: 'No' });
  expect(end.state).toBe(3);
  const told = await ada.receives('dialog', 'add', notice('approve_submitter', end.id));
  expect(told.data.msg).toMatchObject({ action: 'refuse', key: 'bot.approve_submitter_refuse' });
});

test('a sequence goes on to a deputy, or past people who have left since it began', async () => {
  const { ada, bo, cy, dee, eve } = await world({ members: ['ada', 'bo', 'cy', 'dee', 'eve'] });
  const admin = await administrator();
  const nobody = { rule: 'person' as const, userid: eve.userid };
  const form = await publish([approver(named(cy, bo, dee), { mode: 'sequence', nobody })]);
  const away = await submit(ada, form);
  const lost = await submit(ada, form);
  const ignored = await submit(
    ada,
    await publish([approver(named(cy, bo), { mode: 'sequence', nobody: { rule: 'pass', userid: 0 } })]),
  );
  const time = [-1, 1].map((hours) => new Date(Date.now() + hours * 3_600_000).toISOString().slice(0, 19));
  await bo.call(delegationSave, { userid: eve.userid, time: [time[0] ?? '', time[1] ?? ''] });
  const deputized = await cy.call(taskComplete, { task_id: taskOf(away), pass: true });
  expect(openSteps(deputized)).toMatchObject([{ asked: [eve.userid] }]);
  expect(deputized.steps[0]?.people[1]).toMatchObject({ userid: eve.userid, instead_of: bo.userid });
  await bo.call(delegationSave, {});

  await admin.call(userOperation, { userid: bo.userid, type: 'setdisable' });
  const replaced = await cy.call(taskComplete, { task_id: taskOf(lost), pass: true });
  expect(openSteps(replaced)).toMatchObject([{ asked: [eve.userid] }]);
  await eve.receives('dialog', 'add', notice('approve_reviewer', lost.id));
  const last = await eve.call(taskComplete, { task_id: taskOf(lost), pass: true });
  expect(openSteps(last)).toMatchObject([{ asked: [dee.userid] }]);
  expect(await cy.call(taskComplete, { task_id: taskOf(ignored), pass: true })).toMatchObject({ state: 2 });
});

test('a sequence does not go on to somebody who has left when the person before leaves', async () => {
  const { ada, bo, cy, dee, eve } = await world({ members: ['ada', 'bo', 'cy', 'dee', 'eve'] });
  const admin = await administrator();
  const nobody = { rule: 'person' as const, userid: eve.userid };
  const form = await publish([approver(named(dee, cy, bo, eve), { mode: 'sequence', nobody })]);
  const made = await submit(ada, form);
  await admin.call(userOperation, { userid: cy.userid, type: 'setdisable' });
  await admin.call(userOperation, { userid: bo.userid, type: 'setdisable' });
  await admin.call(userOperation, { userid: dee.userid, type: 'setdisable' });
  // Eve, who decides for missing people, is in the sequence anyway, and is asked once.
  expect(openSteps(await ada.call(processDetail, { id: made.id }))).toMatchObject([{ asked: [eve.userid] }]);
});

test('conditions choose a branch by values, and parallel branches are waited for', async () => {
  const { ada, bo, cy, dee } = await world({ members: ['ada', 'bo', 'cy', 'dee'] });
  const form = await publish(
    [
      {
        id: 'split',
        type: 'condition',
        name: 'How much',
        branch: '',
        branches: [
          {
            id: 'large',
            name: 'Large',
            conditions: [{ kind: 'number', field: 'amount', op: 'gt', value: 100, to: 0 }],
          },
          { id: 'small', name: 'Small', conditions: [] },
        ],
      },
      {
        id: 'both',
        type: 'parallel',
        name: 'Both',
        branch: 'large',
        branches: [
          { id: 'left', name: 'Left' },
          { id: 'right', name: 'Right' },
        ],
      },
      approver(named(bo), { branch: 'left' }),
      approver(named(cy), { branch: 'right' }),
      approver(named(dee), {}),
    ],
    { form: [reason, amount] },
  );
  const small = await submit(ada, form, { amount: '5' });
  expect(openSteps(small)).toMatchObject([{ asked: [dee.userid] }]);
  const large = await submit(ada, form, { amount: 500 });
  expect(openSteps(large).map(({ asked }) => asked)).toEqual([[bo.userid], [cy.userid]]);
  const [left, right] = openSteps(large);
  const one = await bo.call(taskComplete, { task_id: left?.id ?? 0, pass: true });
  expect(openSteps(one)).toMatchObject([{ asked: [cy.userid] }]);
  const two = await cy.call(taskComplete, { task_id: right?.id ?? 0, pass: true });
  expect(openSteps(two)).toMatchObject([{ asked: [dee.userid] }]);
});

test('people who have approved are not asked again, and the others are where one of several is enough', async () => {
  const { ada, bo, cy } = await world({ members: ['ada', 'bo', 'cy'] });
  const form = await publish([approver(named(bo)), approver(named(bo, cy)), approver(named(bo))]);
  const made = await submit(ada, form);
  const after = await bo.call(taskComplete, { task_id: taskOf(made), pass: true });
  expect(openSteps(after)).toMatchObject([{ asked: [cy.userid] }]);
  expect(await cy.call(taskComplete, { task_id: openSteps(after)[0]?.id ?? 0, pass: true })).toMatchObject({
    state: 2,
  });
});

test('nobody approves their own request by choosing themselves', async () => {
  const { ada, bo } = await world({ members: ['ada', 'bo'] });
  const node = approver({ kind: 'choice', userids: [], most: 1 });
  const form = await publish([node]);
  const choosing = (who: TestClient) => submit(ada, form, { reason: 'x' }, { chosen: { [node.id]: [who.userid] } });
  await expect(choosing(ada)).rejects.toEqual(refused('approval.path'));
  expect(openSteps(await choosing(bo))).toMatchObject([{ asked: [bo.userid] }]);
});

test('return, transfer and added approvers change the path', async () => {
  const { ada, bo, cy, dee } = await world({ members: ['ada', 'bo', 'cy', 'dee'] });
  const form = await publish([approver(named(bo), { name: 'First' }), approver(named(cy), { name: 'Second' })]);
  const made = await submit(ada, form);
  const first = taskOf(made);
  const second = taskOf(await bo.call(taskComplete, { task_id: first, pass: true }));
  const back = await cy.call(taskReturn, { task_id: second, to: first, comment: 'Look again' });
  expect(openSteps(back)).toMatchObject([{ id: first, asked: [bo.userid] }]);

  const passed = await bo.call(taskTransfer, { task_id: first, userid: dee.userid });
  expect(openSteps(passed)).toMatchObject([{ id: first, asked: [dee.userid] }]);
  await expect(bo.call(taskComplete, { task_id: first, pass: true })).rejects.toEqual(refused('approval.decided'));
  await expect(dee.call(taskTransfer, { task_id: first, userid: ada.userid })).rejects.toEqual(
    refused('approval.people'),
  );
  const added = await dee.call(taskAdd, { task_id: first, userids: [cy.userid], place: 'before' });
  expect(openSteps(added)).toMatchObject([{ asked: [cy.userid] }]);
  const asked = await cy.call(taskComplete, { task_id: taskOf(added), pass: true });
  expect(openSteps(asked)).toMatchObject([{ id: first, asked: [dee.userid] }]);

  const returned = await dee.call(taskReturn, { task_id: first, comment: 'Say more' });
  expect(returned.state).toBe(0);
  await expect(dee.call(taskComplete, { task_id: first, pass: true })).rejects.toEqual(refused('approval.finished'));
  await ada.receives('dialog', 'add', notice('approve_submitter', made.id));
  const again = await ada.call(processStart, { id: made.id, values: { reason: 'More' } });
  expect(again).toMatchObject({ state: 1, values: { reason: 'More' } });
  expect(openSteps(again)).toMatchObject([{ asked: [bo.userid] }]);
  expect(again.entries.map(({ act }) => act)).toEqual(
    expect.arrayContaining(['submit', 'approve', 'return', 'transfer', 'add_before']),
  );
});

test('a request is withdrawn while nobody has decided, and an approved one canceled by a new one', async () => {
  const { ada, bo, cy } = await world({ members: ['ada', 'bo', 'cy'] });
  const form = await publish([approver(named(bo)), approver(named(cy))]);
  const gone = await submit(ada, form);
  expect((await ada.call(taskWithdraw, { proc_inst_id: gone.id })).state).toBe(4);
  const { data } = await bo.receives('dialog', 'update', notice('approve_reviewer', gone.id));
  expect(data.msg).toMatchObject({ action: 'withdraw' });

  const made = await submit(ada, form);
  const second = await bo.call(taskComplete, { task_id: taskOf(made), pass: true });
  await expect(ada.call(taskWithdraw, { proc_inst_id: made.id })).rejects.toEqual(refused('approval.withdraw'));
  await expect(ada.call(processStart, { cancels: made.id })).rejects.toEqual(refused('approval.cancel'));
  await expect(ada.call(processDelete, { proc_inst_id: made.id })).rejects.toEqual(refused('approval.unfinished'));
  await cy.call(taskComplete, { task_id: taskOf(second), pass: true });

  const cancel = await ada.call(processStart, { cancels: made.id, comment: 'Rain' });
  expect(cancel.cancels).toBe(made.id);
  await expect(ada.call(processStart, { cancels: made.id })).rejects.toEqual(refused('approval.cancel'));
  const half = await bo.call(taskComplete, { task_id: taskOf(cancel), pass: true });
  await cy.call(taskComplete, { task_id: taskOf(half), pass: true });
  expect((await ada.call(processDetail, { id: made.id })).canceled_at).not.toBeNull();
});

test('values, people and files are checked; formulas are calculated here', async () => {
  const { ada, bo, eve } = await world({ members: ['ada', 'bo', 'eve'] });
  const form = await publish([approver(named(bo))], {
    form: [
      { ...reason, required: true },
      amount,
      { id: 'who', kind: 'person', label: 'Who', required: false, hint: '', many: true },
      {
        id: 'total',
        kind: 'formula',
        label: 'Total',
        required: false,
        hint: '',
        expression: 'amount * 2',
        unit: '',
        decimals: 0,
      },
      { id: 'files', kind: 'files', label: 'Files', required: false, hint: '', most: 2 },
    ],
  });
  for (const values of [{}, { reason: 'x', amount: 'many' }, { reason: 'x', who: [2_000_000_000] }]) {
    await expect(submit(ada, form, values)).rejects.toEqual(refused('approval.values'));
  }
  const file = await ada.call(fileUpload, { image64: 'aGVsbG8=', filename: 'a.txt' });
  await expect(submit(eve, form, { reason: 'x', files: [file.token] })).rejects.toEqual(refused('approval.file'));
  const made = await submit(ada, form, { reason: 'x', amount: 4, total: 1_000_000, files: [file.token], lost: 1 });
  expect(made.values).toEqual({ reason: 'x', amount: 4, total: 8, files: [file.token] });
  const { base } = await testServer();
  const fetchBy = async (who: TestClient) =>
    (await fetch(`${base}/${made.files[0]?.url.replace('{{RemoteURL}}', '')}`, { headers: { token: who.token } }))
      .status;
  expect([await fetchBy(ada), await fetchBy(bo), await fetchBy(eve)]).toEqual([200, 200, 404]);
});

test('a file chosen in a form waits a day until the form is sent', async () => {
  const { ada, bo } = await world({ members: ['ada', 'bo'] });
  const { app } = await testServer();
  const form = await publish([approver(named(bo))], {
    form: [{ id: 'files', kind: 'files', label: 'Files', required: false, hint: '', most: 2 }],
  });
  const file = await ada.call(fileUpload, { image64: 'aGVsbG8=', filename: 'a.txt' });
  await collectFiles(app, new Date(Date.now() + 23 * 3_600_000));
  const made = await submit(ada, form, { files: [file.token] });
  expect(made.files).toMatchObject([{ token: file.token }]);
  const unused = await ada.call(fileUpload, { image64: 'aGVsbG8=', filename: 'b.txt' });
  await collectFiles(app, new Date(Date.now() + 25 * 3_600_000));
  await expect(submit(ada, form, { files: [unused.token] })).rejects.toEqual(refused('approval.file'));
});

test('comments reach the others, with pictures', async () => {
  const { ada, bo, eve } = await world({ members: ['ada', 'bo', 'eve'] });
  const made = await submit(ada, await publish([approver(named(bo))]));
  await expect(ada.call(addComment, { proc_inst_id: made.id, content: ' ' })).rejects.toEqual(
    refused('approval.empty'),
  );
  const picture = await bo.call(fileUpload, { image64: 'aGVsbG8=', filename: 'a.txt' });
  await expect(
    ada.call(addComment, { proc_inst_id: made.id, content: 'x', pictures: [picture.token] }),
  ).rejects.toEqual(refused('approval.file'));
  const said = await bo.call(addComment, {
    proc_inst_id: made.id,
    content: JSON.stringify({ content: 'Look', pictures: [picture.url] }),
  });
  expect(said.entries.at(-1)).toMatchObject({ act: 'comment', comment: 'Look', pictures: [{ token: picture.token }] });
  const { data } = await ada.receives('dialog', 'add', notice('approve_comment_notifier', made.id));
  expect(data.msg).toMatchObject({ data: { comment_content: 'Look' } });
  expect(eve.frames.some(notice('approve_comment_notifier', made.id))).toBe(false);
});

test('lists: waiting, own, copied, decided; all only for administrators; older clients get the same', async () => {
  const { ada, bo, eve } = await world({ members: ['ada', 'bo', 'eve'] });
  const form = await publish([approver(named(bo)), copyTo(eve)]);
  const made = await submit(ada, form, { reason: 'Sunflower' });
  const idsOf = async (who: TestClient, box: ApprovalBox, key = '') =>
    (await who.call(processList, { box, key })).rows.map(({ id }) => id);
  expect(await idsOf(bo, 'waiting')).toContain(made.id);
  expect(await idsOf(ada, 'mine', 'sunfl')).toEqual([made.id]);
  expect(await idsOf(ada, 'mine', '%')).toEqual([]);
  expect(await idsOf(eve, 'copied')).toEqual([]);
  await expect(idsOf(eve, 'all')).rejects.toEqual(refused('forbidden'));
  expect(await idsOf(await administrator(), 'all', String(made.id))).toContain(made.id);
  expect((await bo.call(findTask, { proc_def_name: form.name })).rows).toMatchObject([
    { id: made.id, task_id: taskOf(made), is_finished: false, var: expect.stringContaining('Sunflower') },
  ]);
  await bo.call(taskComplete, { task_id: taskOf(made), pass: true });
  expect(await idsOf(bo, 'waiting')).not.toContain(made.id);
  expect([await idsOf(bo, 'done'), await idsOf(eve, 'copied')]).toEqual([[made.id], [made.id]]);
  const finished = [
    await bo.call(historyFindTask, {}),
    await ada.call(historyStartByMyself, {}),
    await eve.call(historyFindProcNotify, {}),
    await ada.call(startByMyselfAll, { state: 2 }),
  ];
  for (const { rows } of finished) expect(rows.map(({ id }) => id)).toEqual([made.id]);
  expect((await ada.call(startByMyself, {})).rows).toEqual([]);
  expect((await ada.call(findParticipant, { proc_inst_id: made.id })).map(({ type }) => type)).toEqual([
    'participant',
    'notifier',
  ]);
});

test('a step that is late reminds once a day, and the initiator once an hour', async () => {
  const { ada, bo } = await world({ members: ['ada', 'bo'] });
  const made = await submit(ada, await publish([approver(named(bo), { hours: 1 })]));
  const reminders = () =>
    bo.frames.filter((frame) => notice('approve_reviewer', made.id)(frame) && JSON.stringify(frame).includes('remind'));
  const { app } = await testServer();
  const { runDue } = await import('./running/due.service.ts');
  await runDue(app);
  expect(reminders()).toHaveLength(0);
  const at = (hours: number) => new Date(Date.now() + hours * 3_600_000);
  await Promise.all([runDue(app, at(1.1)), runDue(app, at(1.1))]);
  await runDue(app, at(2));
  await bo.settled();
  expect(reminders()).toHaveLength(1);
  await runDue(app, at(26));
  await bo.settled();
  expect(reminders()).toHaveLength(2);
  await ada.call(processRemind, { proc_inst_id: made.id });
  await expect(ada.call(processRemind, { proc_inst_id: made.id })).rejects.toEqual(refused('approval.reminded'));
  await expect(bo.call(processRemind, { proc_inst_id: made.id })).rejects.toEqual(refused('forbidden'));
  await sql`update approval_steps set due_at = null where approval_id = ${made.id}`.execute(app.db);
});
