import { ActionIcon, TextInput } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import classes from '#features/settings/EditableList.module.css';
import { EditableList } from '#features/settings/EditableList.tsx';
import { useEditableList } from '#features/settings/useEditableList.ts';
import { t } from '#sync/language.ts';
import { TagInput } from '#ui/fields/TagInput.tsx';
import { readTemplates, saveTemplates } from './system.actions.ts';

const MOST = 50;
const MOST_COLUMNS = 30;

/** Column templates for new projects. */
export function ColumnTemplateSettings() {
  const edited = useEditableList(readTemplates, saveTemplates);
  const { list, change, set } = edited;
  return (
    <EditableList
      edited={edited}
      hint={t('columns.hint')}
      addWords={t('columns.add')}
      onAdd={list.length < MOST ? () => set([...list, { name: '', columns: [] }]) : undefined}
    >
      {list.map((row, at) => (
        // A row is identified by its place in the list.
        <li key={at} className={classes.row}>
          <TextInput
            className={classes.wide ?? ''}
            label={t('columns.name')}
            required
            withAsterisk={false}
            maxLength={20}
            value={row.name}
            onChange={(event) => change(at, { name: event.currentTarget.value })}
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
          <TagInput
            className={classes.all ?? ''}
            label={t('columns.lists')}
            value={row.columns}
            onChange={(columns) => change(at, { columns: [...columns] })}
            max={MOST_COLUMNS}
            fullWords={t('tags.max', { count: MOST_COLUMNS })}
          />
        </li>
      ))}
    </EditableList>
  );
}
