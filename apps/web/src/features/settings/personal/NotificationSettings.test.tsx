import { NOTE_KEY } from '@atrium/client/sending/sendLater.ts';
import type { ClientMessage } from '@atrium/client/store/rows.ts';
import { act, waitFor } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { notifyOfMessage, useNotifying } from '#entities/notification/notification.actions.ts';
import { readChoices } from '#entities/notification/notifyChoices.ts';
import { clientHost } from '#sync/clientHost.ts';
import { storeEncryptionState } from '#sync/encryption/state.ts';
import { client } from '#sync/session.ts';
import { ME, open, serve } from '#testing/stage.tsx';
import { NotificationSettings } from './NotificationSettings.tsx';

const shown: { title: string; options: NotificationOptions }[] = [];
let answer: NotificationPermission = 'granted';
class Note {
  static permission: NotificationPermission = 'default';
  static requestPermission = vi.fn(async () => {
    Note.permission = answer;
    return answer;
  });
  onclick: (() => void) | null = null;
  constructor(title: string, options: NotificationOptions) {
    shown.push({ title, options });
  }
  close(): void {}
}

const HOURS = { quiet_from: '', quiet_to: '', timezone: 'UTC', quiet_days: [1, 2, 3, 4, 5, 6, 7] };
const INFO = { public_key: 'BA', subscribed: false, is_open: true, ...HOURS };

beforeEach(() => {
  vi.stubGlobal('Notification', Note);
  Note.permission = 'default';
  Note.requestPermission.mockClear();
  answer = 'granted';
  shown.length = 0;
  useNotifying.setState({ permission: 'default', choices: readChoices(), quiet: HOURS, isPushOpen: true });
});

const message = (fields: Partial<ClientMessage> = {}) =>
  ({
    id: 8,
    dialog_id: 3,
    userid: 2,
    type: 'text',
    mtype: 'text',
    msg: { text: '<p>Lunch?</p>' },
    mention: 0,
    ...fields,
  }) as ClientMessage;
function inDialog(fields = {}) {
  client.store.base.dialog.put({ id: 3, type: 'group', name: 'Team', silence: 0, ...fields } as never);
  client.store.base.user.put({ userid: 2, nickname: 'Bo', userimg: '/avatar/Bo.svg' } as never);
}

test('the browser’s permission is requested on a click only; a refusal is explained', async () => {
  serve({ 'users/push/info': INFO });
  answer = 'denied';
  const { user, screen } = await open(<NotificationSettings />);
  expect(Note.requestPermission).not.toHaveBeenCalled();
  await user.click(screen.getByRole('button', { name: 'Turn on notifications' }));
  expect(Note.requestPermission).toHaveBeenCalledOnce();
  await screen.findByText(/blocks notifications/);
  expect(screen.queryByRole('switch', { name: 'Play a sound' })).toBeNull();
});

test('a notification has the message’s text and opens it', async () => {
  Note.permission = 'granted';
  inDialog();
  notifyOfMessage(message(), false);
  await waitFor(() => expect(shown).toHaveLength(1));
  expect(shown[0]).toMatchObject({
    title: 'Team (Bo)',
    options: { body: 'Lunch?', silent: false, data: { place: '/manage/messenger?dialog=3&msg=8' } },
  });
});

test('silent, muted and visible messages and quiet hours produce no notification', async () => {
  Note.permission = 'granted';
  inDialog();
  notifyOfMessage(message(), true);
  inDialog({ silence: 1 });
  notifyOfMessage(message(), false);
  inDialog();
  const focus = vi.spyOn(document, 'hasFocus').mockReturnValue(true);
  const isOpen = vi.spyOn(client.opened, 'isOpen').mockImplementation((id) => id === 3);
  notifyOfMessage(message(), false);
  focus.mockReturnValue(false);
  isOpen.mockRestore();
  useNotifying.setState({ quiet: { ...HOURS, quiet_from: '00:00', quiet_to: '23:59' } });
  notifyOfMessage(message(), false);
  useNotifying.setState({ quiet: HOURS });
  client.user = { userid: ME } as never;
  client.store.base.user.put({ userid: ME, dnd_until: '2999-01-01 00:00:00' } as never);
  notifyOfMessage(message(), false);
  client.store.base.user.put({ userid: ME, dnd_until: '2000-01-01 00:00:00' } as never);
  expect(shown).toEqual([]);
  // Each of these alone is a reason.
  inDialog({ silence: 1 });
  notifyOfMessage(message({ mention: 1 }), false);
  await waitFor(() => expect(shown).toHaveLength(1));
});

test('sound is a setting of this device and can be turned off completely', async () => {
  Note.permission = 'granted';
  useNotifying.setState({ permission: 'granted' });
  serve({ 'users/push/info': INFO });
  inDialog();
  const { user, screen } = await open(<NotificationSettings />);
  await user.click(screen.getByRole('switch', { name: 'Play a sound' }));
  await act(async () => notifyOfMessage(message(), false));
  await waitFor(() => expect(shown[0]?.options.silent).toBe(true));
  await user.click(screen.getByRole('switch', { name: 'Show on this device' }));
  await act(async () => notifyOfMessage(message(), false));
  expect(shown).toHaveLength(1);
  expect(readChoices()).toMatchObject({ isOn: false, hasSound: false });
});

test('quiet hours are stored with the account', async () => {
  const server = serve({
    'users/push/info': INFO,
    'users/push/quiet': (input: Record<string, unknown>) => ({ ...HOURS, ...input }),
  });
  const { user, screen } = await open(<NotificationSettings />);
  await user.click(await screen.findByRole('switch', { name: 'Quiet hours' }));
  await user.click(screen.getByRole('checkbox', { name: 'Sun' }));
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect(server.inputsOf('users/push/quiet')).toMatchObject([
    { quiet_from: '22:00', quiet_to: '07:00', quiet_days: [1, 2, 3, 4, 5, 6] },
  ]);
  await user.click(screen.getByRole('switch', { name: 'Quiet hours' }));
  expect(server.inputsOf('users/push/quiet')[1]).toMatchObject({ quiet_from: '', quiet_to: '' });
});

test('push is subscribed with the server’s key where supported, and ended by the switch', async () => {
  Note.permission = 'granted';
  useNotifying.setState({ permission: 'granted' });
  const subscription = {
    options: { applicationServerKey: null },
    toJSON: () => ({ endpoint: 'https://push.example/1', keys: { p256dh: 'P', auth: 'A' } }),
    unsubscribe: vi.fn(async () => true),
  };
  const manager = {
    getSubscription: vi.fn(async (): Promise<typeof subscription | null> => null),
    subscribe: vi.fn(async () => subscription),
  };
  const registration = { pushManager: manager };
  const worker = {
    ready: Promise.resolve(registration),
    register: async () => registration,
    getRegistration: async () => registration,
  };
  vi.stubGlobal('PushManager', vi.fn());
  Object.defineProperty(navigator, 'serviceWorker', { value: worker, configurable: true });
  const server = serve({ 'users/push/info': { ...INFO, subscribed: true } });
  const { user, screen } = await open(<NotificationSettings />);
  await user.click(screen.getByRole('switch', { name: 'Play a sound' }));
  await waitFor(() =>
    expect(server.inputsOf('users/push/subscribe')).toEqual([
      { endpoint: 'https://push.example/1', p256dh: 'P', auth: 'A', silent: true },
    ]),
  );
  expect(manager.subscribe).toHaveBeenCalledWith({ userVisibleOnly: true, applicationServerKey: new Uint8Array([4]) });
  const canReply = async () => (await clientHost.storage.get(NOTE_KEY)) !== undefined;
  expect(await canReply()).toBe(true);
  // The worker would send a reply without the workspace's extra encryption.
  storeEncryptionState('open');
  await user.click(screen.getByRole('switch', { name: 'Play a sound' }));
  await waitFor(async () => expect(await canReply()).toBe(false));
  storeEncryptionState('close');
  manager.getSubscription.mockResolvedValue(subscription);
  await user.click(screen.getByRole('switch', { name: 'Notify me when Atrium is closed' }));
  await waitFor(() => expect(subscription.unsubscribe).toHaveBeenCalled());
  expect(server.inputsOf('users/push/unsubscribe')).toHaveLength(1);
  // If the workspace disabled it, nobody is offered it.
  server.answers['users/push/info'] = { ...INFO, is_open: false };
  await user.click(screen.getByRole('switch', { name: 'Play a sound' }));
  expect(await screen.findByText('Turned off for this workspace.')).toBeTruthy();
  expect(screen.getByRole<HTMLInputElement>('switch', { name: 'Notify me when Atrium is closed' }).disabled).toBe(true);
  expect(server.inputsOf('users/push/subscribe')).toHaveLength(2);
  Reflect.deleteProperty(navigator, 'serviceWorker');
});
