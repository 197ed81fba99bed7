import type { ClientDialog } from '@atrium/client/store/rows.ts';
import { useState } from 'react';
import { useLocation } from 'react-router';
import { expect, test, vi } from 'vitest';
import { client } from '#sync/session.ts';
import { ME, open, serve } from '#testing/stage.tsx';
import { DialogPanel } from './DialogPanel.tsx';
import type { InfoPart } from './infoView.ts';

const group = { id: 3, type: 'group', name: 'Yard', avatar: '', link_id: 7, people: 2, owner_id: ME, bot: 0 };
const dialogOf = (fields: object) =>
  ({ ...group, top_msg_id: 0, silence: 0, created_at: '2026-11-01 08:00:00', ...fields }) as unknown as ClientDialog;

function Panel({ dialog, begin, onClose }: { dialog: ClientDialog; begin: InfoPart; onClose: () => void }) {
  const [part, setPart] = useState(begin);
  const { search } = useLocation();
  const nothing = () => undefined;
  return (
    <>
      <output data-testid="search">{search}</output>
      <DialogPanel {...{ dialog, part, onClose }} isDocked onPart={setPart} onPerson={nothing} onJump={nothing} />
    </>
  );
}

async function panel(fields: object, begin: InfoPart) {
  client.store.clear();
  const server = serve({
    'project/task/lists': { data: [{ id: 5, parent_id: 0, name: 'Paint the hall', complete_at: null, end_at: null }] },
    'dialog/msg/silence': {},
  });
  const onClose = vi.fn();
  return { server, onClose, ...(await open(<Panel dialog={dialogOf(fields)} begin={begin} onClose={onClose} />)) };
}

test('a chat of a project lists its open tasks, which open over the screen', async () => {
  const { screen, user, server, onClose } = await panel({ group_type: 'project' }, 'tasks');
  await user.click(await screen.findByRole('button', { name: 'Paint the hall' }));
  expect(screen.getByTestId('search').textContent).toBe('?task=5');
  expect(server.inputsOf('project/task/lists')).toMatchObject([{ project_id: 7, keys: { status: 'uncompleted' } }]);
  await user.keyboard('{Escape}');
  expect(onClose).toHaveBeenCalled();
});

test('a personal group has no tasks, and can be muted where it is described', async () => {
  const mutate = vi.spyOn(client, 'mutate').mockResolvedValue({} as never);
  const { screen, user } = await panel({ group_type: 'user' }, 'tasks');
  // The part that it does not have gives way to the first one.
  expect(screen.getByRole('tab', { name: 'About' }).getAttribute('aria-selected')).toBe('true');
  expect(screen.queryByRole('tab', { name: 'Tasks' })).toBeNull();
  await user.click(screen.getByRole('switch', { name: /^Mute/ }));
  expect(mutate.mock.calls[0]?.[1]).toEqual({ dialog_id: 3, type: 'set' });
});
