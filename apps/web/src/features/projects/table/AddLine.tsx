import { TASK_NAME_CHARS } from '@atrium/contract/projects/tasks.ts';
import { TextInput } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useAddLine } from '#entities/task/useAddLine.ts';
import { t } from '#sync/language.ts';
import { isComposing } from '#ui/keys/composing.ts';
import classes from './TaskTable.module.css';

interface Props {
  projectId: number;
  /** The task that gets a subtask; 0 for a task of the project. */
  parentId: number;
  onAdd: (name: string, onRefused: () => void) => void;
}

/** The field below rows in which a task or a subtask is added. */
export function AddLine({ projectId, parentId, onAdd }: Props) {
  const [name, setName, add] = useAddLine(projectId, parentId);
  const label = t(parentId === 0 ? 'task.add' : 'task.add_subtask');
  return (
    <div className={classes.add} data-sub={parentId !== 0 || undefined}>
      <TextInput
        size="xs"
        variant="unstyled"
        aria-label={label}
        placeholder={label}
        leftSection={<IconPlus size={16} stroke={1.75} />}
        maxLength={TASK_NAME_CHARS}
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
        onKeyDown={(event) => {
          event.stopPropagation();
          if (event.key === 'Enter' && !isComposing(event)) add(onAdd);
        }}
      />
    </div>
  );
}
