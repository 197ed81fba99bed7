import type { InputOf } from '@atrium/contract/kit.ts';
import * as contract from '@atrium/contract/people/team.ts';
import { departmentsUnder } from '#modules/departments/departments.service';
import { settingSection } from '#modules/system/settings.service';
import { zoneOfPerson } from '#modules/tasks/schedule/zone.service';
import { departmentsOf } from '#modules/users/departmentNames.service';
import { presentBasic } from '#modules/users/present.service';
import { listBasics } from '#modules/users/users.service';
import type { App } from '#platform/app';
import { fail } from '#platform/fail';
import { pageOf } from '#platform/http/pagination';
import { wireTime } from '#platform/time/time';
import { isAdmin, type View } from '#platform/work';
import { countBlocks, countByMember, countPriorities, countUnassigned, listTasksOf, listTeam } from './team.queries.ts';

type Heads = InputOf<typeof contract.teamStats>['department_owner_ids'];

/**
 * The people whose workload the caller may see: members of departments they head and of those below; for an
 * administrator, of any departments.
 *
 * @throws team.head
 */
async function teamFor(view: View, heads: Heads = []): Promise<number[]> {
  const all = departmentsOf(view.app);
  const { userid } = view.caller;
  const isMine = heads.every((head) => head === userid);
  if (!isAdmin(view.caller) && !(isMine && all.some((department) => department.owner_userid === userid)))
    throw fail('team.head');
  const wanted = new Set(heads.length > 0 ? heads : isAdmin(view.caller) ? [] : [userid]);
  const tops = all.filter((department) => wanted.size === 0 || wanted.has(department.owner_userid));
  return listTeam(view.tx, departmentsUnder(all, tops));
}

const FRESH_MS = 30_000;
const cached = new WeakMap<App, Map<string, { at: number; stats: contract.TeamStats }>>();

/** The result is cached for everybody with the same team in the same time zone. */
export async function readTeamStats(view: View, input: InputOf<typeof contract.teamStats>) {
  const team = await teamFor(view, input.department_owner_ids);
  const kept = cached.get(view.app) ?? new Map<string, { at: number; stats: contract.TeamStats }>();
  cached.set(view.app, kept);
  const now = view.now.getTime();
  for (const [key, { at }] of kept) if (now - at > FRESH_MS) kept.delete(key);
  const timezone = await zoneOfPerson(view, view.caller.userid);
  const key = `${view.caller.lang} ${timezone} ${team.join()}`;
  const known = input.refresh ? undefined : kept.get(key);
  if (known) return known.stats;
  const stats = await countTeam(view, team, timezone);
  kept.set(key, { at: now, stats });
  return stats;
}

/** The midnights of the last Monday and of the one before. */
function mondaysOf(now: Date, timezone: string): { monday: Date; before: Date } {
  const today = Temporal.Instant.fromEpochMilliseconds(now.getTime()).toZonedDateTimeISO(timezone).startOfDay();
  const monday = today.subtract({ days: today.dayOfWeek - 1 });
  return {
    monday: new Date(monday.epochMilliseconds),
    before: new Date(monday.subtract({ days: 7 }).epochMilliseconds),
  };
}

const UNSET = { color: '#c5c8ce', level: -1 };

async function countTeam(view: View, team: readonly number[], timezone: string): Promise<contract.TeamStats> {
  const { tx, now } = view;
  const [blocks, noOwner, priority, counts, people, high_levels] = await Promise.all([
    countBlocks(tx, team, { now, ...mondaysOf(now, timezone) }),
    countUnassigned(tx, team),
    countPriorities(tx, team),
    countByMember(tx, team, now),
    listBasics(tx, team),
    highLevels(view.app),
  ]);
  const of = new Map(counts.map((count) => [count.userid, count]));
  const members = people.map((person) => {
    const { userid, nickname, userimg } = presentBasic(view.app, person, view.caller.lang);
    const { total = 0, overdue = 0, start = 0, progress = 0, test = 0 } = of.get(userid) ?? {};
    return { userid, nickname, userimg, total, overdue, segments: { start, progress, test } };
  });
  return {
    generated_at: wireTime(now),
    member_count: members.length,
    blocks: { ...blocks, overdue_owner_count: counts.filter(({ overdue }) => overdue > 0).length, no_owner: noOwner },
    priority: priority.map((row) => (row.level === UNSET.level ? { ...row, name: '', color: UNSET.color } : row)),
    members: members.toSorted((a, b) => b.total - a.total || a.userid - b.userid),
    high_levels,
  };
}

const USUAL_LEVELS = [1, 2, 3, 4];

/** The ids of the more urgent half of the workspace's priorities. */
async function highLevels(app: App): Promise<number[]> {
  const own = await settingSection<{ priority: number }[] | null>(app, 'priority', null);
  const levels = own?.map(({ priority }) => priority).toSorted((a, b) => a - b) ?? USUAL_LEVELS;
  return levels.slice(0, Math.ceil(levels.length / 2));
}

export async function listTeamTasks(view: View, input: InputOf<typeof contract.teamTasks>) {
  const team = await teamFor(view, input.department_owner_ids);
  const member = input.member_id ?? 0;
  // People outside the team are refused.
  if (member > 0 && !team.includes(member)) throw fail('team.head');
  const [page, size] = [input.page ?? 1, input.pagesize ?? 20];
  const filter = {
    type: input.type ?? ('uncompleted' as const),
    member,
    level: input.level,
    highLevels: await highLevels(view.app),
    now: view.now,
  };
  const { rows, total } = await listTasksOf(view.tx, view.caller.userid, team, filter, {
    limit: size,
    offset: (page - 1) * size,
  });
  const shown = rows.map((row) => ({
    ...row,
    end_at: wireTime(row.end_at),
    overdue: row.end_at !== null && row.end_at <= view.now,
  }));
  return pageOf(view, contract.teamTasks.path, { rows: shown, total, page, size });
}
