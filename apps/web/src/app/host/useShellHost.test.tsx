import { act } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { placeOfLink } from '#app/routing/returnTo.ts';
import { host } from '#host/browser.ts';
import { storeToken } from '#sync/api.ts';
import { client } from '#sync/session.ts';
import * as shared from '#sync/store/shared.ts';
import { open, serve } from '#testing/stage.tsx';
import { useShellHost } from './useShellHost.ts';

function Frame() {
  useShellHost();
  return null;
}
const INFO = {
  ...{ name: 'Atrium', version: '1.2.0', device_name: 'Ada’s phone' },
  ...{ app_brand: 'Acme', app_model: 'Slate 3', app_os: 'OS 9' },
};

async function phone() {
  vi.spyOn(client, 'state', 'get').mockReturnValue('ready');
  vi.spyOn(host, 'canAlias').mockReturnValue(true);
  vi.spyOn(host, 'info').mockResolvedValue(INFO);
  const tell = vi.spyOn(host, 'tellSession').mockReturnValue();
  const alias = vi.spyOn(host, 'giveAlias').mockReturnValue();
  const server = serve({ 'users/device/edit': {} });
  return { server, tell, alias, stage: await open(<Frame />) };
}

// covers A7-19
test('the device is named as the shell knows it, once', async () => {
  const { server, tell, stage } = await phone();
  const { device_name, app_brand, app_model, app_os } = INFO;
  await expect
    .poll(() => server.inputsOf('users/device/edit'))
    .toEqual([{ device_name, app_brand, app_model, app_os }]);
  expect(tell).toHaveBeenCalledWith(1, 'Ada');
  stage.unmount();
  await open(<Frame />);
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(server.inputsOf('users/device/edit')).toHaveLength(1);
});

// covers A7-22
test('six seconds after sign-in the shell gets the address of its push alias', async () => {
  vi.useFakeTimers();
  storeToken('own-token');
  const { alias } = await phone();
  await act(() => vi.advanceTimersByTimeAsync(5999));
  expect(alias).not.toHaveBeenCalled();
  await act(() => vi.advanceTimersByTimeAsync(1));
  expect(alias).toHaveBeenCalledExactlyOnceWith(`${location.origin}/api/users/umeng/alias`, 'own-token');
});

test('what a shell shares or captures waits for its conversation; a download says how it ended', async () => {
  const kept = vi.spyOn(shared, 'storeShared').mockResolvedValue();
  vi.stubGlobal('caches', {});
  let share: Parameters<typeof host.onShare>[0] = () => {};
  let capture: Parameters<typeof host.onCaptured>[0] = () => {};
  let download: Parameters<typeof host.onDownload>[0] = () => {};
  vi.spyOn(host, 'onShare').mockImplementation((run) => {
    share = run;
    return () => {};
  });
  vi.spyOn(host, 'onCaptured').mockImplementation((run) => {
    capture = run;
    return () => {};
  });
  vi.spyOn(host, 'onDownload').mockImplementation((run) => {
    download = run;
    return () => {};
  });
  const { stage } = await phone();
  await act(async () => share({ text: 'see', files: [{ name: 'a.txt', type: 'text/plain', bytes: btoa('hi') }] }));
  expect(kept.mock.lastCall?.[0].text).toBe('see');
  expect(await kept.mock.lastCall?.[0].files[0]?.text()).toBe('hi');
  expect(stage.place()).toBe('/manage/share');
  await act(async () => capture({ name: 'shot.png', bytes: btoa('png') }));
  expect(kept.mock.lastCall?.[0].files[0]).toMatchObject({ name: 'shot.png', type: 'image/png' });
  await act(async () => {
    download({ id: '1', name: 'plan.pdf', received: 1, total: 2, state: 'running' });
    download({ id: '1', name: 'plan.pdf', received: 2, total: 2, state: 'done' });
    download({ id: '2', name: 'film.mp4', received: 0, total: 2, state: 'failed' });
  });
  expect(stage.screen.getByText('Downloaded plan.pdf')).toBeTruthy();
  expect(stage.screen.getByText('Couldn’t download film.mp4. Try again.')).toBeTruthy();
});

test('a link of the installed application opens its screens only', () => {
  expect(placeOfLink('web+atrium:/manage/messenger?dialog=3')).toBe('/manage/messenger?dialog=3');
  const named = 'web+atrium://work.example/manage/project/3';
  expect(placeOfLink(named, 'https://work.example')).toBe('/manage/project/3');
  // Another workspace's project 3 is not this one's.
  expect(placeOfLink(named, 'https://other.example')).toBe('/manage/dashboard');
  for (const wrong of [null, '', 'javascript:alert(1)', 'web+atrium:/login', 'https://evil.example/manage'])
    expect(placeOfLink(wrong), String(wrong)).toBe('/manage/dashboard');
});
