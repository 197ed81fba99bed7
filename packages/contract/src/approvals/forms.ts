import { type Static, Type } from 'typebox';
import { Count, call, DateTime, Empty, Flag, Id, Line, MaybeId, Nullable, OneOf } from '../kit.ts';
import { DepartmentInfo } from '../people/departments.ts';
import { APPROVAL_ICONS, ApprovalContent, ApprovalField } from './definition.ts';
import { ChosenIn, Person, Values, ValuesIn } from './request.ts';

/** A form that people can submit. */
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
  found: OneOf('found', 'nobody', 'replaced', 'repeated'),
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

export const PLAN_ERRORS = ['approval.form', 'approval.department'] as const;
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
  /** The problems that must be solved before it can be published. */
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
