import { CloseButton, Loader, TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { type KeyboardEvent, type ReactNode, useEffect, useId, useState } from 'react';
import { isComposing } from '#ui/keys/composing.ts';
import classes from './PickList.module.css';

export interface PickRow {
  /** Unique in the list. */
  id: string;
  /** Rows of one group are listed together under its name. */
  group: string;
  /** The accessible name. */
  label: string;
  content: ReactNode;
  run: () => void;
}

interface Props {
  label: string;
  placeholder: string;
  clearLabel: string;
  value: string;
  maxLength: number;
  rows: readonly PickRow[];
  isBusy?: boolean;
  /** Content between the field and the list. */
  children?: ReactNode;
  /** Shown instead of an empty list. */
  empty: ReactNode;
  onChange: (value: string) => void;
}

/**
 * A field with a list of suggestions. The focus stays in the field; arrow keys move the mark in the list and Enter
 * chooses.
 */
export function PickList(props: Props) {
  const { rows, value, empty } = props;
  const base = useId();
  const [active, setActive] = useState(0);
  const marked = Math.min(active, rows.length - 1);
  const idOf = (index: number) => `${base}-${rows[index]?.id ?? ''}`;

  // The mark returns to the first row, the best match, when another text has another list.
  const [before, setBefore] = useState(value);
  if (before !== value) {
    setBefore(value);
    setActive(0);
  }
  const markedId = marked >= 0 ? idOf(marked) : undefined;
  useEffect(() => {
    if (markedId) document.getElementById(markedId)?.scrollIntoView({ block: 'nearest' });
  }, [markedId]);

  const onKeyDown = (event: KeyboardEvent) => {
    // During a composition, Enter and arrows belong to the input method.
    if (isComposing(event) || rows.length === 0) return;
    const moves: Record<string, number> = { ArrowDown: 1, ArrowUp: -1, PageDown: 8, PageUp: -8 };
    const move = moves[event.key];
    if (move !== undefined) {
      event.preventDefault();
      const next = marked + move;
      const isStep = Math.abs(move) === 1;
      setActive(isStep ? (next + rows.length) % rows.length : Math.max(0, Math.min(rows.length - 1, next)));
    } else if (event.key === 'Enter') {
      event.preventDefault();
      rows[marked]?.run();
    }
  };
  const groups = [...Map.groupBy(rows, (row) => row.group)];
  return (
    <div className={classes.box}>
      <TextInput
        data-autofocus
        size="md"
        role="combobox"
        aria-label={props.label}
        aria-expanded={rows.length > 0}
        aria-controls={`${base}-list`}
        aria-autocomplete="list"
        {...(markedId && { 'aria-activedescendant': markedId })}
        placeholder={props.placeholder}
        maxLength={props.maxLength}
        leftSection={props.isBusy ? <Loader size="xs" /> : <IconSearch size={18} stroke={1.75} />}
        rightSection={
          value && <CloseButton size="sm" aria-label={props.clearLabel} onClick={() => props.onChange('')} />
        }
        value={value}
        onChange={(event) => props.onChange(event.currentTarget.value)}
        onKeyDown={onKeyDown}
      />
      {props.children}
      <div className={classes.list} role="listbox" id={`${base}-list`} aria-label={props.label} tabIndex={-1}>
        {groups.map(([group, members]) => (
          // A group of options is a `div`, because a listbox may not contain a fieldset.
          <div key={group} role="group" aria-label={group || props.label}>
            {group && (
              <div className={classes.group} aria-hidden="true">
                {group}
              </div>
            )}
            {members.map((row) => {
              const index = rows.indexOf(row);
              return (
                // Rows have no key handlers, because the field handles the keys.
                <div
                  key={row.id}
                  id={idOf(index)}
                  role="option"
                  aria-selected={index === marked}
                  tabIndex={-1}
                  className={classes.row}
                  onMouseMove={() => index !== marked && setActive(index)}
                  onClick={row.run}
                >
                  {row.content}
                </div>
              );
            })}
          </div>
        ))}
      </div>
      {rows.length === 0 && <div className={classes.empty}>{empty}</div>}
    </div>
  );
}
