import type { MessageKey } from '@atrium/i18n/translate.ts';
import { shortTime } from '#entities/message/time.ts';
import { formatList, locale, t } from '#sync/language.ts';

/** The words for the names and values in the audit log, which are those of the wire. */

/** The keys of fields whose text has another name. Those of the settings are `system.<name>` and the like. */
const FIELDS: Record<string, MessageKey> = {
  access: 'assistant.access',
  authenticator_apps: 'factor.app',
  base_url: 'field.address',
  bin_days: 'bin.days',
  budget: 'assistant.budget',
  copied: 'webdav.copied',
  credentials: 'webdav.per_person',
  deputy_userids: 'team.deputies',
  dialog_id: 'audit.field.chat',
  face_remark: 'checkin.remark',
  file_mb: 'webdav.largest',
  ignore_addr: 'mail_notice.ignore',
  key: 'assistant.key',
  ldap_password: 'smtp.password',
  ldap_port: 'smtp.port',
  locat_point: 'checkin.mode.locat',
  locat_remark: 'checkin.remark',
  login: 'webdav.user',
  manual_remark: 'checkin.remark',
  model: 'assistant.model',
  models: 'assistant.models',
  msg_unread_group_minute: 'mail_notice.group',
  msg_unread_time_ranges: 'audit.field.hours',
  msg_unread_user_minute: 'mail_notice.user',
  notice_msg: 'mail_notice.part',
  open: 'audit.field.open',
  permission_pack_type: 'pack.who',
  permission_pack_userids: 'pack.who',
  project_add_permission: 'system.project_add',
  project_add_userids: 'system.project_add',
  project_id: 'audit.field.project',
  providers: 'sso.title',
  push: 'push.open',
  quota_person: 'quota.person',
  quota_total: 'quota.total',
  reg_invite: 'field.invite',
  registration: 'applications.registration',
  system: 'assistant.system',
  temperature: 'assistant.temperature',
  tools: 'assistant.tools',
  translation: 'assistant.translation',
  translation_key: 'assistant.key',
  translation_url: 'field.address',
  userids: 'approval.people',
  vendor: 'audit.field.provider',
  versions_days: 'bin.versions_days',
  versions_most: 'bin.versions',
  voice: 'assistant.voice',
  voice_key: 'assistant.key',
  voice_model: 'assistant.voice_model',
  voice_url: 'field.address',
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
  departments: 'team.departments',
  projects: 'nav.projects',
  max_uses: 'audit.field.uses',
  talk: 'meeting.lines',
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
/** The prefixes of the texts for a section's fields. */
const PREFIXES: Record<string, readonly string[]> = {
  apppush: ['push'],
  audit: ['audit'],
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

/** The meaning of 0 in fields that are not a plain number. */
const ZERO: readonly [pattern: RegExp, key: MessageKey][] = [
  [/^retention\./, 'retention.forever'],
  [/^system\.(session_(idle|max)_days|task_reminder_hours(_after)?|msg_(rev|edit)_limit)$/, 'team.never'],
  [/\.(quota_person|quota_total|versions_most|versions_days|budget|open_limit|max_uses)$/, 'audit.value.no_limit'],
];

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
  starttls: 'smtp.secure.starttls',
  tls: 'smtp.secure.tls',
};

/** The colon between a name and its value. */
export const COLON = /^(zh|ja)/.test(locale) ? '：' : locale.startsWith('fr') ? '\u202f: ' : ': ';

/** The text of a key; undefined if the key does not exist. */
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

/** Names without a text in the catalogs are shown without their underscores. */
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
  if (typeof value === 'number') return numberWords(name, value, section);
  if (Array.isArray(value))
    return value.length === 0 ? '–' : formatList(value.map((each) => valueWords(name, each, section)));
  if (typeof value === 'object') {
    const parts = Object.entries(value).map(([key, each]) => fieldWords(key) + COLON + valueWords(key, each));
    return parts.length === 0 ? '–' : parts.join(' · ');
  }
  const text = String(value);
  if (WIRE_TIME.test(text)) return shortTime(text);
  if (!/^[a-z_]+$/.test(text)) return text;
  const own = (PREFIXES[section] ?? []).map((prefix) => `${prefix}.${name}.${text}`);
  const mode = name === 'modes' ? [`checkin.mode.${text}`] : [];
  return firstOf([...mode, ...own, `audit.value.${text}`, ...(VALUES[text] ? [VALUES[text]] : [])]) ?? text;
}

/** Fields whose numbers are names, and are written without separators. */
const NOT_COUNTED = /(^|_)(port|year|id|ids)$/;

function numberWords(name: string, value: number, section: string): string {
  // The field is the number of minutes until a mail about unread messages.
  if (value === -1) return t('team.never');
  const zero = value === 0 && ZERO.find(([pattern]) => pattern.test(`${section}.${name}`));
  if (zero) return t(zero[1]);
  const number = value.toLocaleString(locale, { useGrouping: !NOT_COUNTED.test(name) });
  if (section === 'retention') return `${number} ${t('retention.days')}`;
  return name.endsWith('_minute') ? `${number} ${t('system.minutes')}` : number;
}

/** True if the value under a name is empty. */
export const isEmpty = (value: unknown): boolean =>
  value === '' || value === 0 || value === null || value === undefined || (Array.isArray(value) && value.length === 0);
