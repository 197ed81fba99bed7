import { type QuickChoice, quickChoices, readQuickLine } from '@atrium/client/projects/quickAdd.ts';
import type { Column } from '@atrium/contract/projects/projects.ts';
import type { TaskTemplate } from '@atrium/contract/projects/taskExtras.ts';
import { ActionIcon, Button, Menu, Textarea } from '@mantine/core';
import { IconForms, IconTemplate } from '@tabler/icons-react';
import { type KeyboardEvent, useEffect, useId, useLayoutEffect, useRef, useState } from 'react';
import { useTemplates } from '#entities/task/menu/useTemplates.ts';
import { newTask } from '#entities/task/newTask.ts';
import { Understood } from '#entities/task/quick/Understood.tsx';
import { useQuickWords } from '#entities/task/quick/useQuickWords.ts';
import { nowDate } from '#sync/clock.ts';
import { t } from '#sync/language.ts';
import classes from './Board.module.css';
import { addCard, moveQuickDraft, quickDraft, storeQuickDraft } from './board.actions.ts';

interface Props {
  column: Column;
  /** At the end of the open tasks, instead of their head. */
  isAtEnd?: boolean;
  onClose: () => void;
}

/** Type and Enter; the field stays open for the next one. Leaving it empty, or Escape, closes it; a draft is stored. */
export function QuickAdd({ column, isAtEnd = false, onClose }: Props) {
  const [name, setName] = useState(() => quickDraft(column.id));
  const [template, setTemplate] = useState<TaskTemplate | null>(null);
  const box = useRef<HTMLTextAreaElement>(null);
  const frame = useRef<HTMLDivElement>(null);
  const words = useQuickWords(column.project_id);
  const { templates } = useTemplates(column.project_id);
  useEffect(() => () => moveQuickDraft(column), [column]);
  const line = name.replace(/\s+/g, ' ').trim();
  const [level, setLevel] = useState(0);
  const read = readQuickLine(line, words, nowDate());
  // A typed priority takes precedence over a tapped one.
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
  // The caret goes behind what was chosen, in the middle of a line too.
  useLayoutEffect(() => {
    if (placed.current === null) return;
    box.current?.setSelectionRange(placed.current, placed.current);
    placed.current = null;
  });
  const list = useChoices(quickChoices(name, caret, words), choose);
  const add = () => {
    if (!line) return;
    addCard(column, task, { content: template?.content ?? '', templateId: template?.id ?? 0, isAtEnd });
    change('');
    setTemplate(null);
    setLevel(0);
    box.current?.focus();
  };
  /** The text is passed on to the full form. */
  const openForm = () => {
    newTask({ projectId: column.project_id, columnId: column.id, name: line });
    change('');
    onClose();
  };
  const use = (chosen: TaskTemplate) => {
    setTemplate(chosen);
    if (chosen.title) change(chosen.title);
    box.current?.focus();
  };
  return (
    <div className={classes.quick} ref={frame}>
      <Textarea
        ref={box}
        aria-label={t('task.quick_add', { name: column.name })}
        placeholder={t('task.quick_placeholder')}
        autosize
        minRows={1}
        autoFocus
        maxLength={255}
        value={name}
        onChange={(event) => change(event.currentTarget.value, event.currentTarget.selectionStart)}
        onSelect={(event) => setCaret(event.currentTarget.selectionStart)}
        aria-autocomplete="list"
        aria-controls={list.id}
        {...(list.choices.length > 0 && { 'aria-activedescendant': `${list.id}-${list.at}` })}
        onBlur={(event) => !name.trim() && !frame.current?.contains(event.relatedTarget) && onClose()}
        rightSection={
          templates &&
          templates.length > 0 && (
            <Menu position="bottom-end" withinPortal={false}>
              <Menu.Target>
                <ActionIcon aria-label={t('template.use')}>
                  <IconTemplate size={16} stroke={1.75} />
                </ActionIcon>
              </Menu.Target>
              <Menu.Dropdown>
                {templates.map((each) => (
                  <Menu.Item key={each.id} onClick={() => use(each)}>
                    {each.name}
                  </Menu.Item>
                ))}
              </Menu.Dropdown>
            </Menu>
          )
        }
        onKeyDown={(event) => {
          event.stopPropagation();
          if (event.nativeEvent.isComposing || list.onKey(event)) return;
          if (event.key === 'Enter' && !event.shiftKey) {
            event.preventDefault();
            add();
          }
          if (event.key === 'Escape') onClose();
        }}
      />
      {list.choices.length > 0 && (
        <div className={classes.choices} role="listbox" id={list.id} aria-label={t('task.quick_choices')}>
          {list.choices.map((choice, index) => (
            <div
              key={choice.key}
              id={`${list.id}-${index}`}
              role="option"
              aria-selected={index === list.at}
              className={classes.choice}
              onPointerDown={(event) => {
                event.preventDefault();
                choose(choice);
              }}
            >
              {choice.name}
            </div>
          ))}
        </div>
      )}
      <div className={classes.quickTools}>
        <Button
          size="compact-xs"
          variant="subtle"
          color="gray"
          leftSection={<IconForms size={14} />}
          onClick={openForm}
        >
          {t('task.all_fields')}
        </Button>
        <div role="group" aria-label={t('task.priority')} className={classes.levels}>
          {words.priorities.map((each) => (
            <button
              key={each.priority}
              type="button"
              className={classes.level}
              style={{ color: each.color }}
              title={each.name}
              aria-label={each.name}
              aria-pressed={priority?.priority === each.priority}
              onClick={() => {
                setLevel(level === each.priority ? 0 : each.priority);
                box.current?.focus();
              }}
            />
          ))}
        </div>
      </div>
      {line ? (
        <Understood task={task} template={template?.name ?? ''} />
      ) : (
        <p className={classes.hint}>{t('task.quick_hint')}</p>
      )}
    </div>
  );
}

/** The offered people or tags, and their keys. */
function useChoices(found: readonly QuickChoice[], choose: (choice: QuickChoice) => void) {
  const id = useId();
  const [index, setIndex] = useState(0);
  const [closed, setClosed] = useState('');
  const key = found.map((each) => each.key).join();
  useEffect(() => setIndex(0), [key]);
  const choices = key === closed ? [] : found;
  const at = Math.min(index, choices.length - 1);
  /** Whether the key was for the list. */
  const onKey = (event: KeyboardEvent): boolean => {
    const choice = choices[at];
    if (!choice) return false;
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      setIndex((at + (event.key === 'ArrowDown' ? 1 : choices.length - 1)) % choices.length);
    } else if (event.key === 'Enter' || event.key === 'Tab') {
      choose(choice);
    } else if (event.key === 'Escape') {
      setClosed(key);
    } else {
      return false;
    }
    event.preventDefault();
    event.stopPropagation();
    return true;
  };
  return { id, choices, at, onKey };
}
