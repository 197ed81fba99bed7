import type { BinItem } from '@atrium/contract/files/bin.ts';
import { useEffect, useEffectEvent, useState } from 'react';
import { client } from '#sync/session.ts';
import { useRequest } from '#sync/store/useRequest.ts';
import { readBin } from './bin.actions.ts';

/** The bin, page by page; loaded again when something is deleted or restored anywhere. */
export function useBin() {
  const { data, problem, again } = useRequest(readBin);
  const [more, setMore] = useState<{ list: readonly BinItem[]; has_more: boolean } | null>(null);
  const list = [...(data?.list ?? []), ...(more?.list ?? [])];
  const reload = () => {
    setMore(null);
    again();
  };
  // A file that is deleted or restored elsewhere changes a folder as well.
  const onChange = useEffectEvent(reload);
  useEffect(() => client.onTopic((topic) => topic === 'drive' && onChange()), []);
  return {
    /** The number of days that deleted files are stored; null before the first answer. */
    days: data?.days ?? null,
    list,
    hasMore: more ? more.has_more : (data?.has_more ?? false),
    problem,
    reload,
    showMore: async () => {
      const next = await readBin(list.at(-1)?.id);
      setMore({ list: [...(more?.list ?? []), ...next.list], has_more: next.has_more });
    },
  };
}
