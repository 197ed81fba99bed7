import { type Static, Type } from 'typebox';
import { Count, call, errors, Ids, Line, ListOf, MaybeFlag, MaybeId, Nullable, OneOf, Text, Upload } from '../kit.ts';
import { Profile, UserRow } from './users.ts';

/** Maximum number of people in one spreadsheet, and in one call of `users/import`. */
export const IMPORT_PEOPLE = 500;
export const IMPORT_AT_ONCE = 50;
export const SHEET_MAX_BYTES = 2 * 1024 * 1024;

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
  /** In the caller's language; '' without a remark. */
  reason: Type.String(),
});
export type PersonPreview = Static<typeof PersonPreview>;

export const accountErrors = errors({
  'import.people': { ret: 0 },
  'import.no_sheet': { ret: 0 },
  'import.no_columns': { ret: 0 },
  'import.twice': { ret: 0 },
  'import.department': { ret: 0 },
  'delete.password': { ret: 0 },
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

export const accountCalls = [userCreate, peopleTemplate, peoplePreview, peopleImport, accountDelete] as const;
