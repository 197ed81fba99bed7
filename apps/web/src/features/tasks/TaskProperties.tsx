import { TASK_PEOPLE, TASK_TAGS, type Task } from '@atrium/contract/projects/tasks.ts';
import { VISIBILITY } from '@atrium/contract/projects/visibility.ts';
import { Avatar, Group, Menu, UnstyledButton } from '@mantine/core';
import {
  IconCalendar,
  IconEye,
  IconFlag,
  IconPalette,
  IconRepeat,
  IconTag,
  IconUser,
  IconUsers,
} from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { LoopMenu } from '#entities/task/menu/LoopMenu.tsx';
import { PriorityMenu } from '#entities/task/menu/PriorityMenu.tsx';
import { useTags } from '#entities/task/menu/useTags.ts';
import { ClaimButton } from '#entities/task/status/ClaimButton.tsx';
import { changeTask } from '#entities/task/task.actions.ts';
import { BusyNotice } from '#entities/task/times/BusyHint.tsx';
import { ownersOf, setOwners } from '#entities/task/times/busy.ts';
import { TaskTimes } from '#entities/task/times/TaskTimes.tsx';
import { UserAvatar } from '#entities/user/UserAvatar.tsx';
import { UserPicker } from '#entities/user/UserPicker.tsx';
import { useUsers } from '#entities/user/useUsers.ts';
import { t } from '#sync/language.ts';
import { TagInput } from '#ui/fields/TagInput.tsx';
import { DropdownMenu } from '#ui/overlays/Dropdown.tsx';
import { TASK_COLORS } from '#ui/palette.ts';
import classes from './TaskProperties.module.css';

/** A task's fields: discreet texts that become editors on a click. */
export function TaskProperties({ task }: { task: Task }) {
  const [picking, setPicking] = useState<'owner' | 'assist' | null>(null);
  const offered = useTags(task.project_id).tags ?? [];
  const owners = ownersOf(task);
  const helpers = task.task_user.filter((person) => person.owner === 0).map((person) => person.userid);
  return (
    <dl className={classes.fields}>
      <Field icon={IconUser} label={t('task.owners')}>
        <People
          label={t('task.owners')}
          userids={owners}
          empty={t('task.owners_none')}
          onEdit={() => setPicking('owner')}
        />
        {owners.length === 0 && <ClaimButton task={task} />}
      </Field>
      <Field icon={IconUsers} label={t('task.assistants')}>
        <People
          label={t('task.assistants')}
          userids={helpers}
          empty={t('task.add_people')}
          onEdit={() => setPicking('assist')}
        />
      </Field>
      <Field icon={IconCalendar} label={t('task.time')}>
        <TaskTimes task={task} />
        <BusyNotice taskId={task.id} />
      </Field>
      <Field icon={IconRepeat} label={t('task.loop')}>
        <LoopMenu task={task} />
      </Field>
      <Field icon={IconFlag} label={t('task.priority')}>
        <PriorityMenu task={task} />
      </Field>
      <Field icon={IconTag} label={t('task.tags')}>
        <TagInput
          size="xs"
          variant="unstyled"
          aria-label={t('task.tags')}
          placeholder={task.task_tag.length === 0 ? t('task.tags_add') : ''}
          max={TASK_TAGS}
          fullWords={t('tags.max', { count: TASK_TAGS })}
          data={offered.map((tag) => tag.name)}
          value={task.task_tag.map((tag) => tag.name)}
          onChange={(names) =>
            changeTask(task, {
              task_tag: names.map((name) => ({
                name,
                color: [...offered, ...task.task_tag].find((tag) => tag.name === name)?.color ?? '',
              })),
            })
          }
          className={classes.tags}
        />
      </Field>
      <Field icon={IconEye} label={t('task.visibility')}>
        <VisibilityMenu task={task} />
      </Field>
      <Field icon={IconPalette} label={t('task.color')}>
        <div className={classes.swatches} role="group" aria-label={t('task.color')}>
          {TASK_COLORS.map(({ name, value, accent }) => (
            <UnstyledButton
              key={name}
              className={classes.swatch}
              aria-pressed={task.color === value}
              aria-label={t(`color.name_${name}`)}
              style={{ backgroundColor: accent || 'transparent' }}
              onClick={() => changeTask(task, { color: value })}
            />
          ))}
        </div>
      </Field>
      {picking && (
        <UserPicker
          title={t(picking === 'owner' ? 'task.owners' : 'task.assistants')}
          chosen={picking === 'owner' ? owners : helpers}
          disabled={picking === 'owner' ? [] : owners}
          max={TASK_PEOPLE}
          projectId={task.project_id}
          onClose={() => setPicking(null)}
          onDone={(userids) => {
            setPicking(null);
            if (picking === 'owner') void setOwners(task, userids);
            else changeTask(task, { assist: userids });
          }}
        />
      )}
    </dl>
  );
}

function Field({ icon: Icon, label, children }: { icon: typeof IconUser; label: string; children: ReactNode }) {
  return (
    <div className={classes.field}>
      <dt>
        <Icon size={16} stroke={1.75} aria-hidden="true" />
        {label}
      </dt>
      <dd>{children}</dd>
    </div>
  );
}

interface PeopleProps {
  /** The accessible name of the group of people. */
  label: string;
  userids: readonly number[];
  empty: string;
  onEdit: () => void;
}
function People({ label, userids, empty, onEdit }: PeopleProps) {
  const users = useUsers(userids);
  return (
    <UnstyledButton className={classes.value} onClick={onEdit}>
      <span className="visually-hidden">{`${label} `}</span>
      {users.length === 0 && <span className={classes.empty}>{empty}</span>}
      {users.length === 1 && (
        <Group gap={8} wrap="nowrap">
          <UserAvatar user={users[0]} size={24} />
          {users[0]?.nickname}
        </Group>
      )}
      {users.length > 1 && (
        <Avatar.Group spacing={6}>
          {users.map((user, index) => (
            <UserAvatar key={user?.userid ?? index} user={user} size={24} withName />
          ))}
        </Avatar.Group>
      )}
    </UnstyledButton>
  );
}

function VisibilityMenu({ task }: { task: Task }) {
  const [isPicking, setPicking] = useState(false);
  return (
    <>
      <DropdownMenu
        position="bottom-start"
        button={
          <UnstyledButton className={classes.value}>
            {t(`visibility.${task.visibility === 2 ? 2 : task.visibility === 3 ? 3 : 1}`)}
          </UnstyledButton>
        }
      >
        <Menu.Item onClick={() => changeTask(task, { visibility: VISIBILITY.project })}>{t('visibility.1')}</Menu.Item>
        <Menu.Item onClick={() => changeTask(task, { visibility: VISIBILITY.people })}>{t('visibility.2')}</Menu.Item>
        <Menu.Item onClick={() => setPicking(true)}>{t('visibility.3')}</Menu.Item>
      </DropdownMenu>
      {isPicking && (
        <UserPicker
          title={t('visibility.3')}
          chosen={task.visibility_appointor?.filter((userid) => userid > 0) ?? []}
          max={100}
          projectId={task.project_id}
          onClose={() => setPicking(false)}
          onDone={(userids) => {
            setPicking(false);
            changeTask(task, { visibility: VISIBILITY.chosen, visibility_appointor: userids });
          }}
        />
      )}
    </>
  );
}
