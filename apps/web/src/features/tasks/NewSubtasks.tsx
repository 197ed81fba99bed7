import { ActionIcon, TextInput, UnstyledButton } from '@mantine/core';
import { IconPlus, IconUser, IconX } from '@tabler/icons-react';
import { useState } from 'react';
import { UserAvatar } from '#entities/user/UserAvatar.tsx';
import { UserPicker } from '#entities/user/UserPicker.tsx';
import { useUser } from '#entities/user/useUsers.ts';
import { t } from '#sync/language.ts';
import { client } from '#sync/session.ts';
import classes from './NewTask.module.css';
import type { NewSubtask } from './newTask.actions.ts';

interface Props {
  subtasks: readonly NewSubtask[];
  projectId: number;
  onChange: (subtasks: NewSubtask[]) => void;
}

const MAX_SUBTASKS = 50;

/** The parts of a new task: Enter adds one, a picture says whose it is. Their time is the task's. */
export function NewSubtasks({ subtasks, projectId, onChange }: Props) {
  const [name, setName] = useState('');
  const [picking, setPicking] = useState(-1);
  const add = () => {
    if (!name.trim()) return;
    onChange([...subtasks, { name: name.trim(), owner: client.user?.userid ?? 0 }]);
    setName('');
  };
  const set = (at: number, fields: Partial<NewSubtask>) =>
    onChange(subtasks.map((sub, index) => (index === at ? { ...sub, ...fields } : sub)));
  return (
    <section aria-label={t('task.subtasks')}>
      <ul className={classes.subtasks}>
        {subtasks.map((sub, index) => (
          // They have no other name than their place.
          <li key={index}>
            <TextInput
              flex={1}
              size="xs"
              aria-label={t('task.subtask')}
              maxLength={255}
              value={sub.name}
              onChange={(event) => set(index, { name: event.currentTarget.value })}
            />
            <Owner userid={sub.owner} onEdit={() => setPicking(index)} />
            <ActionIcon
              aria-label={t('task.remove_named', { name: sub.name })}
              onClick={() => onChange(subtasks.filter((_, at) => at !== index))}
            >
              <IconX size={16} stroke={1.75} />
            </ActionIcon>
          </li>
        ))}
      </ul>
      {subtasks.length < MAX_SUBTASKS && (
        <TextInput
          size="xs"
          aria-label={t('task.add_subtask')}
          placeholder={t('task.add_subtask')}
          leftSection={<IconPlus size={14} stroke={1.75} />}
          maxLength={255}
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
          onBlur={add}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
            event.preventDefault();
            add();
          }}
        />
      )}
      {picking >= 0 && (
        <UserPicker
          title={t('task.owners')}
          chosen={[subtasks[picking]?.owner ?? 0].filter((userid) => userid > 0)}
          max={1}
          projectId={projectId}
          onClose={() => setPicking(-1)}
          onDone={([owner = 0]) => {
            set(picking, { owner });
            setPicking(-1);
          }}
        />
      )}
    </section>
  );
}

function Owner({ userid, onEdit }: { userid: number; onEdit: () => void }) {
  const user = useUser(userid);
  return (
    <UnstyledButton aria-label={t('task.owners')} onClick={onEdit}>
      {user ? <UserAvatar user={user} size={24} withName /> : <IconUser size={20} stroke={1.75} aria-hidden="true" />}
    </UnstyledButton>
  );
}
