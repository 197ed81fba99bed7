import type { PriorityAnswer } from '@atrium/contract/workspace/settings.ts';
import { ActionIcon, ColorInput, Radio, TextInput } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import classes from '#features/settings/EditableList.module.css';
import { EditableList } from '#features/settings/EditableList.tsx';
import { useEditableList } from '#features/settings/useEditableList.ts';
import { t } from '#sync/language.ts';
import { NumberField } from '#ui/fields/NumberField.tsx';
import { readPriorities, savePriorities } from './system.actions.ts';

const MOST = 20;
const COLORS = ['#E03131', '#F76707', '#FAB005', '#40C057', '#2D8CF0', '#7048E8', '#868E96'];

/** The workspace's priorities. Each keeps its number, by which tasks refer to it. */
export function PrioritySettings() {
  const edited = useEditableList<PriorityAnswer>(readPriorities, savePriorities);
  const { list, change, set } = edited;
  const add = () => {
    const priority = Math.max(0, ...list.map((each) => each.priority)) + 1;
    set([...list, { name: '', color: COLORS[list.length % COLORS.length] ?? '', days: 0, priority, is_default: 0 }]);
  };
  return (
    <EditableList
      edited={edited}
      hint={t('priority.hint')}
      addWords={t('priority.add')}
      onAdd={list.length < MOST ? add : undefined}
    >
      {list.map((row, at) => (
        <li key={row.priority} className={classes.row}>
          <TextInput
            className={classes.wide ?? ''}
            label={t('priority.name')}
            required
            withAsterisk={false}
            maxLength={20}
            value={row.name}
            onChange={(event) => change(at, { name: event.currentTarget.value })}
          />
          <ColorInput
            className={classes.narrow ?? ''}
            label={t('priority.color')}
            format="hex"
            withEyeDropper={false}
            swatches={COLORS}
            value={row.color}
            onChange={(color) => change(at, { color })}
          />
          <NumberField
            className={classes.narrow ?? ''}
            label={t('priority.days')}
            min={0}
            max={365}
            value={row.days}
            empty={0}
            onChange={(days) => change(at, { days })}
          />
          <Radio
            className={classes.choice ?? ''}
            name="default-priority"
            label={t('priority.default')}
            checked={row.is_default === 1}
            onChange={() => set(list.map((each, index) => ({ ...each, is_default: Number(index === at) })))}
          />
          <ActionIcon
            className={classes.end ?? ''}
            size="lg"
            disabled={list.length === 1}
            aria-label={t('priority.remove', { name: row.name })}
            onClick={() => edited.remove(at)}
          >
            <IconTrash size={18} stroke={1.75} />
          </ActionIcon>
        </li>
      ))}
    </EditableList>
  );
}
