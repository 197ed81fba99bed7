import type { UserBasic } from '@atrium/contract/people/users.ts';
import type { Project } from '@atrium/contract/projects/projects.ts';
import { act } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { ProjectPanel } from '#features/projects/overview/ProjectPanel.tsx';
import { client } from '#sync/session.ts';
import { useRow } from '#sync/store/useStore.ts';
import { open, serve } from '#testing/stage.tsx';
import { useQuestion } from '#ui/overlays/ask.ts';

const member = (userid: number) => ({ userid, owner: userid === 1 ? 1 : 0 });

function Members() {
  const project = useRow('project', 7);
  return (
    project && <ProjectPanel panel="members" project={project} onTask={vi.fn()} onPerson={vi.fn()} onClose={vi.fn()} />
  );
}

test('a person who joins while the owner is asked about another one stays', async () => {
  const { base } = client.store;
  for (const [index, nickname] of ['Ada', 'Bo', 'Cy', 'Di'].entries())
    base.user.put({ userid: index + 1, nickname, userimg: '', bot: 0 } as unknown as UserBasic);
  base.project.put({ id: 7, name: 'Harbour', owner: 1, project_user: [1, 2, 3].map(member) } as unknown as Project);
  const server = serve({ 'project/user': { id: 7 } });
  const { screen, user } = await open(<Members />);
  await user.click(await screen.findByRole('button', { name: 'Actions for Bo' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Remove member' }));
  await expect.poll(() => useQuestion.getState().question?.text).toContain('Bo');
  // Di follows an invitation link.
  await act(async () => base.project.patch(7, { project_user: [1, 2, 3, 4].map(member) } as unknown as Project));
  await act(async () => useQuestion.getState().question?.answer(true));
  await expect.poll(() => server.inputsOf('project/user').length).toBe(1);
  expect(server.inputsOf('project/user')[0]).toMatchObject({ userid: [1, 3, 4] });
});
