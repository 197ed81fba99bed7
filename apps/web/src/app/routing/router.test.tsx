import { act } from '@testing-library/react';
import { matchRoutes } from 'react-router';
import { expect, test } from 'vitest';
import { MessengerScreen } from '#features/messenger/MessengerScreen.tsx';
import { open, serve } from '#testing/stage.tsx';
import { createRouter } from './router.tsx';

const router = createRouter();

/** The route and the parameters of an address, in the real route table. */
const at = (address: string) => {
  const match = matchRoutes(router.routes, address)?.at(-1);
  return [match?.route.id, match?.params];
};

// covers A2-08
test('the messenger is at /manage/messenger, its contacts one level below', async () => {
  expect(at('/manage/messenger')).toEqual(['manage-messenger', {}]);
  expect(at('/manage/messenger/contacts')).toEqual(['manage-messenger', { dialogAction: 'contacts' }]);
  expect(at('/manage/messenger/contacts/more')[0]).not.toBe('manage-messenger');

  const none = { data: [], total: 0, current_page: 1, last_page: 1 };
  serve({ 'users/search': none, 'assistant/models': { list: [] } });
  const path = '/manage/messenger/:dialogAction?';
  const tab = async (address: string) => {
    const { screen, unmount } = await open(<MessengerScreen onPerson={() => {}} onSearch={() => {}} />, {
      path,
      at: address,
    });
    const chosen = screen.getAllByRole('tab', { selected: true }).map((each) => each.textContent);
    const isSearched = screen.queryByRole('textbox', { name: 'Search by name or email' }) !== null;
    unmount();
    return [chosen.at(-1), isSearched];
  };
  expect(await tab('/manage/messenger')).toEqual(['Chats', false]);
  expect(await tab('/manage/messenger/contacts')).toEqual(['Contacts', true]);
});

// covers A2-10
test('a project invite has the route manage-project-invite, with or without a code', async () => {
  expect(at('/manage/project/invite')).toEqual(['manage-project-invite', {}]);
  expect(at('/manage/project/invite/abc')).toEqual(['manage-project-invite', { inviteId: 'abc' }]);
  // A project's address has another route.
  expect(at('/manage/project/8')).toEqual(['manage-project', { projectId: '8' }]);
  await act(() => router.navigate('/manage/project/invite/abc'));
  expect(document.documentElement.dataset['route']).toBe('manage-project-invite');
});
