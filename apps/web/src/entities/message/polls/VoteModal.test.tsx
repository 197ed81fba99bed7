import { afterEach, expect, test } from 'vitest';
import { client } from '#sync/session.ts';
import { open, serve } from '#testing/stage.tsx';
import { VoteModal } from './VoteModal.tsx';

afterEach(async () => {
  await client.drafts.clear();
  client.store.clear();
});

test('a poll with the same option twice says so at the second one and is not created', async () => {
  serve({});
  const { screen, user } = await open(<VoteModal text="Lunch?" dialogId={7} onClose={() => {}} />);
  const field = (number: number) => screen.getByRole('textbox', { name: `Option ${number}` });
  const create = screen.getByRole('button', { name: 'Create poll' });
  await user.type(field(1), 'Pizza');
  await user.type(field(2), 'Pizza ');
  expect(screen.getByText('This option is already listed.')).toBeTruthy();
  expect(field(1).getAttribute('aria-invalid')).not.toBe('true');
  expect(field(2).getAttribute('aria-invalid')).toBe('true');
  expect(create).toHaveProperty('disabled', true);
  await user.type(field(2), 'Roma');
  expect(screen.queryByText('This option is already listed.')).toBeNull();
  expect(create).toHaveProperty('disabled', false);
});
