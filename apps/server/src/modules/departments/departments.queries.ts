import type { Insertable, Updateable } from 'kysely';
import { type Selectable, sql } from 'kysely';
import type { Writer } from '#platform/db/pool';
import type { Departments } from '#platform/db/types';
import type { View } from '#platform/work';

type Tx = View['tx'];
export type DepartmentRow = Selectable<Departments>;

/** Lists all departments, of which there are at most 200. */
export const listRows = (tx: Tx): Promise<DepartmentRow[]> =>
  tx.selectFrom('departments').selectAll().orderBy('id').execute();

/** Counts the active members of each department. */
export async function countPeople(tx: Tx): Promise<Map<number, number>> {
  const { rows } = await sql<{ id: number; n: number }>`
    select d as id, count(*)::int as n from users u, unnest(u.department) d
    where u.delete_at is null and u.disable_at is null group by d`.execute(tx);
  return new Map(rows.map(({ id, n }) => [id, n]));
}

export async function listPeopleOf(tx: Tx, departments: readonly number[]): Promise<number[]> {
  if (departments.length === 0) return [];
  const { rows } = await sql<{ userid: number }>`
    select userid from users where delete_at is null and department && ${[...departments]}::int[] order by userid`.execute(
    tx,
  );
  return rows.map(({ userid }) => userid);
}

export async function addTo(tx: Writer, id: number, userids: readonly number[]): Promise<number[]> {
  const { rows } = await sql<{ userid: number }>`
    update users set department = array_append(department, ${id}::int), updated_at = now()
    where userid = any(${[...userids]}::int[]) and not ${id}::int = any(department) returning userid`.execute(tx);
  return rows.map(({ userid }) => userid);
}

export async function takeFrom(tx: Writer, id: number, userids: readonly number[]): Promise<number[]> {
  const { rows } = await sql<{ userid: number }>`
    update users set department = array_remove(department, ${id}::int), updated_at = now()
    where userid = any(${[...userids]}::int[]) and ${id}::int = any(department) returning userid`.execute(tx);
  return rows.map(({ userid }) => userid);
}

/** Changes of departments run one at a time, because every rule concerns all departments. */
const DEPARTMENTS_LOCK = 4_217_007;

export function lockDepartments(db: Writer) {
  return sql`select pg_advisory_xact_lock(${DEPARTMENTS_LOCK})`.execute(db);
}

export function insertDepartment(db: Writer, row: Insertable<Departments>) {
  return db.insertInto('departments').values(row).returningAll().executeTakeFirstOrThrow();
}

export function updateDepartment(db: Writer, fields: Updateable<Departments>, id: number) {
  return db.updateTable('departments').set(fields).where('id', '=', id).returningAll().executeTakeFirstOrThrow();
}

export async function deleteDepartmentRow(db: Writer, id: number): Promise<void> {
  await db.deleteFrom('departments').where('id', '=', id).execute();
}
