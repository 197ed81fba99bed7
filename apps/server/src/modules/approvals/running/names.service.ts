import type { ApprovalField, ApprovalValues } from '@atrium/contract/approvals/definition.ts';
import { departmentsOf } from '#modules/users/departmentNames.service';
import { displayName } from '#modules/users/present.service';
import { listBasics } from '#modules/users/users.service';
import type { View } from '#platform/work';
import type { FileOfApproval } from './run.queries.ts';
import type { Names } from './words.ts';

/** The people that values name. */
export const peopleIn = (form: readonly ApprovalField[], values: ApprovalValues): number[] =>
  form.flatMap((field) => (field.kind === 'person' ? ((values[field.id] as number[] | undefined) ?? []) : []));

/** The names of everything in these values, and of more people. */
export async function namesFor(
  { app, tx }: View,
  form: readonly ApprovalField[],
  values: ApprovalValues,
  userids: readonly number[],
  files: readonly FileOfApproval[],
): Promise<Names> {
  const wanted = [...new Set([...userids, ...peopleIn(form, values)])].filter((userid) => userid > 0);
  const people = new Map((await listBasics(tx, wanted)).map((user) => [user.userid, displayName(user)]));
  const departments = departmentsOf(app);
  return {
    person: (userid) => people.get(userid) ?? '',
    department: (id) => departments.find((each) => each.id === id)?.name ?? '',
    file: (token) => files.find((each) => each.token === token)?.name ?? '',
  };
}
