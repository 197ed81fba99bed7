import { type QuickChoice, quickChoices, readQuickLine } from '@atrium/client/projects/quickAdd.ts';
import type { Column } from '@atrium/contract/projects/projects.ts';
import type { TaskTemplate } from '@atrium/contract/projects/taskExtras.ts';
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { newTask } from '#entities/task/newTask.ts';
import { useQuickWords } from '#entities/task/quick/useQuickWords.ts';
import { nowDate } from '#sync/clock.ts';
import { addCard, moveQuickDraft, quickDraft, storeQuickDraft } from './board.actions.ts';
import { useQuickChoices } from './useQuickChoices.ts';

interface QuickAddOptions {
  column: Column;
  /** True to add at the end of the open tasks, instead of their head. */
  isAtEnd: boolean;
  onClose: () => void;
}

/** The line that becomes a task: its text, the recognized parts, and the choices. */
export function useQuickAdd({ column, isAtEnd, onClose }: QuickAddOptions) {
  const [name, setName] = useState(() => quickDraft(column.id));
  const [template, setTemplate] = useState<TaskTemplate | null>(null);
  const box = useRef<HTMLTextAreaElement>(null);
  const words = useQuickWords(column.project_id);
  useEffect(() => () => moveQuickDraft(column), [column]);
  const line = name.replace(/\s+/g, ' ').trim();
  const [level, setLevel] = useState(0);
  const read = readQuickLine(line, words, nowDate());
  // A typed priority counts more than a tapped one.
  const priority = read.priority ?? words.priorities.find((each) => each.priority === level) ?? null;
  const task = { ...read, priority };
  const [caret, setCaret] = useState(name.length);
  const change = (next: string, at = next.length) => {
    setName(next);
    setCaret(at);
    storeQuickDraft(column.id, next);
  };
  const choose = (choice: QuickChoice) => {
    placed.current = choice.caret;
    change(choice.line, choice.caret);
    box.current?.focus();
  };
  const placed = useRef<number | null>(null);
  // The caret moves behind what was chosen, in the middle of a line too.
  useLayoutEffect(() => {
    if (placed.current === null) return;
    box.current?.setSelectionRange(placed.current, placed.current);
    placed.current = null;
  });
  const list = useQuickChoices(quickChoices(name, caret, words), choose);
  return {
    /** The field, which gets the focus back after each choice. */
    box,
    name,
    /** The text in one line, without spaces around it; '' adds nothing. */
    line,
    change,
    setCaret,
    /** The recognized parts of the line. */
    task,
    template,
    list,
    choose,
    priorities: words.priorities,
    toggleLevel(chosen: number) {
      setLevel(level === chosen ? 0 : chosen);
      box.current?.focus();
    },
    add() {
      if (!line) return;
      const onRefused = () => {
        // What is typed meanwhile stays; otherwise the refused line returns.
        if (!quickDraft(column.id)) change(name);
      };
      const from = { content: template?.content ?? '', templateId: template?.id ?? 0 };
      addCard(column, task, { ...from, isAtEnd, onRefused });
      change('');
      setTemplate(null);
      setLevel(0);
      box.current?.focus();
    },
    /** Opens the full form with what was typed and chosen. */
    openForm() {
      const { project_id: projectId, id: columnId } = column;
      newTask({ projectId, columnId, name: line, ...(level > 0 && { level }), ...(template && { template }) });
      change('');
      onClose();
    },
    applyTemplate(chosen: TaskTemplate) {
      setTemplate(chosen);
      if (chosen.title) change(chosen.title);
      box.current?.focus();
    },
  };
}
