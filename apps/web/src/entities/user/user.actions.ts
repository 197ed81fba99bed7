import { type UserBasic, userSearch } from '@atrium/contract/users.ts';
import { client } from '#sync/session.ts';

const AT_ONCE = 100;
export interface FoundPeople {
  people: readonly UserBasic[];
  hasMore: boolean;
}

/** A page of people for a picker, active ones only; those of a project where one is named. @throws CallError */
export async function findPeople(key: string, page: number, projectId?: number): Promise<FoundPeople> {
  const keys = { ...(key && { key }), ...(projectId && { project_id: projectId }) };
  const asked = { keys, sorts: { az: 'asc' }, with_department: 1, page, pagesize: AT_ONCE } as const;
  const answer = await client.api.call(userSearch, asked);
  if (Array.isArray(answer)) return { people: answer, hasMore: false };
  return { people: answer.data, hasMore: answer.current_page < answer.last_page };
}
