import { type Static, Type } from 'typebox';
import {
  Count,
  call,
  DateTime,
  errors,
  Id,
  Ids,
  Keys,
  Line,
  ListOf,
  MaybeFlag,
  MaybeId,
  MaybeInt,
  Nullable,
  OneOf,
  Page,
  Paging,
  Text,
  Upload,
} from '../kit.ts';
import { CheckinMacInput } from '../workspace/checkinMac.ts';
import { Profile } from './profile.ts';
import { UserBasic } from './users.ts';

/** Maximum number of people in one spreadsheet, and in one call of `users/import`. */
export const IMPORT_PEOPLE = 500;

export const IMPORT_AT_ONCE = 50;

export const SHEET_MAX_BYTES = 2 * 1024 * 1024;

export const UserRow = Type.Object({
  ...UserBasic.properties,
  identity: Type.Array(Type.String()),
  tel: Type.String(),
  nickname_original: Type.String(),
  created_at: DateTime(),
  last_at: Nullable(DateTime()),
  last_ip: Type.String(),
  login_num: Count(),
  email_verity: Count(),
  /** Heads the requested department. */
  is_principal: Type.Optional(Type.Boolean()),
});
export type UserRow = Static<typeof UserRow>;

/** A row of a spreadsheet. `line` counts from 1, the headings included. */
export const PersonLine = Type.Object({
  line: Type.Integer({ minimum: 1, wire: 'int' }),
  email: Line(),
  nickname: Line(),
  password: Text(),
  profession: Line(),
});

export const PersonPreview = Type.Object({
  ...PersonLine.properties,
  /** The departments in the row. */
  department: Type.Array(Count()),
  status: OneOf('ok', 'error'),
  /** The remark in the caller's language; '' without one. */
  reason: Type.String(),
});
export type PersonPreview = Static<typeof PersonPreview>;

export const accountErrors = errors({
  'user.self': { ret: 0 },
  'user.transfer': { ret: 0 },
  'user.last_admin': { ret: 0 },
  'import.people': { ret: 0 },
  'import.no_sheet': { ret: 0 },
  'import.no_columns': { ret: 0 },
  'import.twice': { ret: 0 },
  'import.department': { ret: 0 },
  'delete.password': { ret: 0 },
});

export const userLists = call('users/lists', {
  summary: 'Lists all accounts, for administrators, newest first.',
  access: 'admin',
  input: Type.Object({
    keys: Keys({
      key: Type.Optional(Line({ maxLength: 100 })),
      email: Type.Optional(Line()),
      tel: Type.Optional(Line()),
      nickname: Type.Optional(Line()),
      profession: Type.Optional(Line()),
      identity: Type.Optional(Line()),
      disable: Type.Optional(OneOf('yes', 'no', 'all')),
      email_verity: Type.Optional(OneOf('yes', 'no')),
      bot: Type.Optional(OneOf('yes', 'no', 'all')),
      /** 0 = people without a department. */
      department: MaybeInt({ minimum: 0 }),
      /** `yes` if a device has their face. */
      checkin_face: Type.Optional(OneOf('yes', 'no')),
      /** A part of the MAC address of one of their devices. */
      checkin_mac: Type.Optional(Line({ maxLength: 32 })),
    }),
    /** Includes their devices and pictures. */
    get_checkin_data: MaybeFlag(),
    ...Paging(20, 50),
  }),
  output: Page(
    Type.Object({
      ...UserRow.properties,
      checkin_face: Type.Optional(Type.String()),
      checkin_macs: Type.Optional(Type.Array(Type.Object({ id: Count(), mac: Type.String(), remark: Type.String() }))),
    }),
  ),
});

export const userOperation = call('users/operation', {
  summary: 'Changes another account, for administrators.',
  access: 'admin',
  input: Type.Object({
    userid: Id(),
    type: Type.Optional(
      OneOf(
        'setadmin',
        'clearadmin',
        'settemp',
        'cleartemp',
        'setdisable',
        'cleardisable',
        'department',
        'checkin_macs',
        'checkin_face',
        'delete',
      ),
    ),
    transfer_userid: MaybeId(),
    /** With type `department`: all departments of the person. */
    department: Type.Optional(Ids(10)),
    /** With type `checkin_macs`: all devices of the person. */
    checkin_macs: Type.Optional(ListOf(CheckinMacInput, 20)),
    /** With type `checkin_face`: the path of a picture that the caller has uploaded; '' removes it. */
    checkin_face: Type.Optional(Line({ maxLength: 500 })),
    delete_reason: Type.Optional(Line({ maxLength: 500 })),
    email: Type.Optional(Line()),
    tel: Type.Optional(Line()),
    password: Type.Optional(Text()),
    nickname: Type.Optional(Line()),
    profession: Type.Optional(Line()),
  }),
  output: UserRow,
  errors: [
    'user.gone',
    'user.self',
    'user.transfer',
    'user.last_admin',
    'setting.password_admin',
    'department.gone',
    'department.head',
    'checkin.mac',
    'checkin.macs',
    'checkin.taken',
    'reg.email',
    'reg.taken',
    'tel.format',
    'tel.taken',
    'password.short',
    'password.policy',
    'password.complex',
    'password.known',
    'password.own',
    'nickname.length',
    'profession.length',
  ],
});

export const userCreate = call('users/createuser', {
  summary: 'Creates an account, for administrators. Its owner must set a new password at the first sign-in.',
  access: 'admin',
  input: Type.Object({
    email: Line(),
    password: Text(),
    nickname: Line(),
    profession: Type.Optional(Line()),
    department: Type.Optional(Ids(10)),
    changepass: MaybeFlag(),
  }),
  output: UserRow,
  errors: [
    'reg.email',
    'reg.taken',
    'password.short',
    'password.policy',
    'password.complex',
    'password.known',
    'password.own',
    'nickname.length',
    'profession.length',
    'department.gone',
  ],
});

export const peopleTemplate = call('users/import/template', {
  summary: 'Returns a spreadsheet to fill in, as comma-separated text.',
  access: 'admin',
  output: Type.Object({ name: Type.String(), text: Type.String() }),
});

export const peoplePreview = call('users/import/preview', {
  summary: 'Reads a spreadsheet (xlsx or csv) of people and returns which rows can be imported. Creates nothing.',
  access: 'admin',
  input: Type.Object({ file: Upload({ maxBytes: SHEET_MAX_BYTES }) }),
  output: Type.Object({ total: Count(), valid: Count(), invalid: Count(), rows: Type.Array(PersonPreview) }),
  errors: ['import.people', 'import.no_sheet', 'import.no_columns', 'import.too_large'],
});

export const peopleImport = call('users/import', {
  summary: 'Creates an account for each given row. A row that fails is reported and does not stop the others.',
  access: 'admin',
  input: Type.Object({
    rows: ListOf(Type.Object({ ...PersonLine.properties, department: Type.Optional(Ids(10)) }), IMPORT_AT_ONCE),
    changepass: MaybeFlag(),
  }),
  output: Type.Object({
    total: Count(),
    success: Count(),
    failed: Type.Array(
      Type.Object({ line: Count(), email: Type.String(), reason: Type.String(), code: Nullable(Type.String()) }),
    ),
  }),
});

export const accountDelete = call('users/delete/account', {
  summary:
    'Deletes the caller’s account. `warning` only checks whether that is possible; `confirm` does it, with the password or, where addresses are verified, the mailed code.',
  access: 'user',
  input: Type.Object({
    type: Type.Optional(OneOf('warning', 'confirm')),
    /** The caller’s own email address, as a safeguard against mistakes. */
    email: Line(),
    reason: Type.Optional(Line({ maxLength: 500 })),
    password: Type.Optional(Text()),
    code: Type.Optional(Line()),
    /** The successor for projects, tasks and groups; by default the first administrator. */
    transfer_userid: MaybeId(),
    /** Deletes the name as well, and in the background what only the caller wrote or stored. */
    erase: MaybeFlag(),
  }),
  output: Profile,
  errors: [
    'ldap.unreachable',
    'email.different',
    'email.code',
    'email.expired',
    'delete.password',
    'user.transfer',
    'user.last_admin',
    'setting.password_admin',
    'rate.limited',
  ],
});

export const accountCalls = [
  userLists,
  userOperation,
  userCreate,
  peopleTemplate,
  peoplePreview,
  peopleImport,
  accountDelete,
] as const;
