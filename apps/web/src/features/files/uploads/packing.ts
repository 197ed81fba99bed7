import { type DriveFile, drivePack } from '@atrium/contract/files/drive.ts';
import { fullName } from '@atrium/contract/files/driveTypes.ts';
import { create } from 'zustand';
import { t } from '#sync/language.ts';
import { client } from '#sync/session.ts';
import { wordsOf } from '#sync/words.ts';
import { notify } from '#ui/overlays/notices.ts';

interface Packing {
  name: string;
  /** The download address once it is ready. */
  url: string;
  /** The progress in percent. */
  share: number;
}
/** The archive being made: the server makes one at a time. */
export const usePacking = create<{ pack: Packing | null }>(() => ({ pack: null }));

const DONE = 100;
let stop: (() => void) | undefined;

/** One archive of all of these. It is saved when it is there; a bot brings it as well, in case this page has gone. */
/** The workspace's setting at the start of this page. */
export const mayPack = (): boolean => client.setting?.file_pack !== 'close';

export async function packFiles(files: readonly DriveFile[]): Promise<void> {
  const [first] = files;
  if (!first) return;
  stop?.();
  // Before the request: a small archive is ready before the answer.
  let share = 0;
  stop = client.onTopic((topic, progress) => {
    if (topic !== 'pack') return;
    share = progress;
    follow(share);
  });
  try {
    const { name, url } = await client.api.call(drivePack, {
      ids: files.map(({ id }) => id),
      name: files.length === 1 ? fullName(first) : t('drive.title'),
    });
    usePacking.setState({ pack: { name, url, share: 0 } });
    follow(share);
  } catch (error) {
    stop();
    notify(wordsOf(error), { kind: 'error' });
  }
}

function follow(share: number): void {
  const { pack } = usePacking.getState();
  if (!pack) return;
  if (share >= 0 && share < DONE) return usePacking.setState({ pack: { ...pack, share } });
  stop?.();
  usePacking.setState({ pack: null });
  if (share < 0) return notify(t('drive.pack_failed', { name: pack.name }), { kind: 'error' });
  const { pathname, search } = new URL(pack.url);
  const link = document.createElement('a');
  link.href = pathname + search;
  link.download = pack.name;
  link.click();
  notify(t('drive.packed', { name: pack.name }));
}
