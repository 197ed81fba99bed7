import { type Static, Type } from 'typebox';
import { Color, Count, call, errors, Ids, Line, ListOf, MaybeFlag, MaybeInt, OneOf, ReadOrSave } from '../kit.ts';

/** A time of day, `HH:mm`. */
export const Clock = () => Type.String({ pattern: '^([01][0-9]|2[0-3]):[0-5][0-9]$', wire: 'word' });

/** Everybody, department heads, chosen people. */
export const PROJECT_ADDERS = ['all', 'departmentOwner', 'appoint'] as const;

/** Settings of the workspace. */
export const Settings = Type.Object({
  /** `domain`: addresses at `reg_domains`, which are verified by mail. `invite`: invitations, and `reg_invite` if set. */
  reg: Type.Optional(OneOf('open', 'domain', 'invite', 'close')),
  /** Mail domains, separated by commas. */
  reg_domains: Type.Optional(Line({ maxLength: 500 })),
  reg_identity: Type.Optional(OneOf('normal', 'temp')),
  reg_invite: Type.Optional(Line({ maxLength: 64 })),
  reg_verify: Type.Optional(OneOf('close', 'open')),
  temp_account_alias: Type.Optional(Line({ maxLength: 20 })),
  login_code: Type.Optional(OneOf('auto', 'open', 'close')),
  password_policy: Type.Optional(OneOf('simple', 'complex')),
  /** `close`: people sign in with a provider or the directory; only administrators may still use a password. */
  password_login: Type.Optional(OneOf('open', 'close')),
  password_min: MaybeInt({ minimum: 8, maximum: 64 }),
  /** The people who must have a second factor. */
  factor_required: Type.Optional(OneOf('close', 'admin', 'all')),
  /** Days until it is insisted on, after it was required or the account was created. */
  factor_grace_days: MaybeInt({ minimum: 0, maximum: 90 }),
  /** Days after which an unused device is signed out. */
  session_idle_days: MaybeInt({ minimum: 1, maximum: 365 }),
  /** Days after which every device is signed out; 0 = never. */
  session_max_days: MaybeInt({ minimum: 0, maximum: 3650 }),
  /** `open` if people get a mail when they sign in from a new device or network. */
  signin_notice: Type.Optional(OneOf('open', 'close')),
  project_invite: Type.Optional(OneOf('open', 'close')),
  /** People who match one of these can create projects, in addition to administrators. Empty = no one else. */
  project_add_permission: Type.Optional(ListOf(OneOf(...PROJECT_ADDERS), PROJECT_ADDERS.length)),
  /** The people of `appoint`. */
  project_add_userids: Type.Optional(Ids(200)),
  /** `open` if heads of departments and their deputies see the projects of their people, and change nothing. */
  department_owner_project_view: Type.Optional(OneOf('close', 'open')),
  /** `close`: only administrators, the group's or project's owner and the task's owners assign to-dos to others. */
  todo_set_permission: Type.Optional(OneOf('open', 'close')),
  /** `open` if photos in messages are recompressed at `image_quality` if that makes them smaller. */
  image_compress: Type.Optional(OneOf('open', 'close')),
  image_quality: MaybeInt({ minimum: 1, maximum: 100 }),
  chat_information: Type.Optional(OneOf('optional', 'required')),
  msg_rev_limit: MaybeInt({ minimum: 0, maximum: 525600 }),
  msg_edit_limit: MaybeInt({ minimum: 0, maximum: 525600 }),
  task_user_limit: MaybeInt({ minimum: 1, maximum: 2000 }),
  /** `open` if the new task form always shows the visibility, not only on request. */
  task_visible: Type.Optional(OneOf('close', 'open')),
  /** Start and end of a workday, `HH:mm`. */
  task_default_time: Type.Optional(ListOf(Clock(), 2)),
  /** `open` archives completed tasks automatically, after `archived_day` days. */
  auto_archived: Type.Optional(OneOf('close', 'open')),
  archived_day: MaybeInt({ minimum: 1, maximum: 100 }),
  /** `open` lists unassigned tasks in their project's group, at this time of day. */
  unclaimed_task_reminder: Type.Optional(OneOf('close', 'open')),
  unclaimed_task_reminder_time: Type.Optional(Clock()),
  /** Hours before and after its end for reminders of an open task; 0 = never. */
  task_reminder_hours: MaybeInt({ minimum: 0, maximum: 720 }),
  task_reminder_hours_after: MaybeInt({ minimum: 0, maximum: 720 }),
  /** The rules for handing tasks over: by whom, to whom, from whom, and whether a note is required. */
  project_task_handoff: Type.Optional(OneOf('open', 'close')),
  /**
   * `owner`: the task's owners too; `managers`: the project's owner and heads of the owners' departments; `close`: the
   * project's owner only.
   */
  project_task_handoff_role: Type.Optional(OneOf('owner', 'managers', 'close')),
  project_task_handoff_candidates: Type.Optional(OneOf('project', 'department')),
  project_task_handoff_adjust: Type.Optional(OneOf('all', 'department')),
  project_task_handoff_note: Type.Optional(OneOf('optional', 'required')),
  /** Maximum size of one file in MB. */
  file_upload_limit: MaybeInt({ minimum: 1, maximum: 10240 }),
  /** The address of a Collabora or OnlyOffice server that edits office files; '' = none. */
  office_server: Type.Optional(Line({ maxLength: 500 })),
  all_group_mute: Type.Optional(OneOf('open', 'close')),
  user_private_chat_mute: Type.Optional(OneOf('open', 'close')),
  user_group_chat_mute: Type.Optional(OneOf('open', 'close')),
  anon_message: Type.Optional(OneOf('open', 'close')),
  /** `open` if clients encrypt requests and the live connection (`users/key/client`), in addition to TLS. */
  e2e_message: Type.Optional(OneOf('open', 'close')),
  /** The address of map tiles, with {z}, {x} and {y}; '' = none. */
  map_tile_url: Type.Optional(Line({ maxLength: 500 })),
  map_attribution: Type.Optional(Line({ maxLength: 200 })),
  all_group_autoin: Type.Optional(OneOf('yes', 'no')),
  /** The address where people download the desktop and mobile clients; '' = none. */
  client_url: Type.Optional(Line({ maxLength: 500 })),
  /** Or the repository at the code host that publishes them, as `owner/repository`; '' = none. */
  client_repo: Type.Optional(Line({ maxLength: 150 })),
  /** The privacy policy, linked from the sign-in page of the mobile client; '' = none. */
  privacy_url: Type.Optional(Line({ maxLength: 500 })),
  system_alias: Type.Optional(Line({ maxLength: 50 })),
  system_welcome: Type.Optional(Line({ maxLength: 500 })),
});
export type Settings = Static<typeof Settings>;

export const SettingsAnswer = Type.Object({
  reg: Type.String(),
  reg_identity: Type.String(),
  reg_invite: Type.Optional(Type.String()),
  reg_domains: Type.String(),
  reg_verify: Type.String(),
  temp_account_alias: Type.String(),
  login_code: Type.String(),
  password_policy: Type.String(),
  password_login: Type.String(),
  password_min: Count(),
  factor_required: Type.String(),
  factor_grace_days: Count(),
  session_idle_days: Count(),
  session_max_days: Count(),
  signin_notice: Type.String(),
  project_invite: Type.String(),
  project_add_permission: Type.Array(Type.String()),
  project_add_userids: Type.Optional(Type.Array(Count())),
  department_owner_project_view: Type.String(),
  /** `open` if the caller may create projects. */
  project_add: OneOf('open', 'close'),
  /** `open` if the caller may download archives of files. */
  file_pack: OneOf('open', 'close'),
  todo_set_permission: Type.String(),
  image_compress: Type.String(),
  image_quality: Count(),
  chat_information: Type.String(),
  msg_rev_limit: Count(),
  msg_edit_limit: Count(),
  task_user_limit: Count(),
  task_visible: Type.String(),
  auto_archived: Type.String(),
  archived_day: Count(),
  unclaimed_task_reminder: Type.String(),
  unclaimed_task_reminder_time: Type.String(),
  task_reminder_hours: Count(),
  task_reminder_hours_after: Count(),
  project_task_handoff: Type.String(),
  project_task_handoff_role: Type.String(),
  project_task_handoff_candidates: Type.String(),
  project_task_handoff_adjust: Type.String(),
  project_task_handoff_note: Type.String(),
  file_upload_limit: Count(),
  /** Empty for others than administrators. */
  office_server: Type.String(),
  task_default_time: Type.Array(Type.String()),
  all_group_mute: Type.String(),
  user_private_chat_mute: Type.String(),
  user_group_chat_mute: Type.String(),
  anon_message: Type.String(),
  e2e_message: Type.String(),
  /** `open` if a service for it is set up. */
  voice2text: Type.String(),
  /** `open` if meetings are enabled. */
  meeting: OneOf('open', 'close'),
  translation: Type.String(),
  /** `open` if an assistant drafts and summarizes for the caller. */
  assistant: OneOf('open', 'close'),
  /** `open` if check-in is enabled. */
  checkin: OneOf('open', 'close'),
  map_tile_url: Type.String(),
  map_attribution: Type.String(),
  client_url: Type.String(),
  client_repo: Type.String(),
  privacy_url: Type.String(),
  all_group_autoin: Type.String(),
  system_alias: Type.String(),
  /** The address of the workspace’s logo; '' for Atrium’s own. */
  system_logo: Type.String(),
  system_welcome: Type.String(),
  server_timezone: Type.String(),
  server_version: Type.String(),
  /** `open` if the server logs in detail. Clients do not encrypt requests then. */
  debug: OneOf('open', 'close'),
});
export type SettingsAnswer = Static<typeof SettingsAnswer>;

export const Priority = Type.Object({
  name: Line({ minLength: 1, maxLength: 20 }),
  color: Color({ minLength: 4 }),
  days: Type.Integer({ minimum: 0, maximum: 365, wire: 'int' }),
  priority: Type.Integer({ minimum: 1, maximum: 100, wire: 'int' }),
  is_default: MaybeFlag(),
});

export const PriorityAnswer = Type.Object({
  name: Type.String(),
  color: Type.String(),
  days: Count(),
  priority: Count(),
  is_default: Count(),
});
export type PriorityAnswer = Static<typeof PriorityAnswer>;
export const ColumnTemplate = Type.Object({
  name: Line({ minLength: 1, maxLength: 20 }),
  columns: ListOf(Line({ minLength: 1, maxLength: 100 }), 30),
});

export const settingErrors = errors({
  'setting.empty': { ret: 0 },
  'setting.tiles': { ret: 0 },
  'setting.mail': { ret: 0 },
  'setting.reg_mail': { ret: 0 },
  'setting.address': { ret: 0 },
  'setting.repo': { ret: 0 },
  'setting.domains': { ret: 0 },
  'setting.domain_verify': { ret: 0 },
  'setting.times': { ret: 0 },
  'setting.password_login': { ret: 0 },
  'setting.password_admin': { ret: 0 },
  'setting.last_sign_in': { ret: 0 },
  'setting.own_factor': { ret: 0 },
});

export const systemSetting = call('system/setting', {
  summary: 'Returns the workspace’s settings; `all` and `save` are for administrators.',
  access: 'public',
  input: Type.Object({ type: ReadOrSave(), ...Settings.properties }),
  output: SettingsAnswer,
  errors: [
    'forbidden',
    'setting.tiles',
    'setting.mail',
    'setting.reg_mail',
    'setting.address',
    'setting.repo',
    'office.unreachable',
    'setting.times',
    'setting.domains',
    'setting.domain_verify',
    'setting.password_login',
    'setting.password_admin',
    'setting.own_factor',
  ],
});

export const systemPriority = call('system/priority', {
  summary: 'Lists task priorities; `save` is for administrators.',
  access: 'public',
  input: Type.Object({ type: ReadOrSave(), list: Type.Optional(ListOf(Priority, 20)) }),
  output: Type.Array(PriorityAnswer),
  errors: ['forbidden', 'setting.empty'],
});

export const systemColumnTemplate = call('system/column/template', {
  summary: 'Lists column templates for new projects; `save` is for administrators.',
  access: 'public',
  input: Type.Object({ type: ReadOrSave(), list: Type.Optional(ListOf(ColumnTemplate, 50)) }),
  output: Type.Array(Type.Object({ name: Type.String(), columns: Type.Array(Type.String()) })),
  errors: ['forbidden', 'setting.empty'],
});

export const settingCalls = [systemSetting, systemPriority, systemColumnTemplate] as const;
