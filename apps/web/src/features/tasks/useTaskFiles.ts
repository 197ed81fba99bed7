import type { TaskFile } from '@atrium/contract/projects/taskLinks.ts';
import type { Task } from '@atrium/contract/projects/tasks.ts';
import { useEffect, useState } from 'react';
import { readFiles } from '#entities/task/task.actions.ts';
import { useRevision } from '#sync/store/useRevision.ts';
import { wordsOf } from '#sync/words.ts';

/** A task's files, reloaded whenever one is added or removed. */
export function useTaskFiles({ id, file_num }: Pick<Task, 'id' | 'file_num'>) {
  const version = useRevision('files', id);
  const [tries, setTries] = useState(0);
  const [files, setFiles] = useState<readonly TaskFile[]>([]);
  const [problem, setProblem] = useState('');
  const isEmpty = file_num === 0;
  useEffect(() => {
    let isWanted = version + tries >= 0;
    if (isEmpty) {
      setFiles([]);
      setProblem('');
      return;
    }
    readFiles(id).then(
      (found) => {
        if (!isWanted) return;
        setFiles(found);
        setProblem('');
      },
      (error: unknown) => isWanted && setProblem(wordsOf(error)),
    );
    return () => {
      isWanted = false;
    };
  }, [id, version, tries, isEmpty]);
  return { files, problem, again: () => setTries(tries + 1) };
}
