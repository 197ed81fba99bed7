import { CallError } from '@atrium/client/api.ts';
import { MOST_FILTERS } from '@atrium/contract/projects/filters.ts';
import { useEffect, useEffectEvent } from 'react';
import { client } from '#sync/session.ts';
import { keepAnswer, lastAnswer } from '#sync/store/lastAnswers.ts';
import { wordsOf } from '#sync/words.ts';
import { notify } from '#ui/overlays/notices.ts';
import { useStateOf } from '#ui/useStateOf.ts';
import { readSaved, type SavedFilter, storeSaved } from './savedFilters.ts';

const keyOf = (projectId: number) => `filters ${projectId}`;

interface OfDevice {
  /** Filters that an earlier version saved in this browser. */
  list: readonly SavedFilter[];
  /** Called when the filters are stored at the server. */
  onMoved: () => void;
}

/**
 * A person's filters of a project: those of the last visit until the server has answered. A change is shown at once,
 * and sent again after being offline; if the server refuses it, what was before is back.
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
    const now = readSaved(projectId);
    // Without a network those of the last visit stay.
    Promise.all([now, before]).then(
      ([list]) => isWanted && take(list),
      () => undefined,
    );
    return () => {
      isWanted = false;
    };
  }, [projectId, setSaved]);
  const send = (list: readonly SavedFilter[]) => {
    storeSaved(projectId, list).catch((error: unknown) => {
      if (!(error instanceof CallError) || !error.isUnreachable) {
        show(saved);
        notify(wordsOf(error), { kind: 'error' });
        return;
      }
      const silence = client.onState((state) => {
        if (state !== 'ready') return;
        silence();
        send(list);
      });
    });
  };
  const save = (next: readonly SavedFilter[]) => {
    show(next);
    send(next);
  };
  return [saved, save];
}
