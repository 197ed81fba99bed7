import { addTask } from '@atrium/client/projectActions.ts';
import { client } from '#sync/session.ts';
import { toWire } from '#sync/time.ts';

export interface NewTask {
  projectId: number;
  columnId: number;
  name: string;
  start: Date;
  end: Date;
}

/** A task of one's own, planned. */
export const addPlanned = ({ projectId, columnId, name, start, end }: NewTask): void =>
  void client
    .mutate(addTask, {
      project_id: projectId,
      column_id: String(columnId),
      name,
      owner: [client.user?.userid ?? 0],
      times: [toWire(start), toWire(end)],
    })
    .catch(() => undefined);
