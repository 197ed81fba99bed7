import { projectLists } from '@atrium/contract/projects/projects.ts';
import { t } from '#sync/language.ts';
import { client } from '#sync/session.ts';
import { notify } from '#ui/overlays/notices.ts';

const AWHILE_MS = 10_000;
const own = new Set<number>();
const reported = new Set<number>();

function noteFor(set: Set<number>, id: number): void {
  set.add(id);
  setTimeout(() => set.delete(id), AWHILE_MS);
}

/** Marks a removal as one's own, so that it is not announced as news. */
export const markOwnRemoval = (id: number): void => noteFor(own, id);
export const isOwnRemoval = (id: number): boolean => own.has(id);

/**
 * Announces once that a project was removed while it was open, with the reason if it may be known.
 *
 * @param wasReader  whether the person saw it as a head of departments
 */
export async function notifyRemoved(id: number, name: string, wasReader = false): Promise<void> {
  if (own.has(id) || reported.has(id)) return;
  noteFor(reported, id);
  if (wasReader) return notify(t('project.was_hidden', { name }), { kind: 'news', stays: true });
  const search = { archived: 'yes' as const, getstatistics: false, keys: { name } };
  const isArchived = await client.api.call(projectLists, search).then(
    ({ data }) => data.some((project) => project.id === id),
    () => false,
  );
  notify(t(isArchived ? 'project.was_archived' : 'project.was_lost', { name }), { kind: 'news', stays: true });
}
