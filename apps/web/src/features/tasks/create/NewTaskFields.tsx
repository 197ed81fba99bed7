import type { Tag } from '@atrium/contract/projects/tags.ts';
import { TASK_PEOPLE, TASK_TAGS } from '@atrium/contract/projects/tasks.ts';
import { isSeenByAll, VISIBILITY } from '@atrium/contract/projects/visibility.ts';
import { Button, Group, Select, UnstyledButton } from '@mantine/core';
import { IconEye } from '@tabler/icons-react';
import { type ReactNode, useId, useState } from 'react';
import { DateTimeField } from '#entities/date/DateFields.tsx';
import type { Priority } from '#entities/task/menu/priorities.ts';
import { shortcutSpan, timeShortcuts, workingSpan } from '#entities/task/times/times.actions.ts';
import { AvatarGroup, UserAvatar } from '#entities/user/UserAvatar.tsx';
import { UserPicker } from '#entities/user/UserPicker.tsx';
import { useMe, useUsers } from '#entities/user/useUsers.ts';
import { workspace } from '#sync/account.ts';
import { nowDate } from '#sync/clock.ts';
import { t } from '#sync/language.ts';
import { TagInput } from '#ui/fields/TagInput.tsx';
import classes from './NewTask.module.css';
import type { NewTask } from './newTask.actions.ts';

interface Props {
  task: NewTask;
  projectId: number;
  levels: readonly Priority[];
  offered: readonly Tag[];
  onChange: (fields: Partial<NewTask>) => void;
}

/** The fields for time, people, priority and visibility. */
export function NewTaskFields({ task, projectId, levels, offered, onChange }: Props) {
  const [picking, setPicking] = useState<'owner' | 'assist' | 'seers' | null>(null);
  const me = useMe();
  const [isUnfolded, setUnfolded] = useState(false);
  const showsVisibility = isUnfolded || !isSeenByAll(task) || workspace()?.task_visible === 'open';
  return (
    <>
      <TimeFields task={task} onChange={onChange} />
      <div className={classes.fields}>
        <Row label={t('task.owners')}>
          <People userids={task.owner} label={t('task.owners')} onEdit={() => setPicking('owner')} />
        </Row>
        <Row label={t('task.assistants')}>
          <People userids={task.assist} label={t('task.assistants')} onEdit={() => setPicking('assist')} />
        </Row>
        <Select
          label={t('task.priority')}
          placeholder={t('task.priority_none')}
          clearable
          value={task.level > 0 ? String(task.level) : null}
          data={levels.map((level) => ({ value: String(level.priority), label: level.name }))}
          onChange={(value) => onChange({ level: Number(value ?? 0), ...spanFor(task, levels, Number(value ?? 0)) })}
        />
        {showsVisibility ? (
          <Select
            label={t('task.visibility')}
            allowDeselect={false}
            autoFocus={isUnfolded}
            value={String(task.visibility)}
            data={(['1', '2', '3'] as const).map((value) => ({ value, label: t(`visibility.${value}`) }))}
            onChange={(value) => {
              setUnfolded(true);
              onChange({ visibility: value === '3' ? 3 : value === '2' ? 2 : 1 });
              if (value === '3') setPicking('seers');
            }}
          />
        ) : (
          <Button
            variant="subtle"
            color="gray"
            className={classes.unfold ?? ''}
            leftSection={<IconEye size={16} stroke={1.75} />}
            aria-expanded={false}
            onClick={() => setUnfolded(true)}
          >
            {t('task.visibility')}
          </Button>
        )}
        <TagInput
          className={classes.wide ?? ''}
          label={t('task.tags')}
          placeholder={task.tags.length === 0 ? t('task.tags_none') : ''}
          max={TASK_TAGS}
          fullWords={t('tags.max', { count: TASK_TAGS })}
          data={offered.map((tag) => tag.name)}
          value={task.tags}
          onChange={(tags) => onChange({ tags })}
        />
        {task.visibility === VISIBILITY.chosen && (
          <Row label={t('visibility.3')}>
            <People userids={task.seers} label={t('visibility.3')} onEdit={() => setPicking('seers')} />
          </Row>
        )}
      </div>
      {picking && (
        <UserPicker
          title={t(picking === 'owner' ? 'task.owners' : picking === 'assist' ? 'task.assistants' : 'visibility.3')}
          chosen={task[picking]}
          disabled={picking === 'assist' ? task.owner : []}
          max={picking === 'seers' ? 100 : TASK_PEOPLE}
          projectId={projectId}
          onClose={() => setPicking(null)}
          onDone={(userids) => {
            setPicking(null);
            onChange(picking === 'owner' ? ownedBy(userids, task, me) : { [picking]: userids });
          }}
        />
      )}
    </>
  );
}

/**
 * The people of a task after a choice: no one is owner and collaborator at once, and a person who assigns their task to
 * others becomes a collaborator by default.
 */
function ownedBy(owner: readonly number[], task: NewTask, me: number): Partial<NewTask> {
  const isGivenAway = task.owner.includes(me) && !owner.includes(me);
  const helpers = isGivenAway ? [...task.assist, me] : task.assist;
  return { owner, assist: helpers.filter((userid) => !owner.includes(userid)).slice(0, TASK_PEOPLE) };
}

/** The time after choosing a priority: one with a number of days plans an unplanned task. */
function spanFor(task: NewTask, levels: readonly Priority[], level: number): Partial<NewTask> {
  const days = levels.find(({ priority }) => priority === level)?.days ?? 0;
  if (days === 0 || task.end !== null) return {};
  const start = nowDate();
  const [, end] = workingSpan(start, new Date(start.getFullYear(), start.getMonth(), start.getDate() + days, 23, 59));
  return { start: start.getTime(), end: end.getTime() };
}

function TimeFields({ task, onChange }: Pick<Props, 'task' | 'onChange'>) {
  const set = (start: Date | null, end: Date | null) => {
    const [from, to] = start && end ? workingSpan(start, end) : [start, end];
    onChange({ start: from?.getTime() ?? null, end: to?.getTime() ?? null });
  };
  const [start, end] = [task.start, task.end].map((at) => (at === null ? null : new Date(at))) as [
    Date | null,
    Date | null,
  ];
  const isWrong = start !== null && end !== null && end <= start;
  return (
    <div>
      <Group gap={4} mb={8}>
        {timeShortcuts.map((shortcut) => (
          <Button key={shortcut} size="compact-xs" variant="default" onClick={() => set(...shortcutSpan(shortcut))}>
            {t(`time.${shortcut}`)}
          </Button>
        ))}
      </Group>
      <Group grow gap="sm" align="flex-start">
        <DateTimeField
          clearable
          label={t('task.start')}
          value={start}
          onChange={(value) => set(value ? new Date(value) : null, end)}
        />
        <DateTimeField
          clearable
          label={t('task.end')}
          value={end}
          error={isWrong && t('error.task.times')}
          onChange={(value) => set(start ?? (value ? nowDate() : null), value ? new Date(value) : null)}
        />
      </Group>
    </div>
  );
}

function Row({ label, children }: { label: string; children: ReactNode }) {
  const id = useId();
  return (
    <div role="group" aria-labelledby={id}>
      <div id={id} className={classes.label}>
        {label}
      </div>
      {children}
    </div>
  );
}

function People({ userids, label, onEdit }: { userids: readonly number[]; label: string; onEdit: () => void }) {
  const users = useUsers(userids);
  return (
    <UnstyledButton className={classes.people} onClick={onEdit}>
      <span className="visually-hidden">{`${label} `}</span>
      {users.length === 0 && <span className={classes.none}>{t('task.owners_none')}</span>}
      <AvatarGroup>
        {users.map((user, index) => (
          <UserAvatar key={user?.userid ?? index} user={user} size={24} withName />
        ))}
      </AvatarGroup>
    </UnstyledButton>
  );
}
