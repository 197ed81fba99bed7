import { expect, test, vi } from 'vitest';
import { host } from '#host/browser.ts';
import { client } from '#sync/session.ts';

/** The event that a browser sends to a tab when another one has changed shared storage. */
function otherTab(key: string | null, oldValue: string | null, newValue: string | null) {
  const startAt = vi.spyOn(host, 'startAt').mockImplementation(() => {});
  const abandon = vi.spyOn(client, 'abandon').mockImplementation(() => {});
  window.dispatchEvent(new StorageEvent('storage', { key, oldValue, newValue, storageArea: localStorage }));
  return { startAt, abandon };
}

test.each([
  ['signs out', 'token', 'a', null],
  ['signs in', 'token', null, 'a'],
  ['signs somebody else in', 'token', 'a', 'b'],
  ['clears everything', null, null, null],
] as const)('a tab that %s does so in all: this one reloads in place and stores nothing', (_, key, before, now) => {
  const { startAt, abandon } = otherTab(key, before, now);
  expect(abandon).toHaveBeenCalledOnce();
  expect(startAt).toHaveBeenCalledWith(host.place());
});

test('other shared state or the same token reloads nothing', () => {
  expect(otherTab('contactView', 'list', 'department').startAt).not.toHaveBeenCalled();
  expect(otherTab('token', 'a', 'a').startAt).not.toHaveBeenCalled();
});
