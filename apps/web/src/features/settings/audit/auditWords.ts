import type { MessageKey } from '@atrium/i18n/translate.ts';
import { shortTime } from '#entities/message/time.ts';
import { listed, locale, t } from '#sync/language.ts';

/** The words for what the audit log stores: names of fields and values as they are on the wire. */

/** Fields that have a text elsewhere under another name. Those of the settings are `system.<name>` and the like. */
const FIELDS: Record<string, MessageKey> = {
  account: 'smtp.account',
  by: 'audit.field.way',
  days: 'delay.days',
  department: 'team.departments',
  email: 'field.email',
  expire: 'audit.field.expires',
  expired_at: 'audit.field.expires',
  host: 'app.server',
  identity: 'invitation.role',
  kind: 'card.type',
  ldap_secure: 'smtp.secure',
  max_uses: 'invitation.uses',
  messages: 'message.list',
  modes: 'checkin.modes',
  name: 'card.name',
  nickname: 'field.nickname',
  owner_userid: 'team.head',
  parent_id: 'team.parent',
  password: 'smtp.password',
  people: 'approval.people',
  place: 'backup.place',
  port: 'smtp.port',
  profession: 'field.profession',
  project_ids: 'nav.projects',
  reason: 'card.reason',
  role: 'invitation.role',
  scopes: 'apps.permissions',
  sender: 'smtp.sender',
  smtp_secure: 'smtp.secure',
  smtp_server: 'smtp.server',
  type: 'card.type',
  url: 'field.address',
  version: 'card.version',
  webhook_url: 'card.webhook',
  year: 'approval.year',
};
/** Where the texts of a section's fields are. */
const PREFIXES: Record<string, readonly string[]> = {
  apppush: ['push'],
  backup: ['backup'],
  checkin: ['checkin.rule', 'checkin'],
  email: ['mail_notice', 'smtp'],
  meeting: ['meeting'],
  retention: ['retention'],
  sso: ['sso'],
  system: ['system'],
  thirdaccess: ['ldap'],
};

/** Sections of the settings, as pages name them. */
const SECTIONS: Record<string, MessageKey> = {
  aibot: 'settings.assistant',
  application: 'system.tab_applications',
  apppush: 'system.tab_push',
  assistant: 'settings.assistant',
  audit: 'settings.audit',
  backup: 'settings.backup',
  checkin: 'system.tab_checkin',
  column_template: 'system.tab_templates',
  email: 'system.tab_mail',
  file: 'system.tab_files',
  meeting: 'system.tab_meeting',
  priority: 'system.tab_priorities',
  retention: 'system.tab_retention',
  sso: 'system.tab_signin',
  system: 'system.tab_rules',
  thirdaccess: 'ldap.title',
  webdav: 'system.tab_webdav',
};

const VALUES: Record<string, MessageKey> = {
  admin: 'invitation.role.admin',
  normal: 'invitation.role.normal',
  temp: 'invitation.role.temp',
  password: 'smtp.password',
  sso: 'sso.title',
  totp: 'factor.app',
  mail: 'invitation.by_mail',
  link: 'invitation.by_link',
  webhook: 'card.webhook',
  command: 'commands.word',
  auto: 'smtp.secure.auto',
  none: 'smtp.secure.none',
};

/** The text of a key that may not exist. */
function found(key: string): string | undefined {
  const text = t(key as MessageKey);
  return text === key ? undefined : text;
}

const firstOf = (keys: readonly string[]): string | undefined => {
  for (const key of keys) {
    const text = found(key);
    if (text !== undefined) return text;
  }
  return undefined;
};

/** Names that nothing in the catalogs says are shown without their underscores. */
export function fieldWords(name: string, section = ''): string {
  const short = name.replace(/^(ldap|smtp)_/, '');
  const own = (PREFIXES[section] ?? []).map((prefix) => `${prefix}.${short}`);
  const general = FIELDS[name];
  return firstOf([...own, ...(general ? [general] : []), `audit.field.${name}`]) ?? short.replaceAll('_', ' ');
}

export const sectionWords = (name: string): string => (SECTIONS[name] ? t(SECTIONS[name]) : name);

const WIRE_TIME = /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/;

export function valueWords(name: string, value: unknown, section = ''): string {
  if (value === null || value === undefined || value === '') return '–';
  if (typeof value === 'boolean') return t(value ? 'audit.value.yes' : 'audit.value.no');
  if (typeof value === 'number') return value.toLocaleString(locale);
  if (Array.isArray(value))
    return value.length === 0 ? '–' : listed(value.map((each) => valueWords(name, each, section)));
  if (typeof value === 'object') {
    const parts = Object.entries(value).map(([key, each]) => `${fieldWords(key)}: ${valueWords(key, each)}`);
    return parts.length === 0 ? '–' : parts.join(' · ');
  }
  const text = String(value);
  if (WIRE_TIME.test(text)) return shortTime(text);
  if (!/^[a-z_]+$/.test(text)) return text;
  const own = (PREFIXES[section] ?? []).map((prefix) => `${prefix}.${name}.${text}`);
  const mode = name === 'modes' ? [`checkin.mode.${text}`] : [];
  return firstOf([...mode, ...own, `audit.value.${text}`, ...(VALUES[text] ? [VALUES[text]] : [])]) ?? text;
}

/** Whether nothing is stored under a name. */
export const isEmpty = (value: unknown): boolean =>
  value === '' || value === 0 || value === null || value === undefined || (Array.isArray(value) && value.length === 0);

/** Fields whose numbers are people. */
export const isPerson = (name: string): boolean =>
  ['owner_userid', 'receiver', 'invited_by', 'made_by', 'userid'].includes(name);
