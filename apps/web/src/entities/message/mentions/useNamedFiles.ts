import { type DriveFile, driveSearch } from '@atrium/contract/files/drive.ts';
import { fullName } from '@atrium/contract/files/driveTypes.ts';
import { listTime } from '#entities/message/time.ts';
import { client } from '#sync/session.ts';
import { useRequest } from '#sync/store/useRequest.ts';
import type { MentionGroup } from './mentionChoices.ts';

export const FILES_PAUSE_MS = 300;
const TAKE = 50;
const NONE: readonly MentionGroup[] = [];

/** Files by name, without folders; previous results stay until new ones arrive. */
export function useNamedFiles(query: string, isWanted: boolean): readonly MentionGroup[] {
  const key = isWanted ? query.trim() : '';
  const { data: groups, problem } = useRequest(() => findFiles(key), key, { delayMs: FILES_PAUSE_MS });
  // Without a network there are no results, and the typed text stays.
  return key && groups && !problem ? groups : NONE;
}

const findFiles = async (key: string): Promise<readonly MentionGroup[]> =>
  key ? [groupOf(await client.api.read(driveSearch, { key, take: TAKE }))] : NONE;

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
