import { type Static, Type } from 'typebox';
import { Nullable, OneOf } from '../kit.ts';

/**
 * The parts of an approval definition: a form that people fill in, and a flow that says who decides. Pure data, for the
 * server, the submit form and the designer alike; `checkDefinition` has the rules that a schema cannot express.
 */

export const APPROVAL_LIMITS = {
  fields: 50,
  columns: 12,
  rows: 100,
  options: 100,
  nodes: 80,
  branches: 10,
  conditions: 10,
  people: 100,
  files: 20,
  pictures: 9,
  name: 60,
  label: 80,
  hint: 300,
  text: 5000,
  comment: 2000,
  expression: 500,
  /** Longest deadline of a step. */
  hours: 8760,
} as const;

const strict = { additionalProperties: false };
/** Ids of fields, options, nodes and branches. They are also names in formulas, so they must be words. */
export const ID_PATTERN = '^[a-z][a-z0-9_]{0,31}$';
const Key = () => Type.String({ pattern: ID_PATTERN });
/** A field's id, or '' for none. */
const MaybeKey = () => Type.String({ pattern: '^([a-z][a-z0-9_]{0,31})?$' });
const Words = (maxLength: number) => Type.String({ maxLength });
/** Empty in a draft at most. */
const Label = () => Words(APPROVAL_LIMITS.label);
const UserIds = () =>
  Type.Array(Type.Integer({ minimum: 1, maximum: 2147483647 }), { maxItems: APPROVAL_LIMITS.people });
const DepartmentIds = UserIds;

// The form ------------------------------------------------------------------------------------------------------------

const common = {
  id: Key(),
  label: Label(),
  required: Type.Boolean(),
  hint: Words(APPROVAL_LIMITS.hint),
};
const Option = Type.Object({ id: Key(), label: Label() }, strict);
export type ApprovalOption = Static<typeof Option>;
const Decimals = () => Type.Integer({ minimum: 0, maximum: 6 });

const textField = Type.Object({ ...common, kind: Type.Literal('text'), multiline: Type.Boolean() }, strict);
const numberField = Type.Object(
  {
    ...common,
    kind: Type.Literal('number'),
    unit: Words(20),
    decimals: Decimals(),
    min: Nullable(Type.Number()),
    max: Nullable(Type.Number()),
  },
  strict,
);
/** `currency`: three letters of ISO 4217. The value is in its main unit. */
const moneyField = Type.Object(
  { ...common, kind: Type.Literal('money'), currency: Type.String({ pattern: '^[A-Z]{3}$' }) },
  strict,
);
const dateField = Type.Object({ ...common, kind: Type.Literal('date'), time: Type.Boolean() }, strict);
const rangeField = Type.Object({ ...common, kind: Type.Literal('range'), time: Type.Boolean() }, strict);
const personField = Type.Object({ ...common, kind: Type.Literal('person'), many: Type.Boolean() }, strict);
const departmentField = Type.Object({ ...common, kind: Type.Literal('department'), many: Type.Boolean() }, strict);
const choiceField = Type.Object(
  {
    ...common,
    kind: Type.Literal('choice'),
    many: Type.Boolean(),
    options: Type.Array(Option, { maxItems: APPROVAL_LIMITS.options }),
  },
  strict,
);
const filesField = Type.Object(
  { ...common, kind: Type.Literal('files'), most: Type.Integer({ minimum: 1, maximum: APPROVAL_LIMITS.files }) },
  strict,
);
/** Calculated from other fields; see `formula.ts`. */
const formulaField = Type.Object(
  {
    ...common,
    kind: Type.Literal('formula'),
    expression: Words(APPROVAL_LIMITS.expression),
    unit: Words(20),
    decimals: Decimals(),
  },
  strict,
);
/** A text in the form that explains something; it has no value. */
const descriptionField = Type.Object(
  { ...common, kind: Type.Literal('description'), text: Words(APPROVAL_LIMITS.text) },
  strict,
);

/** The kinds of columns of a table. A column's formula sees the other columns of the row. */
export const ApprovalColumn = Type.Union([textField, numberField, moneyField, dateField, choiceField, formulaField]);
export type ApprovalColumn = Static<typeof ApprovalColumn>;
const tableField = Type.Object(
  {
    ...common,
    kind: Type.Literal('table'),
    columns: Type.Array(ApprovalColumn, { maxItems: APPROVAL_LIMITS.columns }),
  },
  strict,
);

export const ApprovalField = Type.Union([
  textField,
  numberField,
  moneyField,
  dateField,
  rangeField,
  personField,
  departmentField,
  choiceField,
  filesField,
  formulaField,
  descriptionField,
  tableField,
]);
export type ApprovalField = Static<typeof ApprovalField>;
export type FieldKind = ApprovalField['kind'];
export const FIELD_KINDS: readonly FieldKind[] = [
  'text',
  'number',
  'money',
  'date',
  'range',
  'person',
  'department',
  'choice',
  'table',
  'files',
  'formula',
  'description',
];

/** An uploaded file, as `approve/file/upload` answers. */
export const ApprovalFile = Type.Object({
  /** Names it in values and comments. */
  token: Type.String(),
  name: Type.String(),
  ext: Type.String(),
  /** Bytes. */
  size: Type.Integer({ minimum: 0 }),
  width: Type.Integer(),
  height: Type.Integer(),
  url: Type.String(),
  /** '' unless it is a picture. */
  thumb: Type.String(),
});
export type ApprovalFile = Static<typeof ApprovalFile>;

/** `YYYY-MM-DD`, or with a time `YYYY-MM-DD HH:mm:ss` in the server's time zone. */
export interface ApprovalRange {
  from: string;
  to: string;
}
export type ApprovalCell = string | number | string[] | null;
/**
 * By field: text and date text; number, money and formula a number; range an `ApprovalRange`; person and department
 * ids; choice ids of options; files tokens; table rows by column. A field without a value is absent.
 */
export type ApprovalValue =
  | string
  | number
  | ApprovalRange
  | number[]
  | string[]
  | Record<string, ApprovalCell>[]
  | null;
export type ApprovalValues = Record<string, ApprovalValue>;

// The flow ------------------------------------------------------------------------------------------------------------

/** A rule that selects the people who decide, or are informed. */
export const ApprovalWho = Type.Union([
  Type.Object({ kind: Type.Literal('people'), userids: UserIds() }, strict),
  /** The head at this level above the initiator; 1 is the direct one. */
  Type.Object({ kind: Type.Literal('head'), level: Type.Integer({ minimum: 1, maximum: 4 }) }, strict),
  /** All heads from the direct one to this level, a step each. */
  Type.Object({ kind: Type.Literal('heads'), level: Type.Integer({ minimum: 1, maximum: 10 }) }, strict),
  /** The heads of these departments; for copies also their people. */
  Type.Object({ kind: Type.Literal('departments'), department_ids: DepartmentIds() }, strict),
  /** Chosen by the initiator, among these people or among all. */
  Type.Object(
    { kind: Type.Literal('choice'), userids: UserIds(), most: Type.Integer({ minimum: 1, maximum: 20 }) },
    strict,
  ),
  /** The people in a field of the form. */
  Type.Object({ kind: Type.Literal('field'), field: MaybeKey() }, strict),
  Type.Object({ kind: Type.Literal('admins') }, strict),
]);
export type ApprovalWho = Static<typeof ApprovalWho>;
export const WHO_KINDS: readonly ApprovalWho['kind'][] = [
  'people',
  'head',
  'heads',
  'departments',
  'choice',
  'field',
  'admins',
];

/** The rule for a step without people: the step passes, somebody else decides, or nothing can be submitted. */
export const ApprovalNobody = Type.Object(
  { rule: OneOf('pass', 'admins', 'person', 'stop'), userid: Type.Integer({ minimum: 0, maximum: 2147483647 }) },
  strict,
);
export type ApprovalNobody = Static<typeof ApprovalNobody>;

const Comparison = () => OneOf('lt', 'lte', 'eq', 'gte', 'gt', 'between');
export type Comparison = 'lt' | 'lte' | 'eq' | 'gte' | 'gt' | 'between';
export const ApprovalCondition = Type.Union([
  /** One of these people, or somebody of these departments or below them. Without any of both: everybody. */
  Type.Object({ kind: Type.Literal('initiator'), userids: UserIds(), department_ids: DepartmentIds() }, strict),
  /** A number, an amount or a formula; `to` counts for `between`. */
  Type.Object(
    { kind: Type.Literal('number'), field: MaybeKey(), op: Comparison(), value: Type.Number(), to: Type.Number() },
    strict,
  ),
  /** The length of a range. Days count the first and the last. */
  Type.Object(
    {
      kind: Type.Literal('duration'),
      field: MaybeKey(),
      unit: OneOf('hours', 'days'),
      op: Comparison(),
      value: Type.Number(),
      to: Type.Number(),
    },
    strict,
  ),
  /** One of these options is chosen. */
  Type.Object(
    { kind: Type.Literal('choice'), field: MaybeKey(), options: Type.Array(Key(), { maxItems: 100 }) },
    strict,
  ),
  Type.Object(
    { kind: Type.Literal('person'), field: MaybeKey(), userids: UserIds(), department_ids: DepartmentIds() },
    strict,
  ),
  Type.Object({ kind: Type.Literal('department'), field: MaybeKey(), department_ids: DepartmentIds() }, strict),
  Type.Object(
    { kind: Type.Literal('text'), field: MaybeKey(), op: OneOf('is', 'contains'), value: Words(200) },
    strict,
  ),
  Type.Object(
    { kind: Type.Literal('date'), field: MaybeKey(), op: OneOf('before', 'after'), value: Words(19) },
    strict,
  ),
  Type.Object({ kind: Type.Literal('filled'), field: MaybeKey(), filled: Type.Boolean() }, strict),
]);
export type ApprovalCondition = Static<typeof ApprovalCondition>;

const place = {
  id: Key(),
  name: Words(APPROVAL_LIMITS.name),
  /** The branch that it is in; '' = the main line. Nodes of a branch come in the order of the list. */
  branch: MaybeKey(),
};
export const ApproverNode = Type.Object(
  {
    ...place,
    type: Type.Literal('approver'),
    who: ApprovalWho,
    /** One of them is enough, all of them, or all of them one after the other. */
    mode: OneOf('one', 'all', 'sequence'),
    nobody: ApprovalNobody,
    /** Hours until people are reminded; 0 = never. */
    hours: Type.Integer({ minimum: 0, maximum: APPROVAL_LIMITS.hours }),
  },
  strict,
);
export type ApproverNode = Static<typeof ApproverNode>;
export const CopyNode = Type.Object({ ...place, type: Type.Literal('copy'), who: ApprovalWho }, strict);
export type CopyNode = Static<typeof CopyNode>;
const branch = { id: Key(), name: Words(APPROVAL_LIMITS.name) };
/** The first branch whose conditions all hold is taken; the last one has none. */
export const ConditionNode = Type.Object(
  {
    ...place,
    type: Type.Literal('condition'),
    branches: Type.Array(
      Type.Object(
        { ...branch, conditions: Type.Array(ApprovalCondition, { maxItems: APPROVAL_LIMITS.conditions }) },
        strict,
      ),
      { maxItems: APPROVAL_LIMITS.branches },
    ),
  },
  strict,
);
export type ConditionNode = Static<typeof ConditionNode>;
/** All branches run at the same time; what follows waits for all of them. */
export const ParallelNode = Type.Object(
  {
    ...place,
    type: Type.Literal('parallel'),
    branches: Type.Array(Type.Object(branch, strict), { maxItems: APPROVAL_LIMITS.branches }),
  },
  strict,
);
export type ParallelNode = Static<typeof ParallelNode>;
export const ApprovalNode = Type.Union([ApproverNode, CopyNode, ConditionNode, ParallelNode]);
export type ApprovalNode = Static<typeof ApprovalNode>;

// The whole -----------------------------------------------------------------------------------------------------------

export const APPROVAL_ICONS = [
  'file',
  'beach',
  'plane',
  'clock',
  'receipt',
  'cart',
  'user_plus',
  'user_minus',
  'certificate',
  'briefcase',
  'key',
  'tool',
] as const;

/** The effect of an approved request on the rest of the workspace: the person is away in the range. */
export const ApprovalEffect = Type.Object(
  {
    kind: OneOf('none', 'leave', 'trip'),
    /** The field with the time. */
    range: MaybeKey(),
    /** The field whose option is the type of leave; balances are by option. */
    type: MaybeKey(),
  },
  strict,
);

export const ApprovalContent = Type.Object(
  {
    name: Type.String({ minLength: 1, maxLength: APPROVAL_LIMITS.name }),
    about: Words(APPROVAL_LIMITS.hint),
    icon: OneOf(...APPROVAL_ICONS),
    /** The heading under which it is listed; '' = none. */
    group: Words(APPROVAL_LIMITS.name),
    form: Type.Array(ApprovalField, { maxItems: APPROVAL_LIMITS.fields }),
    flow: Type.Array(ApprovalNode, { maxItems: APPROVAL_LIMITS.nodes }),
    /** The people who may submit it; empty lists = everybody. */
    submitters: Type.Object({ userids: UserIds(), department_ids: DepartmentIds() }, strict),
    effect: ApprovalEffect,
    /** The time until which the initiator may withdraw it: before anybody else has decided, or while it runs. */
    withdraw: OneOf('untouched', 'running'),
    /** Says if people who have already approved, and the initiator, are asked again in later steps. */
    repeats: OneOf('skip', 'ask'),
    /** The actions of approvers besides approving and rejecting. */
    may: Type.Object({ transfer: Type.Boolean(), add: Type.Boolean(), return: Type.Boolean() }, strict),
  },
  strict,
);
export type ApprovalContent = Static<typeof ApprovalContent>;

/** An empty definition to start from. */
export const blankContent = (name: string): ApprovalContent => ({
  name,
  about: '',
  icon: 'file',
  group: '',
  form: [],
  flow: [],
  submitters: { userids: [], department_ids: [] },
  effect: { kind: 'none', range: '', type: '' },
  withdraw: 'untouched',
  repeats: 'skip',
  may: { transfer: true, add: true, return: true },
});

/** The types of leave of the built-in form, in the order in which older clients number them from 1. */
export const LEAVE_TYPES = [
  'annual',
  'personal',
  'sick',
  'compensatory',
  'maternity',
  'marriage',
  'bereavement',
  'paternity',
  'nursing',
  'prenatal',
  'other',
] as const;
