import { ActionIcon, Tooltip } from '@mantine/core';
import { IconListCheck } from '@tabler/icons-react';
import { type Editor, useEditorState } from '@tiptap/react';
import { t } from '#sync/language.ts';
import classes from './Description.module.css';

/** Turns lines of a description into a checklist, or back. */
export function ChecklistButton({ editor }: { editor: Editor }) {
  const isOn = useEditorState({ editor, selector: ({ editor: at }) => at.isActive('taskList') });
  return (
    <Tooltip label={t('format.taskList')}>
      <ActionIcon
        size="sm"
        className={classes.tool ?? ''}
        aria-label={t('format.taskList')}
        aria-pressed={isOn ?? false}
        // This keeps the selection of the field.
        onMouseDown={(event) => event.preventDefault()}
        onClick={() => editor.chain().focus().toggleTaskList().run()}
      >
        <IconListCheck size={16} stroke={1.75} />
      </ActionIcon>
    </Tooltip>
  );
}
