import type { InputOf } from '@atrium/contract/kit.ts';
import * as accounts from '@atrium/contract/people/accounts.ts';
import { departmentsIn } from '@atrium/contract/people/departments.ts';
import * as users from '@atrium/contract/people/users.ts';
import { fail } from '#platform/fail';
import { pageOf } from '#platform/http/pagination';
import type { View } from '#platform/work';
import { departmentsOf } from './departmentNames.service.ts';
import {
  countAccounts,
  countPeople,
  isDialogMember,
  isProjectMember,
  listAccounts,
  listPeople,
} from './directory.queries.ts';
import { directoryDetails } from './directoryDetails.service.ts';
import { displayName, presentBasic, presentUserRow } from './present.service.ts';
import { listBasics } from './users.service.ts';

type SearchInput = InputOf<typeof users.userSearch>;

export async function listBasic(view: View, { userid }: InputOf<typeof users.userBasic>) {
  return (await listBasics(view.tx, userid)).map((user) => presentBasic(view.app, user, view.caller.lang));
}

/** Only members may list the members of a project or a dialog. */
async function checkScope({ tx, caller }: View, keys: NonNullable<SearchInput['keys']>): Promise<void> {
  if (keys.project_id) {
    const isIn = await isProjectMember(tx, keys.project_id, caller.userid);
    if (!isIn) throw fail('project.gone', { project_id: keys.project_id });
  }
  if (keys.dialog_id) {
    const isIn = await isDialogMember(tx, keys.dialog_id, caller.userid);
    if (!isIn) throw fail('dialog.gone', { dialog_id: keys.dialog_id });
  }
}

export async function searchPeople(view: View, input: SearchInput) {
  const keys = input.keys ?? {};
  await checkScope(view, keys);
  // A request with a page wants pages; a `pagesize` alone is the length of a global search's list (A7-08).
  const isPaged = input.page !== undefined;
  const size = (isPaged ? undefined : input.take) ?? input.pagesize ?? 10;
  const page = input.page ?? 1;
  const rows = await listPeople(view.tx, keys, { az: input.sorts?.az, size, page });
  const people = rows.map((user) => ({
    ...presentBasic(view.app, user, view.caller.lang),
    name: displayName(user, view.caller.lang),
    ...(input.with_department && { department_info: departmentsIn(departmentsOf(view.app), user) }),
  }));
  if (!isPaged) return people;
  const total = await countPeople(view.tx, keys);
  return pageOf(view, users.userSearch.path, { rows: people, total, page, size });
}

export async function listEverybody(view: View, input: InputOf<typeof accounts.userLists>) {
  const keys = input.keys ?? {};
  const { department } = keys;
  const head = departmentsOf(view.app).find(({ id }) => id === department)?.owner_userid ?? 0;
  const conditions = directoryDetails.of(view.app).flatMap((details) => details.conditions(keys));
  const size = input.pagesize ?? 20;
  const page = input.page ?? 1;
  const rows = await listAccounts(view.tx, keys, conditions, { head, size, page });
  const total = await countAccounts(view.tx, keys, conditions);
  const userids = rows.map(({ userid }) => userid);
  const isWanted = input.get_checkin_data && rows.length > 0;
  const details = isWanted ? directoryDetails.of(view.app).map(({ load }) => load(view, userids)) : [];
  const more = await Promise.all(details);
  return pageOf(view, accounts.userLists.path, {
    rows: rows.map((user) => ({
      ...presentUserRow(view.app, user),
      ...(department && { is_principal: user.userid === head }),
      ...Object.assign({}, ...more.map((each) => each.get(user.userid))),
    })),
    total,
    page,
    size,
  });
}
