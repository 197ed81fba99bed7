import { SharedDocument } from '@atrium/client/documents/sharedDocument.ts';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { clientHost } from '#sync/clientHost.ts';
import { language } from '#sync/language.ts';
import { client } from '#sync/session.ts';
import { storedToken } from '#sync/token.ts';

export interface OpenDocument {
  shared: SharedDocument;
  subscribe: (run: () => void) => () => void;
  onComments: (run: () => void) => () => void;
}

function openShared(fileId: number): OpenDocument {
  const changes = new Set<() => void>();
  const comments = new Set<() => void>();
  const shared = new SharedDocument({
    ...{ host: clientHost, fileId, userid: client.user?.userid ?? 0, language, token: storedToken },
    onChange: () => {
      for (const run of changes) run();
    },
    onComments: () => {
      for (const run of comments) run();
    },
  });
  const listen = (set: Set<() => void>) => (run: () => void) => {
    set.add(run);
    return () => void set.delete(run);
  };
  return { shared, subscribe: listen(changes), onComments: listen(comments) };
}

/** A document that is shared with others while it is on the screen. */
export function useSharedDocument(fileId: number): OpenDocument | null {
  const [opened, setOpened] = useState<OpenDocument | null>(null);
  useEffect(() => {
    const mine = openShared(fileId);
    setOpened(mine);
    void mine.shared.open();
    // Others see that one is there before one has chosen a place.
    mine.shared.setCaret({ client: mine.shared.doc.clientID, anchor: null, head: null });
    const online = () => mine.shared.reconnect();
    const hide = () => void mine.shared.store();
    const offline = () => mine.shared.disconnect();
    window.addEventListener('online', online);
    window.addEventListener('offline', offline);
    window.addEventListener('pagehide', hide);
    return () => {
      window.removeEventListener('online', online);
      window.removeEventListener('offline', offline);
      window.removeEventListener('pagehide', hide);
      void mine.shared.close();
    };
  }, [fileId]);
  return opened;
}

const NOTHING = () => () => undefined;
/**
 * A part of a shared document. Its component renders again only if the part changes: the document changes with each
 * key.
 */
export const useOf = <T extends string | boolean>(opened: OpenDocument, of: (shared: SharedDocument) => T): T =>
  useSyncExternalStore(opened.subscribe, () => of(opened.shared));

/** Whether, and in which state, there is a document to show. */
export const useWholeOf = (opened: OpenDocument | null): string =>
  useSyncExternalStore(opened?.subscribe ?? NOTHING, () => {
    if (!opened) return '';
    const { status, isOpen, mayWrite, problem, doc } = opened.shared;
    return [status === 'ended', isOpen, mayWrite, problem, doc.guid].join();
  });

/** Counts the versions that were made since the document was opened. */
export function useSaves(fileId: number): number {
  const [count, setCount] = useState(0);
  useEffect(
    () => client.onTopic((topic, id) => topic === 'written' && id === fileId && setCount((before) => before + 1)),
    [fileId],
  );
  return count;
}

/** The name of a person for others' carets; empty until it is loaded. */
export const nameOf = (userid: number): string => client.store.get('user', userid)?.nickname ?? '';
