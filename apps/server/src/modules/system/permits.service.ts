import type { SettingsAnswer } from '@atrium/contract/system.ts';
import { SERVER_TIMEZONE } from '#platform/time';
import { type Caller, isAdmin, type View } from '#platform/work';
import { settingsOf } from './settings.service.ts';

/** Whether the caller may make projects: as the workspace says, and administrators always. */
export async function mayAddProjects({ app, tx, caller }: Pick<View, 'app' | 'tx' | 'caller'>): Promise<boolean> {
  if (isAdmin(caller)) return true;
  const { project_add_permission: who, project_add_userids: chosen } = await settingsOf(app);
  if (who.includes('all')) return true;
  if (who.includes('appoint') && chosen.includes(caller.userid)) return true;
  return who.includes('departmentOwner') && (await isHead(tx, caller));
}

const isHead = async (tx: View['tx'], { userid }: Caller) =>
  userid > 0 &&
  (await tx.selectFrom('departments').select('id').where('owner_userid', '=', userid).executeTakeFirst()) !== undefined;

/** The workspace's settings as the caller may know them; `all` for administrators. */
export async function presentSettings(
  view: Pick<View, 'app' | 'tx' | 'caller'>,
  all: boolean,
): Promise<SettingsAnswer> {
  const { app } = view;
  const { reg_invite, project_add_userids, ...shown } = await settingsOf(app);
  return {
    ...shown,
    ...(all && { reg_invite, project_add_userids }),
    project_add: (await mayAddProjects(view)) ? 'open' : 'close',
    voice2text: app.interpreter.transcribe ? 'open' : 'close',
    translation: app.interpreter.translate ? 'open' : 'close',
    server_timezone: SERVER_TIMEZONE,
    server_version: app.version,
  };
}
