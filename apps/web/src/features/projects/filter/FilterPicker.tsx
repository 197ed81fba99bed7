import type { WireClock } from '@atrium/client/live/wireClock.ts';
import {
  type Choice,
  type Condition,
  choicesOf,
  FILTER_FIELDS,
  type FilterField,
  withCondition,
} from '@atrium/client/projects/taskFilter.ts';
import type { Task } from '@atrium/contract/projects/tasks.ts';
import { Button } from '@mantine/core';
import { IconBookmark, IconCheck, IconChevronLeft, IconChevronRight, IconTag, IconX } from '@tabler/icons-react';
import { type ReactNode, useMemo, useState } from 'react';
import { UserAvatar } from '#entities/user/UserAvatar.tsx';
import { useMe, useUser } from '#entities/user/useUsers.ts';
import { t } from '#sync/language.ts';
import { PickList, type PickRow } from '#ui/lists/PickList.tsx';
import classes from './Filter.module.css';
import { FIELD_ICONS, fieldsNamed, fieldWords, isPersonField, valueWords } from './filterWords.ts';
import type { SavedFilter } from './savedFilters.ts';

const MOST_ROWS = 40;

export interface PickerProps {
  tasks: readonly Task[];
  clock: WireClock;
  conditions: readonly Condition[];
  saved: readonly SavedFilter[];
  /** The field whose values are offered first; null offers the fields. */
  start: FilterField | null;
  onChange: (conditions: readonly Condition[]) => void;
  onSaved: (saved: SavedFilter) => void;
  onForget: (name: string) => void;
  onClose: () => void;
  /** The content below the list. */
  children?: ReactNode;
}

/**
 * Fields, then the values of one, of which several can be chosen. What is typed finds fields, and values of all fields.
 * Tasks are counted when it opens, because on a large board this takes as long as drawing it.
 */
export function FilterPicker({ tasks, clock, conditions, start, saved, children, ...on }: PickerProps) {
  const me = useMe();
  const [field, setField] = useState(start);
  const [text, setText] = useState('');
  const words = text.trim().toLowerCase();
  const choices = useMemo(
    () => new Map(FILTER_FIELDS.map((each) => [each, choicesOf(tasks, each, me, clock)])),
    [tasks, me, clock],
  );
  const chosen = (of: FilterField) => conditions.find((each) => each.field === of);
  const toggle = (of: FilterField, value: string) => {
    const before = chosen(of) ?? { field: of, isNot: false, values: [] };
    const values = before.values.includes(value)
      ? before.values.filter((each) => each !== value)
      : [...before.values, value];
    on.onChange(withCondition(conditions, { ...before, values }));
  };
  const enter = (next: FilterField | null) => {
    setField(next);
    setText('');
  };
  const valueRow = (of: FilterField, choice: Choice, isFound: boolean): PickRow => {
    const isOn = chosen(of)?.values.includes(choice.value) ?? false;
    const label = valueWords(of, choice.value, tasks);
    return {
      id: `${of} ${choice.value}`,
      group: isFound ? fieldWords(of) : '',
      label,
      content: (
        <Row mark={<Mark field={of} choice={choice} />} count={choice.count} isOn={isOn}>
          {label}
        </Row>
      ),
      run: () => {
        toggle(of, choice.value);
        // The search is cleared after a choice, so that the reader can search for another value.
        if (isFound) setText('');
      },
    };
  };
  const matches = (of: FilterField) =>
    withChosen(choices.get(of) ?? [], chosen(of)).filter(({ value }) =>
      valueWords(of, value, tasks).toLowerCase().includes(words),
    );
  const fieldRow = (each: FilterField): PickRow => {
    const Icon = FIELD_ICONS[each];
    return {
      id: each,
      group: '',
      label: fieldWords(each),
      content: (
        <Row
          mark={<Icon size={16} stroke={1.75} />}
          end={<IconChevronRight size={14} stroke={1.75} />}
          isOn={chosen(each) !== undefined}
        >
          {fieldWords(each)}
        </Row>
      ),
      run: () => enter(each),
    };
  };
  const savedRow = (each: SavedFilter): PickRow => ({
    id: `saved ${each.name}`,
    group: t('filter.saved'),
    label: each.name,
    content: (
      <Row
        mark={<IconBookmark size={16} stroke={1.75} />}
        end={
          <button
            type="button"
            tabIndex={-1}
            className={classes.forget}
            aria-label={t('filter.forget', { name: each.name })}
            onClick={(event) => {
              event.stopPropagation();
              on.onForget(each.name);
            }}
          >
            <IconX size={14} stroke={1.75} />
          </button>
        }
      >
        {each.name}
      </Row>
    ),
    run: () => {
      on.onSaved(each);
      on.onClose();
    },
  });
  const rows = field
    ? matches(field).map((choice) => valueRow(field, choice, false))
    : [
        ...saved.filter(({ name }) => name.toLowerCase().includes(words)).map(savedRow),
        ...fieldsNamed(words).map(fieldRow),
        ...(words ? FILTER_FIELDS.flatMap((each) => matches(each).map((choice) => valueRow(each, choice, true))) : []),
      ];
  return (
    <div className={classes.picker}>
      {field && (
        <button type="button" className={classes.back} onClick={() => enter(null)}>
          <IconChevronLeft size={16} stroke={1.75} />
          {fieldWords(field)}
        </button>
      )}
      <div
        role="none"
        onKeyDown={(event) => {
          if (event.key !== 'Backspace' || text !== '' || !field) return;
          event.preventDefault();
          enter(null);
        }}
      >
        <PickList
          key={field ?? ''}
          label={t('filter.find')}
          placeholder={t('filter.find')}
          clearLabel={t('action.clear')}
          value={text}
          maxLength={100}
          rows={rows.slice(0, MOST_ROWS)}
          empty={<p className={classes.none}>{t('filter.none')}</p>}
          onChange={setText}
        />
      </div>
      {children}
      <Button className={classes.close ?? ''} onClick={on.onClose}>
        {t('action.done')}
      </Button>
    </div>
  );
}

/** Adds the chosen values that no task has anymore, so that they can be deselected. */
function withChosen(choices: readonly Choice[], condition: Condition | undefined): Choice[] {
  const lost = condition?.values.filter((value) => !choices.some((each) => each.value === value)) ?? [];
  return [...choices, ...lost.map((value) => ({ value, count: 0, name: value, color: '' }))];
}

interface RowProps {
  mark: ReactNode;
  end?: ReactNode;
  count?: number;
  isOn?: boolean;
  children: ReactNode;
}
function Row({ mark, end, count, isOn, children }: RowProps) {
  return (
    <span className={classes.row}>
      <span className={classes.mark}>{mark}</span>
      <span className="truncate">{children}</span>
      {count !== undefined && <span className={classes.count}>{count}</span>}
      {isOn !== undefined && (
        <span className={classes.check}>
          {isOn && <IconCheck size={16} stroke={2} role="img" aria-label={t('filter.chosen')} />}
        </span>
      )}
      {end}
    </span>
  );
}

function Mark({ field, choice }: { field: FilterField; choice: Choice }) {
  const Icon = FIELD_ICONS[field];
  if (isPersonField(field) && choice.value) return <Face userid={Number(choice.value)} />;
  if (field === 'tag' && choice.color) return <IconTag size={16} stroke={1.75} color={choice.color} />;
  if (choice.color) return <span className={classes.dot} style={{ backgroundColor: choice.color }} />;
  return <Icon size={16} stroke={1.75} />;
}

function Face({ userid }: { userid: number }) {
  return <UserAvatar user={useUser(userid)} size={20} />;
}
