import type { UserBasic } from '@atrium/contract/people/users.ts';
import type { Project } from '@atrium/contract/projects/projects.ts';
import { expect, test, vi } from 'vitest';
import { commandsOf } from '#features/projects/projectCommands.ts';
import { client } from '#sync/session.ts';
import { open, serve } from '#testing/stage.tsx';
import { QuestionModal } from '#ui/overlays/QuestionModal.tsx';
import { TransferPicker } from './TransferPicker.tsx';

const project = (owner: number) => ({ id: 7, name: 'Harbour', owner, owner_userid: 1 }) as unknown as Project;
const person = (userid: number, nickname: string) =>
  ({ userid, nickname, email: '', pinyin: '', profession: '', bot: 0, userimg: '' }) as unknown as UserBasic;

test('the owner transfers a project to anybody, after a confirmation that names them', async () => {
  const doing = { show: vi.fn(), toggleChat: vi.fn(), ask: vi.fn() };
  const offers = (owner: number) => commandsOf(project(owner), doing).some(({ id }) => id === 'project-transfer');
  expect([offers(1), offers(0)]).toEqual([true, false]);

  client.store.clear();
  const people = [person(1, 'Ada'), person(2, 'Bo')];
  const server = serve({ 'users/search': people, 'users/basic': people, 'project/transfer': {} });
  const onClose = vi.fn();
  const { screen, user } = await open(
    <>
      <TransferPicker project={project(1)} onClose={onClose} />
      <QuestionModal cancelLabel="Cancel" />
    </>,
  );
  await user.click(await screen.findByRole('checkbox', { name: /Bo/ }));
  await user.click(screen.getByRole('button', { name: /^Select/ }));
  client.store.base.user.put(person(2, 'Bo'));
  expect(await screen.findByText('Make Bo the owner of “Harbour”? You’ll stay on as a member.')).toBeTruthy();
  expect(onClose).toHaveBeenCalled();
  expect(server.inputsOf('project/transfer')).toEqual([]);
  await user.click(screen.getByRole('button', { name: 'Transfer ownership' }));
  await expect.poll(() => server.inputsOf('project/transfer')).toEqual([{ project_id: 7, owner_userid: 2 }]);
});
