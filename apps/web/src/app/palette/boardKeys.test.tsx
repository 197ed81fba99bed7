import { moveCards, updateTask } from '@atrium/client/projects/projectActions.ts';
import type { Column } from '@atrium/contract/projects/projects.ts';
import type { Task } from '@atrium/contract/projects/tasks.ts';
import { act, fireEvent, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { useOverlays } from '#app/overlays/overlays.ts';
import { ShortcutsModal } from '#app/overlays/ShortcutsModal.tsx';
import { TaskModals } from '#app/overlays/TaskModals.tsx';
import { useShortcuts } from '#app/shell/useShortcuts.ts';
import { useMovingTask } from '#entities/task/menu/movingTask.ts';
import { BoardCard } from '#features/projects/board/BoardCard.tsx';
import { useBoardKeys } from '#features/projects/board/useBoardKeys.ts';
import { client } from '#sync/session.ts';
import { useRow } from '#sync/store/useStore.ts';
import { open, serve } from '#testing/stage.tsx';
import { listenToFocus } from '#ui/overlays/restoreFocus.ts';
import { Palette } from './Palette.tsx';

const CARD = {
  id: 5,
  parent_id: 0,
  project_id: 7,
  name: 'Ship',
  color: '',
  flow_item_id: 0,
  flow_item_name: '',
  complete_at: null,
  archived_at: null,
  task_user: [{ userid: 1, owner: 1 }],
  task_tag: [],
} as unknown as Task;

let stop: () => void;
beforeEach(() => {
  stop = listenToFocus();
  serve({});
  client.store.base.task.put(CARD);
});

afterEach(() => stop());

function Frame() {
  useShortcuts();
  const keys = useBoardKeys(() => undefined);
  const task = useRow('task', CARD.id);
  const { shown, close } = useOverlays();
  const none = () => undefined;
  return (
    <div role="group" onKeyDown={keys.onKeyDown}>
      {task && (
        <BoardCard
          task={task}
          isPicked={false}
          isEditing={keys.editing === task.id}
          acts={{ onOpen: none, onEdited: keys.onEdited }}
        />
      )}
      <button type="button">elsewhere</button>
      <TaskModals />
      {shown === 'shortcuts' && <ShortcutsModal onClose={close} />}
      {shown === 'palette' && (
        <Palette
          onClose={close}
          onTask={none}
          onProject={none}
          onDialog={none}
          onFile={() => undefined}
          onPerson={none}
          onHelp={none}
          onSearch={none}
        />
      )}
    </div>
  );
}
async function board() {
  const mutate = vi.spyOn(client, 'mutate').mockResolvedValue({} as never);
  mutate.mockClear();
  const stage = await open(<Frame />);
  const card = stage.screen.getByRole('group', { name: 'Ship' });
  await act(async () => card.focus());
  return { ...stage, card, mutate };
}

test('`e` edits a card’s name in place: Enter saves, Escape cancels, and the card keeps the focus', async () => {
  const { user, card, screen, mutate } = await board();
  await user.keyboard('e');
  const field = () => screen.getByRole('textbox', { name: 'Title' });
  expect(document.activeElement).toBe(field());
  await user.keyboard('Sail m{Escape}');
  expect(mutate).not.toHaveBeenCalled();
  await waitFor(() => expect(document.activeElement).toBe(card));
  await user.keyboard('e');
  await user.keyboard('Sail  home{Enter}');
  expect(mutate.mock.calls).toEqual([[updateTask, { task_id: 5, name: 'Sail home' }]]);
  expect(screen.queryByRole('textbox')).toBeNull();
  await waitFor(() => expect(document.activeElement).toBe(card));
});

test('`m` opens the move menu; closing it returns the focus to the card', async () => {
  const { user, card, screen } = await board();
  await user.keyboard('m');
  expect(useMovingTask.getState()).toMatchObject({ kind: 'move', task: { id: 5 } });
  await screen.findByRole('dialog', { name: 'Move task' });
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await waitFor(() => expect(document.activeElement).toBe(card));
});

test('keys pressed while a carried card is redrawn move it on and drop it', async () => {
  const { user, card, mutate } = await board();
  const columns = ['To do', 'Doing', 'Done'].map((name, index) => ({
    id: index + 1,
    project_id: 7,
    name,
    sort: index,
  }));
  await act(async () => {
    for (const column of columns) client.store.base.column.put(column as Column);
    client.store.base.task.put({ ...CARD, column_id: 1 });
  });
  await user.keyboard('{ArrowRight}');
  expect(mutate).not.toHaveBeenCalled();
  await user.keyboard(' ');
  await act(async () => card.blur());
  await user.keyboard('{ArrowRight}');
  expect(mutate.mock.lastCall).toEqual([moveCards, expect.objectContaining({ project_id: 7 })]);
  await user.keyboard('{Escape}');
  mutate.mockClear();
  await user.keyboard('{ArrowRight}');
  expect(mutate).not.toHaveBeenCalled();
});

test('a menu over a card returns the focus to it', async () => {
  const { user, card, screen } = await board();
  await act(async () => fireEvent.contextMenu(card));
  await screen.findByRole('menu');
  await waitFor(() => expect(document.activeElement).not.toBe(card));
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('menu')).toBeNull());
  await waitFor(() => expect(document.activeElement).toBe(card));
});

test('`c` completes a card and reopens it', async () => {
  const { user, mutate } = await board();
  await user.keyboard('c');
  expect(mutate.mock.lastCall).toEqual([updateTask, { task_id: 5, complete_at: expect.any(String) }]);
  await act(async () => client.store.base.task.put({ ...CARD, complete_at: '2026-01-01 00:00:00' }));
  await user.keyboard('c');
  expect(mutate.mock.lastCall).toEqual([updateTask, { task_id: 5, complete_at: false }]);
});

test('card keys do nothing without a focused card', async () => {
  const { user, screen, mutate } = await board();
  await act(async () => screen.getByRole('button', { name: 'elsewhere' }).focus());
  await user.keyboard('emc');
  expect(mutate).not.toHaveBeenCalled();
  expect(useMovingTask.getState().task).toBeNull();
  expect(screen.queryByRole('textbox')).toBeNull();
});

test('card keys appear once in the help, and card commands in the palette', async () => {
  const { user, screen, mutate } = await board();
  await act(async () => useOverlays.getState().open('shortcuts'));
  const help = await screen.findByRole('dialog');
  for (const words of ['Rename card', 'Move card to another column or project', 'Complete or reopen card'])
    expect(within(help).getAllByText(words)).toHaveLength(1);
  expect(within(help).queryByText('Rename “Ship”')).toBeNull();
  await act(async () => useOverlays.getState().close());
  await act(async () => screen.getByRole('group', { name: 'Ship' }).focus());
  await user.keyboard('{Control>}k{/Control}');
  await screen.findByRole('dialog');
  await user.keyboard('ship');
  expect(screen.getAllByRole('option').map((each) => each.textContent)).toEqual(
    expect.arrayContaining([expect.stringContaining('Rename “Ship”'), expect.stringContaining('Move “Ship”')]),
  );
  await user.click(screen.getByRole('option', { name: /Complete “Ship”/ }));
  expect(mutate.mock.lastCall).toEqual([updateTask, { task_id: 5, complete_at: expect.any(String) }]);
});
