import type { ShellKey, ShellTexts } from '@atrium/i18n/shell.ts';
import { net } from 'electron';
import { checkServer } from '../checkServer.ts';
import type { StartChoice, StartContent } from '../pages/local.ts';
import { forgetServer } from '../servers.ts';
import type { Store } from '../store.ts';
import { type LocalContent, wordsOf } from './localPages.ts';

const KEYS = [
  ...(['shell.title', 'shell.address', 'shell.connect', 'shell.no_address', 'shell.bad_address'] as const),
  ...(['shell.unreachable', 'shell.servers', 'shell.remove', 'shell.not_ready', 'shell.retry'] as const),
] satisfies ShellKey[];

interface StartPageOptions {
  store: Store;
  texts: ShellTexts;
  /** The reason for the page; '' = the person wants to choose. */
  problem: ShellKey | '';
  onServer: (url: string) => void;
  /** Called before the server is removed from the store, and after it. */
  onRemove: (url: string) => void;
  onRemoved: () => void;
}

/** The page that asks for a server. A choice is answered with the key of a problem; '' = none. */
export const startPage = ({
  store,
  texts,
  problem,
  onServer,
  onRemove,
  onRemoved,
}: StartPageOptions): LocalContent => ({
  load: (): StartContent => ({
    texts: wordsOf(texts, KEYS),
    servers: store.now.servers.list.map(({ url, name }) => ({ url, name })),
    problem,
  }),
  async choose(chosen) {
    const wish = chosen as StartChoice;
    if ('remove' in wish) {
      onRemove(wish.remove);
      store.change({ servers: forgetServer(store.now.servers, String(wish.remove)) });
      onRemoved();
      return '';
    }
    const typed = 'retry' in wish ? store.now.servers.current : String(wish.connect);
    const found = await checkServer(typed, (url, init) => net.fetch(url as string, init));
    if ('problem' in found) return found.problem;
    onServer(found.url);
    return '';
  },
});
