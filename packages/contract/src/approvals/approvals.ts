import { type Static, Type } from 'typebox';
import {
  Count,
  call,
  DateTime,
  Empty,
  errors,
  event,
  Flag,
  Id,
  Ids,
  Line,
  ListOf,
  MaybeFlag,
  MaybeId,
  MaybeInt,
  Nullable,
  OneOf,
  Paging,
  Range,
  Text,
  Upload,
} from '../kit.ts';
import { DepartmentInfo } from '../people/departments.ts';
import { UserBasic } from '../people/users.ts';
import {
  APPROVAL_ICONS,
  APPROVAL_LIMITS,
  ApprovalContent,
  ApprovalField,
  ApprovalFile,
  type ApprovalValues,
} from './definition.ts';

// States --------------------------------------------------------------------------------------------------------------

/** 0 waits for its initiator, to whom it was returned; 1 runs; 2 approved; 3 rejected; 4 withdrawn. */
export const APPROVAL_STATES = { returned: 0, running: 1, approved: 2, refused: 3, withdrawn: 4 } as const;
const State = () => Type.Integer({ minimum: 0, maximum: 4 });

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

const Person = Type.Pick(UserBasic, ['userid', 'nickname', 'userimg']);

/** Someone in a step. 0 not asked yet, 1 pending, 2 approved, 3 rejected, 4 passed on, 5 no longer needed. */
export const MEMBER_STATES = { later: 0, pending: 1, passed: 2, refused: 3, left: 4, spared: 5 } as const;
const StepPerson = Type.Object({
  userid: Id(),
  state: Type.Integer({ minimum: 0, maximum: 5 }),
  /** Whom they stand in for; 0 = nobody. */
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

/** Something that happened to a request. */
export const ApprovalEntry = Type.Object({
  id: Id(),
  /** 0 = the system. */
  userid: Count(),
  act: OneOf(...APPROVAL_ACTS),
  step_id: Count(),
  step_name: Type.String(),
  comment: Type.String(),
  pictures: Type.Array(ApprovalFile),
  /** Those it concerns: the new approvers, the people informed. */
  userids: Type.Array(Id()),
  created_at: DateTime(),
});
export type ApprovalEntry = Static<typeof ApprovalEntry>;

/** A request as lists show it; the first fields are those of older clients. */
const row = {
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
  /** Whether the caller is asked now. */
  is_mine: Type.Boolean(),
  /** The request that this one cancels; 0 = none. */
  cancels: Count(),
  /** Set when a later request canceled this approved one. */
  canceled_at: Nullable(DateTime()),
};
export const ApprovalRow = Type.Object(row);
export type ApprovalRow = Static<typeof ApprovalRow>;
const Rows = Type.Object({ rows: Type.Array(ApprovalRow), total: Count(), page: Count(), page_size: Count() });

const Values = () => Type.Unsafe<ApprovalValues>({ type: 'object' });
const ValuesIn = () => Type.Unsafe<Record<string, unknown>>({ type: 'object', wire: 'map' });
const ChosenIn = () =>
  Type.Optional(
    Type.Unsafe<Record<string, number[]>>({
      type: 'object',
      additionalProperties: { type: 'array', items: { type: 'integer', minimum: 1 }, maxItems: 20 },
      wire: 'map',
    }),
  );

const Participant = Type.Object({
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
  ...row,
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

// Errors --------------------------------------------------------------------------------------------------------------

export const approvalErrors = errors({
  'approval.gone': { ret: 0 },
  'approval.form': { ret: 0 },
  /** `problems`: what is wrong with the values, see `values.ts`. */
  'approval.values': { ret: 0 },
  /** Nobody is found for a step, or the initiator must choose; `problems`: see `flow.ts`. */
  'approval.path': { ret: 0 },
  'approval.department': { ret: 0 },
  /** Somebody else was faster, or it is not the caller’s turn. */
  'approval.decided': { ret: 0 },
  'approval.finished': { ret: 0 },
  'approval.people': { ret: 0 },
  'approval.return': { ret: 0 },
  'approval.withdraw': { ret: 0 },
  'approval.cancel': { ret: 0 },
  'approval.unfinished': { ret: 0 },
  'approval.reminded': { ret: 0 },
  'approval.file': { ret: 0 },
  'approval.balance': { ret: 0 },
  'approval.empty': { ret: 0 },
  'approval.steps': { ret: 0 },
  /** `problems`: see `check.ts`. */
  'approval.definition': { ret: 0 },
  'approval.name': { ret: 0 },
  'approval.many': { ret: 0 },
  'approval.period': { ret: 0 },
  'approval.delegate': { ret: 0 },
});

// Definitions ---------------------------------------------------------------------------------------------------------

/** What people can submit. */
const ApprovalForm = Type.Object({
  id: Id(),
  name: Type.String(),
  about: Type.String(),
  icon: OneOf(...APPROVAL_ICONS),
  group: Type.String(),
  version: Count(),
  form: Type.Array(ApprovalField),
  effect: ApprovalContent.properties.effect,
});
export type ApprovalForm = Static<typeof ApprovalForm>;
export const approvalForms = call('approve/form/list', {
  summary: 'Lists the forms that the caller may submit.',
  access: 'user',
  output: Type.Object({
    list: Type.Array(ApprovalForm),
    /** For fields that ask for departments. */
    departments: Type.Array(DepartmentInfo),
  }),
});

const Planned = Type.Object({
  node: Type.String(),
  name: Type.String(),
  kind: OneOf('approver', 'copy'),
  mode: OneOf('one', 'all', 'sequence'),
  userids: Type.Array(Id()),
  /** Indexes of the steps that must end first. */
  after: Type.Array(Count()),
  hours: Count(),
  found: OneOf('found', 'nobody', 'replaced'),
});
export const ApprovalPlan = Type.Object({
  steps: Type.Array(Planned),
  /** For which nodes the initiator chooses; nobody named = among all. */
  choices: Type.Array(
    Type.Object({
      node: Type.String(),
      name: Type.String(),
      userids: Type.Array(Id()),
      most: Count(),
      isRequired: Type.Boolean(),
    }),
  ),
  problems: Type.Array(Type.Object({ node: Type.String(), problem: OneOf('choice', 'nobody') })),
  /** The branches that are taken. */
  branches: Type.Array(Type.String()),
  values: Values(),
  value_problems: Type.Array(
    Type.Object({
      field: Type.String(),
      row: Type.Optional(Count()),
      column: Type.Optional(Type.String()),
      problem: OneOf('required', 'kind', 'long', 'less', 'more', 'option', 'order', 'many'),
    }),
  ),
  people: Type.Array(Person),
  /** Working days of leave; 0 where it is none. */
  days: Type.Number({ minimum: 0 }),
  /** Days of this type that are left before it; null where there is no balance. */
  left: Nullable(Type.Number()),
});
export type ApprovalPlan = Static<typeof ApprovalPlan>;

const PLAN_ERRORS = ['approval.form', 'approval.department'] as const;
export const approvalPlan = call('approve/form/plan', {
  summary: 'Returns the steps that a request of the caller would take with these values.',
  access: 'user',
  input: Type.Object({ id: Id(), department_id: MaybeId(), values: ValuesIn(), chosen: ChosenIn() }),
  output: ApprovalPlan,
  errors: PLAN_ERRORS,
});

/** For administrators. `content` is the draft if there is one. */
export const ApprovalDefinition = Type.Object({
  id: Id(),
  name: Type.String(),
  icon: OneOf(...APPROVAL_ICONS),
  group: Type.String(),
  /** The published one; 0 = none yet. */
  version: Count(),
  is_open: Type.Boolean(),
  submitters: ApprovalContent.properties.submitters,
  has_draft: Type.Boolean(),
  /** Requests that run. */
  running: Count(),
  updated_at: DateTime(),
  updated_by: Count(),
});
export type ApprovalDefinition = Static<typeof ApprovalDefinition>;

const DefinitionProblems = Type.Array(Type.Object({ at: Type.String(), problem: Type.String() }));
const FullDefinition = Type.Object({
  ...ApprovalDefinition.properties,
  content: ApprovalContent,
  /** What must change before it can be published. */
  problems: DefinitionProblems,
});
export type FullApprovalDefinition = Static<typeof FullDefinition>;
const ContentIn = () => Type.Object(ApprovalContent.properties, { wire: 'object', additionalProperties: false });

export const procdefAll = call('approve/procdef/all', {
  summary: 'Lists the forms that the caller may submit, as older clients know them.',
  access: 'user',
  input: Type.Object({ name: Type.Optional(Line({ maxLength: 100 })) }),
  output: Type.Object({
    rows: Type.Array(
      Type.Object({
        id: Id(),
        name: Type.String(),
        version: Count(),
        /** The flow as JSON text. */
        resource: Type.String(),
        userid: Count(),
        username: Type.String(),
        company: Type.String(),
        deploy_time: DateTime(),
        created_time: DateTime(),
      }),
    ),
    total: Count(),
    page: Count(),
    page_size: Count(),
  }),
});
export const procdefList = call('approve/procdef/list', {
  summary: 'Lists all definitions, for administrators.',
  access: 'admin',
  output: Type.Object({ list: Type.Array(ApprovalDefinition) }),
});
export const procdefOne = call('approve/procdef/one', {
  summary: 'Returns a definition with its draft, or with a published version.',
  access: 'admin',
  input: Type.Object({ id: Id(), version: MaybeId() }),
  output: FullDefinition,
  errors: ['approval.form'],
});
export const procdefSave = call('approve/procdef/save', {
  summary:
    'Stores a draft: of a new definition, or of the given one. Nothing changes for people until it is published.',
  access: 'admin',
  input: Type.Object({ id: MaybeId(), content: ContentIn() }),
  output: FullDefinition,
  errors: ['approval.form', 'approval.name', 'approval.many'],
});
export const procdefPublish = call('approve/procdef/publish', {
  summary: 'Publishes the draft as the next version. Requests that run keep theirs.',
  access: 'admin',
  input: Type.Object({ id: Id() }),
  output: FullDefinition,
  errors: ['approval.form', 'approval.definition', 'approval.people', 'approval.name'],
});
export const procdefDiscard = call('approve/procdef/discard', {
  summary: 'Deletes the draft; the published version stays.',
  access: 'admin',
  input: Type.Object({ id: Id() }),
  output: FullDefinition,
  errors: ['approval.form'],
});
export const procdefOpen = call('approve/procdef/open', {
  summary: 'Lets people submit a published form, or stops that. Requests that run go on.',
  access: 'admin',
  input: Type.Object({ id: Id(), open: Flag() }),
  output: ApprovalDefinition,
  errors: ['approval.form'],
});
export const procdefVersions = call('approve/procdef/versions', {
  summary: 'Lists the published versions, the newest first.',
  access: 'admin',
  input: Type.Object({ id: Id() }),
  output: Type.Object({
    list: Type.Array(Type.Object({ version: Count(), published_by: Count(), published_at: DateTime() })),
  }),
  errors: ['approval.form'],
});
export const procdefDel = call('approve/procdef/del', {
  summary: 'Deletes a definition. Requests made with it stay.',
  access: 'admin',
  input: Type.Object({ id: Id() }),
  output: Empty(),
  errors: ['approval.form', 'approval.unfinished'],
});
export const procdefTry = call('approve/procdef/try', {
  summary: 'Returns the steps that a request of this person would take: a dry run of content that may be unpublished.',
  access: 'admin',
  input: Type.Object({
    content: ContentIn(),
    userid: Id(),
    department_id: MaybeId(),
    values: ValuesIn(),
    chosen: ChosenIn(),
  }),
  output: ApprovalPlan,
  errors: ['approval.department', 'user.gone'],
});

// Requests ------------------------------------------------------------------------------------------------------------

export const fileUpload = call('approve/file/upload', {
  summary: 'Stores a file for a request or a comment, as multipart `files` or as `image64`.',
  access: 'user',
  input: Type.Object({
    files: Type.Optional(Upload({ maxBytes: 10 * 1024 * 1024 * 1024, isBySetting: true })),
    image64: Type.Optional(Text()),
    filename: Type.Optional(Line({ maxLength: 255 })),
  }),
  output: ApprovalFile,
  errors: ['upload.large', 'file.empty', 'file.not_picture', 'file.broken', 'file.pixels'],
});

export const processStart = call('approve/process/start', {
  summary:
    'Submits a request, submits a returned one again with `id`, or asks to cancel an approved one with `cancels`.',
  access: 'user',
  input: Type.Object({
    /** The form by its id, or by its name for older clients. */
    proc_def_id: MaybeId(),
    proc_name: Type.Optional(Line({ maxLength: 100 })),
    department_id: MaybeId(),
    values: Type.Optional(ValuesIn()),
    chosen: ChosenIn(),
    /** `{type, startTime, endTime, description, other}` of older clients, instead of `values`. */
    var: Type.Optional(Type.Unsafe<Record<string, unknown>>({ type: 'object', wire: 'map' })),
    /** A request that was returned to the caller. */
    id: MaybeId(),
    cancels: MaybeId(),
    /** Why, for `cancels`. */
    comment: Type.Optional(Line({ maxLength: APPROVAL_LIMITS.comment })),
  }),
  output: ApprovalDetail,
  errors: [
    ...PLAN_ERRORS,
    'approval.gone',
    'approval.values',
    'approval.path',
    'approval.people',
    'approval.file',
    'approval.finished',
    'approval.cancel',
    'approval.balance',
    'approval.many',
  ],
});

const Comment = () => Type.Optional(Line({ maxLength: APPROVAL_LIMITS.comment }));
const Pictures = () => Type.Optional(ListOf(Line({ maxLength: 64 }), APPROVAL_LIMITS.pictures));
const ACT_ERRORS = ['approval.gone', 'approval.decided', 'approval.finished', 'approval.file'] as const;

export const addComment = call('approve/process/addGlobalComment', {
  summary: 'Adds a comment to a request.',
  access: 'user',
  input: Type.Object({
    proc_inst_id: Id(),
    /** Text, or `{content, pictures}` as JSON text. */
    content: Type.Unsafe<string | { content?: unknown; pictures?: unknown }>({
      anyOf: [{ type: 'string' }, { type: 'object' }],
      wire: 'map',
    }),
    pictures: Pictures(),
  }),
  output: ApprovalDetail,
  errors: ['approval.gone', 'approval.file', 'approval.empty', 'parameter.long'],
});
export const taskComplete = call('approve/task/complete', {
  summary: 'Approves or rejects the step that waits for the caller.',
  access: 'user',
  input: Type.Object({ task_id: Id(), pass: Flag(), comment: Comment(), pictures: Pictures() }),
  output: ApprovalDetail,
  errors: ACT_ERRORS,
});
export const taskReturn = call('approve/task/return', {
  summary: 'Returns a request to an earlier step, or to its initiator with `to` 0. What came after is decided again.',
  access: 'user',
  input: Type.Object({ task_id: Id(), to: MaybeId(), comment: Comment(), pictures: Pictures() }),
  output: ApprovalDetail,
  errors: [...ACT_ERRORS, 'approval.return', 'forbidden'],
});
export const taskTransfer = call('approve/task/transfer', {
  summary: 'Passes the caller’s step on to somebody else. Administrators pass on the step of `from`.',
  access: 'user',
  input: Type.Object({ task_id: Id(), userid: Id(), from: MaybeId(), comment: Comment(), pictures: Pictures() }),
  output: ApprovalDetail,
  errors: [...ACT_ERRORS, 'approval.people', 'forbidden'],
});
export const taskAdd = call('approve/task/add', {
  summary: 'Adds approvers before or after the caller’s step.',
  access: 'user',
  input: Type.Object({
    task_id: Id(),
    userids: Ids(20),
    place: OneOf('before', 'after'),
    mode: Type.Optional(OneOf('one', 'all', 'sequence')),
    comment: Comment(),
    pictures: Pictures(),
  }),
  output: ApprovalDetail,
  errors: [...ACT_ERRORS, 'approval.people', 'approval.steps', 'forbidden'],
});
export const taskWithdraw = call('approve/task/withdraw', {
  summary: 'Withdraws a request, for its initiator.',
  access: 'user',
  input: Type.Object({ task_id: MaybeId(), proc_inst_id: Id(), comment: Comment() }),
  output: ApprovalDetail,
  errors: ['approval.gone', 'approval.finished', 'approval.withdraw'],
});
export const processRemind = call('approve/process/remind', {
  summary: 'Reminds the people who are asked now, once an hour.',
  access: 'user',
  input: Type.Object({ proc_inst_id: Id() }),
  output: Type.Object({ reminded: Count() }),
  errors: ['approval.gone', 'approval.finished', 'approval.reminded', 'forbidden'],
});
export const processDelete = call('approve/process/delete', {
  summary: 'Deletes a finished request, for its initiator and administrators.',
  access: 'user',
  input: Type.Object({ proc_inst_id: Id() }),
  output: Empty(),
  errors: ['approval.gone', 'approval.unfinished', 'forbidden'],
});
export const processDetail = call('approve/process/detail', {
  summary: 'Returns a request with its path and everything that happened to it.',
  access: 'user',
  input: Type.Object({ id: Id() }),
  output: ApprovalDetail,
  errors: ['approval.gone'],
});

// Lists ---------------------------------------------------------------------------------------------------------------

export const APPROVAL_BOXES = ['waiting', 'mine', 'copied', 'done', 'all'] as const;
export type ApprovalBox = (typeof APPROVAL_BOXES)[number];
const PageIn = {
  ...Paging(20, 100),
  page_size: Paging(20, 100).pagesize,
};
export const processList = call('approve/process/list', {
  summary:
    'Lists requests: waiting for the caller, their own, those copied to them, those they decided, or all for administrators.',
  access: 'user',
  input: Type.Object({
    box: OneOf(...APPROVAL_BOXES),
    /** A part of the title, the values or the initiator’s name, or the number. */
    key: Type.Optional(Line({ maxLength: 100 })),
    proc_def_id: MaybeId(),
    /** -1 = any. */
    state: MaybeInt({ minimum: -1, maximum: 4 }),
    userid: MaybeId(),
    /** When it was submitted. */
    time: Range(),
    ...PageIn,
  }),
  output: Rows,
  errors: ['forbidden'],
});

const older = {
  proc_def_name: Type.Optional(Line({ maxLength: 100 })),
  username: Type.Optional(Line({ maxLength: 100 })),
  sort: Type.Optional(OneOf('asc', 'desc')),
  /** 0 = all, otherwise as in the request. */
  state: MaybeInt({ minimum: 0, maximum: 4 }),
  ...PageIn,
};
const olderList = (path: string, summary: string) =>
  call(path, { summary, access: 'user', input: Type.Object(older), output: Rows });
export const findTask = olderList('approve/process/findTask', 'Lists running requests that wait for the caller.');
export const startByMyselfAll = olderList('approve/process/startByMyselfAll', 'Lists the caller’s own requests.');
export const startByMyself = olderList('approve/process/startByMyself', 'Lists the caller’s own running requests.');
export const findProcNotify = olderList(
  'approve/process/findProcNotify',
  'Lists running requests copied to the caller.',
);
export const historyFindTask = olderList(
  'approve/procHistory/findTask',
  'Lists finished requests that the caller decided.',
);
export const historyStartByMyself = olderList(
  'approve/procHistory/startByMyself',
  'Lists the caller’s own finished requests.',
);
export const historyFindProcNotify = olderList(
  'approve/procHistory/findProcNotify',
  'Lists finished requests copied to the caller.',
);

const participants = (path: string, summary: string) =>
  call(path, {
    summary,
    access: 'user',
    input: Type.Object({ proc_inst_id: Id() }),
    output: Type.Array(Participant),
    errors: ['approval.gone'],
  });
export const findParticipant = participants('approve/identitylink/findParticipant', 'Lists the people of a request.');
export const historyFindParticipant = participants(
  'approve/identitylinkHistory/findParticipant',
  'Lists the people of a finished request.',
);

// Requested on every page load by every client (wire-tolerance 19).
export const approveDoto = call('approve/process/doto', {
  summary: 'Returns the number of approvals that wait for the caller.',
  access: 'user',
  output: Type.Object({ total: Count() }),
});

// Effects -------------------------------------------------------------------------------------------------------------

/** Somebody who is away by an approved request. Colleagues see that, not why. */
const Away = Type.Object({
  userid: Id(),
  kind: OneOf('leave', 'trip'),
  /** The name of the form. */
  name: Type.String(),
  from: DateTime(),
  to: DateTime(),
});
export type ApprovalAway = Static<typeof Away>;
export const userStatus = call('approve/user/status', {
  summary: 'Returns the name of the form by which a person is away now; empty if they are not.',
  access: 'user',
  input: Type.Object({ userid: Id() }),
  output: Type.String(),
});
export const approvalAway = call('approve/away', {
  summary: 'Lists who is away in a time of at most 100 days.',
  access: 'user',
  input: Type.Object({ time: Range(), userids: Type.Optional(Ids(200)) }),
  output: Type.Object({ list: Type.Array(Away) }),
  errors: ['approval.period'],
});

const Balance = Type.Object({
  userid: Id(),
  /** The option's id in the form. */
  type: Type.String(),
  label: Type.String(),
  year: Count(),
  /** Days: given for the year, carried over from the last one, used by requests that are approved or run, left. */
  granted: Type.Number(),
  carried: Type.Number(),
  used: Type.Number(),
  left: Type.Number(),
});
export type LeaveBalance = Static<typeof Balance>;
const Year = () => Type.Integer({ minimum: 2000, maximum: 2200, wire: 'int' });
const Days = () => Type.Number({ minimum: 0, maximum: 1000, wire: 'number' });
export const balanceOwn = call('approve/balance/own', {
  summary: 'Returns the caller’s days of leave by type.',
  access: 'user',
  input: Type.Object({ year: Type.Optional(Year()) }),
  output: Type.Object({ list: Type.Array(Balance) }),
});
export const balanceList = call('approve/balance/list', {
  summary: 'Lists the days of leave of everybody, for administrators, with the types that forms have.',
  access: 'admin',
  input: Type.Object({ year: Type.Optional(Year()), type: Type.Optional(Line({ maxLength: 40 })), userid: MaybeId() }),
  output: Type.Object({
    list: Type.Array(Balance),
    types: Type.Array(Type.Object({ id: Type.String(), label: Type.String() })),
  }),
});
export const balanceSave = call('approve/balance/save', {
  summary: 'Sets the days of leave of people for a type and a year; without `granted` their balance is removed.',
  access: 'admin',
  input: Type.Object({
    userids: Ids(1000),
    type: Line({ minLength: 1, maxLength: 40 }),
    year: Year(),
    granted: Type.Optional(Days()),
    carried: Type.Optional(Days()),
  }),
  output: Type.Object({ changed: Count() }),
  errors: ['approval.people'],
});
export const balanceCarry = call('approve/balance/carry', {
  summary: 'Carries over what is left of the year before, up to a limit of days, and grants the same days again.',
  access: 'admin',
  input: Type.Object({ type: Line({ minLength: 1, maxLength: 40 }), year: Year(), most: Days() }),
  output: Type.Object({ changed: Count() }),
});

/** Who decides for the caller while they are away. */
const Delegation = Type.Object({
  /** 0 = nobody. */
  userid: Count(),
  from_at: Nullable(DateTime()),
  until_at: Nullable(DateTime()),
});
export type ApprovalDelegation = Static<typeof Delegation>;
export const delegationGet = call('approve/delegation/get', {
  summary: 'Returns who decides for the caller while they are away.',
  access: 'user',
  output: Delegation,
});
export const delegationSave = call('approve/delegation/save', {
  summary: 'Sets who decides for the caller in a time; 0 ends it.',
  access: 'user',
  input: Type.Object({ userid: MaybeId(), time: Range() }),
  output: Delegation,
  errors: ['approval.delegate', 'approval.period'],
});

// Administrators --------------------------------------------------------------------------------------------------------

export const approvalStats = call('approve/stats', {
  summary: 'Returns how many requests there were, how long each step takes, and where they wait.',
  access: 'admin',
  input: Type.Object({ proc_def_id: MaybeId(), time: Range() }),
  output: Type.Object({
    by_state: Type.Array(Type.Object({ state: State(), requests: Count() })),
    /** Of finished requests; null without any. */
    average_hours: Nullable(Type.Number()),
    forms: Type.Array(
      Type.Object({
        id: Id(),
        name: Type.String(),
        requests: Count(),
        running: Count(),
        average_hours: Nullable(Type.Number()),
      }),
    ),
    steps: Type.Array(
      Type.Object({
        proc_def_id: Id(),
        form: Type.String(),
        name: Type.String(),
        decided: Count(),
        average_hours: Nullable(Type.Number()),
        median_hours: Nullable(Type.Number()),
        waiting: Count(),
        overdue: Count(),
      }),
    ),
    people: Type.Array(
      Type.Object({
        ...Person.properties,
        decided: Count(),
        waiting: Count(),
        average_hours: Nullable(Type.Number()),
        oldest_at: Nullable(DateTime()),
      }),
    ),
  }),
  errors: ['approval.period'],
});
export const APPROVAL_EXPORT_DAYS = 35;
export const approvalExport = call('approve/export', {
  summary:
    'Makes a workbook of the requests of at most 35 days, which the system bot delivers; `approve/down` has it too.',
  access: 'admin',
  input: Type.Object({
    proc_def_id: MaybeId(),
    proc_def_name: Type.Optional(Line({ maxLength: 100 })),
    state: MaybeInt({ minimum: 0, maximum: 4 }),
    is_finished: MaybeFlag(),
    date: Range(),
  }),
  output: Type.Object({ id: Id(), key: Type.String() }),
  errors: ['export.time', 'export.days', 'export.waiting'],
});

export const approvalCalls = [
  approvalForms,
  approvalPlan,
  procdefAll,
  procdefList,
  procdefOne,
  procdefSave,
  procdefPublish,
  procdefDiscard,
  procdefOpen,
  procdefVersions,
  procdefDel,
  procdefTry,
  fileUpload,
  processStart,
  addComment,
  taskComplete,
  taskReturn,
  taskTransfer,
  taskAdd,
  taskWithdraw,
  processRemind,
  processDelete,
  processDetail,
  processList,
  findTask,
  startByMyselfAll,
  startByMyself,
  findProcNotify,
  historyFindTask,
  historyStartByMyself,
  historyFindProcNotify,
  findParticipant,
  historyFindParticipant,
  approveDoto,
  userStatus,
  approvalAway,
  balanceOwn,
  balanceList,
  balanceSave,
  balanceCarry,
  delegationGet,
  delegationSave,
  approvalStats,
  approvalExport,
] as const;

/** The number of requests that wait for the receiver changed: clients load it again. */
export const approvalsUnread = event('approve', 'unread', Type.Object({}));
/** A request that the receiver takes part in changed: clients that show it load it again. */
export const approvalChanged = event('approve', 'update', Type.Object({ id: Id(), state: State() }));
/** The same for one that was submitted, and for one that was approved, rejected or withdrawn. */
export const approvalAdded = event('approve', 'add', Type.Object({ id: Id(), state: State() }));
export const approvalFinished = event('approve', 'finish', Type.Object({ id: Id(), state: State() }));
/** What people can submit changed. */
export const approvalFormsChanged = event('approve', 'forms', Type.Object({}));
export const approvalEvents = [
  approvalsUnread,
  approvalAdded,
  approvalChanged,
  approvalFinished,
  approvalFormsChanged,
] as const;
