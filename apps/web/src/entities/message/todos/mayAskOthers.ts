import type { ClientDialog } from '@atrium/client/store/rows.ts';
import { client } from '#sync/session.ts';

/** Who may assign others in these, deputies included, is decided by the server. */
const JUDGED_THERE = ['user', 'project', 'task', 'department'];

/** Whether to offer assigning others. */
export function mayAskOthers({ type, group_type }: Pick<ClientDialog, 'type' | 'group_type'>): boolean {
  if (client.setting?.todo_set_permission !== 'close' || client.user?.identity.includes('admin')) return true;
  return type === 'group' && JUDGED_THERE.includes(group_type);
}
