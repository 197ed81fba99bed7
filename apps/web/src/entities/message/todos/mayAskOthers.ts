import type { ClientDialog } from '@atrium/client/store/rows.ts';
import { client } from '#sync/session.ts';

/** The kinds of groups in which the server decides who may assign others, deputies included. */
const JUDGED_THERE = ['user', 'project', 'task', 'department'];

/** True to offer assigning others. */
export function mayAskOthers({ type, group_type }: Pick<ClientDialog, 'type' | 'group_type'>): boolean {
  if (client.setting?.todo_set_permission !== 'close' || client.user?.identity.includes('admin')) return true;
  return type === 'group' && JUDGED_THERE.includes(group_type);
}
