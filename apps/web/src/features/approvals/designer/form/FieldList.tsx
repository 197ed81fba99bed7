import type { DefinitionProblem } from '@atrium/contract/approvals/check.ts';
import { UnstyledButton } from '@mantine/core';
import { IconAlertTriangle, IconChevronDown, IconGripVertical } from '@tabler/icons-react';
import { type KeyboardEvent, type ReactNode, useId, useRef } from 'react';
import { t } from '#sync/language.ts';
import { useSortable } from '#ui/lists/useSortable.ts';
import { notify } from '#ui/overlays/notices.ts';
import { RowMenu } from '#ui/overlays/RowMenu.tsx';
import classes from '../Designer.module.css';
import { FIELD_ICON, fieldWords, kindWords, problemWords } from '../designWords.ts';
import { freshId } from '../flow/flowEdit.ts';
import { type AnyField, moveItem } from './newField.ts';

interface Props<Field extends AnyField> {
  label: string;
  fields: readonly Field[];
  problems: readonly DefinitionProblem[];
  /** Id of the table that these columns belong to; '' = the form itself. */
  within: string;
  openId: string;
  onOpen: (id: string) => void;
  onChange: (next: (fields: readonly Field[]) => Field[]) => void;
  /** The settings of the open field. */
  children: (field: Field, before: readonly Field[], onChange: (field: Field) => void) => ReactNode;
}

/** Fields of a form or columns of a table: opened to edit, moved by dragging or Alt and an arrow. */
export function FieldList<Field extends AnyField>({
  label,
  fields,
  problems,
  within,
  openId,
  onOpen,
  onChange,
  children,
}: Props<Field>) {
  const list = useRef<HTMLUListElement>(null);
  const keyOf = (id: string) => (within ? `${within}.${id}` : id);
  const focus = (id: string) =>
    requestAnimationFrame(() =>
      list.current?.querySelector<HTMLElement>(`:scope > [data-field="${id}"] > div > button`)?.focus(),
    );
  const move = (id: string, to: number) => {
    onChange((now) =>
      moveItem(
        now,
        now.findIndex((each) => each.id === id),
        to,
      ),
    );
    focus(id);
  };
  const remove = (field: Field, at: number) => {
    onChange((now) => now.filter(({ id }) => id !== field.id));
    const next = fields[at + 1] ?? fields[at - 1];
    if (next) focus(next.id);
    notify(t('approval.design.field_removed', { name: fieldWords(field) }), {
      action: { label: t('action.undo'), run: () => onChange((now) => now.toSpliced(at, 0, field)) },
    });
  };
  const copy = (field: Field, at: number) =>
    onChange((now) => {
      const id = freshId(
        'f',
        now.map((each) => each.id),
      );
      return now.toSpliced(at + 1, 0, { ...field, id });
    });
  return (
    <ul ref={list} className={classes.fields} aria-label={label}>
      {fields.map((field, at) => (
        <Row
          key={field.id}
          kind={`approval ${within}`}
          field={field}
          at={at}
          count={fields.length}
          problem={problems.find((each) => each.at === keyOf(field.id))}
          isOpen={openId === field.id}
          onToggle={() => onOpen(openId === field.id ? '' : field.id)}
          onMove={(from, to) => move(fields[from]?.id ?? '', to)}
          onCopy={() => copy(field, at)}
          onRemove={() => remove(field, at)}
        >
          {children(field, fields.slice(0, at), (next) =>
            onChange((now) => now.map((each) => (each.id === field.id ? next : each))),
          )}
        </Row>
      ))}
    </ul>
  );
}

interface RowProps {
  kind: string;
  field: AnyField;
  at: number;
  count: number;
  problem: DefinitionProblem | undefined;
  isOpen: boolean;
  onToggle: () => void;
  onMove: (from: number, to: number) => void;
  onCopy: () => void;
  onRemove: () => void;
  children: ReactNode;
}
function Row(row: RowProps) {
  const { kind, field, at, count, problem, isOpen, onToggle, onMove, onCopy, onRemove, children } = row;
  const { box, grip, gap, isDragging } = useSortable<HTMLLIElement>(kind, at, (dragged, isAfter) => {
    const to = at + (isAfter ? 1 : 0);
    onMove(dragged, dragged < to ? to - 1 : to);
  });
  const id = useId();
  const Icon = FIELD_ICON[field.kind];
  const onKeyDown = (event: KeyboardEvent) => {
    const by = event.key === 'ArrowUp' ? -1 : event.key === 'ArrowDown' ? 1 : 0;
    if (event.altKey && by) onMove(at, at + by);
    else if (by) {
      const next = event.currentTarget.closest('li')?.[by < 0 ? 'previousElementSibling' : 'nextElementSibling'];
      next?.querySelector<HTMLElement>('button')?.focus();
    } else if (event.key === 'Delete') onRemove();
    else return;
    event.preventDefault();
  };
  return (
    <li
      ref={box}
      className={classes.field}
      data-field={field.id}
      data-open={isOpen || undefined}
      data-dragging={isDragging || undefined}
      data-gap={gap ?? undefined}
    >
      <div className={classes.fieldHead}>
        <span ref={grip} className={classes.grip} title={t('flow.drag')}>
          <IconGripVertical size={18} stroke={1.75} aria-hidden="true" />
        </span>
        <UnstyledButton
          className={classes.fieldName}
          aria-expanded={isOpen}
          aria-describedby={problem && `${id}-problem`}
          aria-keyshortcuts="Alt+ArrowUp Alt+ArrowDown Delete"
          onClick={onToggle}
          onKeyDown={onKeyDown}
        >
          <Icon size={18} stroke={1.75} aria-hidden="true" />
          <span className={classes.fieldWords}>
            <span>
              {fieldWords(field)}
              {field.required && <span className={classes.star}> *</span>}
            </span>
            <span className={classes.fieldKind}>{kindWords(field.kind)}</span>
          </span>
          <IconChevronDown size={16} stroke={1.75} aria-hidden="true" className={classes.chevron} />
        </UnstyledButton>
        <RowMenu
          label={t('approval.design.actions', { name: fieldWords(field) })}
          commands={[
            ...(at > 0 ? [{ id: 'up', label: t('flow.move_up'), run: () => onMove(at, at - 1) }] : []),
            ...(at < count - 1 ? [{ id: 'down', label: t('flow.move_down'), run: () => onMove(at, at + 1) }] : []),
            { id: 'copy', label: t('approval.design.duplicate'), run: onCopy },
            { id: 'remove', label: t('approval.design.remove'), run: onRemove },
          ]}
        />
      </div>
      {problem && (
        <p id={`${id}-problem`} className={classes.wrong}>
          <IconAlertTriangle size={14} stroke={2} aria-hidden="true" />
          {problemWords(problem)}
        </p>
      )}
      {isOpen && children}
    </li>
  );
}
