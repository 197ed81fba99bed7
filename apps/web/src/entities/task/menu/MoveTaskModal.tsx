import type { Task } from '@atrium/contract/projects/tasks.ts';
import { Avatar, Button, Group, Select, Stack, Text, UnstyledButton } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { StatusChip } from '#entities/task/status/StatusChip.tsx';
import { useFlow } from '#entities/task/status/statuses.ts';
import { UserAvatar } from '#entities/user/UserAvatar.tsx';
import { UserPicker } from '#entities/user/UserPicker.tsx';
import { useUsers } from '#entities/user/useUsers.ts';
import { listed, t } from '#sync/language.ts';
import { useRow } from '#sync/store/useStore.ts';
import { useIsNarrow } from '#ui/layout/useIsPhone.ts';
import { Modal } from '#ui/overlays/Modal.tsx';
import classes from './MoveTaskModal.module.css';
import { place, stopMoving, useMovingTask } from './movingTask.ts';
import { usePlaces } from './usePlaces.ts';

/** Rendered once above the screens: chooses a task's target, and its status and people there. */
export function MoveTaskModal() {
  const { task, kind } = useMovingTask();
  return task && <Placing key={`${kind} ${task.id}`} task={task} kind={kind} />;
}

const MAX_PEOPLE = 10;
const peopleOf = (task: Task, owner: number) =>
  task.task_user.filter((person) => person.owner === owner).map((person) => person.userid);

function Placing({ task, kind }: { task: Task; kind: 'move' | 'copy' }) {
  const isNarrow = useIsNarrow();
  const [projectId, setProjectId] = useState(task.project_id);
  const { projects, columns } = usePlaces(projectId);
  const project = useRow('project', projectId);
  const flow = useFlow(projectId);
  const [columnId, setColumnId] = useState(task.column_id);
  const [statusId, setStatusId] = useState(task.flow_item_id);
  const [isDone, setDone] = useState(Boolean(task.complete_at));
  const [owner, setOwner] = useState<readonly number[]>(peopleOf(task, 1));
  const [assist, setAssist] = useState<readonly number[]>(peopleOf(task, 0));
  const [picking, setPicking] = useState<'owner' | 'assist' | null>(null);
  const [problem, setProblem] = useState<'place' | 'status' | null>(null);
  const [isBusy, setBusy] = useState(false);

  // Roles remain with members of the target project.
  const members = new Set(project?.project_user?.map((member) => member.userid));
  const [owners, helpers] = [owner, assist].map((list) => list.filter((userid) => members.has(userid)));
  const lost = useUsers([...owner, ...assist].filter((userid) => !members.has(userid)));
  const status = flow.find((item) => item.id === statusId);

  const goTo = (id: number) => {
    setProjectId(id);
    setStatusId(id === task.project_id ? task.flow_item_id : 0);
    setColumnId(id === task.project_id ? task.column_id : 0);
    setProblem(null);
  };
  const column = columns.find((each) => each.id === columnId) ?? columns[0];
  const submit = async () => {
    if (!column) return;
    if (kind === 'move' && projectId === task.project_id && column.id === task.column_id) return setProblem('place');
    if (flow.length > 0 && !status && projectId !== task.project_id) return setProblem('status');
    setBusy(true);
    const outcome = await place(kind, {
      task_id: task.id,
      project_id: projectId,
      column_id: column.id,
      ...(status && { flow_item_id: status.id }),
      ...(flow.length === 0 && { completed: isDone }),
      owner: [...(owners ?? [])],
      assist: [...(helpers ?? [])],
    });
    setBusy(false);
    if (outcome === 'pick') setProblem('status');
    if (outcome === 'done') stopMoving();
  };

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
            data={projects.map((each) => ({ value: String(each.id), label: each.name }))}
            onChange={(value) => goTo(Number(value))}
          />
          <Select
            label={t('task.column')}
            allowDeselect={false}
            value={column ? String(column.id) : null}
            data={columns.map((each) => ({ value: String(each.id), label: each.name }))}
            error={problem === 'place' && t('move.not_changed')}
            onChange={(value) => {
              setColumnId(Number(value));
              setProblem(null);
            }}
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
              <Select
                size="xs"
                aria-label={t('flow.status')}
                placeholder={t('flow.status')}
                allowDeselect={false}
                error={problem === 'status' && t('move.pick_status')}
                value={flow.length > 0 ? (status ? String(status.id) : null) : isDone ? 'done' : 'open'}
                data={
                  flow.length > 0
                    ? flow.map((item) => ({ value: String(item.id), label: item.name }))
                    : [
                        { value: 'open', label: t('move.open') },
                        { value: 'done', label: t('move.completed') },
                      ]
                }
                onChange={(value) => {
                  if (flow.length > 0) setStatusId(Number(value));
                  else setDone(value === 'done');
                  setProblem(null);
                }}
              />
            </Line>
            <Line label={t('task.owners')}>
              <UnstyledButton className={classes.people} onClick={() => setPicking('owner')}>
                <Avatars userids={owners ?? []} />
              </UnstyledButton>
            </Line>
            <Line label={t('task.assistants')}>
              <UnstyledButton className={classes.people} onClick={() => setPicking('assist')}>
                <Avatars userids={helpers ?? []} />
              </UnstyledButton>
            </Line>
          </Panel>
        </div>
        {lost.length > 0 && (
          <Text size="sm" c="dimmed">
            {t('move.lost', { name: project?.name ?? '', people: listed(lost.map((user) => user?.nickname ?? '')) })}
          </Text>
        )}
        <Group justify="flex-end" gap={8}>
          <Button variant="default" onClick={stopMoving}>
            {t('action.cancel')}
          </Button>
          <Button loading={isBusy} disabled={!column} onClick={() => void submit()}>
            {t(`move.act_${kind}`)}
          </Button>
        </Group>
      </Stack>
      {picking && (
        <UserPicker
          title={t(picking === 'owner' ? 'task.owners' : 'task.assistants')}
          chosen={(picking === 'owner' ? owners : helpers) ?? []}
          // Nobody is both.
          disabled={(picking === 'owner' ? helpers : owners) ?? []}
          max={MAX_PEOPLE}
          projectId={projectId}
          onClose={() => setPicking(null)}
          onDone={(userids) => {
            if (picking === 'owner') setOwner(userids);
            else setAssist(userids);
            setPicking(null);
          }}
        />
      )}
    </Modal>
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
