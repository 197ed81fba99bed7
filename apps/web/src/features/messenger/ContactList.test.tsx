import type { UserBasic } from '@atrium/contract/people/users.ts';
import { expect, test, vi } from 'vitest';
import { client } from '#sync/session.ts';
import { LOST, open, serve } from '#testing/stage.tsx';
import { ContactList } from './ContactList.tsx';

test('a failed load of contacts can be retried', async () => {
  vi.spyOn(client.api, 'read').mockImplementation((call, input, opts) => client.api.call(call, input, opts));
  const server = serve({ 'users/search': LOST, 'assistant/models': { list: [] } });
  const { screen, user } = await open(<ContactList onOpen={() => {}} />);
  await screen.findByText('Request failed. Try again.');
  const bo = { userid: 2, nickname: 'Bo', email: '', userimg: '', az: 'B', bot: 0 } as unknown as UserBasic;
  server.answers['users/search'] = { data: [bo], total: 1, current_page: 1, last_page: 1 };
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  await expect.poll(() => server.inputsOf('users/search').length).toBe(2);
  await expect.poll(() => screen.queryByText('Request failed. Try again.')).toBeNull();
});
