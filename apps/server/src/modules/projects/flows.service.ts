import type { InputOf } from '@atrium/contract/kit.ts';
import type { Flow, FlowInput, FlowItem } from '@atrium/contract/projects/flows.ts';
import * as contract from '@atrium/contract/projects/flows.ts';
import type { Language } from '@atrium/i18n/languages.ts';
import { translate } from '@atrium/i18n/translate.ts';
import { toUsers } from '#platform/events/events';
import { fail } from '#platform/fail';
import type { View, Work } from '#platform/work';
import {
  deleteFlowRow,
  dropFlowPeople,
  type FlowItemRow,
  type FlowRow,
  findFlow,
  findFlows,
  insertFlow,
  listFlowItems,
  lockFlow,
  lockFlowItems,
  presentFlowItem,
  putItems,
  refreshTaskStatuses,
  takeItemIds,
} from './flows.queries.ts';
import { emitToProject } from './heads.service.ts';
import type { GuestStatuses } from './members/guests.queries.ts';
import { ownProjectFor, readableProjectFor } from './projects.access.ts';
import { listColumns, listProjectUsers, type ProjectRow } from './projects.queries.ts';

const presentFlow = (flow: FlowRow, items: readonly FlowItemRow[]): Flow => ({
  id: flow.id,
  project_id: flow.project_id,
  name: flow.name,
  project_flow_item: items.map(presentFlowItem),
});

export async function listFlows(view: View, { project_id }: InputOf<typeof contract.flowList>): Promise<Flow[]> {
  await readableProjectFor(view, project_id);
  const [flow, items] = await Promise.all([findFlow(view.tx, project_id), listFlowItems(view.tx, [project_id])]);
  return flow ? [presentFlow(flow, items)] : [];
}

/** The statuses of a project whose access has been checked; `hold` locks them for a task that is about to take one. */
export async function flowItemsOf(view: View, projectId: number, opts: { hold?: boolean } = {}): Promise<FlowItem[]> {
  const rows = opts.hold ? await lockFlowItems(view.tx, projectId) : await listFlowItems(view.tx, [projectId]);
  return rows.map(presentFlowItem);
}

/** Replaces the workflow. Tasks on a removed status have none; the others follow renames. */
export async function saveFlow(work: Work, { project_id, flows }: InputOf<typeof contract.flowSave>): Promise<Flow> {
  const project = await ownProjectFor(work, project_id);
  const sent = flows.map((item) => ({ ...item, name: item.name.replaceAll('|', '/').trim() }));
  checkShape(sent);
  const flow = (await lockFlow(work.tx, project_id)) ?? (await insertFlow(work.tx, project_id, 'Default'));
  await checkPeople(work, project_id, sent);
  const columns = new Set((await listColumns(work.tx, [project_id])).map((column) => column.id));
  const idOf = await realIds(work, project_id, sent);
  const items = sent.map((item, sort) => {
    const id = idOf.get(item.id) ?? 0;
    const turns = (item.turns ?? []).flatMap((turn) => idOf.get(turn) ?? []);
    return {
      id,
      name: item.name,
      status: item.status,
      color: /^#[0-9a-f]{6}$/i.test(item.color ?? '') ? (item.color ?? '') : '',
      // A task may always stay in its status.
      turns: [...new Set([id, ...turns])],
      userids: [...(item.userids ?? [])],
      usertype: item.usertype ?? ('add' as const),
      userlimit: Number(item.userlimit ?? false),
      columnid: columns.has(item.columnid ?? 0) ? (item.columnid ?? 0) : 0,
      sort,
    };
  });
  await putItems(work.tx, flow, items);
  const guests = await refreshTaskStatuses(work.tx, project_id, work.now);
  const shown = await announceFlow(work, project, flow);
  announceStatusesToGuests(work, project, shown, guests);
  return shown;
}

function checkShape(sent: readonly FlowInput[]): void {
  if (sent.length > contract.MAX_FLOW_ITEMS) throw fail('flow.count', { limit: contract.MAX_FLOW_ITEMS });
  if (sent.some((item) => item.name.length === 0)) throw fail('flow.name');
  const has = (status: string) => sent.some((item) => item.status === status);
  if (!has('start') || !has('end')) throw fail('flow.ends');
  const needsPeople = (item: FlowInput) =>
    item.userlimit === true || ['replace', 'merge'].includes(item.usertype ?? '');
  const lonely = sent.find((item) => needsPeople(item) && (item.userids ?? []).length === 0);
  if (lonely) throw fail('flow.people', { name: lonely.name });
}

async function checkPeople(work: Work, projectId: number, sent: readonly FlowInput[]): Promise<void> {
  const members = new Set((await listProjectUsers(work.tx, [projectId])).map((member) => member.userid));
  if (sent.some((item) => item.userids?.some((userid) => !members.has(userid)))) throw fail('flow.member');
}

/** Returns the ids for statuses: known ones stay, all others get new ones. */
async function realIds(work: Work, projectId: number, sent: readonly FlowInput[]): Promise<Map<number, number>> {
  const known = new Set((await listFlowItems(work.tx, [projectId])).map((item) => item.id));
  const wanted = [...new Set(sent.map((item) => item.id))];
  const fresh = wanted.filter((id) => !known.has(id));
  if (wanted.length < sent.length) throw fail('parameter', { name: 'flows' });
  const ids = await takeItemIds(work.tx, fresh.length);
  return new Map([
    ...wanted.filter((id) => known.has(id)).map((id) => [id, id] as const),
    ...fresh.map((id, index) => [id, ids[index] ?? 0] as const),
  ]);
}

export async function deleteFlow(work: Work, { project_id }: InputOf<typeof contract.flowDelete>) {
  const project = await ownProjectFor(work, project_id);
  const flow = await lockFlow(work.tx, project_id);
  if (!flow) return {};
  await deleteFlowRow(work.tx, flow.id);
  const guests = await refreshTaskStatuses(work.tx, project_id, work.now);
  await emitToProject(work, contract.flowChanged, project, { id: project_id, flow: null });
  announceStatusesToGuests(work, project, null, guests);
  return {};
}

async function announceFlow(work: Work, project: ProjectRow, flow: FlowRow): Promise<Flow> {
  const shown = presentFlow(flow, await listFlowItems(work.tx, [project.id]));
  await emitFlow(work, project, shown);
  return shown;
}

const emitFlow = (work: Work, project: ProjectRow, flow: Flow) =>
  emitToProject(work, contract.flowChanged, project, { id: project.id, flow });

/** Guests of tasks receive the names of their tasks' statuses, and nothing else of the workflow. */
function announceStatusesToGuests(
  work: Work,
  { id }: ProjectRow,
  flow: Flow | null,
  guests: readonly GuestStatuses[],
): void {
  for (const { users, items } of guests) {
    const project_flow_item = (flow?.project_flow_item ?? [])
      .filter((item) => items.includes(item.id))
      .map((item) => ({ ...item, turns: [], userids: [], usertype: 'add' as const, userlimit: 0, columnid: 0 }));
    work.emit(contract.flowChanged, toUsers(...users), { id, flow: flow && { ...flow, project_flow_item } });
  }
}

/** The statuses of a new project's workflow. */
export function defaultStatuses(lang: Language) {
  const word = (key: 'todo' | 'doing' | 'test' | 'done' | 'canceled') => translate(lang, `word.flow_${key}`);
  return [
    { name: word('todo'), status: 'start', color: '' },
    { name: word('doing'), status: 'progress', color: '' },
    { name: word('test'), status: 'test', color: '' },
    { name: word('done'), status: 'end', color: '' },
    { name: word('canceled'), status: 'end', color: '#999999' },
  ] as const;
}

/**
 * Creates a workflow in which every status may change to every other, without assigned people. Access has been checked.
 */
export async function createDefaultFlow(work: Work, project: ProjectRow): Promise<FlowItem[]> {
  const kinds = defaultStatuses(work.caller.lang);
  const flow = await insertFlow(work.tx, project.id, 'Default');
  const ids = await takeItemIds(work.tx, kinds.length);
  const items = kinds.map((kind, sort) => ({
    ...kind,
    id: ids[sort] ?? 0,
    turns: ids,
    userids: [],
    usertype: 'add' as const,
    userlimit: 0,
    columnid: 0,
    sort,
  }));
  await putItems(work.tx, flow, items);
  return items.map((item) => ({ ...item, project_id: project.id, flow_id: flow.id }));
}

/** Removes people who left the projects from their workflows, or replaces them by the receiver. */
export async function forgetInFlows(
  work: Work,
  projects: readonly ProjectRow[],
  userids: readonly number[],
  receiver = 0,
): Promise<void> {
  const changed = await dropFlowPeople(
    work.tx,
    projects.map((project) => project.id),
    userids,
    receiver,
  );
  const items = await listFlowItems(work.tx, changed);
  for (const flow of await findFlows(work.tx, changed)) {
    const project = projects.find(({ id }) => id === flow.project_id);
    if (!project) continue;
    const own = items.filter((item) => item.project_id === flow.project_id);
    await emitFlow(work, project, presentFlow(flow, own));
  }
}
