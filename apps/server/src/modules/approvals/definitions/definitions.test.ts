import { blankContent } from '@atrium/contract/approvals/definition.ts';
import {
  approvalForms,
  approvalPlan,
  procdefAll,
  procdefDel,
  procdefList,
  procdefOne,
  procdefOpen,
  procdefPublish,
  procdefSave,
  procdefTry,
  procdefVersions,
} from '@atrium/contract/approvals/forms.ts';
import { processList } from '@atrium/contract/approvals/lists.ts';
import { processDetail, processStart, taskComplete, taskTransfer } from '@atrium/contract/approvals/submit.ts';
import { APPROVAL_TEMPLATES } from '@atrium/contract/approvals/templates/templates.ts';
import { userOperation } from '@atrium/contract/people/accounts.ts';
import { departmentAdd } from '@atrium/contract/people/departments.ts';
import { translate } from '@atrium/i18n/translate.ts';
import { expect, test } from 'vitest';
import { readLanguagesFromDisk } from '#platform/languages';
import { administrator, person, refused, unique, world } from '#testing/world';
import { amount, approver, named, openSteps, publish, reason, submit } from '../approvals.testing.ts';
import { lineIn } from './standardTexts.ts';

test('a draft changes nothing until it is published, and running requests keep their version', async () => {
  const { ada, bo, cy } = await world({ members: ['ada', 'bo', 'cy'] });
  const admin = await administrator();
  const form = await publish([approver(named(bo))]);
  const made = await submit(ada, form);
  const { content } = await admin.call(procdefOne, { id: form.id });
  const next = { ...content, form: [reason, { ...amount, required: true }], flow: [approver(named(cy))] };
  const draft = await admin.call(procdefSave, { id: form.id, content: next });
  expect(draft).toMatchObject({ version: 1, has_draft: true, problems: [] });
  expect((await submit(ada, form)).candidate).toBe(String(bo.userid));
  expect(await admin.call(procdefPublish, { id: form.id })).toMatchObject({ version: 2, has_draft: false });
  await expect(submit(ada, form)).rejects.toEqual(refused('approval.values'));
  expect((await submit(ada, form, { amount: 1 })).candidate).toBe(String(cy.userid));
  expect(openSteps(await ada.call(processDetail, { id: made.id }))).toMatchObject([{ asked: [bo.userid] }]);
  expect((await admin.call(procdefVersions, { id: form.id })).list.map(({ version }) => version)).toEqual([2, 1]);
  expect((await admin.call(procdefOne, { id: form.id, version: 1 })).content.form).toHaveLength(1);
  await expect(admin.call(procdefDel, { id: form.id })).rejects.toEqual(refused('approval.unfinished'));
});

test('an incomplete definition is stored, but not published; names are unique', async () => {
  const admin = await administrator();
  const name = unique('Purchase ');
  const draft = await admin.call(procdefSave, { content: blankContent(name) });
  expect(draft.problems).toEqual([{ at: '', problem: 'flow.empty' }]);
  const unlabeled = { ...draft.content, form: [{ ...reason, label: '' }] };
  expect(await admin.call(procdefSave, { id: draft.id, content: unlabeled })).toMatchObject({
    problems: [{ at: 'reason', problem: 'form.label' }, { problem: 'flow.empty' }],
  });
  await expect(admin.call(procdefPublish, { id: draft.id })).rejects.toEqual(refused('approval.definition'));
  await expect(admin.call(procdefSave, { content: blankContent(name.toUpperCase()) })).rejects.toEqual(
    refused('approval.name'),
  );
  const gone = await person('gone');
  await admin.call(userOperation, { userid: gone.userid, type: 'setdisable' });
  await admin.call(procdefSave, { id: draft.id, content: { ...draft.content, flow: [approver(named(gone))] } });
  await expect(admin.call(procdefPublish, { id: draft.id })).rejects.toEqual(refused('approval.people'));
  await admin.call(procdefDel, { id: draft.id });
  await expect(admin.call(procdefOne, { id: draft.id })).rejects.toEqual(refused('approval.form'));
  for (const [content, code] of [
    [{ name: 'x' }, 'parameter.missing'],
    [{ ...blankContent('x'), flow: [{ type: 'script', id: 'a' }] }, 'parameter.missing'],
    ['x', 'parameter'],
  ] as const) {
    await expect(admin.call(procdefSave, { content } as never)).rejects.toMatchObject(refused(code));
  }
  // The error names a missing nested field with its path.
  const nameless = admin.call(procdefSave, { content: { name: 'x' } } as never);
  await expect(nameless).rejects.toMatchObject({ message: expect.stringMatching(/content\.\w+ is missing/) });
});

test('who may submit a form, and who lists it', async () => {
  const { ada, bo, eve } = await world({ members: ['ada', 'bo'], outsiders: ['eve'] });
  const admin = await administrator();
  const form = await publish([approver(named(bo))], {
    submitters: { userids: [ada.userid], department_ids: [] },
  });
  const listed = async (who: typeof ada) =>
    (await who.call(approvalForms, {})).list.some(({ id }) => id === form.id) &&
    (await who.call(procdefAll, { name: form.name })).rows.length === 1;
  expect([await listed(ada), await listed(eve)]).toEqual([true, false]);
  const { list } = await admin.call(procdefList, {});
  expect(list.find(({ id }) => id === form.id)?.submitters).toEqual({ userids: [ada.userid], department_ids: [] });
  await expect(submit(eve, form)).rejects.toEqual(refused('approval.form'));
  await expect(eve.call(approvalPlan, { id: form.id, values: {} })).rejects.toEqual(refused('approval.form'));
  await admin.call(procdefOpen, { id: form.id, open: false });
  expect(await listed(ada)).toBe(false);
  await expect(submit(ada, form)).rejects.toEqual(refused('approval.form'));
});

test('a dry run shows the path of a person, without a request', async () => {
  const { ada, bo } = await world({ members: ['ada', 'bo'] });
  const admin = await administrator();
  const top = await admin.call(departmentAdd, { name: `Top${ada.userid}`, owner_userid: bo.userid });
  await admin.call(userOperation, { userid: ada.userid, type: 'department', department: [top.id] });
  const content = {
    ...blankContent(unique('Try ')),
    form: [amount],
    flow: [approver({ kind: 'head', level: 1 }), approver({ kind: 'choice', userids: [], most: 1 })],
  };
  const input = { content, userid: ada.userid, values: { amount: 'x' } };
  expect(await admin.call(procdefTry, input)).toMatchObject({
    steps: [{ userids: [bo.userid], found: 'found' }],
    problems: [{ problem: 'choice' }],
    value_problems: [{ field: 'amount', problem: 'kind' }],
    people: [{ userid: bo.userid }],
  });
  const condition = {
    id: 'size',
    type: 'condition' as const,
    name: '',
    branch: '',
    branches: [
      {
        id: 'large',
        name: '',
        conditions: [{ kind: 'number' as const, field: 'amount', op: 'gt' as const, value: 100, to: 0 }],
      },
      { id: 'small', name: '', conditions: [] },
    ],
  };
  const nobody = { rule: 'admins' as const, userid: 0 };
  const branched = [condition, approver({ kind: 'head', level: 4 }, { branch: 'large', nobody })];
  const tried = async (value: number) =>
    admin.call(procdefTry, { ...input, content: { ...content, flow: branched }, values: { amount: value } });
  const large = await tried(101);
  expect(large).toMatchObject({ branches: ['large'], steps: [{ found: 'replaced' }] });
  expect(large.steps[0]?.userids).toContain(admin.userid);
  expect(await tried(100)).toMatchObject({ branches: ['small'], steps: [] });
  await expect(ada.call(procdefTry, input)).rejects.toEqual(refused('forbidden'));
  await expect(admin.call(procdefTry, { ...input, department_id: top.id + 1000 })).rejects.toEqual(
    refused('approval.department'),
  );
});

test('a template’s texts are read in the language of each reader, what was written by hand as it is', async () => {
  const { ada, bo } = await world({ members: ['ada', 'bo'] });
  const admin = await administrator();
  readLanguagesFromDisk();
  const trip = APPROVAL_TEMPLATES.trip((key) => translate('en', key));
  const head = { ...approver(named(bo)), id: 'head', name: translate('en', 'approval.template.head') };
  const form = await publish([head], {
    ...trip,
    about: 'By hand',
    form: [...trip.form, { ...amount, label: 'Amount paid' }],
    flow: [head],
  });
  const word = (lang: 'de' | 'fr', key: string) => translate(lang, `approval.template.${key}`);
  const german = { language: 'de' };
  const { list } = await ada.call(approvalForms, {}, german);
  const read = list.find(({ id }) => id === form.id);
  expect(read).toMatchObject({ name: word('de', 'trip'), about: 'By hand' });
  expect(read?.form.map(({ label }) => label)).toEqual([
    ...['destination', 'leave_time', 'purpose', 'transport', 'companions', 'cost', 'attachments'].map((key) =>
      word('de', key),
    ),
    'Amount paid',
  ]);
  // A person with this language starts it by the name that they see.
  const values = {
    destination: 'Train',
    time: { from: '2026-03-02 09:00:00', to: '2026-03-03 18:00:00' },
    purpose: '-',
    transport: ['train', 'other'],
  };
  const input = { proc_name: word('de', 'trip'), values };
  const made = await ada.call(processStart, input as never, german);
  expect(made).toMatchObject({ proc_def_name: word('de', 'trip'), steps: [{ name: word('de', 'head') }] });
  expect(made.summary[0]).toEqual({ label: word('de', 'destination'), value: 'Train' });
  const cost = { label: 'Amount', value: '1250.50 EUR' };
  expect(lineIn(cost, [amount], 'de')).toEqual({ label: word('de', 'amount'), value: '1.250,50 EUR' });
  const french = await bo.call(processDetail, { id: made.id }, { language: 'fr' });
  expect(french.title.startsWith(`${word('fr', 'trip')} · `)).toBe(true);
  expect(JSON.parse(french.var)).toMatchObject({ type: `${word('fr', 'train')}, ${word('fr', 'other')}` });
  const found = await ada.call(processList, { box: 'mine', key: word('de', 'trip') }, german);
  expect(found.rows.map(({ id }) => id)).toContain(made.id);
  // No second form would have the same name for somebody.
  const second = { content: blankContent(word('fr', 'trip')) };
  await expect(admin.call(procdefSave, second)).rejects.toEqual(refused('approval.name'));
});

test('an older client starts by name with its own fields', async () => {
  const { ada, bo } = await world({ members: ['ada', 'bo'] });
  const form = await publish([approver(named(bo))], {
    form: [
      {
        id: 'type',
        kind: 'choice',
        label: 'Type',
        required: true,
        hint: '',
        many: false,
        options: [
          { id: 'annual', label: 'Annual' },
          { id: 'sick', label: 'Sick' },
        ],
      },
      { id: 'time', kind: 'range', label: 'Time', required: true, hint: '', time: true },
      reason,
    ],
    effect: { kind: 'leave', range: 'time', type: 'type' },
  });
  const made = await ada.call(processStart, {
    proc_name: form.name,
    department_id: 0,
    var: JSON.stringify({
      type: 2,
      startTime: '2026-03-02 09:00',
      endTime: '2026-03-03 18:00',
      description: 'Flu',
      other: '',
    }),
  } as never);
  expect(made.values).toEqual({
    type: ['sick'],
    time: { from: '2026-03-02 09:00:00', to: '2026-03-03 18:00:00' },
    reason: 'Flu',
  });
  expect(JSON.parse(made.var)).toMatchObject({ type: 'Sick', startTime: '2026-03-02 09:00:00', description: 'Flu' });
  expect(made.days).toBe(2);
  expect(made.node_infos.map(({ type }) => type)).toEqual(['starter', 'approver', 'end']);
});

test('somebody whose account ends is replaced where they are asked', async () => {
  const { ada, bo, cy, dee } = await world({ members: ['ada', 'bo', 'cy', 'dee'] });
  const admin = await administrator();
  const toHeir = await submit(ada, await publish([approver(named(bo))]));
  const later = await submit(ada, await publish([approver(named(dee)), approver(named(bo))]));
  await admin.call(userOperation, { userid: bo.userid, type: 'setdisable', transfer_userid: cy.userid });
  expect(openSteps(await ada.call(processDetail, { id: toHeir.id }))).toMatchObject([{ asked: [cy.userid] }]);
  const [first] = openSteps(await dee.call(processDetail, { id: later.id }));
  const next = await dee.call(taskComplete, { task_id: first?.id ?? 0, pass: true });
  // The definition demands somebody: administrators decide.
  expect(openSteps(next)).toMatchObject([{ asked: [admin.userid] }]);
  const assigned = await admin.call(taskTransfer, {
    task_id: openSteps(next)[0]?.id ?? 0,
    from: admin.userid,
    userid: cy.userid,
  });
  expect(openSteps(assigned)).toMatchObject([{ asked: [cy.userid] }]);
});
