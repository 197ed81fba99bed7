import type { Start } from '@atrium/contract/workspace/sync.ts';
import { sql } from 'kysely';
import { listNewestDialogs } from '#modules/dialogs/dialogs.service';
import { listProjectColumnsOf } from '#modules/projects/columns.service';
import { listAllProjects } from '#modules/projects/projects.service';
import { presentSettings } from '#modules/system/permits.service';
import { listMyTasks } from '#modules/tasks/tasks.service';
import { presentBasic } from '#modules/users/present.service';
import { ownProfile } from '#modules/users/profile.service';
import { listBasics } from '#modules/users/users.service';
import { unixSeconds } from '#platform/time/time';
import { isAdmin, type View } from '#platform/work';
import { makeCursor } from './cursor.ts';

const DIALOGS = 100;
const PEOPLE = 200;

/**
 * Everything a client paints first. The cursor is taken before anything is read: what changes meanwhile is both in the
 * snapshot and replayed, which is harmless; nothing falls between.
 */
export async function start(view: View): Promise<Start> {
  const cursor = await makeCursor(view.tx);
  const setting = await presentSettings(view, isAdmin(view.caller));
  const [user, projects, dialogs, tasks] = await Promise.all([
    ownProfile(view),
    listAllProjects(view),
    listNewestDialogs(view, DIALOGS),
    listMyTasks(view),
  ]);
  const [columns, people] = await Promise.all([
    listProjectColumnsOf(
      view,
      projects.map((project) => project.id),
    ),
    listPeople(view),
  ]);
  return {
    cursor,
    time: unixSeconds(view.now),
    user,
    users: people.map((person) => presentBasic(view.app, person, view.caller.lang)),
    setting,
    projects,
    columns,
    dialogs,
    tasks,
  };
}

/** Those whom the caller shares a conversation with, most recently seen first; the others are fetched as they appear. */
async function listPeople({ tx, caller }: View) {
  const { rows } = await sql<{ userid: number }>`
    select u.userid from users u where u.userid in (
      select distinct o.userid from dialog_members m join dialog_members o on o.dialog_id = m.dialog_id where m.userid = ${caller.userid}
    ) order by u.line_at desc nulls last limit ${PEOPLE}`.execute(tx);
  return listBasics(
    tx,
    rows.map((row) => row.userid),
  );
}
