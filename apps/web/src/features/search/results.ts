import type { FoundFile } from '@atrium/contract/files/drive.ts';
import type { UserBasic } from '@atrium/contract/people/users.ts';
import type { Project } from '@atrium/contract/projects/projects.ts';
import type { Task } from '@atrium/contract/projects/tasks.ts';
import type { DialogHit } from '@atrium/contract/workspace/search.ts';
import { parseWire } from '#sync/time.ts';

export const KINDS = ['task', 'project', 'message', 'contact', 'file'] as const;
export type Kind = (typeof KINDS)[number];

type Found =
  | { kind: 'task'; task: Task }
  | { kind: 'project'; project: Project }
  | { kind: 'message'; hit: DialogHit }
  | { kind: 'contact'; user: UserBasic }
  | { kind: 'file'; file: FoundFile };

/** A result. `key` is the query it answers, `id` identifies it within its kind. */
export type Hit = Found & { id: string; key: string };

export function hitOf(key: string, found: Found): Hit {
  return { ...found, key, id: `${found.kind}${idOf(found)}` };
}

function idOf(found: Found): number | string {
  switch (found.kind) {
    case 'task':
      return found.task.id;
    case 'project':
      return found.project.id;
    case 'message':
      return found.hit.search_msg_id ?? found.hit.id;
    case 'contact':
      return found.user.userid;
    case 'file':
      return found.file.id;
  }
}

/** Newer results replace older ones of the same thing; the rest stays. */
export function mergeHits(hits: readonly Hit[], more: readonly Hit[]): Hit[] {
  const fresh = new Set(more.map((hit) => hit.id));
  return [...hits.filter((hit) => !fresh.has(hit.id)), ...more];
}

/** The shown results: those for the current text and the chosen kind, kind by kind. */
export function visibleHits(hits: readonly Hit[], key: string, tag: Kind | null, perKind: number): Hit[] {
  const current = hits.filter((hit) => hit.key === key);
  return KINDS.filter((kind) => tag === null || kind === tag).flatMap((kind) =>
    current.filter((hit) => hit.kind === kind).slice(0, perKind),
  );
}

export type Badge = 'completed' | 'overdue' | 'soon' | 'archived' | 'owner' | 'shared' | 'shared_by_me';
const SOON_MS = 86_400_000;

export function badgesOf(hit: Hit, now: number, me: number): Badge[] {
  if (hit.kind === 'file') return hit.file.share === 0 ? [] : [hit.file.userid === me ? 'shared_by_me' : 'shared'];
  if (hit.kind === 'project') {
    return [
      ...(hit.project.owner ? ['owner' as const] : []),
      ...(hit.project.archived_at ? ['archived' as const] : []),
    ];
  }
  if (hit.kind !== 'task') return [];
  const { complete_at, overdue, end_at, archived_at } = hit.task;
  const isSoon = end_at !== null && parseWire(end_at).getTime() - now < SOON_MS;
  const state = complete_at ? 'completed' : overdue ? 'overdue' : isSoon ? 'soon' : null;
  return [...(state ? [state as Badge] : []), ...(archived_at ? ['archived' as const] : [])];
}

export function timeOf(hit: Hit): string | null {
  switch (hit.kind) {
    case 'task':
      return hit.task.end_at;
    case 'project':
      return hit.project.updated_at ?? null;
    case 'message':
      return hit.hit.last_at;
    case 'contact':
      return hit.user.line_at;
    case 'file':
      return hit.file.updated_at;
  }
}
