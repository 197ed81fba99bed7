import { type Static, Type } from 'typebox';
import { Count, DateTime, Id, Nullable, OneOf } from '../kit.ts';
import { UserBasic } from '../people/users.ts';
import { APPROVAL_ICONS, ApprovalField, ApprovalFile, type ApprovalValues } from './definition.ts';

/** 0 waits for its initiator, to whom it was returned; 1 runs; 2 approved; 3 rejected; 4 withdrawn. */
export const APPROVAL_STATES = { returned: 0, running: 1, approved: 2, refused: 3, withdrawn: 4 } as const;
export const State = () => Type.Integer({ minimum: 0, maximum: 4 });

export const APPROVAL_ACTS = [
  'submit',
  'approve',
  'refuse',
  'return',
  'transfer',
  'add_before',
  'add_after',
  'comment',
  'withdraw',
  'remind',
  'copy',
  /** The system: a step without people, or of people who had approved already. */
  'skip',
  /** The system: a deputy decides instead. */
  'delegate',
  /** The system: an account has ended, and others decide. */
  'replace',
] as const;
export type ApprovalAct = (typeof APPROVAL_ACTS)[number];

export const Person = Type.Pick(UserBasic, ['userid', 'nickname', 'userimg']);

/** Someone in a step. 0 not asked yet, 1 pending, 2 approved, 3 rejected, 4 passed on, 5 no longer needed. */
export const MEMBER_STATES = { later: 0, pending: 1, passed: 2, refused: 3, left: 4, spared: 5 } as const;
const StepPerson = Type.Object({
  userid: Id(),
  state: Type.Integer({ minimum: 0, maximum: 5 }),
  /** The userid of the person they stand in for; 0 = nobody. */
  instead_of: Count(),
  acted_at: Nullable(DateTime()),
});

/** A step on the path. `ended` also for steps that nobody had to decide. */
export const ApprovalStep = Type.Object({
  id: Id(),
  node_id: Type.String(),
  name: Type.String(),
  kind: OneOf('approver', 'copy'),
  mode: OneOf('one', 'all', 'sequence'),
  state: OneOf('waiting', 'open', 'passed', 'refused', 'skipped'),
  /** The ids of the steps that must end first. */
  after: Type.Array(Id()),
  people: Type.Array(StepPerson),
  opened_at: Nullable(DateTime()),
  due_at: Nullable(DateTime()),
  ended_at: Nullable(DateTime()),
});
export type ApprovalStep = Static<typeof ApprovalStep>;

/** An entry in the history of a request. */
export const ApprovalEntry = Type.Object({
  id: Id(),
  /** 0 = the system. */
  userid: Count(),
  act: OneOf(...APPROVAL_ACTS),
  step_id: Count(),
  step_name: Type.String(),
  comment: Type.String(),
  pictures: Type.Array(ApprovalFile),
  /** The people concerned: the new approvers, or the people informed. */
  userids: Type.Array(Id()),
  created_at: DateTime(),
});
export type ApprovalEntry = Static<typeof ApprovalEntry>;

/** A request as lists show it; the first fields are those of older clients. */
export const rowFields = {
  id: Id(),
  proc_def_id: Id(),
  proc_def_name: Type.String(),
  title: Type.String(),
  department_id: Count(),
  department: Type.String(),
  company: Type.String(),
  /** The open step; '' when there is none. */
  node_id: Type.String(),
  /** The people who are asked now, as a list with commas. */
  candidate: Type.String(),
  /** The step that waits for the caller, else any open one; 0 = none. */
  task_id: Count(),
  start_time: DateTime(),
  end_time: Nullable(DateTime()),
  /** Seconds. */
  duration: Count(),
  start_user_id: Id(),
  start_user_name: Type.String(),
  is_finished: Type.Boolean(),
  /** The values as older clients know them, as JSON text. */
  var: Type.String(),
  state: State(),
  latest_comment: Type.String(),
  userimg: Type.String(),
  icon: OneOf(...APPROVAL_ICONS),
  /** The first values in words. */
  summary: Type.Array(Type.Object({ label: Type.String(), value: Type.String() })),
  /** True if the caller is asked now. */
  is_mine: Type.Boolean(),
  /** The request that this one cancels; 0 = none. */
  cancels: Count(),
  /** Set when a later request canceled this approved one. */
  canceled_at: Nullable(DateTime()),
};
export const ApprovalRow = Type.Object(rowFields);
export type ApprovalRow = Static<typeof ApprovalRow>;
export const Rows = Type.Object({ rows: Type.Array(ApprovalRow), total: Count(), page: Count(), page_size: Count() });

export const Values = () => Type.Unsafe<ApprovalValues>({ type: 'object' });
export const ValuesIn = () => Type.Unsafe<Record<string, unknown>>({ type: 'object', wire: 'map' });
export const ChosenIn = () =>
  Type.Optional(
    Type.Unsafe<Record<string, number[]>>({
      type: 'object',
      additionalProperties: { type: 'array', items: { type: 'integer', minimum: 1 }, maxItems: 20 },
      wire: 'map',
    }),
  );

export const Participant = Type.Object({
  ...Person.properties,
  username: Type.String(),
  /** 0 pending, 1 passed, 2 rejected, 3 withdrawn. */
  state: Type.Integer({ minimum: 0, maximum: 3 }),
  type: OneOf('candidate', 'participant', 'notifier'),
  step: Count(),
  comment: Type.String(),
  is_system: Type.Boolean(),
});

/** A step for older clients. */
const NodeInfo = Type.Object({
  node_id: Type.String(),
  type: OneOf('starter', 'approver', 'notifier', 'end'),
  settype: Count(),
  approver: Type.String(),
  aprover_id: Type.String(),
  aprover_type: OneOf('start', 'approver', 'notifier', 'end'),
  member_count: Count(),
  level: Count(),
  act_type: OneOf('and', 'or'),
  node_user_list: Type.Array(
    Type.Object({ name: Type.String(), target_id: Count(), type: Count(), userimg: Type.String() }),
  ),
  userimg: Type.String(),
  is_finished: Type.Boolean(),
  claim_time: Nullable(DateTime()),
  identitylink: Nullable(Participant),
});

export const ApprovalDetail = Type.Object({
  ...rowFields,
  form: Type.Array(ApprovalField),
  values: Values(),
  /** The files in its values and comments. */
  files: Type.Array(ApprovalFile),
  chosen: Type.Unsafe<Record<string, number[]>>({ type: 'object' }),
  steps: Type.Array(ApprovalStep),
  entries: Type.Array(ApprovalEntry),
  people: Type.Array(Person),
  /** The request that canceled this one, or asks to; 0 = none. */
  canceled_by: Count(),
  /** Days of leave; 0 where it is none. */
  days: Type.Number({ minimum: 0 }),
  may: Type.Object({
    decide: Type.Boolean(),
    transfer: Type.Boolean(),
    add: Type.Boolean(),
    /** The steps that it can be returned to; 0 = the initiator. */
    return: Type.Array(Count()),
    withdraw: Type.Boolean(),
    remind: Type.Boolean(),
    resubmit: Type.Boolean(),
    cancel: Type.Boolean(),
    delete: Type.Boolean(),
    /** An administrator passes a step on to somebody else. */
    assign: Type.Boolean(),
  }),
  node_infos: Type.Array(NodeInfo),
  global_comments: Type.Array(
    Type.Object({ id: Id(), user_id: Count(), content: Type.String(), created_at: DateTime() }),
  ),
  userids: Type.Array(Id()),
});
export type ApprovalDetail = Static<typeof ApprovalDetail>;
