import type { ClientDialog } from '@atrium/client/store/rows.ts';
import type { Profile } from '@atrium/contract/people/profile.ts';
import type { SettingsAnswer } from '@atrium/contract/workspace/settings.ts';
import { screen, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { closeMeetingForm, useMeeting } from '#entities/meeting/meeting.ts';
import { host } from '#host/browser.ts';
import { client } from '#sync/session.ts';
import { open, refused, serve } from '#testing/stage.tsx';
import { composerExtras } from './composerExtras.ts';

const keysIn = (fields: object) => {
  // Other tests in this process mock the browser's devices.
  vi.spyOn(host, 'canCapture').mockReturnValue(false);
  client.user = { userid: 1 } as Profile;
  const dialog = { type: 'user', bot: 0, dialog_user: { userid: 2 }, ...fields } as unknown as ClientDialog;
  return composerExtras(
    dialog,
    () => {},
    () => {},
    () => {},
  ).map(({ key }) => key);
};

// covers B2-15
test('an anonymous message is offered for other people, not for bots, groups or oneself', () => {
  expect(keysIn({})).toContain('anon');
  expect(keysIn({ bot: 7 })).not.toContain('anon');
  expect(keysIn({ dialog_user: { userid: 1 } })).not.toContain('anon');
  expect(keysIn({ type: 'group', dialog_user: null })).toEqual(['file', 'picture', 'location', 'chain', 'vote']);
});

// covers B2-14, B6-03
test('a phone call is offered in the app only, and for other people only', async () => {
  expect(keysIn({})).not.toContain('call');
  vi.spyOn(host, 'canCall').mockReturnValue(true);
  expect(keysIn({})).toEqual(['file', 'picture', 'location', 'call', 'anon']);
  for (const nobody of [{ bot: 7 }, { dialog_user: { userid: 1 } }, { type: 'group', dialog_user: null }]) {
    expect(keysIn(nobody)).not.toContain('call');
    expect(keysIn(nobody)).not.toContain('anon');
  }
  const dialled = vi.spyOn(host, 'call').mockReturnValue();
  const server = serve({ 'dialog/tel': { tel: '+49 40 1' } });
  const dialog = { id: 3, type: 'user', bot: 0, dialog_user: { userid: 2 } } as unknown as ClientDialog;
  const nothing = () => {};
  const run = () =>
    composerExtras(dialog, nothing, nothing, nothing)
      .find(({ key }) => key === 'call')
      ?.run();
  run();
  await waitFor(() => expect(dialled).toHaveBeenCalledWith('+49 40 1'));
  expect(server.inputsOf('dialog/tel')).toEqual([{ dialog_id: 3 }]);
  await open(<i />);
  serve({ 'dialog/tel': refused('No phone number available.') });
  run();
  await screen.findByText('No phone number available.');
  expect(dialled).toHaveBeenCalledOnce();
});

// covers B2-13
test('a meeting is offered where recording works, with people, if the workspace allows meetings', () => {
  expect(keysIn({})).not.toContain('meeting');
  Object.defineProperty(navigator, 'mediaDevices', { configurable: true, value: {} });
  vi.stubGlobal('isSecureContext', true);
  vi.stubGlobal('MediaRecorder', vi.fn());
  expect(keysIn({})).toContain('meeting');
  expect(keysIn({ type: 'group', dialog_user: null })).toContain('meeting');
  expect(keysIn({ bot: 7 })).not.toContain('meeting');
  client.setting = { meeting: 'close' } as SettingsAnswer;
  expect(keysIn({})).not.toContain('meeting');
  client.setting = null;
  const run = composerExtras({ type: 'user', bot: 0, dialog_user: { userid: 2 } } as ClientDialog, ...NOTHING).find(
    ({ key }) => key === 'meeting',
  )?.run;
  run?.();
  expect(useMeeting.getState().wish).toEqual({ kind: 'create', userids: [2], withCamera: false });
  closeMeetingForm();
  vi.unstubAllGlobals();
  Reflect.deleteProperty(navigator, 'mediaDevices');
});
const NOTHING = [() => {}, () => {}, () => {}] as const;
