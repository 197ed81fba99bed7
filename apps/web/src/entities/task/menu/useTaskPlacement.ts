import type { Task } from '@atrium/contract/projects/tasks.ts';
import { useState } from 'react';
import { useFlow } from '#entities/task/status/statuses.ts';
import { useUsers } from '#entities/user/useUsers.ts';
import { useRow } from '#sync/store/useStore.ts';
import { place, stopMoving } from './movingTask.ts';
import { usePlaces } from './usePlaces.ts';

export type TaskPlacement = ReturnType<typeof useTaskPlacement>;

/** People with a role in a task: 1 = owners, 0 = assistants. */
export const peopleOf = (task: Task, owner: number) =>
  task.task_user.filter((person) => person.owner === owner).map((person) => person.userid);

/** The form for moving or copying a task: project, column, and its status and people there. */
export function useTaskPlacement(task: Task, kind: 'move' | 'copy') {
  const [projectId, setProjectId] = useState(task.project_id);
  const { projects, columns } = usePlaces(projectId);
  const project = useRow('project', projectId);
  const flow = useFlow(projectId);
  const [columnId, setColumnId] = useState(task.column_id);
  const [statusId, setStatusId] = useState(task.flow_item_id);
  const [isDone, setDone] = useState(Boolean(task.complete_at));
  const [owner, setOwner] = useState<readonly number[]>(peopleOf(task, 1));
  const [assist, setAssist] = useState<readonly number[]>(peopleOf(task, 0));
  const [problem, setProblem] = useState<'place' | 'status' | null>(null);
  const [isBusy, setBusy] = useState(false);

  // People who are members of the target project keep their roles.
  const members = new Set(project?.project_user?.map((member) => member.userid));
  const [owners = [], helpers = []] = [owner, assist].map((list) => list.filter((userid) => members.has(userid)));
  const lost = useUsers([...owner, ...assist].filter((userid) => !members.has(userid)));
  const status = flow.find((item) => item.id === statusId);

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
      owner: [...owners],
      assist: [...helpers],
    });
    setBusy(false);
    if (outcome === 'pick') setProblem('status');
    if (outcome === 'done') stopMoving();
  };

  return {
    ...{ projects, columns, projectId, project, column, owners, helpers, setOwner, setAssist },
    /** People who lose their role, because they are not in that project. */
    lost,
    chooseProject(id: number) {
      setProjectId(id);
      setStatusId(id === task.project_id ? task.flow_item_id : 0);
      setColumnId(id === task.project_id ? task.column_id : 0);
      setProblem(null);
    },
    chooseColumn(id: number) {
      setColumnId(id);
      setProblem(null);
    },
    /** The statuses there; a project without any has tasks that are open or done. */
    flow,
    status,
    isDone,
    chooseStatus(id: number) {
      setStatusId(id);
      setProblem(null);
    },
    chooseDone(isDone: boolean) {
      setDone(isDone);
      setProblem(null);
    },
    /** The text that names a missing choice. */
    problem,
    isBusy,
    submit,
  };
}
