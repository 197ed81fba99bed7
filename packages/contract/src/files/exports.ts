import { type Static, Type } from 'typebox';
import { Count, call, DateTime, Empty, errors, Id, Ids, Line, MaybeId, Nullable, OneOf, Range } from '../kit.ts';

/** A requested export. */
export const Export = Type.Object({
  id: Id(),
  kind: OneOf('task', 'overdue'),
  /** 0 = across projects. */
  project_id: Count(),
  status: OneOf('waiting', 'running', 'failed', 'done'),
  /** Rows, while it runs. */
  done: Count(),
  total: Count(),
  /** The error in the reader's language. */
  error: Type.String(),
  name: Type.String(),
  /** Bytes. */
  size: Count(),
  /** Address for the person who asked, until `expired_at`; '' until the file is ready. */
  url: Type.String(),
  /** Key for `project/task/down`, valid for an hour for anyone who has it; '' until the file is ready. */
  key: Type.String(),
  created_at: DateTime(),
  expired_at: Nullable(DateTime()),
});
export type Export = Static<typeof Export>;

/** Limits of one export. */
export const EXPORT_LIMITS = { people: 100, days: 90, rows: 50_000, talk: 200_000, waiting: 3 } as const;

export const exportErrors = errors({
  'export.people': { ret: 0 },
  'export.time': { ret: 0 },
  'export.days': { ret: 0 },
  'export.none': { ret: 0 },
  'export.rows': { ret: 0 },
  'export.talk': { ret: 0 },
  'export.waiting': { ret: 0 },
  'export.failed': { ret: 0 },
});
const common = ['forbidden', 'project.gone', 'project.owner', 'export.waiting'] as const;

export const taskExport = call('project/task/export', {
  summary:
    'Exports tasks as a workbook in the background: of a project for its owner, otherwise of people for an administrator. A bot sends it.',
  access: 'user',
  input: Type.Object({
    project_id: MaybeId(),
    /** People whose tasks are exported, one sheet each. Required without a project. */
    userid: Type.Optional(Ids(1000)),
    /** The time, at most ninety days. Required without a project. */
    time: Range(),
    /** The time to filter by: the planned one, or the creation. */
    type: Type.Optional(OneOf('taskTime', 'createdTime')),
  }),
  output: Export,
  errors: [...common, 'export.people', 'export.time', 'export.days'],
});
export const personExport = call('users/data/export', {
  summary:
    'Exports everything about a person, the caller by default, as an archive in the background; others for administrators. A bot sends it.',
  access: 'user',
  input: Type.Object({ userid: MaybeId() }),
  output: Type.Object({ id: Id() }),
  errors: ['forbidden', 'user.gone', 'export.waiting'],
});
export const personErase = call('users/data/erase', {
  summary:
    'Deletes the account if it exists, its name, and in the background what only this person wrote or stored: messages, reports, check-ins, and files that nobody takes over. Tasks and projects stay.',
  access: 'admin',
  input: Type.Object({
    userid: Id(),
    /** The successor for projects, tasks, files and groups, if the account still exists. */
    transfer_userid: MaybeId(),
    /** Why, for the audit log. */
    reason: Type.Optional(Line({ maxLength: 500 })),
  }),
  output: Empty(),
  errors: ['user.gone', 'user.self', 'user.last_admin', 'setting.password_admin', 'user.transfer'],
});
export const taskExportoverdue = call('project/task/exportoverdue', {
  summary: 'Exports overdue tasks as a workbook in the background, of one project or of all.',
  access: 'user',
  input: Type.Object({ project_id: MaybeId() }),
  output: Export,
  errors: common,
});
export const taskExports = call('project/task/exports', {
  summary: 'Lists the caller’s latest exports.',
  access: 'user',
  input: Type.Object({ project_id: MaybeId() }),
  output: Type.Array(Export),
});

export const dialogExport = call('dialog/export', {
  summary: 'Exports the messages of a dialog as a workbook in the background; a bot sends it.',
  access: 'user',
  input: Type.Object({ dialog_id: Id() }),
  output: Type.Object({ id: Id() }),
  errors: ['dialog.gone', 'export.waiting'],
});

export const exportCalls = [
  personExport,
  personErase,
  taskExport,
  taskExportoverdue,
  taskExports,
  dialogExport,
] as const;
