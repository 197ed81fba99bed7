import type { InputOf } from '@atrium/contract/kit.ts';
import type { filterList, filterSave, KeptFilter } from '@atrium/contract/projects/filters.ts';
import type { View, Work } from '#platform/work';
import { findFilters, putFilters } from './filters.queries.ts';
import { projectFor, readableProjectFor } from './projects.access.ts';

export async function listFilters(view: View, { project_id }: InputOf<typeof filterList>) {
  await readableProjectFor(view, project_id, { archived: true });
  const row = await findFilters(view.tx, view.caller.userid, project_id);
  return { list: (row?.list ?? []) as unknown as KeptFilter[] };
}

/** Saves the filters. If names repeat, the first filter is stored. */
export async function saveFilters(work: Work, { project_id, list }: InputOf<typeof filterSave>) {
  await projectFor(work, project_id, { archived: true });
  const kept = list.filter(({ name }, index) => list.findIndex((each) => each.name === name) === index);
  await putFilters(work.tx, {
    userid: work.caller.userid,
    project_id,
    list: JSON.stringify(kept),
    updated_at: work.now,
  });
  return { list: kept };
}
