import type { ClientDialog } from '@atrium/client/store/rows.ts';
import { client } from '#sync/session.ts';

/** Who is in charge of these, deputies among them, is for the server to say. */
const JUDGED_THERE = ['user', 'project', 'task', 'department'];

/** Whether to offer that others are given something to do. */
export function mayAskOthers({ type, group_type }: Pick<ClientDialog, 'type' | 'group_type'>): boolean {
  if (client.setting?.todo_set_permission !== 'close' || client.user?.identity.includes('admin')) return true;
  return type === 'group' && JUDGED_THERE.includes(group_type);
}
