import type { DriveFile, driveContent } from '@atrium/contract/files/drive.ts';
import type { OutputOf } from '@atrium/contract/kit.ts';
import { useEffect, useRef, useState } from 'react';
import { readContent, readVersions, saveContent } from '#entities/drive/drive.actions.ts';
import { client } from '#sync/session.ts';
import { wordsOf } from '#sync/words.ts';
import { notify } from '#ui/overlays/notices.ts';

export type Content = OutputOf<typeof driveContent>;
export interface DocumentText {
  type?: 'md' | 'text';
  content: string;
}
export type Handle = number | string;

/** Unsaved text is stored on this device. */
const keyOf = (id: number) => `form:drive${id}`;
function unsavedWords(id: number): DocumentText | null {
  try {
    return JSON.parse(client.drafts.content(keyOf(id)) || 'null') as DocumentText | null;
  } catch {
    return null;
  }
}

/** True if somebody has left a file without saving the text that they wrote on this device. */
export const isUnsaved = (id: number): boolean => unsavedWords(id) !== null;

const wordsIn = (content: Content | null): DocumentText => ({
  ...(content?.content?.type && { type: content.content.type }),
  content: content?.content?.content ?? '',
});
const isSame = (a: DocumentText, b: DocumentText) => a.content === b.content && a.type === b.type;

/** A text for reading, and editing if permitted: the saved text, the draft, and newer versions by others. */
export function useDocument({ id }: Pick<DriveFile, 'id'>, handle: Handle, mayWrite: boolean) {
  const [base, setBase] = useState<Content | null>(null);
  const [typed, setTyped] = useState<DocumentText | null>(() => (mayWrite ? unsavedWords(id) : null));
  const [problem, setProblem] = useState('');
  const [isSaving, setSaving] = useState(false);
  /** The person who saved a newer version that is not shown here. */
  const [newer, setNewer] = useState<{ userid: number } | null>(null);
  const [turn, setTurn] = useState(0);
  // The event of one's own save may arrive before its answer.
  const ownVersions = useRef(new Set<number>());
  const saving = useRef<Promise<unknown>>(Promise.resolve());
  useEffect(() => {
    let isWanted = turn >= 0;
    readContent(handle).then(
      (content) => isWanted && setBase(content),
      (error: unknown) => isWanted && setProblem(wordsOf(error)),
    );
    return () => {
      isWanted = false;
    };
  }, [handle, turn]);
  const words = typed ?? wordsIn(base);
  const isChanged = typed !== null && base !== null && !isSame(typed, wordsIn(base));
  useEffect(() => {
    if (base === null) return;
    const check = async () => {
      await saving.current;
      const { data } = await readVersions(id, 1);
      const [newest] = data;
      if (!newest || newest.id === base.history_id || ownVersions.current.has(newest.id)) return;
      if (isChanged) setNewer({ userid: newest.userid });
      else setTurn((before) => before + 1);
    };
    return client.onTopic((topic, of) => topic === 'written' && of === id && void check().catch(() => undefined));
  }, [id, base, isChanged]);

  const write = (next: DocumentText | null) => {
    setTyped(next);
    if (next === null || isSame(next, wordsIn(base))) client.drafts.remove(keyOf(id));
    else client.drafts.write(keyOf(id), JSON.stringify(next));
  };
  return {
    base,
    words,
    problem,
    isChanged,
    isSaving,
    newer,
    write,
    /** True once it is saved on the server. */
    async save(): Promise<boolean> {
      setSaving(true);
      try {
        const answer = saveContent(id, words);
        saving.current = answer.catch(() => undefined);
        const version = await answer;
        ownVersions.current.add(version.id);
        client.drafts.remove(keyOf(id));
        setBase((before) => before && { ...before, history_id: version.id, content: words });
        setTyped(null);
        setNewer(null);
        return true;
      } catch (error) {
        notify(wordsOf(error), { kind: 'error' });
        return false;
      } finally {
        setSaving(false);
      }
    },
    /** Replaces the draft by the server's text. */
    load() {
      write(null);
      setNewer(null);
      setTurn((before) => before + 1);
    },
    goOn: () => setNewer(null),
  };
}
