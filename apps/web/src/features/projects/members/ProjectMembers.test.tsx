import type { UserBasic } from '@atrium/contract/people/users.ts';
import type { Project } from '@atrium/contract/projects/projects.ts';
import { expect, test, vi } from 'vitest';
import { client } from '#sync/session.ts';
import { setMedia } from '#testing/media.ts';
import { open } from '#testing/stage.tsx';
import { ProjectMembers } from './ProjectMembers.tsx';

function project(count: number) {
  const people = Array.from({ length: count }, (_, index) => ({
    userid: index + 1,
    owner: index + 1 === count ? 1 : 0,
  }));
  for (const { userid } of people)
    client.store.base.user.put({
      userid,
      nickname: String.fromCharCode(64 + userid),
      userimg: '',
      bot: 0,
    } as unknown as UserBasic);
  return { id: 7, project_user: people } as unknown as Project;
}
async function said(count: number) {
  const onClick = vi.fn();
  const { screen, user, unmount } = await open(<ProjectMembers project={project(count)} onClick={onClick} />);
  const button = screen.getByRole('button', { name: /Members/ });
  await user.click(button);
  expect(onClick).toHaveBeenCalledOnce();
  const letters = [...button.querySelectorAll<HTMLElement>('[data-initials]')].map((each) => each.dataset['initials']);
  const text = `${letters.join('')}${/[+]\d+/.exec(button.textContent)?.[0] ?? ''}`;
  unmount();
  return text;
}

test('a wide header shows eight avatars, a narrow one three, the owner first, and the rest as a number', async () => {
  setMedia({ width: 1201 });
  expect(await said(12)).toBe('LABCDEFG+4');
  setMedia({ width: 1200 });
  expect(await said(12)).toBe('LAB+9');
  expect(await said(3)).toBe('CAB');
});
