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

test('a personal group lists the tasks made from its messages, and can be muted where it is described', async () => {
  const mutate = vi.spyOn(client, 'mutate').mockResolvedValue({} as never);
  const { screen, user, server } = await panel({ group_type: 'user' }, 'tasks');
  expect(await screen.findByRole('button', { name: 'Paint the hall' })).toBeTruthy();
  const [input] = server.inputsOf('project/task/lists');
  expect(input).toMatchObject({ from_dialog_id: 3, keys: { status: 'uncompleted' } });
  expect(input).not.toHaveProperty('project_id');
  server.answers['project/task/lists'] = { data: [] };
  await user.click(screen.getByRole('tab', { name: 'About' }));
  await user.click(screen.getByRole('tab', { name: 'Tasks' }));
  expect(await screen.findByText('Tasks made from messages in this chat appear here.')).toBeTruthy();
  await user.click(screen.getByRole('tab', { name: 'About' }));
  await user.click(screen.getByRole('switch', { name: /^Mute/ }));
  expect(mutate.mock.calls[0]?.[1]).toEqual({ dialog_id: 3, type: 'set' });
});
