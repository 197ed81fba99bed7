import { useEffect, useEffectEvent, useState } from 'react';
import { untilRead } from '#sync/store/untilRead.ts';

/** A list that is read, changed here, and saved as a whole when something changed. */
export function useEdited<T>(read: () => Promise<readonly T[]>, save: (list: readonly T[]) => Promise<string>) {
  const [saved, setSaved] = useState<readonly T[] | null>(null);
  const [list, setList] = useState<readonly T[]>([]);
  const [problem, setProblem] = useState('');
  const readOnce = useEffectEvent(read);
  useEffect(() => {
    const show = (answer: readonly T[]) => {
      setSaved(answer);
      setList(answer);
    };
    return untilRead(() => readOnce(), show, setProblem);
  }, []);
  return {
    list,
    problem,
    isRead: saved !== null,
    isChanged: saved !== null && JSON.stringify(saved) !== JSON.stringify(list),
    change: (at: number, fields: Partial<T>) =>
      setList(list.map((each, index) => (index === at ? { ...each, ...fields } : each))),
    remove: (at: number) => setList(list.filter((_, index) => index !== at)),
    set: setList,
    undo: () => {
      setList(saved ?? []);
      setProblem('');
    },
    submit: async () => {
      const words = await save(list);
      setProblem(words);
      if (!words) setSaved(list);
    },
  };
}
