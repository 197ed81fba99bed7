import { useState } from 'react';
import { useRequest } from '#sync/store/useRequest.ts';

/** A list that is loaded, edited here, and saved as a whole. */
export function useEditableList<T>(read: () => Promise<readonly T[]>, save: (list: readonly T[]) => Promise<string>) {
  const { data: saved, problem, show, fail } = useRequest(read);
  const [edited, setEdited] = useState<readonly T[] | null>(null);
  const list = edited ?? saved ?? [];
  return {
    list,
    problem,
    isRead: saved !== null,
    isChanged: saved !== null && JSON.stringify(saved) !== JSON.stringify(list),
    change: (at: number, fields: Partial<T>) =>
      setEdited(list.map((each, index) => (index === at ? { ...each, ...fields } : each))),
    remove: (at: number) => setEdited(list.filter((_, index) => index !== at)),
    set: (next: readonly T[]) => setEdited(next),
    undo: () => {
      setEdited(null);
      fail('');
    },
    submit: async () => {
      const words = await save(list);
      if (words) return fail(words);
      show(list);
      setEdited(null);
    },
  };
}
