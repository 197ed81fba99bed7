import { type DriveFile, driveSearch } from '@atrium/contract/files/drive.ts';
import { fullName } from '@atrium/contract/files/driveTypes.ts';
import { useEffect, useState } from 'react';
import { listTime } from '#entities/message/time.ts';
import { client } from '#sync/session.ts';
import type { MentionGroup } from './mentionChoices.ts';

export const FILES_PAUSE_MS = 300;
const TAKE = 50;
const NONE: readonly MentionGroup[] = [];

/** Files by name, without folders; previous results stay until new ones arrive. */
export function useNamedFiles(query: string, isWanted: boolean): readonly MentionGroup[] {
  const [groups, setGroups] = useState(NONE);
  const key = query.trim();
  useEffect(() => {
    if (!isWanted || !key) return;
    let isCurrent = true;
    const timer = setTimeout(() => {
      client.api.read(driveSearch, { key, take: TAKE }).then(
        (files) => isCurrent && setGroups([groupOf(files)]),
        // Without a network there are no results, and the typed text stays.
        () => isCurrent && setGroups(NONE),
      );
    }, FILES_PAUSE_MS);
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
  }, [key, isWanted]);
  return isWanted && key ? groups : NONE;
}

const groupOf = (files: readonly DriveFile[]): MentionGroup => ({
  heading: 'files',
  items: files
    .filter(({ type }) => type !== 'folder')
    .map((file) => ({
      kind: 'share',
      share: 'file',
      id: file.id,
      name: fullName(file),
      note: listTime(file.updated_at),
    })),
});
