import type { ClientDialog } from '@atrium/client/store/rows.ts';
import type { SettingsAnswer } from '@atrium/contract/workspace/settings.ts';
import { afterEach, expect, test, vi } from 'vitest';
import { closeMeetingForm, useMeeting } from '#entities/meeting/meeting.ts';
import { client } from '#sync/session.ts';
import { useSelect } from '#sync/store/useStore.ts';
import { open, serve } from '#testing/stage.tsx';
import { QuickBar } from './QuickBar.tsx';

const MANUAL = { key: 'manual-checkin', label: 'Check in' };
const PLACE = {
  key: 'locat-checkin',
  label: 'Check in here',
  config: { type: 'wgs84', key: '', lng: 1, lat: 2, radius: 500 },
};
afterEach(() => {
  Reflect.deleteProperty(navigator, 'geolocation');
});

function Bar() {
  const dialog = useSelect(['dialog'], (store) => store.get('dialog', 7), []);
  return dialog ? <QuickBar dialog={dialog} /> : null;
}
const show = (quick_msgs: ClientDialog['quick_msgs']) => {
  client.setting = {} as SettingsAnswer;
  client.store.base.dialog.put({ id: 7, type: 'user', quick_msgs } as unknown as ClientDialog);
  return open(<Bar />);
};

test('a button sends its key to the bot', async () => {
  const mutate = vi.spyOn(client, 'mutate').mockResolvedValue(undefined as never);
  serve({ 'dialog/one': { quick_msgs: [MANUAL] } });
  const { screen, user } = await show([MANUAL]);
  await user.click(screen.getByRole('button', { name: 'Check in' }));
  expect(mutate.mock.calls[0]?.[1]).toEqual({
    dialog_id: 7,
    text: '<p><span data-quick-key="manual-checkin">Check in</span></p>',
  });
});

test('a location button sends the device’s location, or explains why there is none', async () => {
  const mutate = vi.spyOn(client, 'mutate').mockResolvedValue(undefined as never);
  serve({ 'dialog/one': { quick_msgs: [PLACE] } });
  const getCurrentPosition = vi.fn((tell: PositionCallback, _fail: PositionErrorCallback) =>
    tell({ coords: { latitude: 48.1, longitude: 11.5 } } as GeolocationPosition),
  );
  Object.defineProperty(navigator, 'geolocation', { value: { getCurrentPosition }, configurable: true });
  const { screen, user } = await show([PLACE]);
  await user.click(screen.getByRole('button', { name: 'Check in here' }));
  expect(mutate.mock.calls[0]?.[1]).toEqual({
    dialog_id: 7,
    lat: 48.1,
    lng: 11.5,
    title: 'Check in here',
    address: '',
  });
  getCurrentPosition.mockImplementation((_tell, fail) => fail({ code: 1 } as GeolocationPositionError));
  await user.click(screen.getByRole('button', { name: 'Check in here' }));
  expect(await screen.findByText(/location isn’t available/)).toBeTruthy();
  expect(mutate).toHaveBeenCalledTimes(1);
});

test('the buttons are those of the moment the conversation is opened', async () => {
  serve({ 'dialog/one': { quick_msgs: [PLACE] } });
  const { screen } = await show([MANUAL]);
  expect(await screen.findByRole('button', { name: 'Check in here' })).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Check in' })).toBeNull();
});

test('the meeting bot opens a form, and offers none where meetings are disabled', async () => {
  const buttons = [
    { key: 'meeting-create', label: 'New meeting' },
    { key: 'meeting-join', label: 'Join meeting' },
  ];
  serve({ 'dialog/one': { quick_msgs: buttons } });
  const { screen, user, unmount } = await show(buttons);
  await user.click(screen.getByRole('button', { name: 'New meeting' }));
  expect(useMeeting.getState().wish).toEqual({ kind: 'create' });
  await user.click(screen.getByRole('button', { name: 'Join meeting' }));
  expect(useMeeting.getState().wish).toEqual({ kind: 'join' });
  closeMeetingForm();
  unmount();
  client.setting = { meeting: 'close' } as SettingsAnswer;
  client.store.base.dialog.put({ id: 7, type: 'user', quick_msgs: buttons } as unknown as ClientDialog);
  await open(<Bar />);
  expect(screen.queryByRole('button')).toBeNull();
});
