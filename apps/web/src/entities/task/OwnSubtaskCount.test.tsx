import { ownParts } from '@atrium/client/store/select.ts';
import type { Task } from '@atrium/contract/projects/tasks.ts';
import { expect, test } from 'vitest';
import { client } from '#sync/session.ts';
import { open } from '#testing/stage.tsx';
import { OwnSubtaskCount } from './OwnSubtaskCount.tsx';

test('a task shows how many of its open subtasks are mine, and nothing if none is', async () => {
  client.store.clear();
  const part = (id: number, fields: Partial<Task>) =>
    client.store.base.task.put({ id, parent_id: 5, owner: 1, complete_at: null, archived_at: null, ...fields } as Task);
  part(5, { parent_id: 0 });
  part(6, {});
  part(7, {});
  part(8, { owner: 0 });
  part(9, { complete_at: '2026-01-01 00:00:00' });
  part(10, { parent_id: 99, archived_at: '2026-01-01 00:00:00' });
  expect([...ownParts(client.store)]).toEqual([[5, 2]]);
  const { screen, unmount } = await open(<OwnSubtaskCount count={2} />);
  expect(screen.getByTitle('Your open subtasks: 2').textContent).toContain('+2');
  unmount();
  const none = await open(<OwnSubtaskCount count={0} />);
  expect(none.screen.queryByTitle(/subtasks/)).toBeNull();
});
