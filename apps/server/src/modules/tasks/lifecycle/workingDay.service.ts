import { settingsOf } from '#modules/system/settings.service';
import { SERVER_TIMEZONE } from '#platform/time/time';
import type { View } from '#platform/work';
import { zoneOfPerson } from '../schedule/zone.service.ts';
import { hasDay, type WorkingDay } from './times.ts';

/** The workspace's hours on the caller's clock, which is looked up only if one of the times is a date alone. */
export async function workingDayFor(view: View, ...sent: Parameters<typeof hasDay>[0][]): Promise<WorkingDay> {
  const { task_default_time: hours } = await settingsOf(view.app);
  return { hours, zone: sent.some(hasDay) ? await zoneOfPerson(view, view.caller.userid) : SERVER_TIMEZONE };
}
