import type { Start } from '@atrium/contract/workspace/sync.ts';
import { listNewestDialogs } from '#modules/dialogs/dialogs.service';
import { listProjectColumnsOf } from '#modules/projects/columns.service';
import { listAllProjects } from '#modules/projects/projects.service';
import { presentSettings } from '#modules/system/permits.service';
import { listMyTasks } from '#modules/tasks/tasks.service';
import { presentBasic } from '#modules/users/present.service';
import { ownProfile } from '#modules/users/profile.service';
import { listBasics } from '#modules/users/users.service';
import { jsonArray, serializedJson } from '#platform/http/jsonText';
import { unixSeconds } from '#platform/time/time';
import { isAdmin, type View } from '#platform/work';
import { makeCursor } from './cursor.ts';
import { listKnownPeople } from './sync.queries.ts';

const DIALOGS = 100;

/**
 * Returns everything that a client shows first. The cursor is taken before anything is read: changes meanwhile are both
 * in the snapshot and replayed, which is harmless; none is lost.
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
  const rest: Omit<Start, 'tasks'> = {
    cursor,
    time: unixSeconds(view.now),
    user,
    users: people.map((person) => presentBasic(view.app, person, view.caller.lang)),
    setting,
    projects,
    columns,
    dialogs,
  };
  return serializedJson<Start>(`${JSON.stringify(rest).slice(0, -1)},"tasks":`, ...jsonArray(tasks), '}');
}

/** People with a shared conversation, most recently seen first; the others are loaded as they appear. */
async function listPeople({ tx, caller }: View) {
  const rows = await listKnownPeople(tx, caller.userid);
  return listBasics(
    tx,
    rows.map((row) => row.userid),
  );
}
