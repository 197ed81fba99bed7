import { type UserBasic, userSearch } from '@atrium/contract/people/users.ts';
import { client } from '#sync/session.ts';
import { isGroupMate } from './bots.ts';

const AT_ONCE = 100;
export interface FoundPeople {
  people: readonly UserBasic[];
  hasMore: boolean;
}

/** The members of a project or a conversation, if given; without bots unless requested. */
export interface PeopleFilter {
  projectId?: number | undefined;
  dialogId?: number | undefined;
  withBots?: boolean | undefined;
}

/** A page of people for a picker, active ones only. @throws CallError */
export async function findPeople(
  key: string,
  page: number,
  { projectId, dialogId, withBots }: PeopleFilter = {},
): Promise<FoundPeople> {
  const keys = {
    ...(key && { key }),
    ...(projectId && { project_id: projectId }),
    ...(dialogId && { dialog_id: dialogId }),
    ...(withBots && { bot: 2 }),
  };
  const asked = { keys, sorts: { az: 'asc' }, with_department: 1, page, pagesize: AT_ONCE } as const;
  const answer = await client.api.call(userSearch, asked);
  if (Array.isArray(answer)) return { people: answer, hasMore: false };
  return { people: answer.data.filter(isGroupMate), hasMore: answer.current_page < answer.last_page };
}
