import { type Static, Type } from 'typebox';
import {
  Count,
  call,
  DateTime,
  errors,
  Line,
  MaybeId,
  MaybeInt,
  OneOf,
  Page,
  Paging,
  Range,
  ReadOrSave,
} from '../kit.ts';

/**
 * The actions that the audit log records, by area. A module that adds an action adds its name here and its words to the
 * catalogs (`audit.action_*`, with `_` for the dot).
 */
export const AUDIT_ACTIONS = [
  'signin.ok',
  'signin.failed',
  'signin.asked',
  'proof.failed',
  'signout.all',
  'signout.device',
  'password.changed',
  'password.set',
  'password.asked',
  'password.link',
  'password.reset',
  'email.changed',
  'factor.added',
  'factor.removed',
  'factor.cleared',
  'factor.codes',
  'identity.linked',
  'token.created',
  'token.revoked',
  'application.allowed',
  'application.revoked',
  'application.removed',
  'tool.used',
  'link.deleted',
  'complaint.handled',
  'complaint.deleted',
  'bot.created',
  'bot.changed',
  'bot.deleted',
  'report.changed',
  'approval.published',
  'approval.opened',
  'approval.closed',
  'approval.deleted',
  'approval.removed',
  'approval.assigned',
  'approval.balance',
  'report.shared',
  'invitation.sent',
  'invitation.revoked',
  'invitation.accepted',
  'account.created',
  'account.role',
  'account.disabled',
  'account.enabled',
  'account.deleted',
  'account.unlocked',
  'department.changed',
  'department.deleted',
  'project.deleted',
  'dialog.deleted',
  'task.deleted',
  'task.restored',
  'file.deleted',
  'file.restored',
  'file.purged',
  'import.started',
  'samples.added',
  'samples.removed',
  'export.requested',
  'person.exported',
  'person.erased',
  'setting.changed',
  'secrets.rotated',
  'secrets.lost',
  'audit.exported',
  'audit.expired',
  'retention.removed',
  'app.installed',
  'app.updated',
  'app.changed',
  'app.removed',
  'app.secret',
  'backup.done',
  'backup.failed',
  'backup.restored',
] as const;
export type AuditAction = (typeof AUDIT_ACTIONS)[number];

/** The kinds of things that an action is done to. */
export const AUDIT_TARGETS = [
  'user',
  'project',
  'dialog',
  'task',
  'file',
  'setting',
  'token',
  'device',
  'department',
  'approval',
  'approval_form',
  'invitation',
  'backup',
  'app',
  'report',
] as const;
export type AuditTarget = (typeof AUDIT_TARGETS)[number];

const PERSON_FIELDS: readonly string[] = ['owner_userid', 'receiver', 'invited_by', 'made_by', 'userid', 'from', 'to'];

/** True if numbers under this name in `detail` are user ids. */
export const isAuditPerson = (name: string): boolean => PERSON_FIELDS.includes(name) || name.endsWith('userids');

export const AUDIT_LIMITS = {
  /** Rows of one CSV file; the newest come first. */
  csv: 20_000,
  leastDays: 30,
  mostDays: 3650,
} as const;

/** A row of the audit log. */
export const AuditRow = Type.Object({
  id: Type.Integer(),
  at: DateTime(),
  action: Type.String(),
  /** The person who did it; 0 is the server, or somebody who is not signed in. */
  userid: Count(),
  target_type: Type.String(),
  target_id: Count(),
  /** The name of the thing as it was then, for example an address. */
  target_name: Type.String(),
  ip: Type.String(),
  agent: Type.String(),
  /** Details of the action. `changes` has the old and the new value of each field, with secrets masked. */
  detail: Type.Record(Type.String(), Type.Unknown()),
});
export type AuditRow = Static<typeof AuditRow>;

const filter = {
  /** The person who did it, or its object. */
  userid: MaybeId(),
  action: Type.Optional(OneOf(...AUDIT_ACTIONS)),
  /** An address, or its beginning. */
  ip: Type.Optional(Line({ maxLength: 45 })),
  time: Range(),
};

export const auditErrors = errors({ 'audit.time': { ret: 0 } });

export const auditList = call('system/audit', {
  summary: 'Lists the audit log, newest first.',
  access: 'admin',
  input: Type.Object({ ...filter, ...Paging(50, 200) }),
  output: Page(AuditRow),
  errors: ['audit.time'],
});
export const auditExport = call('system/audit/export', {
  summary: 'Returns the newest rows that match as CSV, and records that they were exported.',
  access: 'admin',
  input: Type.Object(filter),
  output: Type.Object({
    name: Type.String(),
    text: Type.String(),
    /** True if older rows were left out. */
    is_cut: Type.Boolean(),
  }),
  errors: ['audit.time'],
});
export const auditSetting = call('system/setting/audit', {
  summary: 'Says how many days rows of the audit log are kept; `save` changes it.',
  access: 'admin',
  input: Type.Object({
    type: ReadOrSave(),
    days: MaybeInt({ minimum: AUDIT_LIMITS.leastDays, maximum: AUDIT_LIMITS.mostDays }),
  }),
  output: Type.Object({ days: Count() }),
});

export const auditCalls = [auditList, auditExport, auditSetting] as const;
