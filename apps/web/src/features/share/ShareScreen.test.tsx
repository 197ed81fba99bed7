import type { ClientDialog } from '@atrium/client/store/rows.ts';
import { expect, test, vi } from 'vitest';
import * as files from '#entities/message/files/file.actions.ts';
import { host } from '#host/browser.ts';
import { client, endSession } from '#sync/session.ts';
import { open, serve } from '#testing/stage.tsx';
import { ShareScreen } from './ShareScreen.tsx';
import * as actions from './share.actions.ts';

async function sharing(shared: { text: string; files: File[] } | null) {
  serve({ 'users/search': [{ userid: 9, nickname: 'Cy', userimg: '', pinyin: '', email: '', bot: 0 }] });
  client.store.clear();
  const dialog = {
    id: 3,
    type: 'group',
    group_type: 'user',
    name: 'Kitchen',
    pinyin: '',
    last_at: '2026-01-02 00:00:00',
    dialog_delete: 0,
  };
  client.store.base.dialog.put({
    ...dialog,
    avatar: '',
    last_msg: null,
    hide: 0,
    todo_num: 0,
  } as unknown as ClientDialog);
  vi.spyOn(actions, 'readPendingShare').mockResolvedValue(shared);
  const placed = vi.spyOn(actions, 'dropPendingShare').mockResolvedValue();
  const on = { onPerson: vi.fn(async () => 5), onDialog: vi.fn(), onLeave: vi.fn() };
  const stage = await open(<ShareScreen {...on} />);
  return { ...stage, on, placed };
}

test('shared text is placed in the chosen conversation’s field, after the existing draft', async () => {
  client.drafts.close('3', '<p>By the way</p>');
  const { screen, user, on, placed } = await sharing({ text: 'See <b>this</b>\nhttps://x.example', files: [] });
  expect((await screen.findByRole('region', { name: 'Items to share' })).textContent).toContain('See <b>this</b>');
  await user.click(screen.getByRole('button', { name: /Kitchen/ }));
  expect(on.onDialog).toHaveBeenCalledWith(3);
  expect(client.drafts.content('3')).toBe(
    '<p>By the way</p><p>See &lt;b&gt;this&lt;/b&gt;</p><p>https://x.example</p>',
  );
  expect(placed).toHaveBeenCalledOnce();
});

test('shared files are previewed and sent from there; canceling returns to the choice', async () => {
  const sent = vi.spyOn(files, 'sendFiles').mockResolvedValue();
  const plan = new File(['x'], 'plan.pdf', { type: 'application/pdf' });
  const { screen, user, on, placed } = await sharing({ text: '', files: [plan] });
  await user.click(await screen.findByRole('button', { name: /Kitchen/ }));
  expect(on.onDialog).not.toHaveBeenCalled();
  const modal = await screen.findByRole('dialog');
  expect(modal.textContent).toContain('plan.pdf');
  await user.keyboard('{Escape}');
  expect([sent.mock.calls.length, placed.mock.calls.length]).toEqual([0, 0]);
  await user.click(screen.getByRole('button', { name: /Kitchen/ }));
  await user.click(await screen.findByRole('button', { name: 'Send 1 file' }));
  expect(sent).toHaveBeenCalledWith(3, [plan]);
  expect(on.onDialog).toHaveBeenCalledWith(3);
  expect(placed).toHaveBeenCalledOnce();
});

test('a person without a chat yet can be chosen; leaving discards what was shared', async () => {
  const { screen, user, on, placed } = await sharing({ text: 'Hello', files: [] });
  await user.click(await screen.findByRole('radio', { name: 'Contacts' }));
  await user.click(await screen.findByRole('button', { name: /Cy/ }));
  expect(on.onPerson).toHaveBeenCalledWith(9);
  expect(client.drafts.content('5')).toBe('<p>Hello</p>');
  expect(on.onDialog).toHaveBeenCalledWith(5);
  client.drafts.remove('5');
  await user.click(screen.getByRole('button', { name: 'Cancel' }));
  expect(on.onLeave).toHaveBeenCalledOnce();
  expect(placed).toHaveBeenCalledTimes(2);
});

test('with nothing shared the screen says so', async () => {
  const { screen, user, on } = await sharing(null);
  await user.click(await screen.findByRole('button', { name: 'Dashboard' }));
  expect(screen.getByText('Nothing to share.')).toBeTruthy();
  expect(on.onLeave).toHaveBeenCalledOnce();
});

test('what waits to be shared is gone after signing out', async () => {
  const caches = { open: vi.fn(), delete: vi.fn(async () => true) };
  vi.stubGlobal('caches', caches);
  vi.spyOn(client, 'signOut').mockResolvedValue();
  const left = vi.spyOn(host, 'startAt').mockReturnValue();
  await endSession();
  expect(caches.delete).toHaveBeenCalledExactlyOnceWith('shared');
  expect(left).toHaveBeenCalledWith('/login');
});
