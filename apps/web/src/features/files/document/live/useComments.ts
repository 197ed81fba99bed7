import * as contract from '@atrium/contract/files/documents.ts';
import { useCallback, useEffect, useState } from 'react';
import { client } from '#sync/session.ts';
import { wordsOf } from '#sync/words.ts';
import { notify } from '#ui/overlays/notices.ts';

export interface Comments {
  list: readonly contract.DocumentComment[];
  problem: string;
  add: (input: Omit<Parameters<typeof ask>[1], 'id'>) => Promise<boolean>;
  resolve: (comment_id: number, resolved: boolean) => void;
  remove: (comment_id: number) => void;
}

const ask = (
  id: number,
  input: { text: string; thread_id?: number; quote?: string; place?: string; userids?: number[] },
) => client.api.call(contract.commentAdd, { id, ...input });

/** The comments on a file, as they change; `onComments` calls when they have, and is null until that can be known. */
export function useComments(fileId: number, onComments: ((run: () => void) => () => void) | null): Comments {
  const [list, setList] = useState<readonly contract.DocumentComment[]>([]);
  const [problem, setProblem] = useState('');
  useEffect(() => {
    if (!onComments) return;
    let isWanted = true;
    const load = () => {
      client.api.read(contract.commentLists, { id: fileId }).then(
        (found) => {
          if (!isWanted) return;
          setList(found);
          setProblem('');
        },
        (error: unknown) => isWanted && setProblem(wordsOf(error)),
      );
    };
    const stop = onComments(load);
    load();
    return () => {
      isWanted = false;
      stop();
    };
  }, [fileId, onComments]);
  const orNotify = (answer: Promise<unknown>) =>
    answer.then(
      () => true,
      (error: unknown) => {
        notify(wordsOf(error), { kind: 'error' });
        return false;
      },
    );
  return {
    ...{ list, problem },
    add: (input) => orNotify(ask(fileId, input)),
    resolve: (comment_id, resolved) =>
      void orNotify(client.api.call(contract.commentResolve, { comment_id, resolved })),
    remove: (comment_id) => void orNotify(client.api.call(contract.commentRemove, { comment_id })),
  };
}

/** The same for a file that is not open as a shared document. */
export function useFileComments(fileId: number): Comments {
  const onComments = useCallback(
    (run: () => void) => client.onTopic((topic, id) => topic === 'commented' && id === fileId && run()),
    [fileId],
  );
  return useComments(fileId, onComments);
}
