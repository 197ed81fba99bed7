import { subtaskForm } from '@atrium/client/sending/drafts.ts';
import { storedInput, useStoredInput } from '#sync/store/useStoredInput.ts';

/** Sends the line; `onRefused` is called if the server refuses it. */
type Send = (name: string, onRefused: () => void) => void;

/**
 * A line that becomes a task of the project, or a subtask of `parentId`. It is stored on this device until it is added.
 */
export function useAddLine(
  projectId: number,
  parentId: number,
): [line: string, set: (line: string) => void, add: (send: Send) => void] {
  const form = parentId === 0 ? `line_${projectId}` : subtaskForm(parentId);
  const [line, setLine] = useStoredInput(form, '');
  const add = (send: Send) => {
    const name = line.trim();
    if (!name) return;
    // What is typed meanwhile stays; otherwise the refused line returns.
    send(name, () => setLine((typed) => typed || (storedInput<string>(form) ?? name)));
    setLine('');
  };
  return [line, setLine, add];
}
