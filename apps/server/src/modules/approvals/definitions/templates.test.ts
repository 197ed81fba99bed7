import { checkDefinition } from '@atrium/contract/approvals/check.ts';
import { ApprovalContent, type ApprovalValues, FIELD_KINDS } from '@atrium/contract/approvals/definition.ts';
import { planOf } from '@atrium/contract/approvals/flow.ts';
import { APPROVAL_TEMPLATES } from '@atrium/contract/approvals/templates/templates.ts';
import { checkValues } from '@atrium/contract/approvals/values.ts';
import { type Language, languages } from '@atrium/i18n/languages.ts';
import { translate } from '@atrium/i18n/translate.ts';
import { Compile } from 'typebox/compile';
import { expect, test } from 'vitest';
import { readLanguagesFromDisk } from '#platform/languages';

type Template = keyof typeof APPROVAL_TEMPLATES;
const names = Object.keys(APPROVAL_TEMPLATES) as Template[];
const schema = Compile(ApprovalContent);
const time = { from: '2026-03-02 09:00:00', to: '2026-03-05 18:00:00' };
/** 3 is in a department led by 2, below one led by 1, who is the administrator. */
const facts = (values: ApprovalValues) => ({
  userid: 3,
  department_id: 20,
  departments: [
    { id: 10, parent_id: 0, owner_userid: 1 },
    { id: 20, parent_id: 10, owner_userid: 2 },
  ],
  values,
  chosen: { inform: [4] },
  admins: [1],
  isActive: () => true,
  peopleIn: () => [],
  departmentsOf: () => [20],
});
/** For each template, the values of an example and the steps that follow from them. */
const FILLED: Record<Template, [values: Record<string, unknown>, steps: string[]]> = {
  leave: [{ type: 'annual', time, reason: 'Sea' }, ['head 2', 'next_head 1']],
  trip: [
    { destination: 'Oslo', time, purpose: 'Fair', transport: ['train'], companions: [4], cost: 1500 },
    ['head 2', 'next_head 1', 'inform 4'],
  ],
  overtime: [
    { time: { from: '2026-03-02 18:00:00', to: '2026-03-02 23:00:00' }, balance: 'pay', reason: 'Launch' },
    ['head 2', 'next_head 1', 'inform 1'],
  ],
  expense: [
    { reason: 'Fair', items: [{ date: '2026-03-02', item: 'Taxi', amount: 1200 }], files: ['f1'] },
    ['head 2', 'admins 1'],
  ],
  purchase: [
    { items: [{ item: 'Desk', quantity: 3, price: 400 }], needed: '2026-04-01', reason: 'New people' },
    ['head 2', 'next_head 1', 'admins 1', 'inform 4'],
  ],
  hiring: [
    {
      position: 'Gardener',
      team: 20,
      openings: 1,
      employment: 'full_time',
      start: '2026-05-01',
      requirements: '-',
      reason: '-',
    },
    ['heads 2', 'heads 1', 'admins 1', 'inform 4'],
  ],
  resignation: [
    { last_day: '2026-05-01', successor: 4 },
    ['heads 2', 'heads 1', 'takes_over 4', 'returned 1', 'inform 1'],
  ],
  release: [
    { title: 'Rules', edition: '2', type: 'policy', audience: 'public', reviewers: [4, 5], files: ['f1'] },
    ['review 4,5', 'head 2', 'admins 1', 'inform 4'],
  ],
};

test.each(names)('%s can be published in every language, and finds its people', (name) => {
  readLanguagesFromDisk();
  for (const lang of Object.keys(languages) as Language[]) {
    const missing: string[] = [];
    const content = APPROVAL_TEMPLATES[name]((key) => {
      const text = translate(lang, key);
      if (text === key) missing.push(key);
      return text;
    });
    expect([lang, missing]).toEqual([lang, []]);
    expect([...schema.Errors(content)]).toEqual([]);
    expect(checkDefinition(content)).toEqual([]);
    const [filled, steps] = FILLED[name];
    const { values, problems } = checkValues(content.form, filled);
    expect([name, problems]).toEqual([name, []]);
    const plan = planOf(content, facts(values));
    expect(plan.problems).toEqual([]);
    expect(plan.steps.map((step) => `${step.node} ${step.userids.join(',')}`)).toEqual(steps);
  }
});

test('the templates show every kind of field but money', () => {
  const kinds = names.flatMap((name) => APPROVAL_TEMPLATES[name]((key) => key).form.map(({ kind }) => kind));
  expect(FIELD_KINDS.filter((kind) => !kinds.includes(kind))).toEqual(['money']);
});

test('a small request takes the short path', () => {
  const { form, flow } = APPROVAL_TEMPLATES.purchase((key) => key);
  const { values } = checkValues(form, { items: [{ item: 'Pen', quantity: 2, price: 3 }] });
  const plan = planOf({ form, flow }, facts(values));
  expect(plan.steps.map(({ node }) => node)).toEqual(['head', 'inform']);
  expect(plan.branches).toEqual(['otherwise']);
});
