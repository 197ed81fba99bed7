import { TASK_NAME_CHARS } from '@atrium/contract/projects/tasks.ts';
import { ActionIcon, TextInput, UnstyledButton } from '@mantine/core';
import { IconCalendarPlus, IconPlus, IconUser, IconX } from '@tabler/icons-react';
import { useState } from 'react';
import { DueChip } from '#entities/task/times/DueChip.tsx';
import { TimeForm } from '#entities/task/times/TimeForm.tsx';
import { UserAvatar } from '#entities/user/UserAvatar.tsx';
import { UserPicker } from '#entities/user/UserPicker.tsx';
import { useUser } from '#entities/user/useUsers.ts';
import { me } from '#sync/account.ts';
import { t } from '#sync/language.ts';
import { toWire } from '#sync/time.ts';
import { isComposing } from '#ui/keys/composing.ts';
import { Popover } from '#ui/overlays/Popover.tsx';
import classes from './NewTask.module.css';
import type { NewSubtask } from './newTask.actions.ts';

interface Props {
  subtasks: readonly NewSubtask[];
  projectId: number;
  onChange: (subtasks: NewSubtask[]) => void;
}

const MAX_SUBTASKS = 50;

/** The subtasks of a new task: Enter adds one, an avatar shows its owner. By default they have the task's time. */
export function NewSubtasks({ subtasks, projectId, onChange }: Props) {
  const [name, setName] = useState('');
  const [picking, setPicking] = useState(-1);
  const add = () => {
    if (!name.trim()) return;
    onChange([...subtasks, { name: name.trim(), owner: me()?.userid ?? 0 }]);
    setName('');
  };
  const set = (at: number, fields: Partial<NewSubtask>) =>
    onChange(subtasks.map((sub, index) => (index === at ? { ...sub, ...fields } : sub)));
  return (
    <section aria-label={t('task.subtasks')}>
      <ul className={classes.subtasks}>
        {subtasks.map((sub, index) => (
          // The index is the key, because these rows have no other id.
          <li key={index}>
            <TextInput
              flex={1}
              size="xs"
              aria-label={t('task.subtask')}
              maxLength={TASK_NAME_CHARS}
              value={sub.name}
              onChange={(event) => set(index, { name: event.currentTarget.value })}
            />
            <SubtaskTime sub={sub} onChange={(times) => set(index, times)} />
            <Owner sub={sub} onEdit={() => setPicking(index)} />
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
          maxLength={TASK_NAME_CHARS}
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
          onBlur={add}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || isComposing(event)) return;
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

function SubtaskTime({ sub, onChange }: { sub: NewSubtask; onChange: (times: Partial<NewSubtask>) => void }) {
  const [isOpen, setOpen] = useState(false);
  const [start, end] = [sub.start, sub.end].map((at) => (typeof at === 'number' ? new Date(at) : null));
  const label = t('task.time_of', { name: sub.name });
  return (
    <Popover opened={isOpen} onChange={setOpen} position="bottom-end" trapFocus returnFocus withinPortal>
      <Popover.Target>
        <UnstyledButton className={classes.time} aria-label={label} title={label} onClick={() => setOpen(!isOpen)}>
          {end ? (
            <DueChip task={{ end_at: toWire(end), complete_at: null }} />
          ) : (
            <IconCalendarPlus size={18} stroke={1.75} aria-hidden="true" />
          )}
        </UnstyledButton>
      </Popover.Target>
      <Popover.Dropdown>
        {isOpen && (
          <TimeForm
            start={start ?? null}
            end={end ?? null}
            without={end ? t('action.clear') : undefined}
            onSave={(span) => {
              setOpen(false);
              onChange({ start: span?.[0].getTime() ?? null, end: span?.[1].getTime() ?? null });
            }}
            onClose={() => setOpen(false)}
          />
        )}
      </Popover.Dropdown>
    </Popover>
  );
}

function Owner({ sub, onEdit }: { sub: NewSubtask; onEdit: () => void }) {
  const user = useUser(sub.owner);
  return (
    <UnstyledButton aria-label={t('task.owners_named', { name: sub.name })} onClick={onEdit}>
      {user ? <UserAvatar user={user} size={24} withName /> : <IconUser size={20} stroke={1.75} aria-hidden="true" />}
    </UnstyledButton>
  );
}
