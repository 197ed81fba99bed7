import { APPROVAL_EXPORT_DAYS, type approvalExport } from '@atrium/contract/approvals/administration.ts';
import type * as contract from '@atrium/contract/files/exports.ts';
import { EXPORT_LIMITS } from '@atrium/contract/files/exports.ts';
import type { InputOf } from '@atrium/contract/kit.ts';
import { CHECKIN_LIMITS, type checkinExport } from '@atrium/contract/workspace/checkin.ts';
import { translate } from '@atrium/i18n/translate.ts';
import type { SheetFilter } from '#modules/approvals/reading/sheet.service';
import { type CheckinSheetOptions, isShift } from '#modules/checkin/sheet.service';
import { anyDialog, dialogFor } from '#modules/dialogs/dialogs.access';
import { sendSystemMessage } from '#modules/dialogs/posting/systemMessage.service';
import { encodeName } from '#modules/files/files.service';
import { issueTicket } from '#modules/files/keys.service';
import { findProjectById, ownProjectFor } from '#modules/projects/projects.access';
import { requireProof } from '#modules/sessions/proof.service';
import { zoneOfPerson } from '#modules/tasks/schedule/zone.service';
import { findUser } from '#modules/users/users.service';
import type { App } from '#platform/app';
import { callerFor } from '#platform/callers';
import { Failure, fail } from '#platform/fail';
import { parseTime, wireTime } from '#platform/time/time';
import { isAdmin, type View, type Work } from '#platform/work';
import {
  countUnfinished,
  type ExportRow,
  type ExportSelection,
  insertExport,
  listExports,
  type NewExport,
} from './exports.queries.ts';

const SHOWN = 10;
const DAY_MS = 86_400_000;
const EVERYTHING: ExportSelection = { userids: [], time: null, type: 'taskTime' };

/** @throws export.people, export.time, export.days, and what `askFor` throws */
export async function exportTasks(work: Work, input: InputOf<typeof contract.taskExport>): Promise<contract.Export> {
  const { project_id = 0, userid: userids = [], type = 'taskTime' } = input;
  await requireRight(work, project_id);
  if (userids.length > EXPORT_LIMITS.people || (project_id === 0 && userids.length === 0)) {
    throw fail('export.people', { limit: EXPORT_LIMITS.people });
  }
  return askFor(work, 'task', project_id, { userids, type, time: timeOf(input.time, project_id === 0) });
}

export async function exportOverdue(
  work: Work,
  { project_id = 0 }: InputOf<typeof contract.taskExportoverdue>,
): Promise<contract.Export> {
  await requireRight(work, project_id);
  return askFor(work, 'overdue', project_id, EVERYTHING);
}

export const ownExports = async (
  view: View,
  { project_id }: InputOf<typeof contract.taskExports>,
): Promise<contract.Export[]> =>
  Promise.all(
    (await listExports(view.tx, view.caller.userid, project_id, SHOWN)).map((row) => presentExport(view, row)),
  );

/** True if the requester of a workbook may still read its contents: rights may have been revoked since. */
export async function mayStillFetch(app: App, row: ExportRow): Promise<boolean> {
  const user = await findUser(app.db, row.userid);
  if (!user || user.delete_at || user.disable_at) return false;
  const caller = callerFor(row.userid, { identity: user.identity });
  const view = { app, tx: app.db, caller, now: new Date(), mutation: undefined };
  try {
    if (row.kind === 'talk') await dialogFor(view, row.dialog_id);
    else if (row.kind !== 'person' || personOf(row) !== row.userid) await requireRight(view, row.project_id);
    return true;
  } catch (error) {
    if (error instanceof Failure) return false;
    throw error;
  }
}

/** Only administrators export tasks of all projects. The owner of a project exports its tasks. */
async function requireRight(view: View, projectId: number): Promise<void> {
  if (projectId > 0) await ownProjectFor(view, projectId);
  else if (!isAdmin(view.caller)) throw fail('forbidden');
}

function timeOf(range: InputOf<typeof contract.taskExport>['time'], isNeeded: boolean): ExportSelection['time'] {
  const [from, to] = (range ?? []).map((part) => parseTime(part));
  if (!from || !to) {
    if (isNeeded || from || to) throw fail('export.time');
    return null;
  }
  if (to < from) throw fail('export.time');
  if (to.getTime() - from.getTime() > EXPORT_LIMITS.days * DAY_MS) {
    throw fail('export.days', { limit: EXPORT_LIMITS.days });
  }
  return [from.toISOString(), to.toISOString()];
}

/** Requests an export and answers at once. A bot reports the progress and delivers the file. @throws export.waiting */
async function askFor(
  work: Work,
  kind: contract.Export['kind'],
  project_id: number,
  asked: ExportSelection,
): Promise<contract.Export> {
  return presentExport(work, await begin(work, { kind, project_id, asked }));
}

/** Exports a conversation that the caller may read. @throws dialog.gone, export.waiting */
export async function exportTalk(work: Work, { dialog_id }: InputOf<typeof contract.dialogExport>) {
  const { dialog } = await dialogFor(work, dialog_id);
  const { id } = await begin(work, { kind: 'talk', project_id: 0, dialog_id: dialog.id, asked: EVERYTHING });
  return { id };
}

/**
 * Exports everything about the caller, or about somebody else for an administrator. @throws forbidden, user.gone,
 * export.waiting
 */
export async function exportPerson(work: Work, { userid = work.caller.userid }: InputOf<typeof contract.personExport>) {
  if (userid !== work.caller.userid && !isAdmin(work.caller)) throw fail('forbidden');
  await requireProof(work);
  const user = await findUser(work.tx, userid);
  if (!user || user.bot) throw fail('user.gone');
  const { id } = await begin(work, { kind: 'person', project_id: 0, asked: { ...EVERYTHING, userids: [userid] } });
  work.audit({ action: 'person.exported', target: { type: 'user', id: userid, name: user.email } });
  return { id };
}

/** The person that an export of kind `person` is about. */
export const personOf = (row: ExportRow): number => (row.asked as unknown as ExportSelection).userids[0] ?? 0;

/**
 * Exports the attendance of people over at most five weeks. @throws export.people, export.time, checkin.days,
 * checkin.hours, export.waiting
 */
export async function exportCheckins(work: Work, { userid: userids, date, time }: InputOf<typeof checkinExport>) {
  const { people, days } = CHECKIN_LIMITS;
  if (userids.length === 0 || userids.length > people) throw fail('export.people', { limit: people });
  const [from, to] = (date ?? []).map((each) => (parseTime(each) ? (each ?? '').slice(0, 10) : ''));
  if (!from || !to || to < from) throw fail('export.time');
  if (Date.parse(to) - Date.parse(from) >= days * DAY_MS) throw fail('export.days', { limit: days });
  if (time && !isShift(time)) throw fail('checkin.hours');
  const wish: CheckinSheetOptions = { userids, date: [from, to], time: time && isShift(time) ? time : null };
  const { id } = await begin(work, { kind: 'checkin', project_id: 0, asked: wish });
  return { id, key: await issueTicket(work, `export${id}`) };
}

/** Exports the requests of at most five weeks. @throws export.time, export.days, export.waiting */
export async function exportApprovals(work: Work, input: InputOf<typeof approvalExport>) {
  const [from, to] = (input.date ?? []).map((each) => (parseTime(each) ? (each ?? '').slice(0, 10) : ''));
  if (!from || !to || to < from) throw fail('export.time');
  if (Date.parse(to) - Date.parse(from) >= APPROVAL_EXPORT_DAYS * DAY_MS) {
    throw fail('export.days', { limit: APPROVAL_EXPORT_DAYS });
  }
  const zone = await zoneOfPerson(work, work.caller.userid);
  const beginOf = (day: string, after = 0) =>
    Temporal.PlainDate.from(day).add({ days: after }).toZonedDateTime(zone).epochMilliseconds;
  const wish: SheetFilter = {
    from: new Date(beginOf(from)).toISOString(),
    to: new Date(beginOf(to, 1) - 1).toISOString(),
    ...(input.proc_def_id && { definitionId: input.proc_def_id }),
    ...(input.proc_def_name && { form: input.proc_def_name }),
    ...(input.state && { state: input.state }),
    ...(input.is_finished !== undefined && { isFinished: input.is_finished }),
  };
  const { id } = await begin(work, { kind: 'approvals', project_id: 0, asked: wish });
  return { id, key: await issueTicket(work, `export${id}`) };
}

interface Order {
  kind: NewExport['kind'];
  project_id: number;
  dialog_id?: number;
  asked: ExportSelection | CheckinSheetOptions | SheetFilter;
}
async function begin(work: Work, { asked, ...order }: Order): Promise<ExportRow> {
  const { userid, lang } = work.caller;
  if ((await countUnfinished(work.tx, userid)) >= EXPORT_LIMITS.waiting) {
    throw fail('export.waiting', { limit: EXPORT_LIMITS.waiting });
  }
  const row = await insertExport(work.tx, { ...order, userid, asked: JSON.stringify(asked), lang });
  work.enqueue('export_tasks', { id: row.id });
  const { kind, project_id, dialog_id = 0 } = order;
  const project = project_id > 0 ? await findProjectById(work, project_id) : undefined;
  const dialog = dialog_id > 0 ? await anyDialog(work, dialog_id) : undefined;
  // The log gets the names too, because it may be read when the things are gone. A direct chat has no name.
  const detail = {
    kind,
    projects: project ? [project.name] : [],
    ...(dialog && { talk: dialog.name || `#${dialog.id}` }),
  };
  work.audit({ action: 'export.requested', detail });
  const words = translate(lang, 'export.started');
  await sendSystemMessage(work, userid, { type: 'content', title: words, content: words });
  return row;
}

export const addressOf = ({ token, name }: Pick<ExportRow, 'token' | 'name'>) =>
  `{{RemoteURL}}file/export/${token}/${encodeName(name)}`;

async function presentExport(view: View, row: ExportRow): Promise<contract.Export> {
  const isThere = row.token !== '' && row.expired_at !== null && row.expired_at > view.now;
  const { id, kind, project_id, status, done, total, error, name } = row;
  return {
    id,
    kind: kind as contract.Export['kind'],
    project_id,
    status: status as contract.Export['status'],
    done,
    total,
    error: error && translate(view.caller.lang, `error.${error}`, { limit: EXPORT_LIMITS.rows }),
    name,
    size: Number(row.size),
    url: isThere ? addressOf(row) : '',
    key: isThere ? await issueTicket(view, `export${id}`) : '',
    created_at: wireTime(row.created_at),
    expired_at: wireTime(row.expired_at),
  };
}
