import { createHmac } from 'node:crypto';
import type { IceServer } from '@atrium/contract/chat/meetingRoom.ts';
import type { App } from '#platform/app';

/** The longest duration of a meeting, because a relay refuses expired credentials when they are used again. */
const LIFE_SECONDS = 12 * 3600;

/** The workspace's relays with credentials for one participant, as coturn's `use-auth-secret` checks them. */
export function iceServers({ turn }: Pick<App, 'turn'>, uid: number, now = Date.now()): IceServer[] {
  if (!turn) return [];
  const username = `${Math.floor(now / 1000) + LIFE_SECONDS}:${uid}`;
  return [
    { urls: [...turn.urls], username, credential: createHmac('sha1', turn.secret).update(username).digest('base64') },
  ];
}
