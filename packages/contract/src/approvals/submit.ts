import { Type } from 'typebox';
import { Count, call, Empty, Flag, Id, Ids, Line, ListOf, MaybeId, OneOf, Text, Upload } from '../kit.ts';
import { APPROVAL_LIMITS, ApprovalFile } from './definition.ts';
import { PLAN_ERRORS } from './forms.ts';
import { ApprovalDetail, ChosenIn, ValuesIn } from './request.ts';

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
