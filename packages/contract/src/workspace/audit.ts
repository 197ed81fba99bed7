/**
 * What the audit log records, by area. A module that adds an action adds its name here and its words to the catalogs
 * (`audit.action_*`, with `_` for the dot).
 */
export const AUDIT_ACTIONS = [
  'signin.ok',
  'signin.failed',
  'signin.suspicious',
  'signout.all',
  'signout.device',
  'password.changed',
  'password.set',
  'password.reset',
  'email.changed',
  'factor.added',
  'factor.removed',
  'factor.codes',
  'identity.linked',
  'identity.unlinked',
  'token.created',
  'token.revoked',
  'invitation.sent',
  'invitation.revoked',
  'account.created',
  'account.role',
  'account.disabled',
  'account.enabled',
  'account.deleted',
  'project.deleted',
  'project.restored',
  'dialog.deleted',
  'task.deleted',
  'task.restored',
  'file.deleted',
  'export.requested',
  'person.exported',
  'setting.changed',
  'secrets.rotated',
  'audit.exported',
  'audit.expired',
  'retention.removed',
  'backup.done',
  'backup.failed',
  'backup.restored',
] as const;
export type AuditAction = (typeof AUDIT_ACTIONS)[number];

/** The kinds of things that an action is done to. */
export const AUDIT_TARGETS = ['user', 'project', 'dialog', 'task', 'file', 'setting', 'token', 'device'] as const;
export type AuditTarget = (typeof AUDIT_TARGETS)[number];
