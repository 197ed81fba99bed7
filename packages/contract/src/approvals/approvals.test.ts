import { expect, test } from 'vitest';
import { checkDefinition } from './check.ts';
import {
  type ApprovalContent,
  type ApprovalField,
  type ApprovalNode,
  blankContent,
  FIELD_KINDS,
} from './definition.ts';
import { type FlowFacts, headsAbove, maySubmit, planOf } from './flow.ts';
import { calculate, parseFormula, rounded } from './formula.ts';
import { APPROVAL_TEMPLATES } from './templates/templates.ts';
import { checkValues, durationOf } from './values.ts';

const base = { required: false, hint: '' };
const field = <K extends ApprovalField['kind']>(
  kind: K,
  id: string,
  more: Partial<Extract<ApprovalField, { kind: K }>> = {},
): ApprovalField =>
  ({
    ...base,
    id,
    kind,
    label: id,
    multiline: false,
    unit: '',
    decimals: 2,
    min: null,
    max: null,
    currency: 'EUR',
    time: false,
    many: false,
    options: [{ id: 'a', label: 'A' }],
    most: 2,
    text: '',
    columns: [],
    expression: '1',
    ...more,
  }) as unknown as ApprovalField;

test('formulas: arithmetic, functions, columns, and nothing else', () => {
  const scope = {
    number: (id: string) => ({ price: 4, count: 3 })[id] ?? 0,
    column: () => [1, 2.5, 4],
    duration: (_: string, unit: string) => (unit === 'days' ? 2 : 33),
  };
  const value = (text: string) => {
    const found = parseFormula(text);
    return found ? calculate(found, scope) : undefined;
  };
  expect(
    ['price * count + 1', '-(price - 10) / 2', 'sum(items.amount) * 2', 'max(price, items.amount)'].map(value),
  ).toEqual([13, 3, 15, 4]);
  expect(['if(days(time) > 1, price, 0)', 'round(10 / 3, 2)', 'hours(time)', 'count(items.x)'].map(value)).toEqual([
    4, 3.33, 33, 3,
  ]);
  expect(['price / 0', 'unknown', 'AVERAGE(items.amount)', '1 <> 1'].map(value)).toEqual([0, 0, 2.5, 0]);
  for (const wrong of ['', '1 +', 'eval(1)', 'a b', 'sum()', "'x'", '('.repeat(60), 'if(1, 2)', '1,2', 'sum(1,)']) {
    expect([wrong, value(wrong)]).toEqual([wrong, undefined]);
  }
  expect([rounded(1.005, 2), rounded(-2.5, 0), rounded(0.1 + 0.2, 2)]).toEqual([1.01, -3, 0.3]);
});

test('values are checked by the form, and formulas cannot be sent', () => {
  const form = [
    field('text', 'reason', { required: true }),
    field('number', 'amount', { min: 0, max: 10, decimals: 1 }),
    field('money', 'price'),
    field('date', 'day'),
    field('range', 'time', { time: true }),
    field('person', 'who'),
    field('choice', 'kind'),
    field('files', 'files'),
    field('table', 'items', { columns: [field('number', 'n', { required: true }), field('text', 'what')] as never }),
    field('formula', 'total', { expression: 'sum(items.n) + amount' }),
  ];
  const good = {
    reason: ' Sea ',
    amount: '2.25',
    price: 1.005,
    day: '2026-02-28',
    time: { from: '2026-01-01 09:00:00', to: '2026-01-02 18:00:00' },
    who: 7,
    kind: 'a',
    files: ['x'.repeat(24)],
    items: [{ n: 1 }, { what: '' }, { n: '2', what: 'tea' }],
    total: 1000,
    more: 1,
  };
  expect(checkValues(form, good)).toEqual({
    problems: [],
    values: {
      ...good,
      reason: 'Sea',
      amount: 2.3,
      price: 1.01,
      who: [7],
      kind: ['a'],
      items: [{ n: 1 }, { n: 2, what: 'tea' }],
      total: 5.3,
      more: undefined,
    },
  });
  // A line with something missing counts in the total while it is filled in.
  const begun = checkValues(
    [
      field('table', 'items', { columns: [field('number', 'n'), field('text', 'what', { required: true })] as never }),
      field('formula', 'total', { expression: 'sum(items.n)' }),
    ],
    { items: [{ n: 3 }, { n: 4, what: 'tea' }] },
  );
  expect(begun.values).toEqual({ total: 7 });
  expect(begun.problems).toEqual([{ field: 'items', row: 0, column: 'what', problem: 'required' }]);
  const problems = (values: Record<string, unknown>) => checkValues(form, { reason: 'x', ...values }).problems;
  expect(problems({ reason: '  ' })).toEqual([{ field: 'reason', problem: 'required' }]);
  for (const [id, value, problem] of [
    ['amount', 11, 'more'],
    ['amount', -1, 'less'],
    ['amount', 'NaN', 'kind'],
    ['day', '2026-02-30', 'kind'],
    ['time', { from: '2026-01-02 09:00:00', to: '2026-01-01 18:00:00' }, 'order'],
    ['time', { from: '2026-01-02 00:00:00', to: '2026-01-02 00:00:00' }, 'order'],
    ['who', [1, 2], 'many'],
    ['who', ['1'], 'kind'],
    ['kind', ['b'], 'option'],
    ['files', ['../etc'], 'kind'],
    ['files', ['aaa', 'bbb', 'ccc'], 'many'],
    ['items', 'x', 'kind'],
  ] as const) {
    expect([id, value, problems({ [id]: value })]).toEqual([id, value, [{ field: id, problem }]]);
  }
  expect(problems({ items: [{ what: 'no number' }] })).toEqual([
    { field: 'items', row: 0, column: 'n', problem: 'required' },
  ]);
});

test('a duration includes its first and last day, halves included', () => {
  const days = (from: string, to: string) => durationOf({ from, to }, from.length > 10, 'days');
  expect(days('2026-03-02', '2026-03-02')).toBe(1);
  expect(days('2026-03-02', '2026-03-04')).toBe(3);
  expect(days('2026-03-02 09:00:00', '2026-03-03 18:00:00')).toBe(2);
  expect(days('2026-03-02 09:00:00', '2026-03-02 13:00:00')).toBe(0.5);
  expect(durationOf({ from: '2026-03-02 09:00:00', to: '2026-03-02 13:30:00' }, true, 'hours')).toBe(4.5);
  expect(durationOf(undefined, true, 'days')).toBe(0);
});

const departments = [
  { id: 1, parent_id: 0, owner_userid: 11 },
  { id: 2, parent_id: 1, owner_userid: 0 },
  { id: 3, parent_id: 2, owner_userid: 13 },
];
const facts = (more: Partial<FlowFacts> = {}): FlowFacts => ({
  userid: 5,
  department_id: 3,
  departments,
  values: {},
  chosen: {},
  admins: [90],
  isActive: (userid) => userid < 100,
  peopleIn: (department) => [department * 10],
  departmentsOf: () => [3],
  ...more,
});

test('heads are found upwards, without gaps, oneself and the gone', () => {
  expect(headsAbove(facts())).toEqual([13, 11]);
  expect(headsAbove(facts({ userid: 13 }))).toEqual([11]);
  expect(headsAbove(facts({ isActive: (userid) => userid !== 13 }))).toEqual([11]);
  expect(headsAbove(facts({ department_id: 0 }))).toEqual([]);
  expect(headsAbove(facts({ departments: [{ id: 3, parent_id: 3, owner_userid: 13 }] }))).toEqual([13]);
});

const approver = (id: string, who: Extract<ApprovalNode, { type: 'approver' }>['who'], rule = 'stop', branch = '') =>
  ({ id, type: 'approver', name: id, branch, who, mode: 'one', nobody: { rule, userid: 0 }, hours: 0 }) as ApprovalNode;

test('a plan has a step for each head, people to choose, and what to do where nobody is found', () => {
  const plan = (flow: ApprovalNode[], more: Partial<FlowFacts> = {}) => planOf({ form: [], flow }, facts(more));
  expect(plan([approver('a', { kind: 'heads', level: 10 })]).steps).toMatchObject([
    { userids: [13], after: [] },
    { userids: [11], after: [0] },
  ]);
  expect(plan([approver('a', { kind: 'head', level: 3 })])).toMatchObject({
    steps: [],
    problems: [{ problem: 'nobody' }],
  });
  expect(plan([approver('a', { kind: 'head', level: 3 }, 'admins')]).steps).toMatchObject([
    { userids: [90], found: 'replaced' },
  ]);
  expect(plan([approver('a', { kind: 'people', userids: [500] }, 'pass')]).steps).toMatchObject([{ found: 'nobody' }]);
  const twice = [approver('a', { kind: 'people', userids: [7] }), approver('b', { kind: 'people', userids: [7, 8] })];
  const last = approver('c', { kind: 'people', userids: [7] });
  const found = (repeats: 'skip' | 'ask') =>
    planOf({ form: [], flow: [...twice, last], repeats }, facts({})).steps.map((step) => step.found);
  expect([found('skip'), found('ask')]).toEqual([
    ['found', 'found', 'repeated'],
    ['found', 'found', 'found'],
  ]);
  const choice = approver('a', { kind: 'choice', userids: [7, 8], most: 1 });
  expect(plan([choice])).toMatchObject({ problems: [{ problem: 'choice' }], choices: [{ node: 'a', most: 1 }] });
  expect(plan([choice], { chosen: { a: [9, 8, 7] } }).steps).toMatchObject([{ userids: [8] }]);
});

test('nobody approves their own request where others could', () => {
  const asked = (node: ApprovalNode, more: Partial<FlowFacts> = {}) =>
    planOf({ form: [field('person', 'who')], flow: [node] }, facts(more)).steps.map(({ userids }) => userids);
  const all = (node: ApprovalNode) => ({ ...node, mode: 'all' }) as ApprovalNode;
  const both = approver('a', { kind: 'people', userids: [5, 7] });
  expect([asked(both), asked(all(both))]).toEqual([[[7]], [[5, 7]]]);
  expect(asked(approver('a', { kind: 'people', userids: [5] }))).toEqual([[5]]);
  expect(asked(approver('a', { kind: 'choice', userids: [], most: 2 }), { chosen: { a: [5] } })).toEqual([]);
  expect(asked(approver('a', { kind: 'field', field: 'who' }, 'admins'), { values: { who: [5] } })).toEqual([[90]]);
});

test('departments above count for the initiator and for those who may submit', () => {
  const flow: ApprovalNode[] = [
    {
      id: 'c',
      type: 'condition',
      name: '',
      branch: '',
      branches: [
        { id: 'top', name: '', conditions: [{ kind: 'initiator', userids: [], department_ids: [1] }] },
        { id: 'rest', name: '', conditions: [] },
      ],
    },
    approver('x', { kind: 'people', userids: [7] }, 'stop', 'top'),
    approver('y', { kind: 'people', userids: [8] }, 'stop', 'rest'),
  ];
  const asked = (department_id: number) => planOf({ form: [], flow }, facts({ department_id })).steps[0]?.userids;
  expect([asked(3), asked(9)]).toEqual([[7], [8]]);
  const submitters = { userids: [], department_ids: [1] };
  const may = (department: number[]) => maySubmit({ submitters }, { userid: 5, department }, departments);
  expect([may([3]), may([9]), may([])]).toEqual([true, false, false]);
});

test('a definition is checked before it is published', () => {
  const problems = (more: Partial<ApprovalContent>) =>
    checkDefinition({ ...blankContent('Leave'), flow: [approver('a', { kind: 'admins' })], ...more }).map(
      ({ at, problem }) => `${at} ${problem}`,
    );
  expect(problems({})).toEqual([]);
  expect(problems({ name: ' ', flow: [] })).toEqual([' name', ' flow.empty']);
  expect(problems({ form: [field('text', 'a'), field('text', 'a')] })).toEqual(['a form.twice']);
  expect(problems({ form: [field('formula', 'a', { expression: 'a + 1' })] })).toEqual(['a form.formula']);
  expect(problems({ form: [field('choice', 'a', { options: [] })] })).toEqual(['a form.options']);
  expect(problems({ form: [field('choice', 'a', { options: [{ id: 'b', label: ' ' }] })] })).toEqual([
    'a form.options',
  ]);
  expect(problems({ form: [field('text', 'a', { label: ' ' }), field('description', 'b', { label: '' })] })).toEqual([
    'a form.label',
  ]);
  expect(problems({ form: [field('table', 'a')] })).toEqual(['a form.columns']);
  expect(problems({ flow: [approver('a', { kind: 'people', userids: [] })] })).toEqual(['a flow.people']);
  expect(problems({ flow: [approver('a', { kind: 'admins' }, 'stop', 'lost')] })).toEqual(['a flow.lost']);
  expect(problems({ flow: [approver('a', { kind: 'admins' }, 'person')] })).toEqual(['a flow.nobody']);
  expect(problems({ effect: { kind: 'leave', range: 'none', type: '' } })).toEqual([' effect']);
  const branches = [
    { id: 'x', name: '', conditions: [] },
    { id: 'y', name: '', conditions: [{ kind: 'filled' as const, field: 'none', filled: true }] },
  ];
  const condition: ApprovalNode = { id: 'c', type: 'condition', name: '', branch: '', branches };
  expect(problems({ flow: [approver('a', { kind: 'admins' }), condition] })).toEqual([
    'x flow.else',
    'y flow.else',
    'y flow.condition',
  ]);
  const circle: ApprovalNode = { ...condition, branch: 'x', branches: [branches[1], branches[0]] as typeof branches };
  expect(problems({ flow: [approver('a', { kind: 'admins' }), circle] })).toContain('c flow.lost');
});

test('every template can be published', () => {
  expect(FIELD_KINDS).toHaveLength(12);
  for (const [name, make] of Object.entries(APPROVAL_TEMPLATES)) {
    expect([name, checkDefinition(make((key) => key))]).toEqual([name, []]);
  }
});
