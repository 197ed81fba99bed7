import { findUser } from '#modules/users/users.service';
import type { App } from '#platform/app';
import { ExtensionPoint } from '#platform/extensionPoint';
import { readerZone } from '#platform/time/zone';
import type { View } from '#platform/work';

/** The workspace's time zone for people who have not chosen theirs; '' if there is none. */
export const workspaceZones = new ExtensionPoint<(app: App) => string>();

/**
 * The time zone in which a recurring task keeps its days and its time of day: that of its creator, who is the creator
 * of all that follow. People who change the task or work on it may be in other zones.
 */
export const zoneOfTask = (view: Pick<View, 'app' | 'tx'>, task: { userid: number }): Promise<string> =>
  zoneOfPerson(view, task.userid);

/** A person's time zone, or else the workspace's, or the server's. */
export async function zoneOfPerson({ app, tx }: Pick<View, 'app' | 'tx'>, userid: number): Promise<string> {
  const own = (await findUser(tx, userid))?.timezone;
  const [workspace] = workspaceZones.of(app);
  return readerZone({ timezone: own || workspace?.(app) || '' });
}
