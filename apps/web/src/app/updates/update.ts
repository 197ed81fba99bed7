import { systemUpdatelog, systemVersion } from '@atrium/contract/workspace/system.ts';
import { create } from 'zustand';
import { CLIENT_VERSION } from '#sync/account.ts';
import { client } from '#sync/session.ts';

/** A newer version that can be installed. */
export interface FoundUpdate {
  from: string;
  to: string;
  /** Markdown; '' if there are none. */
  notes: string;
  /** True for a Mac, which installs it by restarting. */
  isRestart: boolean;
  install: () => void;
}

/** The update that the modal shows. */
export const useUpdate = create<{ found: FoundUpdate | null }>(() => ({ found: null }));

const NOTES = 10;

/** Shows what a newer version of the web client brings; the notes are missing without a network. */
export async function showWebUpdate(install: () => void): Promise<void> {
  const [version, news] = await Promise.all([
    client.api.read(systemVersion, {}).catch(() => null),
    client.api.read(systemUpdatelog, { take: NOTES }).catch(() => null),
  ]);
  useUpdate.setState({
    found: {
      from: CLIENT_VERSION,
      to: version?.version ?? CLIENT_VERSION,
      notes: newestOf(news?.updateLog ?? ''),
      isRestart: false,
      install,
    },
  });
}

/** Returns the notes of the newest release only. */
export const newestOf = (log: string): string => log.split(/^(?=## )/m).find((part) => part.trim() !== '') ?? '';
