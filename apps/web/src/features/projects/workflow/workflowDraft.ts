import type { FlowInput, FlowItem, FlowStatus } from '@atrium/contract/projects/flows.ts';
import { t } from '#sync/language.ts';

/** A status being edited. New ones have negative ids. */
export interface DraftStatus {
  id: number;
  name: string;
  status: FlowStatus;
  color: string;
  turns: readonly number[];
  userids: readonly number[];
  usertype: FlowItem['usertype'];
  userlimit: boolean;
  columnid: number;
}
export type Draft = readonly DraftStatus[];

export const MAX_STATUSES = 10;
export const MAX_STATUS_PEOPLE = 5;

export const draftOf = (items: readonly FlowItem[]): Draft =>
  items.map(({ id, name, status, color, turns, userids, usertype, userlimit, columnid }) => ({
    id,
    name,
    status,
    color,
    turns,
    userids,
    usertype,
    userlimit: userlimit === 1,
    columnid,
  }));

export const wireOf = (draft: Draft): FlowInput[] =>
  draft.map((item) => ({ ...item, name: item.name.trim(), turns: [...item.turns], userids: [...item.userids] }));

const blank = (id: number, name: string, status: FlowStatus, color = ''): DraftStatus => ({
  id,
  name,
  status,
  color,
  turns: [],
  userids: [],
  usertype: 'add',
  userlimit: false,
  columnid: 0,
});

/** A common default; every status may change to every other. */
export function defaultDraft(): Draft {
  const items = [
    blank(-1, t('flow.default_todo'), 'start'),
    blank(-2, t('flow.default_doing'), 'progress'),
    blank(-3, t('flow.default_test'), 'test'),
    blank(-4, t('flow.default_done'), 'end'),
    blank(-5, t('flow.default_canceled'), 'end', '#999999'),
  ];
  const turns = items.map((item) => item.id);
  return items.map((item) => ({ ...item, turns }));
}

/** Adds a status at the end, connected with every other one in both directions. */
export function withStatus(draft: Draft, name: string): Draft {
  const id = Math.min(0, ...draft.map((item) => item.id)) - 1;
  return [
    ...draft.map((item) => ({ ...item, turns: [...item.turns, id] })),
    { ...blank(id, name, 'end'), turns: [...draft.map((item) => item.id), id] },
  ];
}

export const withoutStatus = (draft: Draft, id: number): Draft =>
  draft.filter((item) => item.id !== id).map((item) => ({ ...item, turns: item.turns.filter((turn) => turn !== id) }));

export const withChangedStatus = (draft: Draft, id: number, fields: Partial<DraftStatus>): Draft =>
  draft.map((item) => (item.id === id ? { ...item, ...fields } : item));

export function withToggledTurn(draft: Draft, from: number, to: number): Draft {
  const turns = draft.find((item) => item.id === from)?.turns ?? [];
  return withChangedStatus(draft, from, {
    turns: turns.includes(to) ? turns.filter((turn) => turn !== to) : [...turns, to],
  });
}

export function withMovedStatus(draft: Draft, id: number, to: number): Draft {
  const item = draft.find((each) => each.id === id);
  const rest = draft.filter((each) => each.id !== id);
  return item ? [...rest.slice(0, Math.max(0, to)), item, ...rest.slice(Math.max(0, to))] : draft;
}

/** The reason why the workflow cannot be saved, as text; '' if it can. */
export function problemOf(draft: Draft): string {
  if (draft.some((item) => !item.name.trim())) return t('flow.problem_name');
  const has = (status: FlowStatus) => draft.some((item) => item.status === status);
  if (!has('start') || !has('end')) return t('flow.problem_ends');
  const lonely = draft.find((item) => (item.userlimit || item.usertype !== 'add') && item.userids.length === 0);
  return lonely ? t('flow.problem_people', { name: lonely.name }) : '';
}

/** True for a status with settings other than the default, which is marked. */
export const isConfigured = (item: DraftStatus) => item.userids.length > 0 || item.columnid > 0;
