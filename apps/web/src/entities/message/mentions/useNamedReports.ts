import { type Report, reportMy, reportReceive } from '@atrium/contract/workspace/reports.ts';
import { useEffect, useState } from 'react';
import { listTime } from '#entities/message/time.ts';
import { client } from '#sync/session.ts';
import type { MentionGroup } from './mentionChoices.ts';

const SEARCH_MS = 300;
const TAKE = 20;
const NONE: readonly MentionGroup[] = [];

/** Matching reports that the reader wrote or received; previous results stay until new ones arrive. */
export function useNamedReports(query: string, isWanted: boolean): readonly MentionGroup[] {
  const [groups, setGroups] = useState(NONE);
  useEffect(() => {
    if (!isWanted) return;
    let isCurrent = true;
    const ask = async () => {
      const next = await find(query);
      if (isCurrent) setGroups(next);
    };
    const timer = setTimeout(() => void ask(), SEARCH_MS);
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
  }, [query, isWanted]);
  return isWanted ? groups : NONE;
}

/** Finds reports. Without a network there are no results, and the typed text stays. */
async function find(key: string): Promise<readonly MentionGroup[]> {
  const wanted = { keys: { key }, pagesize: TAKE };
  try {
    const [mine, received] = await Promise.all([
      client.api.read(reportMy, wanted),
      client.api.read(reportReceive, wanted),
    ]);
    return [group('reports_mine', mine.data), group('reports_received', received.data)];
  } catch {
    return NONE;
  }
}

const group = (heading: MentionGroup['heading'], reports: readonly Report[]): MentionGroup => ({
  heading,
  items: reports.map(({ id, title, created_at }) => ({
    kind: 'share',
    share: 'report',
    id,
    name: title,
    note: listTime(created_at),
  })),
});
