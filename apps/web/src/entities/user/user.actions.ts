import { type UserBasic, userSearch } from '@atrium/contract/users.ts';
import { client } from '#sync/session.ts';

const SHOWN = 100;
/** People for a picker, active ones only; those of a project where one is named. @throws CallError */
export async function findPeople(key: string, projectId?: number): Promise<UserBasic[]> {
  const keys = { ...(key && { key }), ...(projectId && { project_id: projectId }) };
  const answer = await client.api.call(userSearch, { keys, sorts: { az: 'asc' }, take: SHOWN });
  return Array.isArray(answer) ? answer : answer.data;
}
