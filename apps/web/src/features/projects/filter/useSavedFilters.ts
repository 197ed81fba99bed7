import { MOST_FILTERS } from '@atrium/contract/projects/filters.ts';
import { useEffect, useEffectEvent } from 'react';
import { keepAnswer, lastAnswer } from '#sync/store/lastAnswers.ts';
import { useStateOf } from '#ui/useStateOf.ts';
import { readSaved, type SavedFilter, storeSaved, unsentSaved } from './savedFilters.ts';

const keyOf = (projectId: number) => `filters ${projectId}`;

interface OfDevice {
  /** Filters that an earlier version saved in this browser. */
  list: readonly SavedFilter[];
  /** Called when the filters are stored at the server. */
  onMoved: () => void;
}

/**
 * A person's filters of a project: those of the last visit until the server has answered. A change is shown at once,
 * and sent again after being offline; if the server refuses it, the previous filters return.
 */
export function useSavedFilters(
  projectId: number,
  ofDevice: OfDevice,
): [saved: readonly SavedFilter[], save: (next: readonly SavedFilter[]) => void] {
  const [saved, setSaved] = useStateOf(projectId, () => ofDevice.list);
  const show = (list: readonly SavedFilter[]) => {
    setSaved(list);
    keepAnswer(keyOf(projectId), list);
  };
  const take = useEffectEvent((list: readonly SavedFilter[]) => {
    const others = ofDevice.list.filter(({ name }) => !list.some((each) => each.name === name));
    const all = [...list, ...others].slice(0, MOST_FILTERS);
    show(all);
    if (ofDevice.list.length > 0) storeSaved(projectId, all).then(ofDevice.onMoved, () => undefined);
  });
  useEffect(() => {
    let isWanted = true;
    const before = lastAnswer<readonly SavedFilter[]>(keyOf(projectId)).then((kept) => {
      if (isWanted && kept) setSaved(kept);
    });
    const asked = unsentSaved(projectId);
    const now = readSaved(projectId);
    // Without a network, the filters of the last visit stay. An answer may be older than what was saved here.
    Promise.all([now, before]).then(
      ([list]) => isWanted && take(unsentSaved(projectId) ?? asked ?? list),
      () => undefined,
    );
    return () => {
      isWanted = false;
    };
  }, [projectId, setSaved]);
  const save = (next: readonly SavedFilter[]) => {
    show(next);
    storeSaved(projectId, next).catch(() => show(unsentSaved(projectId) ?? saved));
  };
  return [saved, save];
}
