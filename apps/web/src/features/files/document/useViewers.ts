import { useEffect, useState } from 'react';
import { client } from '#sync/session.ts';

/** The people who have a file open. */
export function useViewers(fileId: number): readonly number[] {
  const [userids, setUserids] = useState(() => client.viewersOf(fileId));
  useEffect(
    () => client.onTopic((topic, id) => topic === 'viewers' && id === fileId && setUserids(client.viewersOf(fileId))),
    [fileId],
  );
  return userids;
}
