import type { InputOf, OutputOf } from '@atrium/contract/kit.ts';
import type * as contract from '@atrium/contract/workspace/recents.ts';
import { fail } from '#platform/fail';
import { wireTime } from '#platform/time/time';
import type { View, Work } from '#platform/work';
import { lookKey, recentKinds } from './kinds.service.ts';
import type { RecentType } from './note.queries.ts';
import { listRecentViews } from './note.service.ts';
import { deleteRecentRow } from './recents.queries.ts';

const SIZE = 20;

/** Lists at most a hundred of each kind: all are resolved at once, and the page is cut from those that still exist. */
export async function listRecents(
  view: View,
  { type, page = 1, page_size = SIZE }: InputOf<typeof contract.recentBrowse>,
): Promise<OutputOf<typeof contract.recentBrowse>> {
  const looks = await listRecentViews(view.tx, view.caller.userid, type);
  const shown = new Map<string, Awaited<ReturnType<ReturnType<typeof recentKinds.of>[number]['load']>>>();
  for (const kind of recentKinds.of(view.app)) {
    const own = looks.filter((look) => look.type === kind.type);
    if (own.length > 0) shown.set(kind.type, await kind.load(view, own));
  }
  const list = looks.flatMap((look) => {
    const row = shown.get(look.type)?.get(lookKey(look));
    if (!row) return [];
    const [browsed_at, kind] = [wireTime(look.browsed_at), look.type as RecentType];
    return [{ record_id: look.id, type: kind, id: look.target_id, browsed_at, ...row }];
  });
  const from = (page - 1) * page_size;
  return { list: list.slice(from, from + page_size), page, page_size, total: list.length };
}

export async function deleteRecent({ tx, caller }: Work, { id }: InputOf<typeof contract.recentDelete>) {
  const { numDeletedRows } = await deleteRecentRow(tx, id, caller.userid);
  if (!numDeletedRows) throw fail('recent.gone');
  return {};
}
