import type { Failure } from '@atrium/contract/shell/bridge.ts';
import { expect, test, vi } from 'vitest';
import { composerExtras } from '#entities/message/composer/composerExtras.ts';
import type { ComposerDialog } from '#entities/message/composer/composing.ts';
import { host } from '#host/browser.ts';
import { ShellRefused } from '#host/shell.ts';
import { storeToken } from '#sync/api.ts';
import { open, serve } from '#testing/stage.tsx';
import { PhotoModal } from './PhotoModal.tsx';

const photo = (ageMs = 1000) => ({ id: 'p7', name: 'IMG_7.jpg', taken_at: Date.now() - ageMs, preview: 'AAAA' });
const refused = (why: Failure) => new ShellRefused(why);

async function modal() {
  serve({});
  const onClose = vi.fn();
  return { ...(await open(<PhotoModal dialogId={3} onClose={onClose} />)), onClose };
}

// covers B2-20
test('the latest photo is offered by the mobile app only', () => {
  vi.spyOn(host, 'canCapture').mockReturnValue(false);
  const dialog = { id: 3, type: 'group', bot: 0, dialog_user: null } as unknown as ComposerDialog;
  const opened: unknown[] = [];
  const extras = () =>
    composerExtras(
      dialog,
      (wish) => opened.push(wish),
      () => {},
      () => {},
    ).filter(({ key }) => key === 'maybe-photo');
  expect(extras()).toEqual([]);
  vi.spyOn(host, 'canLatestPhoto').mockReturnValue(true);
  extras()[0]?.run();
  expect(opened).toEqual([{ kind: 'photo' }]);
});

// covers A7-27, A9-06
test('a photo is at most 60 s old, looked for within 10 s, and uploaded by the shell within 30 s', async () => {
  storeToken('own-token');
  const latest = vi.spyOn(host, 'latestPhoto').mockResolvedValue(photo());
  const upload = vi.spyOn(host, 'uploadPhoto').mockResolvedValue({ ret: 1, msg: '', data: '{"id":9}' });
  const { screen, user, onClose } = await modal();
  expect(await screen.findByRole('img', { name: 'IMG_7.jpg' })).toBeTruthy();
  expect(latest).toHaveBeenCalledWith(60_000, 10_000);
  await user.click(screen.getByRole('button', { name: 'Send' }));
  await expect.poll(() => onClose.mock.calls.length).toBe(1);
  const url = `${location.origin}/api/dialog/msg/sendfile`;
  expect(upload).toHaveBeenCalledWith({ id: 'p7', url, token: 'own-token', dialog_id: 3 }, 30_000);
});

// covers A7-27, A8-15
test('what the server said of the upload is in its answer, and is shown', async () => {
  vi.spyOn(host, 'latestPhoto').mockResolvedValue(photo());
  const upload = vi.spyOn(host, 'uploadPhoto').mockResolvedValue({ ret: 0, msg: 'You can’t post here.', data: '{}' });
  const { screen, user, onClose } = await modal();
  await user.click(await screen.findByRole('button', { name: 'Send' }));
  expect((await screen.findByRole('alert')).textContent).toBe('You can’t post here.');
  for (const [why, words] of [
    ['timeout', 'Couldn’t load your photos in time. Try again.'],
    ['upload', 'Couldn’t upload the photo. Try again.'],
    ['params', 'This photo can’t be sent. Take another one and try again.'],
  ] as const) {
    upload.mockRejectedValue(refused(why));
    await user.click(screen.getByRole('button', { name: 'Send' }));
    await expect.poll(() => screen.getByRole('alert').textContent).toBe(words);
  }
  expect(onClose).not.toHaveBeenCalled();
});

// covers A8-15, A9-06
test('without a photo the reason is shown: none, too old, no answer, no permission', async () => {
  const latest = vi.spyOn(host, 'latestPhoto');
  latest.mockRejectedValueOnce(refused('none'));
  const { screen, user } = await modal();
  const words = async (expected: string) =>
    expect.poll(() => screen.queryByRole('alert')?.textContent ?? '').toBe(expected);
  const again = () => user.click(screen.getByRole('button', { name: 'Try again' }));
  await words('There’s no recent photo.');
  latest.mockResolvedValueOnce(photo(61_000));
  await again();
  await words('Your latest photo is more than a minute old.');
  latest.mockRejectedValueOnce(refused('expired'));
  await again();
  await words('Your latest photo is more than a minute old.');
  latest.mockRejectedValueOnce(refused('timeout'));
  await again();
  await words('Couldn’t load your photos in time. Try again.');
  latest.mockRejectedValueOnce(refused('params'));
  await again();
  await words('This photo can’t be sent. Take another one and try again.');
  latest.mockResolvedValueOnce(photo());
  await again();
  expect(await screen.findByRole('button', { name: 'Send' })).toBeTruthy();
});
