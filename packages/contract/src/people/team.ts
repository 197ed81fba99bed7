import { type Static, Type } from 'typebox';
import { Count, call, DateTime, errors, Id, Ids, MaybeFlag, MaybeId, Nullable, OneOf, Page, Paging } from '../kit.ts';

/** A member of a team, and their open tasks. */
export const TeamMember = Type.Object({
  userid: Id(),
  nickname: Type.String(),
  userimg: Type.String(),
  total: Count(),
  overdue: Count(),
  /** The number of tasks by the kind of status; tasks without one count as start. */
  segments: Type.Object({ start: Count(), progress: Count(), test: Count() }),
});
export type TeamMember = Static<typeof TeamMember>;

export const TeamStats = Type.Object({
  generated_at: DateTime(),
  member_count: Count(),
  blocks: Type.Object({
    uncompleted: Count(),
    overdue: Count(),
    /** The number of people with any. */
    overdue_owner_count: Count(),
    /** Within three days. */
    due_soon: Count(),
    /** Since Monday, and in the week before, in the time zone of the person or else of the workspace. */
    week_completed: Count(),
    last_week_completed: Count(),
    /** The number of unassigned tasks in projects with a member of the team. */
    no_owner: Count(),
  }),
  /** Open tasks by priority; level -1 = no priority. */
  priority: Type.Array(Type.Object({ level: Type.Integer(), name: Type.String(), color: Type.String(), num: Count() })),
  members: Type.Array(TeamMember),
  /** The levels of type `hi` in `dashboard/team/tasks`. */
  high_levels: Type.Array(Type.Integer()),
});
export type TeamStats = Static<typeof TeamStats>;

export const TEAM_LISTS = ['uncompleted', 'overdue', 'soon', 'hi', 'noowner'] as const;
export type TeamList = (typeof TEAM_LISTS)[number];

export const TeamTask = Type.Object({
  id: Id(),
  parent_id: Count(),
  name: Type.String(),
  project_id: Id(),
  project_name: Type.String(),
  end_at: Nullable(DateTime()),
  overdue: Type.Boolean(),
  p_level: Count(),
  p_name: Type.String(),
  p_color: Type.String(),
  flow_item_name: Type.String(),
  owners: Type.Array(Type.Integer()),
  /** True if the caller is in its project or sees it as a head of departments, and may open it. */
  can_open: Type.Boolean(),
});
export type TeamTask = Static<typeof TeamTask>;

export const teamErrors = errors({
  /** The caller is neither an administrator nor the head of the requested department. */
  'team.head': { ret: 0 },
});

/** Heads of departments; by default the caller, and for an administrator all of them. */
const Heads = () => ({ department_owner_ids: Type.Optional(Ids(200)) });

export const teamStats = call('dashboard/team/stats', {
  summary:
    'Returns figures about the people of the caller’s departments and subdepartments, from tasks that everyone in their projects can see. Up to half a minute old; `refresh` counts again.',
  access: 'user',
  input: Type.Object({ ...Heads(), refresh: MaybeFlag() }),
  output: TeamStats,
  errors: ['team.head'],
});
export const teamTasks = call('dashboard/team/tasks', {
  summary: 'Lists the open tasks behind the figures of `dashboard/team/stats`, the most urgent first.',
  access: 'user',
  input: Type.Object({
    ...Heads(),
    type: Type.Optional(OneOf(...TEAM_LISTS)),
    member_id: MaybeId(),
    level: Type.Optional(Type.Integer({ minimum: -1, maximum: 100, wire: 'int' })),
    ...Paging(20, 50),
  }),
  output: Page(TeamTask),
  errors: ['team.head'],
});

export const teamCalls = [teamStats, teamTasks] as const;
