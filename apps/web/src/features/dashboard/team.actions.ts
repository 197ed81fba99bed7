import type { InputOf } from '@atrium/contract/kit.ts';
import { departmentList } from '@atrium/contract/people/departments.ts';
import { type TeamTask, teamStats, teamTasks } from '@atrium/contract/people/team.ts';
import { client } from '#sync/session.ts';

export type TeamTaskFilter = Pick<InputOf<typeof teamTasks>, 'type' | 'member_id' | 'level'>;
const headsOf = (head: number) => (head > 0 ? { department_owner_ids: [head] } : {});

export const readTeam = (head: number, refresh: boolean) =>
  client.api.read(teamStats, { ...headsOf(head), ...(refresh && { refresh }) });

export async function readTeamTasks(
  head: number,
  wish: TeamTaskFilter,
  page: number,
): Promise<{ tasks: readonly TeamTask[]; total: number }> {
  const { data, total } = await client.api.read(teamTasks, { ...headsOf(head), ...wish, page });
  return { tasks: data, total };
}

export interface HeadedDepartments {
  userid: number;
  names: string;
}
/** The department heads that an administrator can choose from. */
export async function readHeads(): Promise<readonly HeadedDepartments[]> {
  const all = await client.api.read(departmentList, {}).catch(() => []);
  const byHead = Map.groupBy(
    all.filter((department) => department.owner_userid > 0),
    (department) => department.owner_userid,
  );
  return [...byHead].map(([userid, own]) => ({ userid, names: own.map(({ name }) => name).join(', ') }));
}
