import type { Project } from '@atrium/contract/projects/projects.ts';
import type { SettingsAnswer } from '@atrium/contract/workspace/settings.ts';
import { within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { commandsOf } from '#features/projects/projectCommands.ts';
import { client } from '#sync/session.ts';
import { open, refused, serve } from '#testing/stage.tsx';
import { QuestionModal } from '#ui/overlays/QuestionModal.tsx';
import { InviteModal } from './InviteModal.tsx';

const address = (code: string) => `https://elsewhere.example/manage/project/invite/${code}`;
const stage = (onClose = vi.fn()) =>
  open(
    <>
      <InviteModal projectId={7} onClose={onClose} />
      <QuestionModal cancelLabel="Cancel" />
    </>,
  );

test('an invite link is shown, and copied on request; replacing it asks first and says what stops working', async () => {
  const server = serve({
    'project/invite': ({ refresh }: { refresh: boolean }) =>
      refresh ? { url: address('new'), num: 0 } : { url: address('old'), num: 3 },
  });
  const { screen, user } = await stage();
  const field = await screen.findByRole<HTMLInputElement>('textbox', { name: 'Invite link' });
  // By the address of this page.
  expect(field.value).toBe(`${location.origin}/manage/project/invite/old`);
  expect(field.readOnly).toBe(true);
  expect(screen.getByText('Used 3 times')).toBeTruthy();
  expect(await navigator.clipboard.readText()).not.toBe(field.value);
  await user.click(screen.getByRole('button', { name: 'Copy' }));
  expect(await screen.findByRole('button', { name: 'Copied' })).toBeTruthy();
  expect(await navigator.clipboard.readText()).toBe(field.value);

  const ask = async (answer: string) => {
    await user.click(screen.getByRole('button', { name: 'Reset link' }));
    const question = await screen.findByText('Reset the link? The current link will stop working.');
    const box = question.closest('[role="dialog"]') as HTMLElement;
    await user.click(within(box).getByRole('button', { name: answer }));
  };
  await ask('Cancel');
  expect(field.value).toMatch(/old$/);
  expect(server.inputsOf('project/invite')).toHaveLength(1);
  await ask('Reset link');
  await expect.poll(() => field.value).toMatch(/new$/);
  expect(screen.getByText('Used 0 times')).toBeTruthy();
  expect(await navigator.clipboard.readText()).toMatch(/old$/);
});

test('without a link the modal closes', async () => {
  serve({ 'project/invite': refused('Not here.') });
  const onClose = vi.fn();
  await stage(onClose);
  await expect.poll(() => onClose.mock.calls.length).toBe(1);
});

test('inviting is offered to the owner, if the workspace allows links', () => {
  const project = (owner: number) => ({ id: 7, name: 'Harbour', owner }) as unknown as Project;
  const offers = (owner: number) =>
    commandsOf(project(owner), { show: vi.fn(), toggleChat: vi.fn(), ask: vi.fn() }).some(
      ({ id }) => id === 'project-invite',
    );
  expect([offers(1), offers(0)]).toEqual([true, false]);
  client.setting = { project_invite: 'close' } as SettingsAnswer;
  expect(offers(1)).toBe(false);
});
