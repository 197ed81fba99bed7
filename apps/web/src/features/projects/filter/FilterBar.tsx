import type { WireClock } from '@atrium/client/live/wireClock.ts';
import { type Condition, type FilterField, isNarrow, withCondition } from '@atrium/client/projects/taskFilter.ts';
import type { Task } from '@atrium/contract/projects/tasks.ts';
import { Button, Checkbox, TextInput } from '@mantine/core';
import { IconBookmark, IconFilter, IconX } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { t } from '#sync/language.ts';
import { useCommands } from '#ui/keys/commands.ts';
import { useIsPhone } from '#ui/layout/useIsPhone.ts';
import { Drawer } from '#ui/overlays/Drawer.tsx';
import { Anchor, DropdownPopover } from '#ui/overlays/Dropdown.tsx';
import { opensMenu } from '#ui/overlays/PointMenu.tsx';
import { Popover } from '#ui/overlays/Popover.tsx';
import type { ProjectView } from '../useProjectView.ts';
import classes from './Filter.module.css';
import { FilterPicker, type PickerProps } from './FilterPicker.tsx';
import { conditionWords, FIELD_ICONS, fieldWords } from './filterWords.ts';
import { NAME_CHARS, withSaved } from './savedFilters.ts';

interface Props {
  tasks: readonly Task[];
  /** The number of tasks that match. */
  matches: number;
  clock: WireClock;
  view: ProjectView;
  onChange: (fields: Partial<ProjectView>) => void;
}

interface Opened {
  field: FilterField | null;
  by: HTMLElement;
}

/** The button that adds a condition, and the chips of the present ones. */
export function FilterBar({ tasks, matches, clock, view, onChange }: Props) {
  const { filter, saved } = view;
  const { conditions } = filter;
  const add = useRef<HTMLButtonElement>(null);
  const [opened, setOpened] = useState<Opened | null>(null);
  const set = (next: readonly Condition[]) => onChange({ filter: { ...filter, conditions: next } });
  const open = (field: FilterField | null, by: HTMLElement | null) => by && setOpened({ field, by });
  const close = () => {
    setOpened(null);
    // The focus goes to the button if the chip no longer exists.
    (opened?.by.isConnected ? opened.by : add.current)?.focus();
  };
  useCommands([
    { id: 'filter', label: t('filter.add'), keys: 'f', opensField: true, run: () => open(null, add.current) },
  ]);
  return (
    <>
      <Button
        ref={add}
        size="compact-sm"
        variant={conditions.length > 0 ? 'light' : 'default'}
        leftSection={<IconFilter size={14} stroke={1.75} />}
        {...opensMenu(opened !== null)}
        aria-haspopup="dialog"
        onClick={(event) => (opened ? close() : open(null, event.currentTarget))}
      >
        {t('view.filter')}
      </Button>
      {isNarrow(filter) && (
        <div className={classes.chips} role="group" aria-label={t('view.filter')}>
          {conditions.map((condition) => (
            <Chip
              key={condition.field}
              condition={condition}
              tasks={tasks}
              onOpen={(by) => open(condition.field, by)}
              onTurn={() => set(withCondition(conditions, { ...condition, isNot: !condition.isNot }))}
              onRemove={() => set(withCondition(conditions, { ...condition, values: [] }))}
            />
          ))}
          <span className={classes.matches} role="status">
            {t('filter.matches', { number: matches, all: tasks.length })}
          </span>
          <Button
            size="compact-sm"
            variant="subtle"
            color="gray"
            aria-label={t('view.unfilter')}
            onClick={() => onChange({ filter: { ...filter, text: '', conditions: [] } })}
          >
            {t('action.clear')}
          </Button>
          <SaveButton
            onSave={(name) =>
              onChange({ saved: withSaved(saved, { name, text: filter.text, conditions: filter.conditions }) })
            }
          />
        </div>
      )}
      {opened && (
        <Picker
          by={opened.by}
          tasks={tasks}
          clock={clock}
          conditions={conditions}
          saved={saved}
          start={opened.field}
          onChange={set}
          onSaved={({ text, conditions: next }) => onChange({ filter: { ...filter, text, conditions: next } })}
          completed={tasks.reduce((count, task) => count + Number(Boolean(task.complete_at)), 0)}
          withCompleted={filter.withCompleted}
          onCompleted={(withCompleted) => onChange({ filter: { ...filter, withCompleted } })}
          onForget={(name) => onChange({ saved: saved.filter((each) => each.name !== name) })}
          onClose={close}
        />
      )}
    </>
  );
}

interface OpenedProps extends PickerProps {
  by: HTMLElement;
  completed: number;
  withCompleted: boolean;
  onCompleted: (withCompleted: boolean) => void;
}

/**
 * The picker, below its button; on a phone from the lower edge, with everything that does not fit into the bar there.
 */
function Picker({ by, completed, withCompleted, onCompleted, ...picker }: OpenedProps) {
  const isPhone = useIsPhone();
  if (isPhone) {
    return (
      <Drawer opened onClose={picker.onClose} position="bottom" size="80%" title={t('view.filter')}>
        <FilterPicker {...picker}>
          {completed > 0 && (
            <Checkbox
              className={classes.completed ?? ''}
              label={t('view.completed', { number: completed })}
              checked={withCompleted}
              onChange={(event) => onCompleted(event.currentTarget.checked)}
            />
          )}
        </FilterPicker>
      </Drawer>
    );
  }
  return (
    <Popover
      opened
      onChange={(isOpen) => !isOpen && picker.onClose()}
      position="bottom-start"
      width={300}
      withinPortal
      trapFocus
    >
      <Popover.Target>
        <Anchor of={by} />
      </Popover.Target>
      <Popover.Dropdown p={8} aria-label={t('view.filter')}>
        <FilterPicker {...picker} />
      </Popover.Dropdown>
    </Popover>
  );
}

interface ChipProps {
  condition: Condition;
  tasks: readonly Task[];
  onOpen: (by: HTMLElement) => void;
  onTurn: () => void;
  onRemove: () => void;
}
function Chip({ condition, tasks, onOpen, onTurn, onRemove }: ChipProps) {
  const { field, isNot } = condition;
  const Icon = FIELD_ICONS[field];
  const name = fieldWords(field);
  return (
    <span className={classes.chip} role="group" aria-label={name}>
      <span className={classes.field}>
        <Icon size={14} stroke={1.75} aria-hidden="true" />
        {name}
      </span>
      <button
        type="button"
        className={classes.turn}
        data-not={isNot || undefined}
        title={t(isNot ? 'filter.turn_is' : 'filter.turn_is_not')}
        onClick={onTurn}
      >
        {t(isNot ? 'filter.is_not' : 'filter.is')}
      </button>
      <button type="button" className={classes.values} onClick={(event) => onOpen(event.currentTarget)}>
        <span className="truncate">{conditionWords(condition, tasks)}</span>
      </button>
      <button type="button" className={classes.remove} aria-label={t('filter.remove', { name })} onClick={onRemove}>
        <IconX size={14} stroke={1.75} />
      </button>
    </span>
  );
}

function SaveButton({ onSave }: { onSave: (name: string) => void }) {
  const [name, setName] = useState('');
  const [turn, setTurn] = useState(0);
  return (
    <DropdownPopover
      key={turn}
      position="bottom-start"
      width={280}
      button={
        <Button size="compact-sm" variant="subtle" color="gray" leftSection={<IconBookmark size={14} stroke={1.75} />}>
          {t('filter.save')}
        </Button>
      }
    >
      <form
        className={classes.naming}
        onSubmit={(event) => {
          event.preventDefault();
          event.stopPropagation();
          if (!name.trim()) return;
          onSave(name.trim());
          setName('');
          setTurn(turn + 1);
        }}
      >
        <TextInput
          data-autofocus
          label={t('filter.name')}
          maxLength={NAME_CHARS}
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <Button type="submit" disabled={!name.trim()}>
          {t('action.save')}
        </Button>
      </form>
    </DropdownPopover>
  );
}
