import { Type } from 'typebox';
import { call, errors, Id } from '../kit.ts';

export const officeErrors = errors({
  'office.none': { ret: 0 },
  'office.kind': { ret: 0 },
  'office.unreachable': { ret: 0 },
});

/** The time that an office server may use a file for one person, in seconds: a working day. */
export const OFFICE_S = 10 * 3600;

export const officeKinds = call('file/office/kinds', {
  summary: 'Returns the extensions of files that the office server edits or shows; none without an office server.',
  access: 'user',
  input: Type.Object({}),
  output: Type.Object({ edit: Type.Array(Type.String()), view: Type.Array(Type.String()) }),
});
export const officeOpen = call('file/office/open', {
  summary:
    'Returns the address of a page that edits a file on the office server, or shows it without the right to edit. It works while the caller is signed in, for a day at most.',
  access: 'user',
  input: Type.Object({ id: Id() }),
  output: Type.Object({ url: Type.String(), may_write: Type.Boolean() }),
  errors: ['file.gone', 'office.none', 'office.kind', 'office.unreachable'],
});
export const officeCalls = [officeKinds, officeOpen] as const;
