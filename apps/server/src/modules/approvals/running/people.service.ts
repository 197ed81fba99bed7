import type { ApprovalContent, ApprovalValues } from '@atrium/contract/approvals/definition.ts';
import { type FlowFacts, substitutes } from '@atrium/contract/approvals/flow.ts';
import { departmentsOf } from '#modules/users/departmentNames.service';
import { findUser } from '#modules/users/users.service';
import { fail } from '#platform/fail';
import type { View } from '#platform/work';
import type { World } from './engine.ts';
import { listDeputies, listPeople } from './run.queries.ts';

/** The people of the workspace, as flows see them. */
export interface People {
  admins: number[];
  isActive: (userid: number) => boolean;
  peopleIn: (department: number) => number[];
  departmentsOf: (userid: number) => readonly number[];
}

export async function loadPeople({ tx }: View): Promise<People> {
  const list = await listPeople(tx);
  const byId = new Map(list.map((each) => [each.userid, each]));
  return {
    admins: list.filter(({ is_admin }) => is_admin).map(({ userid }) => userid),
    isActive: (userid) => byId.has(userid),
    peopleIn: (department) => list.filter((each) => each.department.includes(department)).map(({ userid }) => userid),
    departmentsOf: (userid) => byId.get(userid)?.department ?? [],
  };
}

/** The department in whose name a person submits: the given one, else the first of theirs. @throws approval.department, user.gone */
export async function departmentFor({ app, tx }: View, userid: number, wanted: number | undefined) {
  const user = await findUser(tx, userid);
  if (!user) throw fail('user.gone');
  if (wanted && !user.department.includes(wanted)) throw fail('approval.department');
  const id = wanted ?? user.department[0] ?? 0;
  return { id, name: departmentsOf(app).find((each) => each.id === id)?.name ?? '' };
}

export const factsOf = (
  { app }: View,
  people: People,
  request: { userid: number; department_id: number; values: ApprovalValues; chosen: Record<string, number[]> },
): FlowFacts => ({ ...people, ...request, departments: departmentsOf(app) });

const LONGEST_CHAIN = 5;
/** The people and rules that the engine looks up while a request with this content runs. */
export async function worldOf(view: View, people: People, content: ApprovalContent): Promise<World> {
  const deputies = await listDeputies(view.tx, view.now);
  return {
    now: view.now,
    repeats: content.repeats,
    isActive: people.isActive,
    deputyOf(userid) {
      const seen = [userid];
      for (let next = deputies.get(userid); next !== undefined; next = deputies.get(next)) {
        // Two people who are away and decide for each other: nobody is left to decide.
        if (seen.includes(next) || seen.length > LONGEST_CHAIN) return undefined;
        seen.push(next);
      }
      return seen.length > 1 ? seen.at(-1) : undefined;
    },
    substitutes(id) {
      const node = content.flow.find((each) => each.id === id);
      const nobody = node?.type === 'approver' ? node.nobody : undefined;
      if (nobody?.rule === 'pass') return [];
      const found = nobody ? substitutes(nobody, people) : [];
      return found.length > 0 ? found : people.admins;
    },
  };
}
