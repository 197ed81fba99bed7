import type { PushNote } from '@atrium/contract/people/notifications.ts';
import { afterEach, expect, test, vi } from 'vitest';
import { type NoteScope, openPlace, type PageClient, showPush } from './notes.ts';

const note: PushNote = {
  title: 'Team (Bo)',
  body: 'Lunch?',
  icon: '/avatar/Bo.svg',
  place: '/manage/messenger?dialog=3&msg=8',
  msg_id: 8,
  dialog_id: 3,
  silent: false,
  reply: 'Reply',
  read: 'Mark as read',
};

function worker(pages: Partial<PageClient>[] = []) {
  const heard: unknown[] = [];
  const shown: { title: string; data: { msg_id: number }; silent?: boolean }[] = [];
  const scope = {
    registration: {
      getNotifications: async () => shown,
      showNotification: async (title: string, options: object) => {
        // The tag: a newer one replaces the older.
        shown.splice(0, 1, { title, ...(options as { data: { msg_id: number } }) });
      },
    },
    clients: {
      matchAll: async () =>
        pages.map((page) => ({
          url: 'https://atrium.example/manage/dashboard',
          focused: false,
          focus: async () => heard.push('focus'),
          postMessage: (message: unknown) => heard.push(message),
          ...page,
        })),
      openWindow: async (url: string) => heard.push(url),
    },
  } as unknown as NoteScope;
  return { scope, shown, heard };
}

// Files share a worker.
afterEach(() => vi.unstubAllGlobals());

test('a push is shown with its text and sound', async () => {
  const { scope, shown } = worker([{ focused: false }]);
  await showPush(scope, { ...note, silent: true });
  expect(shown).toMatchObject([{ title: 'Team (Bo)', body: 'Lunch?', icon: '/avatar/Bo.svg', silent: true }]);
});

test('the icon counts what is unread while no page is open', async () => {
  const setAppBadge = vi.fn(async () => undefined);
  vi.stubGlobal('navigator', Object.assign(Object.create(navigator), { setAppBadge }));
  const { scope } = worker();
  await showPush(scope, { ...note, badge: 3 });
  // A notification of something else than a message counts nothing.
  await showPush(scope, { ...note, msg_id: 9 });
  expect(setAppBadge.mock.calls).toEqual([[3]]);
});

test('a visible page notifies its reader itself', async () => {
  const { scope, shown } = worker([{ focused: true }]);
  await showPush(scope, note);
  expect(shown).toEqual([]);
});

test('a message already announced by a page does not ring again; a newer one does', async () => {
  const { scope, shown } = worker();
  await showPush(scope, note);
  await showPush(scope, { ...note, title: 'again' });
  expect(shown.map((each) => each.title)).toEqual(['Team (Bo)']);
  await showPush(scope, { ...note, title: 'newer', msg_id: 9 });
  expect(shown.map((each) => each.title)).toEqual(['newer']);
});

test('a click opens the message in an existing page, or in a new one', async () => {
  const at = { place: note.place };
  const open = worker([{ url: 'https://atrium.example/login' }, {}]);
  await openPlace(open.scope, at);
  expect(open.heard).toEqual(['focus', { type: 'open-place', place: note.place }]);

  const closed = worker();
  await openPlace(closed.scope, at);
  expect(closed.heard).toEqual([note.place]);

  const foreign = worker();
  await openPlace(foreign.scope, { place: 'https://evil.example/' });
  expect(foreign.heard).toEqual([]);
});

test('a test notification is always shown', async () => {
  const { scope, shown } = worker([{ focused: true }]);
  await showPush(scope, { ...note, msg_id: 0, title: 'Atrium' });
  expect(shown.map(({ title }) => title)).toEqual(['Atrium']);
});
