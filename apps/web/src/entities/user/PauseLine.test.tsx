import type { UserBasic } from '@atrium/contract/people/users.ts';
import { expect, test } from 'vitest';
import { clockTime } from '#entities/message/time.ts';
import { client } from '#sync/session.ts';
import { toWire } from '#sync/time.ts';
import { open, serve } from '#testing/stage.tsx';
import { PauseLine } from './PauseLine.tsx';
import { usePausedUntil } from './pause.ts';

const HOUR_MS = 3_600_000;
const inHours = (hours: number) => toWire(new Date(Date.now() + hours * HOUR_MS));

function Shown({ userid }: { userid: number }) {
  const until = usePausedUntil(userid);
  return until ? <PauseLine until={until} /> : <span>nothing</span>;
}

test('others see until when a person pauses, by hand or by quiet hours', async () => {
  const server = serve({
    'users/pause': ({ userid }: { userid: number }) => ({ userid, until: userid === 61 ? inHours(3) : null }),
  });
  const put = (userid: number, dnd_until: string | null) =>
    client.store.base.user.put({ userid, nickname: `P${userid}`, bot: 0, dnd_until } as UserBasic);
  put(61, null);
  put(62, inHours(1));
  put(63, inHours(-1));
  const words = async (userid: number) => {
    const { screen, unmount } = await open(<Shown userid={userid} />);
    const text = (await screen.findByText(/paused until|nothing/)).textContent;
    unmount();
    return text;
  };
  const first = await open(<Shown userid={61} />);
  expect(
    await first.screen.findByText(`Notifications paused until ${clockTime(inHours(3))}`, { exact: false }),
  ).toBeTruthy();
  first.unmount();
  expect(await words(62)).toContain(clockTime(inHours(1)));
  expect(await words(63)).toBe('nothing');
  // Asked once a minute and person, and never about oneself.
  expect(await words(1)).toBe('nothing');
  expect(server.inputsOf('users/pause').map(({ userid }) => userid)).toEqual([61, 62, 63]);
});
