import type { InputOf } from '@atrium/contract/kit.ts';
import * as contract from '@atrium/contract/people/departments.ts';
import { userUpdated } from '@atrium/contract/people/users.ts';
import {
  announceGroup,
  closeDialog,
  createGroup,
  exitDialog,
  joinDialog,
  takeGroup,
} from '#modules/dialogs/members/membership.service';
import { postNotice } from '#modules/dialogs/posting/post.service';
import { cacheDepartments, departmentsOf } from '#modules/users/departmentNames.service';
import { managedDepartmentsOf, presentBasic } from '#modules/users/present.service';
import { findUser, listActiveIds, listBasics } from '#modules/users/users.service';
import { settingChanges } from '#platform/audit';
import { ExtensionPoint } from '#platform/extensionPoint';
import { fail } from '#platform/fail';
import { wireTime } from '#platform/time/time';
import type { View, Work } from '#platform/work';
import {
  addTo,
  countPeople,
  type DepartmentRow,
  deleteDepartmentRow,
  insertDepartment,
  listPeopleOf,
  listRows,
  lockDepartments,
  takeFrom,
  updateDepartment,
} from './departments.queries.ts';
import { checkName, heightOf, isBelow, levelOf } from './tree.ts';

/** Keeps departments as they are until the transaction ends. */
export const lockAllDepartments = (work: Work) => lockDepartments(work.tx);

/**
 * Hooks of later modules: each is called before a change of departments, and the function that it returns after it.
 *
 * @param userids  the people whose departments change; by default anybody's
 */
export const departmentChanges = new ExtensionPoint<
  (work: Work, userids?: readonly number[]) => Promise<() => Promise<void>>
>();

/** Changes departments, one change at a time. */
async function changing<T>(work: Work, userids: readonly number[] | undefined, change: () => Promise<T>): Promise<T> {
  await lockAllDepartments(work);
  const ends: (() => Promise<void>)[] = [];
  for (const begin of departmentChanges.of(work.app)) ends.push(await begin(work, userids));
  const result = await change();
  for (const end of ends) await end();
  return result;
}

export async function listDepartments({ tx }: View) {
  const people = await countPeople(tx);
  return (await listRows(tx)).map((row) => present(row, people.get(row.id) ?? 0));
}

export async function listOwn({ app, tx, caller }: View) {
  const user = await findUser(tx, caller.userid);
  return user ? contract.departmentsIn(departmentsOf(app), user) : [];
}

export const listManaged = ({ app, caller }: View) => managedDepartmentsOf(app, caller.userid);

/** These departments and all below them, by their ids. */
export const departmentsUnder = (
  all: readonly contract.DepartmentInfo[],
  tops: readonly contract.DepartmentInfo[],
): number[] => all.filter(({ id }) => tops.some((top) => isBelow(all, id, top.id))).map(({ id }) => id);

const present = (row: DepartmentRow, people: number): contract.Department => ({
  ...infoOf(row),
  dialog_id: row.dialog_id,
  deputy_userids: row.deputy_userids,
  people,
  created_at: wireTime(row.created_at),
  updated_at: wireTime(row.updated_at),
});
const infoOf = ({ id, name, parent_id, owner_userid }: DepartmentRow) => ({ id, name, parent_id, owner_userid });

function pick(all: readonly DepartmentRow[], id: number): DepartmentRow {
  const row = all.find((each) => each.id === id);
  if (!row) throw fail('department.gone', { id });
  return row;
}

/** Creates a department or changes the given one. Its group follows name and head. */
export async function saveDepartment(work: Work, input: InputOf<typeof contract.departmentAdd>) {
  return changing(work, undefined, async () => {
    const all = await listRows(work.tx);
    const before = input.id ? pick(all, input.id) : undefined;
    const wish = { name: input.name, parent_id: input.parent_id ?? 0, owner_userid: input.owner_userid };
    checkName(wish.name);
    checkPlace(all, before, wish.parent_id);
    await checkHead(work, all, before, wish.owner_userid);
    const row = before ? await rewrite(work, before, wish) : await insert(work, wish);
    await placeHead(work, row, before?.owner_userid ?? 0);
    await giveGroup(work, row, before, input);
    return announceDepartment(work, row.id);
  });
}

function checkPlace(all: readonly DepartmentRow[], before: DepartmentRow | undefined, parentId: number): void {
  if (!before && all.length >= contract.MAX_DEPARTMENTS) {
    throw fail('department.limit', { limit: contract.MAX_DEPARTMENTS });
  }
  if (parentId === 0) return;
  pick(all, parentId);
  if (before && isBelow(all, parentId, before.id)) throw fail('department.loop');
  const height = before ? heightOf(all, before.id) : 1;
  if (levelOf(all, parentId) + height > contract.MAX_LEVELS) {
    throw fail('department.levels', { limit: contract.MAX_LEVELS });
  }
  const children = all.filter((each) => each.parent_id === parentId && each.id !== before?.id);
  if (children.length >= contract.MAX_CHILDREN) throw fail('department.children', { limit: contract.MAX_CHILDREN });
}

async function checkHead(
  work: Work,
  all: readonly DepartmentRow[],
  before: DepartmentRow | undefined,
  userid: number,
): Promise<void> {
  if (before?.owner_userid === userid) return;
  if (all.filter((each) => each.owner_userid === userid).length >= contract.MAX_HEADED) {
    throw fail('department.headed', { limit: contract.MAX_HEADED });
  }
  await checkRoom(work, before?.id ?? 0, userid);
}

/**
 * Checks that a new head or deputy can join the department: they are active, and have a free place or are already in
 * it.
 */
async function checkRoom(work: Work, id: number, userid: number): Promise<void> {
  if ((await listActiveIds(work.tx, [userid])).length === 0) throw fail('user.gone');
  const places = (await findUser(work.tx, userid))?.department ?? [];
  if (!places.includes(id) && places.length >= contract.MAX_HEADED) {
    throw fail('department.many', { limit: contract.MAX_HEADED });
  }
}

type NewDepartment = Pick<DepartmentRow, 'name' | 'parent_id' | 'owner_userid'>;
async function insert(work: Work, wish: NewDepartment): Promise<DepartmentRow> {
  const row = await insertDepartment(work.tx, wish);
  recordChange(work, row, {}, wish);
  return row;
}
async function rewrite(work: Work, before: DepartmentRow, wish: Partial<DepartmentRow>): Promise<DepartmentRow> {
  const row = await updateDepartment(work.tx, { ...(wish as object), updated_at: work.now }, before.id);
  recordChange(work, row, before, wish);
  return row;
}

/** The log gets the name too, because it may be read when the department is gone. */
const withParentName = ({ app }: Work, fields: Partial<DepartmentRow>): object =>
  fields.parent_id
    ? { ...fields, parent_id: departmentsOf(app).find(({ id }) => id === fields.parent_id)?.name ?? fields.parent_id }
    : fields;

/** Heads and deputies have rights, so the audit log has every change of them. */
function recordChange(work: Work, { id, name }: DepartmentRow, before: object, wish: Partial<DepartmentRow>): void {
  const { dialog_id: _group, ...after } = { ...before, ...wish };
  const { dialog_id: _before, ...earlier } = before as Partial<DepartmentRow>;
  const changes = settingChanges(withParentName(work, earlier), withParentName(work, after));
  if (Object.keys(changes).length === 0) return;
  work.audit({ action: 'department.changed', target: { type: 'department', id, name }, detail: { changes } });
}

/** The new head becomes a member and is no deputy anymore; the old head leaves. */
async function placeHead(work: Work, row: DepartmentRow, oldHead: number): Promise<void> {
  if (row.owner_userid === oldHead) return;
  if (row.deputy_userids.includes(row.owner_userid)) {
    await rewrite(work, row, { deputy_userids: row.deputy_userids.filter((userid) => userid !== row.owner_userid) });
  }
  await enter(work, row, [row.owner_userid]);
  if (oldHead > 0) await leave(work, row, [oldHead]);
}

async function giveGroup(
  work: Work,
  row: DepartmentRow,
  before: DepartmentRow | undefined,
  { dialog_group, dialog_useid }: InputOf<typeof contract.departmentAdd>,
): Promise<void> {
  if (row.dialog_id > 0) {
    if (before?.name !== row.name || before.owner_userid !== row.owner_userid) {
      await announceGroup(work, row.dialog_id, { name: row.name, owner_id: row.owner_userid });
    }
    return;
  }
  if (before && !dialog_group) return;
  const members = await listPeopleOf(work.tx, [row.id]);
  if (dialog_group === 'use') {
    const taken = await takeGroup(work, dialog_useid ?? 0, {
      groupType: 'department',
      linkId: row.id,
      name: row.name,
      ownerId: row.owner_userid,
    });
    if (!taken) throw fail('department.group');
    await joinDialog(work, taken.id, members, { inviter: work.caller.userid, important: true });
    await postNotice(work, taken.id, work.caller.userid, 'notice.department', { name: row.name });
    await rewrite(work, row, { dialog_id: taken.id });
    return;
  }
  const made = await createGroup(work, {
    groupType: 'department',
    name: row.name,
    ownerId: row.owner_userid,
    linkId: row.id,
    members,
    important: true,
  });
  await rewrite(work, row, { dialog_id: made.id });
}

// People -------------------------------------------------------------------------------------------------------------

async function enter(work: Work, row: DepartmentRow, userids: readonly number[]): Promise<number[]> {
  const joined = await addTo(work.tx, row.id, userids);
  if (row.dialog_id > 0 && userids.length > 0) {
    await joinDialog(work, row.dialog_id, userids, { inviter: work.caller.userid, important: true });
  }
  await announcePeople(work, joined);
  return joined;
}

async function leave(work: Work, row: DepartmentRow, userids: readonly number[]): Promise<number[]> {
  const left = await takeFrom(work.tx, row.id, userids);
  if (row.dialog_id > 0 && left.length > 0) await exitDialog(work, row.dialog_id, left);
  await announcePeople(work, left);
  return left;
}

/**
 * People are announced with the departments that this transaction has given them, which the cache does not know yet.
 */
async function announcePeople(work: Work, userids: readonly number[]): Promise<void> {
  if (userids.length === 0) return;
  const list = await listRows(work.tx);
  for (const user of await listBasics(work.tx, userids)) {
    const department_name = contract.departmentWords(list, user);
    work.emit(userUpdated, { aud: 'all' }, { ...presentBasic(work.app, user), department_name });
  }
}

/** Announces the names of all departments to everybody; updates the cache after commit. */
async function announceNames(work: Work): Promise<DepartmentRow[]> {
  const rows = await listRows(work.tx);
  const list = rows.map(infoOf);
  work.emit(contract.departmentsChanged, { aud: 'all' }, { list });
  work.afterCommit(() => cacheDepartments(work.app, rows));
  work.tellNodes('department', {});
  return rows;
}

async function announceDepartment(work: Work, id: number): Promise<contract.Department> {
  const row = pick(await announceNames(work), id);
  return present(row, (await countPeople(work.tx)).get(id) ?? 0);
}

export async function addDeputy(work: Work, { id, userid }: InputOf<typeof contract.departmentAdddeputy>) {
  return changing(work, [userid], async () => {
    const row = pick(await listRows(work.tx), id);
    if (row.owner_userid === userid) throw fail('department.head');
    await checkRoom(work, id, userid);
    if (!row.deputy_userids.includes(userid)) {
      await rewrite(work, row, { deputy_userids: [...row.deputy_userids, userid] });
      await enter(work, row, [userid]);
    }
    return announceDepartment(work, id);
  });
}

export async function removeDeputy(work: Work, { id, userid }: InputOf<typeof contract.departmentDeldeputy>) {
  return changing(work, [userid], async () => {
    const row = pick(await listRows(work.tx), id);
    if (row.deputy_userids.includes(userid)) {
      await rewrite(work, row, { deputy_userids: row.deputy_userids.filter((each) => each !== userid) });
      await leave(work, row, [userid]);
    }
    return announceDepartment(work, id);
  });
}

export async function removeDepartment(work: Work, { id }: InputOf<typeof contract.departmentDel>) {
  return changing(work, undefined, async () => {
    const all = await listRows(work.tx);
    const row = pick(all, id);
    if (all.some((each) => each.parent_id === id)) throw fail('department.not_empty');
    const people = await listPeopleOf(work.tx, [id]);
    await deleteDepartmentRow(work.tx, id);
    work.audit({ action: 'department.deleted', target: { type: 'department', id, name: row.name } });
    await takeFrom(work.tx, id, people);
    await announcePeople(work, people);
    if (row.dialog_id > 0) await closeDialog(work, row.dialog_id);
    await announceNames(work);
    return {};
  });
}

/** Adds the active members of all departments below to this one. */
export async function syncDepartment(work: Work, { id }: InputOf<typeof contract.departmentSync>) {
  return changing(work, undefined, async () => {
    const all = await listRows(work.tx);
    const row = pick(all, id);
    const below = all.filter((each) => each.id !== id && isBelow(all, each.id, id)).map((each) => each.id);
    const people = await listActiveIds(work.tx, await listPeopleOf(work.tx, below));
    const joined = await enter(work, row, people);
    return {
      synced_count: joined.length,
      already_in_dept_count: people.length - joined.length,
      sub_department_ids: below,
    };
  });
}

/** Sets a person's departments to exactly these. @throws department.head if they head one that they would leave */
export async function setPersonDepartments(work: Work, userid: number, wanted: readonly number[]): Promise<void> {
  return changing(work, [userid], async () => {
    const all = await listRows(work.tx);
    const rows = wanted.map((id) => pick(all, id));
    const user = await findUser(work.tx, userid);
    const had = user?.department ?? [];
    const left = all.filter((row) => had.includes(row.id) && !wanted.includes(row.id));
    if (left.some((row) => row.owner_userid === userid)) throw fail('department.head');
    for (const row of left) await dropFrom(work, row, userid);
    for (const row of rows) if (!had.includes(row.id)) await enter(work, row, [userid]);
  });
}

async function dropFrom(work: Work, row: DepartmentRow, userid: number): Promise<void> {
  if (row.deputy_userids.includes(userid)) {
    await rewrite(work, row, { deputy_userids: row.deputy_userids.filter((each) => each !== userid) });
    await announceNames(work);
  }
  await leave(work, row, [userid]);
}

/** Transfers a person's departments to the receiver. Without one they have no head. */
export async function transferDepartments(work: Work, userid: number, receiver: number | null): Promise<void> {
  return changing(work, receiver ? [userid, receiver] : [userid], async () => {
    const headed = (await listRows(work.tx)).filter((row) => row.owner_userid === userid);
    for (const row of headed) {
      const next = await rewrite(work, row, {
        owner_userid: receiver ?? 0,
        deputy_userids: row.deputy_userids.filter((each) => each !== receiver),
      });
      if (receiver) await enter(work, next, [receiver]);
      if (row.dialog_id > 0) await announceGroup(work, row.dialog_id, { name: row.name, owner_id: receiver ?? 0 });
    }
    if (headed.length > 0) await announceNames(work);
  });
}
