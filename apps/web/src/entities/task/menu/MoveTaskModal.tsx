import { TASK_PEOPLE, type Task } from '@atrium/contract/projects/tasks.ts';
import { Avatar, Button, Group, Select, Stack, Text, UnstyledButton } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { StatusChip } from '#entities/task/status/StatusChip.tsx';
import { UserAvatar } from '#entities/user/UserAvatar.tsx';
import { UserPicker } from '#entities/user/UserPicker.tsx';
import { useUsers } from '#entities/user/useUsers.ts';
import { formatList, t } from '#sync/language.ts';
import { useIsNarrow } from '#ui/layout/useIsPhone.ts';
import { Modal } from '#ui/overlays/Modal.tsx';
import classes from './MoveTaskModal.module.css';
import { stopMoving, useMovingTask } from './movingTask.ts';
import { peopleOf, type TaskPlacement, useTaskPlacement } from './useTaskPlacement.ts';

/** Chooses a task's target, and its status and people there. It is rendered once above the screens. */
export function MoveTaskModal() {
  const { task, kind } = useMovingTask();
  return task && <Placing key={`${kind} ${task.id}`} task={task} kind={kind} />;
}

function Placing({ task, kind }: { task: Task; kind: 'move' | 'copy' }) {
  const isNarrow = useIsNarrow();
  const placement = useTaskPlacement(task, kind);
  const { projectId, project, column, owners, helpers, lost } = placement;
  const [picking, setPicking] = useState<'owner' | 'assist' | null>(null);
  return (
    <Modal opened onClose={stopMoving} title={t(`move.title_${kind}`)} size={540} fullScreen={isNarrow}>
      <Stack gap="md">
        <Text fw={500} className="truncate">
          {task.name}
        </Text>
        <Group gap="sm" grow align="flex-start">
          <Select
            label={t('task.project')}
            searchable
            allowDeselect={false}
            value={String(projectId)}
            data={placement.projects.map((each) => ({ value: String(each.id), label: each.name }))}
            onChange={(value) => placement.chooseProject(Number(value))}
          />
          <Select
            label={t('task.column')}
            allowDeselect={false}
            value={column ? String(column.id) : null}
            data={placement.columns.map((each) => ({ value: String(each.id), label: each.name }))}
            error={placement.problem === 'place' && t('move.not_changed')}
            onChange={(value) => placement.chooseColumn(Number(value))}
          />
        </Group>
        <div className={classes.panels}>
          <Panel title={t('move.before')}>
            <Line label={t('flow.status')}>
              {task.flow_item_id > 0 ? (
                <StatusChip task={{ ...task, archived_at: task.created_at }} />
              ) : (
                t(task.complete_at ? 'move.completed' : 'move.open')
              )}
            </Line>
            <Line label={t('task.owners')}>
              <Avatars userids={peopleOf(task, 1)} />
            </Line>
            <Line label={t('task.assistants')}>
              <Avatars userids={peopleOf(task, 0)} />
            </Line>
          </Panel>
          <Panel title={t('move.after')}>
            <Line label={t('flow.status')}>
              <StatusField placement={placement} />
            </Line>
            <Line label={t('task.owners')}>
              <UnstyledButton className={classes.people} onClick={() => setPicking('owner')}>
                <Avatars userids={owners} />
              </UnstyledButton>
            </Line>
            <Line label={t('task.assistants')}>
              <UnstyledButton className={classes.people} onClick={() => setPicking('assist')}>
                <Avatars userids={helpers} />
              </UnstyledButton>
            </Line>
          </Panel>
        </div>
        {lost.length > 0 && (
          <Text size="sm" c="dimmed">
            {t('move.lost', {
              name: project?.name ?? '',
              people: formatList(lost.map((user) => user?.nickname ?? '')),
            })}
          </Text>
        )}
        <Group justify="flex-end" gap={8}>
          <Button variant="default" onClick={stopMoving}>
            {t('action.cancel')}
          </Button>
          <Button loading={placement.isBusy} disabled={!column} onClick={() => void placement.submit()}>
            {t(`move.act_${kind}`)}
          </Button>
        </Group>
      </Stack>
      {picking && (
        <UserPicker
          title={t(picking === 'owner' ? 'task.owners' : 'task.assistants')}
          chosen={picking === 'owner' ? owners : helpers}
          // A person cannot be owner and collaborator.
          disabled={picking === 'owner' ? helpers : owners}
          max={TASK_PEOPLE}
          projectId={projectId}
          onClose={() => setPicking(null)}
          onDone={(userids) => {
            if (picking === 'owner') placement.setOwner(userids);
            else placement.setAssist(userids);
            setPicking(null);
          }}
        />
      )}
    </Modal>
  );
}

/** The status at the target, or whether the task is completed if there are no statuses. */
function StatusField({ placement }: { placement: TaskPlacement }) {
  const { flow, status, isDone, problem } = placement;
  const hasFlow = flow.length > 0;
  return (
    <Select
      size="xs"
      aria-label={t('flow.status')}
      placeholder={t('flow.status')}
      allowDeselect={false}
      error={problem === 'status' && t('move.pick_status')}
      value={hasFlow ? (status ? String(status.id) : null) : isDone ? 'done' : 'open'}
      data={
        hasFlow
          ? flow.map((item) => ({ value: String(item.id), label: item.name }))
          : [
              { value: 'open', label: t('move.open') },
              { value: 'done', label: t('move.completed') },
            ]
      }
      onChange={(value) => {
        if (hasFlow) placement.chooseStatus(Number(value));
        else placement.chooseDone(value === 'done');
      }}
    />
  );
}

function Panel({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className={classes.panel} aria-label={title}>
      <h3>{title}</h3>
      <dl>{children}</dl>
    </section>
  );
}

function Line({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}

function Avatars({ userids }: { userids: readonly number[] }) {
  const users = useUsers(userids);
  if (users.length === 0) return <span className={classes.none}>{t('task.owners_none')}</span>;
  return (
    <Avatar.Group spacing={6}>
      {users.map((user, index) => (
        <UserAvatar key={user?.userid ?? index} user={user} size={24} withName />
      ))}
    </Avatar.Group>
  );
}
