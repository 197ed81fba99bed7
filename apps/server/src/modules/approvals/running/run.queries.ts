import type { ApprovalValues } from '@atrium/contract/approvals/definition.ts';
import { type Insertable, type Selectable, sql } from 'kysely';
import type { Reader, Writer } from '#platform/db/pool';
import type { ApprovalEntries, ApprovalSteps, Approvals } from '#platform/db/types';
import type { Member, Step } from './engine.ts';

export type ApprovalRecord = Omit<Selectable<Approvals>, 'answers' | 'chosen' | 'summary'> & {
  answers: ApprovalValues;
  chosen: Record<string, number[]>;
  summary: { label: string; value: string }[];
};
export type StepRow = Selectable<ApprovalSteps>;
export type EntryRow = Selectable<ApprovalEntries>;

/** Requests are changed one at a time: the lock is held until the transaction ends. */
export async function findApproval(db: Reader, id: number, lock = false): Promise<ApprovalRecord | undefined> {
  const { rows } = await sql<ApprovalRecord>`
    select * from approvals where id = ${id} ${lock ? sql`for update` : sql``}`.execute(db);
  return rows[0];
}

export async function findApprovalOfStep(db: Reader, stepId: number): Promise<number | undefined> {
  const row = await db.selectFrom('approval_steps').select('approval_id').where('id', '=', stepId).executeTakeFirst();
  return row?.approval_id;
}

export const listSteps = (db: Reader, ids: readonly number[]): Promise<StepRow[]> =>
  ids.length === 0
    ? Promise.resolve([])
    : db
        .selectFrom('approval_steps')
        .selectAll()
        .where('approval_id', 'in', [...ids])
        .orderBy('approval_id')
        .orderBy('place')
        .orderBy('id')
        .execute();

export const listMembers = (db: Reader, ids: readonly number[]) =>
  ids.length === 0
    ? Promise.resolve([])
    : db
        .selectFrom('approval_members')
        .selectAll()
        .where('approval_id', 'in', [...ids])
        .orderBy('step_id')
        .orderBy('place')
        .execute();

/** The steps of a request with their people, as the engine knows them. */
export async function loadSteps(db: Reader, id: number): Promise<Step[]> {
  const [steps, members] = await Promise.all([listSteps(db, [id]), listMembers(db, [id])]);
  return steps.map((step) => ({
    id: step.id,
    node: step.node,
    name: step.name,
    kind: step.kind as Step['kind'],
    mode: step.mode as Step['mode'],
    state: step.state as Step['state'],
    after: step.after,
    hours: step.hours,
    is_asked: step.is_asked,
    opened_at: step.opened_at,
    ended_at: step.ended_at,
    members: members
      .filter(({ step_id }) => step_id === step.id)
      .map(({ userid, state, instead_of, acted_at }) => ({ userid, state, instead_of, acted_at })),
  }));
}

const HOUR_MS = 3_600_000;
const dueOf = ({ hours, opened_at, state }: Step) =>
  state === 'open' && hours > 0 && opened_at ? new Date(opened_at.getTime() + hours * HOUR_MS) : null;

/**
 * Stores what differs from `before`. New steps get their ids, in the steps themselves too.
 */
export async function storeSteps(
  db: Writer,
  id: number,
  before: readonly Step[],
  after: readonly Step[],
): Promise<void> {
  const known = new Map(before.map((step) => [step.id, JSON.stringify([step, before.indexOf(step)])]));
  const changed = after.filter((step, place) => known.get(step.id) !== JSON.stringify([step, place]));
  for (const step of after) {
    if (step.id > 0) continue;
    const { id: fresh } = await db
      .insertInto('approval_steps')
      .values({ approval_id: id, place: 0, name: step.name, kind: step.kind, mode: step.mode })
      .returning('id')
      .executeTakeFirstOrThrow();
    for (const other of after) other.after = other.after.map((each) => (each === step.id ? fresh : each));
    step.id = fresh;
  }
  for (const step of changed) {
    const { members, id: stepId, ...fields } = step;
    await db
      .updateTable('approval_steps')
      .set({ ...fields, place: after.indexOf(step), due_at: dueOf(step) })
      .where('id', '=', stepId)
      .execute();
    await storeMembers(db, id, stepId, members);
  }
}

async function storeMembers(db: Writer, id: number, stepId: number, members: readonly Member[]): Promise<void> {
  await db.deleteFrom('approval_members').where('step_id', '=', stepId).execute();
  if (members.length === 0) return;
  await db
    .insertInto('approval_members')
    .values(members.map((each, place) => ({ ...each, approval_id: id, step_id: stepId, place })))
    .execute();
}

export async function deleteSteps(db: Writer, id: number): Promise<void> {
  await db.deleteFrom('approval_steps').where('approval_id', '=', id).execute();
}

export const insertApproval = async (
  db: Writer,
  row: Omit<Insertable<Approvals>, 'answers' | 'chosen' | 'summary'> &
    Pick<ApprovalRecord, 'answers' | 'chosen' | 'summary'>,
): Promise<number> => {
  const { answers, chosen, summary, ...rest } = row;
  const { id } = await db
    .insertInto('approvals')
    .values({
      ...rest,
      answers: JSON.stringify(answers),
      chosen: JSON.stringify(chosen),
      summary: JSON.stringify(summary),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
};

export async function updateApproval(db: Writer, id: number, fields: Partial<ApprovalRecord>): Promise<void> {
  const { answers, chosen, summary, ...rest } = fields;
  await db
    .updateTable('approvals')
    .set({
      ...rest,
      ...(answers && { answers: JSON.stringify(answers) }),
      ...(chosen && { chosen: JSON.stringify(chosen) }),
      ...(summary && { summary: JSON.stringify(summary) }),
    })
    .where('id', '=', id)
    .execute();
}

export const deleteApproval = (db: Writer, id: number) => db.deleteFrom('approvals').where('id', '=', id).execute();

export const insertEntry = (db: Writer, row: Insertable<ApprovalEntries>): Promise<EntryRow> =>
  db.insertInto('approval_entries').values(row).returningAll().executeTakeFirstOrThrow();

export const listEntries = (db: Reader, id: number): Promise<EntryRow[]> =>
  db.selectFrom('approval_entries').selectAll().where('approval_id', '=', id).orderBy('id').execute();

/** True if somebody other than the initiator and the system has decided something. */
export async function isDecidedByOthers(db: Reader, id: number, initiator: number): Promise<boolean> {
  const { rows } = await sql`
    select 1 from approval_entries where approval_id = ${id} and userid not in (0, ${initiator})
      and act in ('approve', 'refuse', 'return', 'transfer', 'add_before', 'add_after')
      and id > coalesce((select max(id) from approval_entries where approval_id = ${id} and act = 'submit'), 0) limit 1`.execute(
    db,
  );
  return rows.length > 0;
}

/** Finds the open request that would cancel this one, or the one that did. */
export async function findCancelOf(db: Reader, id: number): Promise<{ id: number; state: number } | undefined> {
  const { rows } = await sql<{ id: number; state: number }>`
    select id, state from approvals where cancels = ${id} and state in (0, 1, 2) order by id desc limit 1`.execute(db);
  return rows[0];
}

// Files ---------------------------------------------------------------------------------------------------------------

export interface FileOfApproval {
  id: number;
  token: string;
  userid: number;
  name: string;
  ext: string;
  size: string | number;
  width: number;
  height: number;
  thumb_size: number;
}
const fileColumns = sql`f.id, f.token, f.userid, f.name, f.ext, f.size, f.width, f.height, f.thumb_size`;

/** Uploaded files by their tokens, with whether they belong to this request. */
export async function listUploaded(db: Reader, approvalId: number, tokens: readonly string[]) {
  const { rows } = await sql<FileOfApproval & { is_here: boolean; is_elsewhere: boolean }>`
    select ${fileColumns},
      exists (select from approval_files a where a.file_id = f.id and a.approval_id = ${approvalId}) as is_here,
      exists (select from message_files m where m.file_id = f.id) or exists (select from task_files t where t.file_id = f.id)
        or exists (select from file_contents c where c.stored_id = f.id) as is_elsewhere
    from stored_files f where f.token = any(${[...tokens]}::text[]) for share of f`.execute(db);
  return rows;
}
export async function insertFiles(db: Writer, approvalId: number, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return;
  await db
    .insertInto('approval_files')
    .values(ids.map((file_id) => ({ approval_id: approvalId, file_id })))
    .onConflict((on) => on.doNothing())
    .execute();
}
export async function listFiles(db: Reader, approvalId: number) {
  const { rows } = await sql<FileOfApproval>`
    select ${fileColumns} from approval_files a join stored_files f on f.id = a.file_id
    where a.approval_id = ${approvalId} order by f.id`.execute(db);
  return rows;
}
export async function listApprovalsOfFile(db: Reader, fileId: number): Promise<number[]> {
  const rows = await db.selectFrom('approval_files').select('approval_id').where('file_id', '=', fileId).execute();
  return rows.map(({ approval_id }) => approval_id);
}

// People ----------------------------------------------------------------------------------------------------------------

export interface PersonFacts {
  userid: number;
  department: number[];
}
/** Active people, without bots: everything that a flow may ask about them. */
export async function listPeople(db: Reader): Promise<(PersonFacts & { is_admin: boolean })[]> {
  const { rows } = await sql<PersonFacts & { is_admin: boolean }>`
    select userid, department, 'admin' = any(identity) as is_admin from users
    where bot = 0 and disable_at is null and delete_at is null order by userid`.execute(db);
  return rows;
}

/** Deputies of people who are away now. */
export async function listDeputies(db: Reader, now: Date): Promise<Map<number, number>> {
  const { rows } = await sql<{ userid: number; to_userid: number }>`
    select d.userid, d.to_userid from approval_delegations d
    where d.from_at <= ${now} and d.until_at > ${now}`.execute(db);
  return new Map(rows.map(({ userid, to_userid }) => [userid, to_userid]));
}

export async function countRunning(db: Reader, userid: number): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from approvals where userid = ${userid} and state in (0, 1)`.execute(db);
  return rows[0]?.n ?? 0;
}
